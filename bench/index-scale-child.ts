import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { Level } from 'level';
import { jaccard, overlapOfSorted } from '../src/grams/jaccard.ts';
import { addedPage } from '../src/store/adding.ts';
import { type BinaryStore, write } from '../src/store/disk/binary-store.ts';
import { LEVEL_OPTIONS } from '../src/store/disk/level.ts';
import { encodeJson } from '../src/store/layout/codec.ts';
import { type Change, pageEntries, searchEntries } from '../src/store/layout/entries.ts';
import { COUNTS_KEY } from '../src/store/layout/keys.ts';
import { completeParameters, type IndexSetting, layoutOf } from '../src/store/layout/parameters.ts';
import { SketchIndex } from '../src/store/sketch-index.ts';
import type { IndexStats } from '../src/store/upkeep/stats.ts';
import type { ClaimedPage } from '../src/store/verdicts.ts';
import { batchesOf } from '../src/store/writer.ts';
import { CROWD_EVERY, GeneratedPages, perturbed, randomNumbers } from './index-pages.ts';

/** The requests to a child process. */
export type Request =
  /** Add the generated pages `from` to before `to`. */
  | { readonly kind: 'add'; readonly from: number; readonly to: number }
  /** Wait until LevelDB has nothing left to merge. */
  | { readonly kind: 'settle' }
  /** Report the size of the index, and close and reopen it. */
  | { readonly kind: 'look' }
  /** Ask it. */
  | { readonly kind: 'query'; readonly pages: number; readonly queries: number; readonly asked: Asked }
  /** Compare some queries with every page. */
  | { readonly kind: 'check'; readonly pages: number; readonly threshold: number; readonly queries: number };

/** What is asked of the index: all pages similar by a threshold, or the best of them. */
export interface Asked {
  readonly threshold: number;
  readonly limit?: number;
  /** By pages of the crowd, where there is one; else by the others alone. */
  readonly byCrowd?: true;
}

/** Milliseconds of one `add`. The index is timed as a whole, the raw store by its steps. */
export interface Added {
  readonly ms: number;
  readonly sketchMs?: number;
  readonly encodeMs?: number;
}

export interface Look {
  readonly stats: IndexStats;
  readonly closeMs: number;
  readonly openMs: number;
}

export interface Queried {
  /** Time of every query in milliseconds, unordered. */
  readonly ms: readonly number[];
  /** Time of looking up a missing key after every query: the delay that the machine itself adds. */
  readonly lookupMs: readonly number[];
  readonly candidates: number;
  readonly matches: number;
  /** Queries made from a stored page and still at least as similar to it as the threshold, and those that named it. */
  readonly planted: number;
  readonly plantedFound: number;
  readonly promised: number;
}

export interface Checked {
  readonly pairs: number;
  readonly found: number;
}

/** Memory of a process in MB: resident memory now and its peak; peaks of its own memory and of mapped files. */
export interface Memory {
  readonly resident: number;
  readonly peak: number;
  readonly peakAnonymous: number;
  readonly peakMapped: number;
}

export interface Answer<T> {
  readonly answer: T;
  readonly memory: Memory;
}

const [role, setting, folder, path] = process.argv.slice(2) as [string, IndexSetting, string, string];
const parameters = completeParameters({ gram: 'word:4', threshold: 0.8, recall: 0.99, setting });
const pages = new GeneratedPages(path);
const peak = { anonymous: 0, mapped: 0 };

/** Keys of queries that are not made from a stored page. */
const FRESH_PAGES = 2 ** 31;

function generated(from: number, to: number): ClaimedPage[] {
  return Array.from({ length: to - from }, (_, i) =>
    pages.isOfCrowd(from + i) ? pages.crowdPage(from + i) : pages.page(from + i),
  );
}

async function indexRole(): Promise<(request: Request) => Promise<unknown>> {
  let index = await SketchIndex.open(folder, parameters);
  return async (request) => {
    switch (request.kind) {
      case 'add': {
        const chunk = generated(request.from, request.to);
        const startedAt = performance.now();
        await index.addAll(chunk);
        return { ms: performance.now() - startedAt } satisfies Added;
      }
      case 'settle':
        return settled();
      case 'look': {
        const stats = await index.stats();
        const startedAt = performance.now();
        await index.close();
        const closedAt = performance.now();
        index = await SketchIndex.open(folder, parameters);
        const openMs = performance.now() - closedAt;
        return { stats, closeMs: closedAt - startedAt, openMs } satisfies Look;
      }
      case 'query':
        return queried(index, request);
      case 'check':
        return checked(index, request);
    }
  };
}

/** The same entries in the same batches, written by LevelDB alone. */
async function rawRole(): Promise<(request: Request) => Promise<unknown>> {
  const layout = layoutOf(parameters);
  const level = new Level<Buffer, Buffer>(folder, LEVEL_OPTIONS);
  await level.open();
  const store = level as unknown as BinaryStore;
  let number = 0;
  return async (request) => {
    if (request.kind === 'settle') return settled();
    if (request.kind !== 'add') throw new Error(`the raw store cannot ${request.kind}`);
    const chunk = generated(request.from, request.to);
    const startedAt = performance.now();
    const decided = chunk.map((page) => addedPage(page, layout));
    const sketchedAt = performance.now();
    const batches: Change[][] = [];
    for (const pagesOfBatch of batchesOf(decided)) {
      const batch: Change[] = [];
      for (const { record, set } of pagesOfBatch) {
        batch.push(...pageEntries(number, record, set, layout), ...searchEntries(number, set, layout));
        number++;
      }
      const counts = { sequence: number, nextPage: number, tabledTo: number, unique: number };
      batch.push({ key: COUNTS_KEY, value: encodeJson({ ...counts, duplicates: 0, unclassifiable: 0 }) });
      batches.push(batch);
    }
    const writtenAt = performance.now();
    for (const batch of batches) await write(store, batch, false);
    const ms = performance.now() - writtenAt;
    return { ms, sketchMs: sketchedAt - startedAt, encodeMs: writtenAt - sketchedAt } satisfies Added;
  };
}

