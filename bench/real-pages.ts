import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { ZSTDDecoder } from 'zstddec/stream';
import type { Page } from '../src/text/page.ts';
import { realData } from '../test/data.ts';

/** A page of a real data set: `group` is its identity without the version. */
export interface RealPage extends Page {
  readonly body: Uint8Array;
  readonly group: string;
}

/** The pages of a data set, or `undefined`, with a line that says so, where it is missing. */
export async function realPages(name: string): Promise<RealPage[] | undefined> {
  for (const [ending, inflate] of [
    ['gz', async (stored: Buffer) => gunzipSync(stored)],
    ['zst', inflateZstd],
  ] as const) {
    const path = realData(`${name}/pages.jsonl.${ending}`);
    if (path === undefined) continue;
    const lines = (await inflate(readFileSync(path))).toString('utf8').split('\n');
    return lines.filter((line) => line !== '').map(parsePage);
  }
  process.stdout.write(`skipped: real data ${name} is missing (set NEARDUP_DATA to its folder)\n`);
  return undefined;
}

function parsePage(line: string, number: number): RealPage {
  const { url = '', group = '', html, text } = JSON.parse(line);
  const contentType = html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8';
  return { id: String(number), url, group, body: Buffer.from(html ?? text), contentType };
}

async function inflateZstd(stored: Buffer): Promise<Buffer> {
  const decoder = new ZSTDDecoder();
  await decoder.init();
  return Buffer.concat([...decoder.decodeStreaming([stored])]);
}
