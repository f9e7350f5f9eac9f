import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

/** A code block of a document. */
export interface Block {
  /** Such as `docs/start.md`, from the root. */
  readonly document: string;
  readonly code: string;
}

/** The `ts` blocks of the README and of docs/, in their order. */
export async function codeBlocks(): Promise<Block[]> {
  const pages = (await readdir(join(root, 'docs'))).filter((name) => name.endsWith('.md')).sort();
  const documents = ['README.md', ...pages.map((name) => `docs/${name}`)];
  const blocks = await Promise.all(
    documents.map(async (document) => {
      const text = await readFile(join(root, document), 'utf8');
      return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, code]) => ({ document, code }));
    }),
  );
  return blocks.flat();
}

/** Code blocks compiled, each a program, in a folder with what they read. */
export interface Programs {
  /** What the compiler says of them: nothing, where they are right. */
  readonly complaints: string;
  /** Runs the program of a block and returns what it prints. */
  run(block: Block): Promise<string>;
  remove(): Promise<void>;
}

/**
 * Compiles blocks with the checks that `tsc --init` turns on, against the types that the last build made. Programs see a dump of two equal pages,
 * `crawl.warc.gz`, and instead of https://example.com/ a site on this machine with the same two pages.
 */
export async function compile(blocks: readonly Block[]): Promise<Programs> {
  // inside the package, so that the code's own imports (neardup, crawlee) resolve as a user's would
  await mkdir(join(root, 'dist'), { recursive: true });
  const folder = await mkdtemp(join(root, 'dist', 'blocks-'));
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(article(request.url === '/' ? '<a href="/copy">copy</a>' : ''));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const names = blocks.map(({ document }, i) => `${document.replace(/\W/g, '-')}-${i}`);
  await Promise.all(
    blocks.map(({ code }, i) =>
      writeFile(join(folder, `${names[i]}.mts`), code.replaceAll('https://example.com', origin)),
    ),
  );
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
    ...{ module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom'], types: ['node'] },
    // Crawlee's own declarations do not agree with each other
    ...{ skipLibCheck: true, outDir: folder, rootDir: folder },
  };
  const files = names.map((name) => `${name}.mts`);
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
  return {
    complaints: stdout,
    async run(block) {
      const name = names[blocks.indexOf(block)];
      const cwd = join(folder, `in-${name}`);
      await mkdir(cwd);
      await writeFile(join(cwd, 'crawl.warc.gz'), await dump());
      const env = {
        ...process.env,
        CRAWLEE_LOG_LEVEL: 'ERROR',
        CRAWLEE_DEFAULT_BROWSER_PATH: chromium,
        CRAWLEE_DISABLE_BROWSER_SANDBOX: '1',
      };
      return (await run(process.execPath, [join(folder, `${name}.mjs`)], { cwd, env })).stdout;
    },
    async remove() {
      server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Where blocks with a browser look for one. */
export const chromium = process.env.NEARDUP_CHROMIUM ?? '/usr/bin/chromium';

const prose = Array.from({ length: 80 }, (_, i) => `word${i}`).join(' ');

function article(links: string): string {
  return `<html><head><title>An article</title></head><body><h1>An article</h1><p>${prose}.</p>${links}</body></html>`;
}

async function dump(): Promise<Buffer> {
  const records = ['https://example.com/', 'https://example.com/copy'].map((url) => {
    const http = `HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${article('')}`;
    const header = [
      'WARC/1.0',
      'WARC-Type: response',
      `WARC-Record-ID: <${url}#record>`,
      `WARC-Target-URI: ${url}`,
      'WARC-Date: 2026-01-01T00:00:00Z',
      'Content-Type: application/http; msgtype=response',
      `Content-Length: ${Buffer.byteLength(http)}`,
    ];
    return gzipSync(`${header.join('\r\n')}\r\n\r\n${http}\r\n\r\n`);
  });
  return Buffer.concat(records);
}
