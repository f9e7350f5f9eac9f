import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { deduplicate } from '../src/deduplicate.ts';
import { gramSet, gramSetOf } from '../src/grams/grams.ts';
import { minHash } from '../src/sketch/minhash.ts';
import { simHash } from '../src/sketch/simhash.ts';
import { SketchIndex } from '../src/store/sketch-index.ts';
import { decode } from '../src/text/decode.ts';
import { extractText } from '../src/text/extract.ts';
import { splitWords, type Units } from '../src/text/words.ts';
import { utf16Words, xxh64GramSet } from '../test/grams/forging/xxh64-grams.ts';
import { printTable, processorTime, shown, timeInTurn } from './measure.ts';
import { type RealPage, realPages } from './real-pages.ts';

const sets = process.env.NEARDUP_BENCH_SETS?.split(',') ?? ['docs-rspec', 'docs-openlayers/3000'];
const rounds = Number(process.env.NEARDUP_BENCH_ROUNDS ?? 5);
const parameters = { gram: 'word:4', threshold: 0.8, recall: 0.99 };

/**
 * Processor time of each step of the flow, and of the whole, on one thread, beside a bare htmlparser2 text pass over the
 * same pages in the same rounds. Each step takes what the one before left in memory; the whole flow begins with the
 * bytes. `NEARDUP_BENCH_SETS` names other sets, `docs-openlayers/3000` the first 3,000 pages of one;
 * `NEARDUP_BENCH_ROUNDS`.
 */
export async function run(): Promise<void> {
  for (const set of sets) await runSet(set);
}

async function runSet(set: string): Promise<void> {
  const pages = await realPages(set);
  if (pages === undefined) return;
  const megabytes = pages.reduce((sum, { body }) => sum + body.length, 0) / 1e6;
  const html = pages.map(({ body }) => decode(body, 'text/html').text);
  const texts = html.map((page) => extractText(page, 'main').text);
  const words = texts.map((text) => copied(splitWords(text)));
  const wordsOfOld = texts.map((text) => utf16Words(text));
  const sets = texts.map((text) => gramSet(text));

  const times = await timeInTurn(
    {
      'bare htmlparser2 text pass': forEach(html, bareTextPass),
      decode: forEach(pages, ({ body, contentType }) => decode(body, contentType)),
      'extract main text': forEach(html, (page) => extractText(page, 'main')),
      'split words': forEach(texts, splitWords),
      'words → gram set': forEach(words, (units) => gramSetOf(units, 4)),
      'words → gram set, by XXH64 (before)': forEach(wordsOfOld, (units) => xxh64GramSet(units, 4)),
      'word 4-grams (split, hash, sort)': forEach(texts, (text) => gramSet(text)),
      'minhash and simhash': forEach(sets, (grams) => [minHash(grams), simHash(grams)]),
      'sketch, store, candidates, confirm': () => storeAndJoin(sets),
      'whole flow, sketches in LevelDB': () => deduplicate(eachOf(pages), { method: 'minhash-disk' }),
      'whole flow, exact join': () => deduplicate(eachOf(pages), { method: 'qp' }),
      'whole flow, exact join, no site model': () =>
        deduplicate(eachOf(pages), { method: 'qp', siteModel: false }),
    },
    rounds,
    processorTime,
  );

  const bare = times['bare htmlparser2 text pass'].median;
  process.stdout.write(
    `\n${set}: ${pages.length} pages, ${megabytes.toFixed(1)} MB of HTML, one thread, ${rounds} rounds in turn\n\n`,
  );
  printTable(
    ['step', 'ms of processor time, median (range)', 'MB of HTML/s', '× bare pass'],
    Object.entries(times).map(([step, time]) => [
      step,
      shown(time),
      (megabytes / (time.median / 1000)).toFixed(0),
      (time.median / bare).toFixed(2),
    ]),
  );
  const before = times['words → gram set, by XXH64 (before)'].median;
  const nanoseconds = (ms: number): string =>
    ((1e6 * ms) / words.reduce((sum, { count }) => sum + count, 0)).toFixed(0);
  const now = times['words → gram set'].median;
  process.stdout.write(
    `\nA word to its place in the sorted set of 4-grams: ${nanoseconds(now)} ns, before (XXH64, a call a gram, native sort) ${nanoseconds(before)} ns: ${(before / now).toFixed(1)} × as fast. Wanted: 3.\n`,
  );
  process.stdout.write('Wanted: a whole flow within .85 × the bare pass.\n');
}

/** The work on all items, to be timed. */
function forEach<T>(items: readonly T[], work: (item: T) => unknown): () => void {
  return () => {
    for (const item of items) work(item);
  };
}

/** The units of a text, which stay valid after the next text is split. */
function copied(units: Units): Units {
  return { ...units, bytes: units.bytes.slice(), starts: units.starts.slice() };
}

/** The least cost of any program that reads the text of HTML. */
function bareTextPass(html: string): string {
  let text = '';
  const parser = new Parser({
    ontext(piece) {
      text += piece;
    },
  });
  parser.end(html);
  return text;
}

async function storeAndJoin(sets: readonly BigUint64Array[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-'));
  const index = await SketchIndex.open(folder, parameters);
  await index.addAll(
    sets.map((grams, page) => ({ key: String(page), url: '', grams })),
    { searchable: false },
  );
  await index.similarPairs(() => {});
  await index.close();
  await rm(folder, { recursive: true });
}

async function* eachOf(pages: readonly RealPage[]): AsyncGenerator<RealPage> {
  yield* pages;
}
