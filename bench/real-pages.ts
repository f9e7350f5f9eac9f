import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { zstdFrames } from '../plugins/dump/bytes/zstd-frames.ts';
import { type DumpDamage, reasonOf } from '../plugins/dump/damage.ts';
import { defaultLimits } from '../plugins/dump/limits.ts';
import type { Page } from '../src/text/page.ts';
import { realData } from '../test/data.ts';

/** A page of a real data set: `group` is its identity without the version. */
export interface RealPage extends Page {
  readonly body: Uint8Array;
  readonly group: string;
}

/** The pages of a data set, or `undefined`, with a line that says so, where it is missing. */
export async function realPages(name: string): Promise<RealPage[] | undefined> {
  const stream = realPageStream(name);
  if (stream === undefined) return undefined;
  const pages: RealPage[] = [];
  for await (const page of stream) pages.push(page);
  return pages;
}

/** The same, one after the other: for sets that are too large for memory. Of `docs-openlayers/3000` the first 3,000 pages. */
export function realPageStream(set: string): AsyncGenerator<RealPage> | undefined {
  const [name, most = Number.POSITIVE_INFINITY] = set.split('/');
  for (const [ending, inflate] of [
    ['gz', inflateGzip],
    ['zst', inflateZstd],
  ] as const) {
    const path = realData(`${name}/pages.jsonl.${ending}`);
    if (path !== undefined) return firstOf(pagesOf(inflate(readFileSync(path))), Number(most));
  }
  process.stdout.write(`skipped: real data ${name} is missing (set NEARDUP_DATA to its folder)\n`);
  return undefined;
}

async function* firstOf(pages: AsyncIterable<RealPage>, most: number): AsyncGenerator<RealPage> {
  let count = 0;
  for await (const page of pages) {
    if (count++ === most) return;
    yield page;
  }
}

async function* pagesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<RealPage> {
  let number = 0;
  let rest: Uint8Array = new Uint8Array(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    let start = 0;
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      if (end > start) yield parsePage(bytes.toString('utf8', start, end), number++);
      start = end + 1;
    }
    rest = bytes.subarray(start);
  }
  if (rest.length > 0) yield parsePage(Buffer.from(rest).toString('utf8'), number);
}

function parsePage(line: string, number: number): RealPage {
  const { url = '', group = '', html, text } = JSON.parse(line);
  const contentType = html === undefined ? 'text/plain; charset=utf-8' : 'text/html; charset=utf-8';
  return { id: String(number), url, group, body: Buffer.from(html ?? text), contentType };
}

async function* inflateGzip(stored: Buffer): AsyncGenerator<Uint8Array> {
  yield gunzipSync(stored);
}

async function* inflateZstd(stored: Buffer): AsyncGenerator<Uint8Array> {
  const report = (damage: DumpDamage): never => {
    throw new Error(reasonOf(damage));
  };
  const pieces = (async function* () {
    yield { bytes: stored, stored: 0 };
  })();
  const context = {
    limits: { ...defaultLimits, maxInflatedBytes: Number.MAX_SAFE_INTEGER },
    sinceRecord: 0,
    report,
  };
  for await (const { bytes } of zstdFrames(pieces, context)) yield bytes;
}
