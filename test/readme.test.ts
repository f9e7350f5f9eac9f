import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const run = promisify(execFile);

/** The code blocks of the README, in their order. */
const blocks = [
  ...(await readFile(join(root, 'README.md'), 'utf8')).matchAll(/^```ts\n([\s\S]*?)^```$/gm),
].map(([, code]) => code);

let folder: string;
let server: Server;

const prose = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');
const article = (links: string): string =>
  `<html><head><title>An article</title></head><body><h1>An article</h1><p>${prose}.</p>${links}</body></html>`;

beforeAll(async () => {
  // inside the package, so that the code's own imports (neardup, crawlee) resolve as a user's would
  await mkdir(join(root, 'dist'), { recursive: true });
  folder = await mkdtemp(join(root, 'dist', 'readme-'));
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(article(request.url === '/' ? '<a href="/copy">copy</a>' : ''));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});

afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

function warcResponse(url: string, html: string): string {
  const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${html}`;
  const header = [
    'WARC/1.0',
    'WARC-Type: response',
    `WARC-Record-ID: <${url}#record>`,
    `WARC-Target-URI: ${url}`,
    'WARC-Date: 2026-01-01T00:00:00Z',
    'Content-Type: application/http; msgtype=response',
    `Content-Length: ${Buffer.byteLength(http)}`,
  ];
  return `${header.join('\r\n')}\r\n\r\n${http}\r\n\r\n`;
}

/** Runs one block as a program of its own and returns what it prints. */
async function runBlock(code: string): Promise<string> {
  const file = join(folder, 'block.mjs');
  await writeFile(file, code);
  const { stdout } = await run(process.execPath, [file], {
    cwd: folder,
    env: { ...process.env, CRAWLEE_LOG_LEVEL: 'ERROR', CRAWLEE_STORAGE_DIR: join(folder, 'storage') },
  });
  return stdout;
}

function block(containing: string): string {
  const code = blocks.find((text) => text.includes(containing));
  expect(code, `a code block with ${containing} stands in the README`).toBeDefined();
  return code!;
}

test('every code block of the README is run by a test of this file', () => {
  expect(blocks.length).toBe(7);
});

test('the crawler in the README calls its handler once for two equal pages and prints their cluster', async () => {
  const { port } = server.address() as AddressInfo;
  const code = block('CheerioCrawler').replaceAll('https://example.com', `http://127.0.0.1:${port}`);
  const printed = await runBlock(code);
  expect(printed.match(/^new: /gm)).toHaveLength(1);
  expect(printed).toMatch(/\/copy: .*1\.000|\/copy: .*same/);
});

test('the deduper in the README calls the page that it fetches new', async () => {
  const { port } = server.address() as AddressInfo;
  const code = block('createDeduper').replaceAll('https://example.com', `http://127.0.0.1:${port}`);
  expect(await runBlock(code)).toBe(`new: http://127.0.0.1:${port}/\n`);
});

test('the evaluation in the README prints a line for every variant of the methods it names', async () => {
  const records = ['https://example.com/', 'https://example.com/copy'].map((url) =>
    warcResponse(url, article('')),
  );
  await writeFile(join(folder, 'crawl.warc.gz'), Buffer.concat(records.map((record) => gzipSync(record))));
  const printed = await runBlock(block('await evaluate('));
  expect(printed).toMatch(/^qp 1 1 \d/m);
  expect(printed).toMatch(/^calibrated-\d+ 1 1 \d/m);
});

test('the dump code in the README prints the cluster of a WARC', async () => {
  const records = ['https://example.com/', 'https://example.com/copy'].map((url) =>
    warcResponse(url, article('')),
  );
  await writeFile(join(folder, 'crawl.warc.gz'), Buffer.concat(records.map((record) => gzipSync(record))));
  expect(await runBlock(block('deduplicate('))).toContain('https://example.com/copy');
});

test('the comparison in the README prints a resemblance and the passages', async () => {
  const printed = await runBlock(block('comparePages'));
  expect(printed).toMatch(/^0\.\d+/);
  expect(printed).toContain('the quick brown fox jumps over the lazy');
});

test('the index in the README calls its first page new, and finds it at a lower threshold with a promise', async () => {
  const printed = await runBlock(block('SketchIndex.open'));
  expect(printed).toContain('isNew: true');
  expect(printed).toMatch(/url: 'https:\/\/a\.example\/',\s+similarity: 0\.71/);
  expect(printed).toContain('promised: true');
});

test('the join in the README prints the pair of sets that share three of five tokens', async () => {
  expect(await runBlock(block('exactJoin('))).toMatch(/^(0 1|1 0) 3\n$/);
});
