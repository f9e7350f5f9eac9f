import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Level } from 'level';
import { minHash } from '../src/sketch/minhash.ts';
import { simHash } from '../src/sketch/simhash.ts';
import { LEVEL_OPTIONS } from '../src/store/disk/level.ts';
import { pageOfEntry } from '../src/store/layout/entries.ts';
import { type Key, tableOf } from '../src/store/layout/keys.ts';
import { SketchIndex } from '../src/store/sketch-index.ts';
import { printTable, shown, timeInTurn, timing } from './measure.ts';

const PAGES = 10_000;
const GRAMS = 400;
const ROUNDS = 4;
/** A round's pages; one round more warms up. */
const PART = PAGES / (ROUNDS + 1);
const PARAMETERS = { gram: 'word:4', threshold: 0.8, recall: 0.99 };

interface GeneratedPage {
  readonly key: string;
  readonly url: string;
  readonly grams: BigUint64Array;
}

type Entry = [key: Key, value: Buffer];

/**
 * Speed and size of the index at 10,000 unique pages of 400 grams. Claims and loads are timed in turns with raw
 * LevelDB batches of the very keys and values that they write.
 */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-'));
  try {
    const pages = generatedPages();
    await measureSketches(pages);
    await measureIndex(folder, pages);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureSketches(pages: readonly GeneratedPage[]): Promise<void> {
  const sets = pages.slice(0, 1000).map(({ grams }) => grams);
  const times = await timeInTurn({
    'MinHash, 128 components': () => sets.forEach((set) => void minHash(set)),
    'SimHash, 64 bits': () => sets.forEach((set) => void simHash(set)),
  });
  const rows = Object.entries(times).map(([name, time]) => [name, shown(time)]);
  printTable(['sketch of 400 grams', 'µs'], rows);
  process.stdout.write('\n');
}

async function measureIndex(folder: string, pages: readonly GeneratedPage[]): Promise<void> {
  const source = join(folder, 'source');
  const model = await SketchIndex.open(source, PARAMETERS);
  for (const page of pages) await (await model.claim(page)).commit();
  const query = await timesOf(pages, (page) => model.query(page.grams.subarray(20)));
  const copy = await timesOf(pages, async ({ key, grams }) =>
    (await model.claim({ key: `copy of ${key}`, url: '', grams })).release(),
  );
  const replay = await timesOf(pages, (page) => model.claim(page));
  await model.close();
  const bytes = await folderBytes(source);

  const entries = await entriesByPage(source);
  const claimed = await SketchIndex.open(join(folder, 'claimed'), PARAMETERS);
  const added = await SketchIndex.open(join(folder, 'added'), PARAMETERS);
  const loaded = await SketchIndex.open(join(folder, 'loaded'), PARAMETERS);
  const rawClaimed = await rawStore(join(folder, 'raw-claimed'));
  const rawAdded = await rawStore(join(folder, 'raw-added'));
  const rawLoaded = await rawStore(join(folder, 'raw-loaded'));
  const inTables = ([key]: Entry) => ['trees', 'simHashTables'].includes(tableOf(key) ?? '');
  const times = await timeInTurn(
    {
      claim: nextPart(pages, async (part) => {
        for (const page of part) await (await claimed.claim(page)).commit();
      }),
      rawClaim: nextPart(entries, async (part) => {
        for (const entriesOfPage of part) await writeRaw(rawClaimed, entriesOfPage);
      }),
      add: nextPart(pages, (part) => added.addAll(part)),
      rawAdd: nextPart(entries, (part) => writeInBatches(rawAdded, part)),
      load: nextPart(pages, (part) => loaded.addAll(part, { searchable: false })),
      rawLoad: nextPart(entries, (part) =>
        writeInBatches(
          rawLoaded,
          part.map((entriesOfPage) => entriesOfPage.filter((entry) => !inTables(entry))),
        ),
      ),
    },
    ROUNDS,
  );
  const { pairs } = await timeInTurn({ pairs: () => loaded.similarPairs(() => {}) }, 3);
  for (const store of [claimed, added, loaded, rawClaimed, rawAdded, rawLoaded]) await store.close();

  const rate = ({ median }: { median: number }) => Math.round((1000 * PART) / median);
  const ratio = (a: { median: number }, raw: { median: number }) => (raw.median / a.median).toFixed(2);
  printTable(
    ['writing', 'pages/s', 'raw LevelDB', 'ratio'],
    [
      ['claim and commit', rate(times.claim), rate(times.rawClaim), ratio(times.claim, times.rawClaim)],
      ['addAll', rate(times.add), rate(times.rawAdd), ratio(times.add, times.rawAdd)],
      ['addAll, not searchable', rate(times.load), rate(times.rawLoad), ratio(times.load, times.rawLoad)],
    ],
  );
  process.stdout.write('\n');
  printTable(
    ['at 10,000 pages', 'p50 ms', 'p99 ms'],
    [
      ['query', ...percentiles(query)],
      ['claim of an exact copy', ...percentiles(copy)],
      ['claim, replayed', ...percentiles(replay)],
    ],
  );
  process.stdout.write(`\nsimilarPairs: ${shown(timing([pairs.median, pairs.min, pairs.max]))} ms\n`);
  process.stdout.write(`${Math.round(bytes / PAGES)} bytes a page on disk, ${8 * GRAMS} of them grams\n`);
}

/** Pages in groups of four: a text, and three that share three quarters of it, too little to be similar. */
function generatedPages(): GeneratedPage[] {
  let state = 1;
  const word = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return z ^ (z >>> 15);
  };
  let text = new Uint32Array(2 * GRAMS);
  return Array.from({ length: PAGES }, (_, i) => {
    if (i % 4 === 0) text = text.map(word);
    const words = text.slice();
    if (i % 4 > 0) for (let k = 0; k < GRAMS / 2; k++) words[k] = word();
    return { key: `${i}`, url: `http://example.org/${i}`, grams: new BigUint64Array(words.buffer).sort() };
  });
}

