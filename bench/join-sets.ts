import { closeSync, existsSync, mkdirSync, openSync, readFileSync, readSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readJsonl } from '../plugins/dump/index.ts';
import { gramSet } from '../src/grams/grams.ts';
import { rankSets, type TokenSets } from '../src/grams/token-sets.ts';
import { type ValueSets, ValueSetsBuilder, valueSetsFromIntegers } from '../src/grams/value-sets.ts';
import { allocateTokens } from '../src/join/engine/arena.ts';
import { decode } from '../src/text/decode.ts';
import { extractText } from '../src/text/extract.ts';
import { realData } from '../test/data.ts';
import { generateSets } from './generate-sets.ts';

/** Sets with the sizes, the numbers of tokens and the skew of public ones: logs of queries, clicks and ratings, memberships, even and very uneven draws. */
const shapes = Object.fromEntries(
  Object.entries({
    uniform: { records: 100_000, tokens: 10, nearDuplicates: 0, universe: 209, skew: 1 },
    zipf: { records: 100_000, tokens: 50, nearDuplicates: 0, universe: 100_000, skew: 6 },
    queries: { records: 1_000_000, tokens: 3, nearDuplicates: 0.1, universe: 4_000_000, longTailed: true },
    clicks: { records: 300_000, tokens: 9, nearDuplicates: 0.05, universe: 1_657, longTailed: true },
    members: {
      records: 150_000,
      tokens: 80,
      nearDuplicates: 0.02,
      universe: 800_000,
      skew: 2,
      longTailed: true,
    },
    ratings: {
      records: 48_000,
      tokens: 209,
      nearDuplicates: 0.01,
      universe: 17_770,
      skew: 2,
      longTailed: true,
    },
  }).map(([name, shape]) => [name, () => generateSets({ seed: 1, ...shape })]),
);

/** The sets that joins are measured on, by name: plain sets (a gram counts once), from the real data or generated. */
const recipes: Readonly<Record<string, () => ValueSets | undefined | Promise<ValueSets | undefined>>> = {
  'reuters-words': () => gramSets(reutersTexts, 'word'),
  'reuters-chars': () => gramSets(reutersTexts, 'char'),
  'reuters-shingles': () => gramSets(reutersTexts, 'word').then(shinglesOf),
  'openlayers-words': () => gramSets(() => pagesTexts('docs-openlayers/pages.jsonl.zst'), 'word'),
  'openlayers-chars': () => gramSets(() => pagesTexts('docs-openlayers/pages.jsonl.zst'), 'char'),
  'openlayers-shingles': () =>
    gramSets(() => pagesTexts('docs-openlayers/pages.jsonl.zst'), 'word').then(shinglesOf),
  'reuters-terms': () => gramSets(reutersTexts, 'word', 1),
  'rspec-words': () => gramSets(() => pagesTexts('docs-rspec/pages.jsonl.gz'), 'word'),
  'rspec-chars': () => gramSets(() => pagesTexts('docs-rspec/pages.jsonl.gz'), 'char'),
  retail: () => integerSets('sets-fimi/retail.csv'),
  kosarak: () => integerSets('sets-fimi/kosarak-part.dat'),
  t10i4d100k: () => integerSets('sets-fimi/T10I4D100K.dat'),
  'generated-800': () => generateSets({ records: 20_000, tokens: 800, nearDuplicates: 0.1, seed: 1 }),
  'generated-100k': () => generateSets({ records: 100_000, tokens: 100, nearDuplicates: 0.1, seed: 1 }),
  ...shapes,
  'generated-1m': () => generateSets({ records: 1_000_000, tokens: 100, nearDuplicates: 0.1, seed: 1 }),
};

export const tableSets: readonly string[] = Object.keys(recipes).filter((name) => name !== 'generated-1m');

/** Where ranked sets are kept between runs: `NEARDUP_BENCH_CACHE`, else a temporary folder. */
export const cacheFolder: string = process.env.NEARDUP_BENCH_CACHE ?? join(tmpdir(), 'neardup-bench-ranked');

/** Records, distinct tokens, tokens of one record only. */
const HEADER_WORDS = 3;
/** readSync and writeSync take less than 2 GiB at a time. */
const CHUNK_BYTES = 1 << 28;

/** Path of the ranked sets `name`, made when they are not there yet; `undefined` where the real data is missing. */
export async function rankedSetsFile(name: string): Promise<string | undefined> {
  const path = join(cacheFolder, `${name}.sets`);
  if (existsSync(path)) return path;
  const values = await recipes[name]();
  if (values === undefined) return undefined;
  const startedAt = performance.now();
  const sets = rankSets(values);
  process.stdout.write(`${name}: ranked in ${(performance.now() - startedAt).toFixed(0)} ms\n`);
  mkdirSync(cacheFolder, { recursive: true });
  const file = openSync(path, 'w');
  const header = Uint32Array.of(sets.size, sets.universe, sets.singletons ?? 0);
  for (const words of [header, sets.offsets, sets.tokens, sets.records]) {
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
      writeSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at));
    }
  }
  closeSync(file);
  return path;
}

