import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gramSet } from '../src/grams/grams.ts';
import type { QueryOptions } from '../src/store/query.ts';
import { SketchIndex } from '../src/store/sketch-index.ts';
import type { ClaimedPage } from '../src/store/verdicts.ts';
import { extractText } from '../src/text/extract.ts';
import { realData } from '../test/data.ts';
import { randomNumbers } from './index-pages.ts';
import { printTable, processorTime } from './measure.ts';
import { realPageStream } from './real-pages.ts';

const DATA = 'docs-openlayers';
/** Number of texts: the real ones, then rewordings of them. `NEARDUP_PAGES` sets another number. */
const PAGES = Number(process.env.NEARDUP_PAGES ?? 100_000);
/** Members of the crowd, all within .8 of each other. `NEARDUP_CROWD` sets another number. */
const CROWD = Number(process.env.NEARDUP_CROWD ?? 10_000);
/** Approximate number of words in the text of the crowd, and the most words that a member has replaced. */
const CROWD_WORDS = 450;
const CROWD_REPLACED = 5;
/** Largest share of words that are replaced in a rewording: .029 leaves a resemblance of .8. */
const MOST_REPLACED = 0.06;
/** Queries of each kind; half are stored pages, half fresh wordings. */
const QUERIES = Number(process.env.NEARDUP_QUERIES ?? 4000);
/** How long the index in memory is given to read its crowds, some seconds on an idle machine. `NEARDUP_WAIT_MS` names others. */
const CROWDS_READ_MS = Number(process.env.NEARDUP_WAIT_MS ?? 15_000);
const CROWD_QUERIES = Number(process.env.NEARDUP_CROWD_QUERIES ?? 40);

const parameters = { gram: 'word:4', threshold: 0.8, recall: 0.99 } as const;

/** Costs and results of several queries. */
interface Asked {
  readonly ms: number[];
  readonly cpuMs: number[];
  matches: number;
  candidates: number;
}

/**
 * The index with crowds of similar pages: the main texts of all versions of OpenLayers' documentation, including
 * copies, and from one to some hundreds of rewordings of each text; then a crowd of 10,000 pages that are all similar
 * to each other. With the tables in memory and with those on disk.
 */
export async function run(): Promise<void> {
  const texts = await realTexts();
  if (texts === undefined) return;
  const wordings = new Wordings(texts);
  for (const [name, pagesInMemory, queries] of [
    ['in memory', undefined, 1],
    ['on disk', 0, 1 / 8],
  ] as const) {
    if (process.env.NEARDUP_PARTS !== undefined && process.env.NEARDUP_PARTS !== name) continue;
    process.stdout.write(`\n${name}\n`);
    const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-crowds-'));
    const index = await SketchIndex.open(folder, parameters, pagesInMemory === 0 ? { pagesInMemory } : {});
    try {
      await measure(index, wordings, queries);
    } finally {
      await index.close();
      await rm(folder, { recursive: true });
    }
  }
}

async function measure(index: SketchIndex, wordings: Wordings, part: number): Promise<void> {
  const [ofTexts, ofCrowds] = [QUERIES * part, CROWD_QUERIES * part];
  const adding: (string | number)[][] = [];
  adding.push(await added(index, `${PAGES} texts`, PAGES, (i) => wordings.text(i)));
  const rows: (string | number)[][] = [];
  const step = PAGES / (ofTexts / 2);
  const query = (i: number) => {
    const number = Math.floor((i >> 1) * step);
    return i % 2 === 0
      ? { text: wordings.text(number), except: String(number) }
      : { text: wordings.text(PAGES + CROWD + i) };
  };
  rows.push(await asked(index, 'texts', ofTexts, query, {}));
  rows.push(await asked(index, 'texts, limit 1', ofTexts, query, { limit: 1 }));
  if (CROWD > 0) {
    adding.push(await added(index, `a crowd of ${CROWD}`, CROWD, (i) => wordings.ofCrowd(i), 'crowd '));
    const ofCrowd = (i: number) => ({ text: wordings.ofCrowd(CROWD + i) });
    for (const limit of [undefined, 100, 10, 1]) {
      const queries = limit === undefined ? ofCrowds : 4 * ofCrowds;
      const name = limit === undefined ? 'crowd' : `crowd, limit ${limit}`;
      rows.push(await asked(index, name, queries, ofCrowd, limit === undefined ? {} : { limit }));
    }
  }
  printTable(
    ['added', 'pages/s', 'CPU µs/page', 'of it grams', 'with grams: pages/s', 'CPU µs/page'],
    adding,
  );
  const times = ['p50', 'p90', 'p99', 'max'];
  printTable(
    [
      'query',
      ...times.map((name) => `ms ${name}`),
      ...times.map((name) => `CPU ${name}`),
      'mean',
      'matches',
      'candidates',
    ],
    rows,
  );
}