async function queried(
  index: SketchIndex,
  { pages: stored, asked, queries }: Extract<Request, { kind: 'query' }>,
): Promise<Queried> {
  const ms: number[] = [];
  const lookupMs: number[] = [];
  const sum = { candidates: 0, matches: 0, planted: 0, plantedFound: 0, promised: 0 };
  // Some queries before that do not count, since the first ones run on cold code.
  for (let i = -queries >> 3; i < queries; i++) {
    const { grams, source, similarity } = asked.byCrowd
      ? crowdQuery(i, stored)
      : query(i, stored, asked.threshold);
    const { threshold, limit } = asked;
    const startedAt = performance.now();
    const { matches, candidates, recall } = await index.query(grams, {
      threshold,
      ...(limit !== undefined && { limit }),
    });
    const answeredAt = performance.now();
    await index.get('not there');
    if (i < 0) continue;
    ms.push(answeredAt - startedAt);
    lookupMs.push(performance.now() - answeredAt);
    sum.candidates += candidates / queries;
    sum.matches += matches.length / queries;
    sum.promised = recall;
    if (source !== undefined && similarity >= asked.threshold) {
      sum.planted++;
      if (matches.some(({ key }) => key === source)) sum.plantedFound++;
    }
    if (i % 100 === 0) noteMemory();
  }
  return { ms, lookupMs, ...sum };
}

/**
 * Every second query is a new page; the others are a stored page of which a share of grams is replaced, up to a
 * quarter more than the threshold allows.
 */
function query(
  number: number,
  stored: number,
  threshold: number,
): { grams: BigUint64Array; source?: string; similarity: number } {
  const random = randomNumbers(FRESH_PAGES + number);
  if (number % 2 === 0) {
    const { grams } = pages.page(FRESH_PAGES + (random() >>> 1), random() % stored);
    return { grams, similarity: 0 };
  }
  const drawn = random() % stored;
  const { key, grams } = pages.page(pages.isOfCrowd(drawn) ? drawn + 1 : drawn);
  const share = (1.25 * (1 - threshold)) / (1 + threshold);
  const near = perturbed(grams, (share * random()) / 2 ** 32, random);
  const similarity = jaccard(overlapOfSorted(near, grams), near.length, grams.length);
  return { grams: near, source: key, similarity };
}

/** Every second query is a stored page of the crowd, the others are new ones. */
function crowdQuery(
  number: number,
  stored: number,
): { grams: BigUint64Array; source?: string; similarity: number } {
  const random = randomNumbers(FRESH_PAGES + number);
  if (number % 2 === 0) return { grams: pages.crowdPage(FRESH_PAGES + number).grams, similarity: 0 };
  const { key, grams } = pages.crowdPage(CROWD_EVERY * Math.floor((random() % stored) / CROWD_EVERY));
  return { grams, source: key, similarity: 1 };
}

async function checked(
  index: SketchIndex,
  { pages: stored, threshold, queries }: Extract<Request, { kind: 'check' }>,
): Promise<Checked> {
  const asked = Array.from({ length: queries }, (_, i) => query(i, stored, threshold).grams);
  const named = await Promise.all(
    asked.map(
      async (grams) => new Set((await index.query(grams, { threshold })).matches.map(({ key }) => key)),
    ),
  );
  let pairs = 0;
  let found = 0;
  for (let number = 0; number < stored; number++) {
    const { key, grams } = pages.isOfCrowd(number) ? pages.crowdPage(number) : pages.page(number);
    for (let i = 0; i < queries; i++) {
      const sizes = [grams.length, asked[i].length] as const;
      if (jaccard(Math.min(...sizes), ...sizes) < threshold) continue;
      if (jaccard(overlapOfSorted(grams, asked[i]), ...sizes) < threshold) continue;
      pairs++;
      if (named[i].has(key)) found++;
    }
  }
  return { pairs, found };
}

/** Waits until the table files have not changed for two seconds, at most a minute. */
async function settled(): Promise<void> {
  const tables = (): string =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.ldb'))
      .join();
  let before = tables();
  let quiet = 0;
  for (let polls = 0; quiet < 8 && polls < 240; polls++) {
    await setTimeout(250);
    const now = tables();
    quiet = now === before ? quiet + 1 : 0;
    before = now;
  }
}

const STATUS = '/proc/self/status';

function noteMemory(): Memory {
  if (!existsSync(STATUS)) {
    const resident = process.memoryUsage.rss() / 1e6;
    return { resident, peak: resident, peakAnonymous: Number.NaN, peakMapped: Number.NaN };
  }
  const status = readFileSync(STATUS, 'latin1');
  const megabytes = (name: string): number =>
    (Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) * 1024) / 1e6;
  peak.anonymous = Math.max(peak.anonymous, megabytes('RssAnon'));
  peak.mapped = Math.max(peak.mapped, megabytes('RssFile'));
  const [resident, most] = [megabytes('VmRSS'), megabytes('VmHWM')];
  return { resident, peak: most, peakAnonymous: peak.anonymous, peakMapped: peak.mapped };
}

const work = await (role === 'index' ? indexRole() : rawRole());
process.on('message', async (request: Request) => {
  const answer = await work(request);
  process.send!({ answer, memory: noteMemory() } satisfies Answer<unknown>);
});
process.send!({ answer: 'ready', memory: noteMemory() });