/** Reads ranked sets, tokens into the memory that the engine works in. */
export function readRankedSets(path: string): TokenSets {
  const file = openSync(path, 'r');
  const read = <Words extends Uint32Array>(words: Words): Words => {
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    for (let at = 0; at < bytes.length; )
      at += readSync(file, bytes, at, Math.min(CHUNK_BYTES, bytes.length - at), null);
    return words;
  };
  const [size, universe, singletons] = read(new Uint32Array(HEADER_WORDS));
  const offsets = read(new Uint32Array(size + 1));
  const tokens = read(allocateTokens(offsets[size]));
  const records = read(new Uint32Array(size));
  closeSync(file);
  return { size, universe, singletons, offsets, tokens, records };
}

/** The records of `sets` with an even share of them left out: for growth with size. */
export function partOf(sets: TokenSets, share: number): TokenSets {
  const size = Math.round(sets.size * share);
  const offsets = new Uint32Array(size + 1);
  const records = Uint32Array.from({ length: size }, (_, x) => Math.floor(x / share));
  for (let x = 0; x < size; x++) {
    offsets[x + 1] = offsets[x] + sets.offsets[records[x] + 1] - sets.offsets[records[x]];
  }
  const tokens = allocateTokens(offsets[size]);
  for (let x = 0; x < size; x++) {
    tokens.set(sets.tokens.subarray(sets.offsets[records[x]], sets.offsets[records[x] + 1]), offsets[x]);
  }
  return { ...sets, size, offsets, tokens, records };
}

async function gramSets(
  texts: () => AsyncIterable<string> | Iterable<string> | undefined,
  unit: 'word' | 'char',
  q = 4,
): Promise<ValueSets | undefined> {
  const all = texts();
  if (all === undefined) return undefined;
  const builder = new ValueSetsBuilder();
  for await (const text of all) builder.append(gramSet(text, { unit, q }));
  return builder.finish();
}

function* reutersLines(path: string): Generator<string> {
  for (const line of gunzipSync(readFileSync(path)).toString('utf8').split('\n')) {
    if (line !== '') yield JSON.parse(line).text;
  }
}

function reutersTexts(): Iterable<string> | undefined {
  const path = realData('text-reuters21578/docs.jsonl.gz');
  return path === undefined ? undefined : reutersLines(path);
}

/** The main text of a site's pages, one page at a time: there may be 1.3 GB of HTML. */
function pagesTexts(file: string): AsyncIterable<string> | undefined {
  const path = realData(file);
  return path === undefined ? undefined : mainTexts(path);
}

async function* mainTexts(path: string): AsyncGenerator<string> {
  for await (const { body, contentType } of readJsonl(path)) {
    const html = typeof body === 'string' ? body : decode(body, contentType).text;
    yield extractText(html, 'main').text;
  }
}

/** A record a line, of numbers. */
function integerSets(file: string): ValueSets | undefined {
  const path = realData(file);
  if (path === undefined) return undefined;
  const lines = readFileSync(path, 'utf8').split('\n');
  return valueSetsFromIntegers(
    lines.filter((line) => line !== '').map((line) => (line.match(/\d+/g) ?? []).map(Number)),
  );
}

/** The 32 minima of each set under 32 hash functions, taken as a set. */
function shinglesOf(sets: ValueSets | undefined): ValueSets | undefined {
  if (sets === undefined) return undefined;
  const builder = new ValueSetsBuilder();
  const halves = new Uint32Array(sets.values.buffer, sets.values.byteOffset, 2 * sets.values.length);
  for (let i = 0; i + 1 < sets.offsets.length; i++) {
    const minima = new BigUint64Array(sets.offsets[i] === sets.offsets[i + 1] ? 0 : 32);
    for (let f = 0; f < minima.length; f++) {
      let least = 2 ** 32;
      for (let k = sets.offsets[i]; k < sets.offsets[i + 1]; k++) {
        let h = Math.imul(halves[2 * k] ^ Math.imul(f + 1, 0x9e3779b1), 0x85ebca6b) ^ halves[2 * k + 1];
        h = Math.imul(h ^ (h >>> 15), 0xc2b2ae35);
        least = Math.min(least, (h ^ (h >>> 13)) >>> 0);
      }
      minima[f] = BigInt(f) * 2n ** 32n + BigInt(least);
    }
    builder.append(minima.sort());
  }
  return builder.finish();
}