/** Adds texts. Their grams are made beforehand, in parts. Times are reported with and without making them. */
async function added(
  index: SketchIndex,
  name: string,
  pages: number,
  text: (i: number) => string,
  prefix = '',
): Promise<(string | number)[]> {
  const sum = { grams: { ms: 0, cpu: 0 }, adds: { ms: 0, cpu: 0 } };
  const timed = async <T>(part: { ms: number; cpu: number }, work: () => T | Promise<T>): Promise<T> => {
    const [startedAt, cpuAt] = [performance.now(), processorTime()];
    const made = await work();
    part.ms += performance.now() - startedAt;
    part.cpu += processorTime() - cpuAt;
    return made;
  };
  const PART = 4096;
  for (let from = 0; from < pages; from += PART) {
    const part = Array.from({ length: Math.min(PART, pages - from) }, (_, i) => text(from + i));
    const made = await timed(sum.grams, () =>
      part.map((words, i): ClaimedPage => ({ key: `${prefix}${from + i}`, url: '', grams: gramSet(words) })),
    );
    await timed(sum.adds, () => index.addAll(made));
  }
  const rate = (ms: number): string => ((1000 * pages) / ms).toFixed(0);
  const each = (ms: number): string => ((1000 * ms) / pages).toFixed(0);
  const { grams, adds } = sum;
  return [
    name,
    rate(adds.ms),
    each(adds.cpu),
    each(grams.cpu),
    rate(adds.ms + grams.ms),
    each(adds.cpu + grams.cpu),
  ];
}

async function asked(
  index: SketchIndex,
  name: string,
  queries: number,
  query: (i: number) => { readonly text: string; readonly except?: string },
  options: QueryOptions,
): Promise<(string | number)[]> {
  const sum: Asked = { ms: [], cpuMs: [], matches: 0, candidates: 0 };
  // some queries before that do not count: the first ones run on cold code, and the index is read into memory for them
  for (let i = -Math.ceil(queries / 8) - 20; i < queries; i++) {
    // and the crowds, in the background: what queries take while it is read is not what is asked here
    if (i === 0 && queries >= QUERIES) await setTimeout(CROWDS_READ_MS);
    const { text, except } = query(i < 0 ? queries + i : i);
    const grams = gramSet(text);
    const [startedAt, cpuAt] = [performance.now(), processorTime()];
    const answer = await index.query(grams, { ...options, ...(except !== undefined && { except }) });
    const [ms, cpuMs] = [performance.now() - startedAt, processorTime() - cpuAt];
    if (i < 0) continue;
    sum.ms.push(ms);
    sum.cpuMs.push(cpuMs);
    sum.matches += answer.matches.length / queries;
    sum.candidates += answer.candidates / queries;
  }
  const mean = sum.cpuMs.reduce((a, b) => a + b) / queries;
  return [
    name,
    ...quantiles(sum.ms),
    ...quantiles(sum.cpuMs),
    mean.toFixed(2),
    sum.matches.toFixed(1),
    sum.candidates.toFixed(1),
  ];
}

function quantiles(values: readonly number[]): string[] {
  const sorted = [...values].sort((a, b) => a - b);
  return [0.5, 0.9, 0.99, 1].map((part) =>
    sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))].toFixed(2),
  );
}

/** Any number of texts: the real ones, then wordings of them, each by its number alone. */
class Wordings {
  readonly #texts: readonly string[];
  /** Each once. */
  readonly #distinct: readonly string[];
  readonly #ofCrowd: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    this.#distinct = [...new Set(texts)];
    const distance = (text: string): number => Math.abs(text.length / 7 - CROWD_WORDS);
    const nearest = [...this.#distinct].sort((a, b) => distance(a) - distance(b))[0];
    this.#ofCrowd = nearest.split(' ');
  }

  /** The square of a number drawn evenly says of which text: the first ones have hundreds of wordings, the last one or two. */
  text(number: number): string {
    if (number < this.#texts.length) return this.#texts[number];
    const random = randomNumbers(number);
    const base = this.#distinct[Math.floor(this.#distinct.length * part(random) ** 2)];
    const words = base.split(' ');
    return this.#reworded(words, MOST_REPLACED * part(random) ** 2 * words.length, random);
  }

  ofCrowd(number: number): string {
    const random = randomNumbers(~number);
    return this.#reworded(this.#ofCrowd, 1 + (random() % CROWD_REPLACED), random);
  }

  /** A text with some words, at least one, in the places of others. */
  #reworded(words: readonly string[], replaced: number, random: () => number): string {
    const reworded = [...words];
    for (let i = 0; i < replaced; i++) reworded[random() % words.length] = `w${random().toString(36)}`;
    return reworded.join(' ');
  }
}

function part(random: () => number): number {
  return random() / 2 ** 32;
}

/** The main texts of the real pages that have any: from a file in the folder for temporary ones, made when it is missing. */
async function realTexts(): Promise<string[] | undefined> {
  if (realData(`${DATA}/pages.jsonl.zst`) === undefined) return undefined;
  const path = join(tmpdir(), `neardup-bench-${DATA}-main-texts.json`);
  if (!existsSync(path)) {
    const texts: string[] = [];
    for await (const { body } of realPageStream(DATA)!) {
      const { text } = extractText(body, 'main');
      if (text !== '') texts.push(text.replace(/\s+/g, ' '));
    }
    writeFileSync(`${path}.new`, JSON.stringify(texts));
    renameSync(`${path}.new`, path);
  }
  return JSON.parse(readFileSync(path, 'utf8'));
}