/** Work on one part of `items` after the other. */
function nextPart<T>(items: readonly T[], work: (part: readonly T[]) => Promise<unknown>): () => unknown {
  let from = 0;
  return () => work(items.slice(from, (from += PART)));
}

async function timesOf(
  pages: readonly GeneratedPage[],
  work: (page: GeneratedPage) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < PAGES; i += 7) {
    const startedAt = performance.now();
    await work(pages[i]);
    times.push(performance.now() - startedAt);
  }
  return times;
}

function percentiles(times: readonly number[]): [string, string] {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)].toFixed(2);
  return [at(0.5), at(0.99)];
}

async function rawStore(folder: string): Promise<Level<Key, Buffer>> {
  const store = new Level<Key, Buffer>(folder, {
    ...LEVEL_OPTIONS,
    keyEncoding: 'buffer',
    valueEncoding: 'buffer',
  });
  await store.open();
  return store;
}

async function writeInBatches(store: Level<Key, Buffer>, pages: readonly Entry[][]): Promise<void> {
  for (let i = 0; i < pages.length; i += 128) await writeRaw(store, pages.slice(i, i + 128).flat());
}

async function writeRaw(store: Level<Key, Buffer>, entries: readonly Entry[]): Promise<void> {
  const batch = store.batch();
  for (const [key, value] of entries) batch.put(key, value);
  await batch.write();
}

/** The entries that an index holds of every page. */
async function entriesByPage(folder: string): Promise<Entry[][]> {
  const store = await rawStore(folder);
  const entries: Entry[][] = Array.from({ length: PAGES }, () => []);
  for await (const entry of store.iterator()) {
    const [key, value] = entry;
    const table = tableOf(key);
    if (table !== undefined) entries[pageOfEntry(table, key, value)].push(entry);
  }
  await store.close();
  return entries;
}

async function folderBytes(folder: string): Promise<number> {
  const names = await readdir(folder);
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
