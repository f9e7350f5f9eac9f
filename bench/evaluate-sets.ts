import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readJsonl } from '../plugins/dump/index.ts';
import type { PageGrams } from '../src/flow/page-grams.ts';
import { shinglePages } from '../src/flow/shingle-pages.ts';
import { type GramSpec, wordFourGrams } from '../src/grams/grams.ts';
import type { Page } from '../src/text/page.ts';
import { realData } from '../test/data.ts';
import { grownMedline, medlineTexts } from './medline.ts';

/** Families of the enlarged MEDLINE set: each record and its two copies. */
const MEDLINE_FAMILIES = 7400;
const MEDLINE_SEED = 1;

/** Gram sets that methods are compared on. */
export interface BenchSet {
  readonly name: string;
  readonly gram: GramSpec;
  readonly pages: readonly PageGrams[];
}

/** Pages with the pairs of them that someone calls near-duplicates. */
export interface LabelledSet {
  readonly name: string;
  readonly what: string;
  readonly pages: readonly Page[];
  readonly labels: readonly (readonly [string, string])[];
  readonly thresholds: readonly number[];
  /** Whether heads of texts may be shown: texts of a public test collection without names. */
  readonly showsTexts: boolean;
}

const charFourGrams: GramSpec = { unit: 'char', q: 4 };

const recipes: Readonly<Record<string, () => Promise<[GramSpec, AsyncIterable<Page>] | undefined>>> = {
  medline: async () => charsOf(stored('text-ohsumed7400/docs.jsonl.gz')),
  'medline-planted': async () => charsOf(await plantedMedline(MEDLINE_FAMILIES)),
  'text-reuters21578': async () => wordsOf(stored('text-reuters21578/docs.jsonl.gz')),
  'docs-ipython': async () => wordsOf(stored('docs-ipython/pages.jsonl.gz')),
  'docs-rspec': async () => wordsOf(stored('docs-rspec/pages.jsonl.gz')),
  'ota-demo': async () => wordsOf(stored('ota-demo/pages.jsonl.zst')),
  'ota-pga-text': async () => wordsOf(stored('ota-pga-text/pages.jsonl.zst')),
};

export const benchSets: readonly string[] = Object.keys(recipes);

/** The gram sets of that name, or `undefined`, with a line that says so, where its real data is missing. */
export async function benchSet(name: string, frequencies: boolean): Promise<BenchSet | undefined> {
  const recipe = await recipes[name]();
  if (recipe === undefined) {
    sayMissing(name);
    return undefined;
  }
  const [gram, pages] = recipe;
  return { name, gram, pages: await gathered(shinglePages(pages, { gram, frequencies }, 2)) };
}

/** The enlarged MEDLINE set of so many families; `undefined` where the real records are missing. */
export async function growingMedline(families: number): Promise<BenchSet | undefined> {
  const pages = await plantedMedline(families);
  if (pages === undefined) return undefined;
  const gram = charFourGrams;
  return { name: `medline × ${families}`, gram, pages: await gathered(shinglePages(pages, { gram }, 2)) };
}

/** The labelled sets that are there; those missing are named. */
export async function labelledSets(): Promise<LabelledSet[]> {
  const sets: LabelledSet[] = [];
  for (const [name, read] of Object.entries(labelledRecipes)) {
    const set = await read();
    if (set === undefined) sayMissing(name);
    else sets.push({ name, ...set });
  }
  return sets;
}

const labelledRecipes: Readonly<Record<string, () => Promise<Omit<LabelledSet, 'name'> | undefined>>> = {
  'ndd/R8': async () => nearDuplicateR8(),
  'minhash-planted 100': async () => planted(100),
  'minhash-planted 1000': async () => planted(1000),
  'minhash-planted 2500': async () => planted(2500),
  'arxiv posts': arxivPosts,
};

/** The first and last file of each article's copies. */
const articlesOfR8 = [
  [0, 10],
  [11, 20],
  [21, 30],
  [31, 40],
  [41, 49],
];

function nearDuplicateR8(): Omit<LabelledSet, 'name'> | undefined {
  const folder = realData('labels/ndd/R8');
  if (folder === undefined) return undefined;
  const pages = readdirSync(folder)
    .sort()
    .map((file) => textPage(file, readFileSync(`${folder}/${file}`)));
  const labels: [string, string][] = [];
  for (const [first, last] of articlesOfR8) {
    for (let a = first; a <= last; a++)
      for (let b = a + 1; b <= last; b++) labels.push([fileOf(a), fileOf(b)]);
  }
  const what =
    'news wire, stemmed; file00–file49 are near-duplicates. Which of which is not said: five articles, by their texts';
  return { what, pages, labels, thresholds: [0.9, 0.8, 0.5], showsTexts: true };
}

function fileOf(number: number): string {
  return `file${String(number).padStart(2, '0')}.txt`;
}

function planted(articles: number): Omit<LabelledSet, 'name'> | undefined {
  const path = realData(`labels/minhash-planted/articles_${articles}.train`);
  if (path === undefined) return undefined;
  const pages = linesOf(path).map((line) => {
    const blank = line.indexOf(' ');
    return textPage(line.slice(0, blank), Buffer.from(line.slice(blank + 1)));
  });
  const labels = linesOf(path.replace(/train$/, 'truth')).map((line): [string, string] => {
    const [a, b] = line.trim().split(/\s+/);
    return [a, b];
  });
  return { what: 'news, planted plagiarism', pages, labels, thresholds: [0.9, 0.8, 0.5], showsTexts: false };
}

async function arxivPosts(): Promise<Omit<LabelledSet, 'name'> | undefined> {
  const path = realData('text-arxiv-posts/docs.jsonl.gz');
  const labelled = realData('text-arxiv-posts/same-arxiv-id.tsv');
  if (path === undefined || labelled === undefined) return undefined;
  const labels = linesOf(labelled).map((line): [string, string] => {
    const [, a, b] = line.split('\t');
    return [a, b];
  });
  const what =
    'posts on papers; labelled are pairs that name one paper. Weak labels: such posts need not be alike, and posts of one text need not name the paper';
  const pages: Page[] = [];
  for await (const page of readJsonl(path)) pages.push(page);
  return { what, pages, labels, thresholds: [0.8, 0.5, 0.3], showsTexts: false };
}

/** An answer of Clough and Stevenson's corpus with the source text that it may be taken from. */
export interface Answer {
  readonly level: string;
  readonly file: string;
  readonly answer: Page;
  readonly source: Page;
}

/** The 95 answers of the corpus of plagiarised short answers, or `undefined` where it is missing. */
export function plagiarisedAnswers(): Answer[] | undefined {
  const folder = realData('labels/clough-stevenson');
  if (folder === undefined || !existsSync(`${folder}/file_information.csv`)) {
    sayMissing('labels/clough-stevenson');
    return undefined;
  }
  const read = (file: string): Page => textPage(file, readFileSync(`${folder}/${file}`));
  return linesOf(`${folder}/file_information.csv`)
    .slice(1)
    .map((line) => line.trim().split(','))
    .filter(([, , level]) => level !== 'orig')
    .map(([file, task, level]) => ({
      level,
      file,
      answer: read(file),
      source: read(`orig_task${task}.txt`),
    }));
}

async function plantedMedline(families: number): Promise<AsyncIterable<Page> | undefined> {
  const texts = await medlineTexts();
  return texts && each(grownMedline(texts, families, MEDLINE_SEED));
}

async function* each(pages: Iterable<Page>): AsyncGenerator<Page> {
  yield* pages;
}

function stored(path: string): AsyncIterable<Page> | undefined {
  const file = realData(path);
  return file === undefined ? undefined : readJsonl(file);
}

function charsOf(pages: AsyncIterable<Page> | undefined): [GramSpec, AsyncIterable<Page>] | undefined {
  return pages && [charFourGrams, pages];
}

function wordsOf(pages: AsyncIterable<Page> | undefined): [GramSpec, AsyncIterable<Page>] | undefined {
  return pages && [wordFourGrams, pages];
}

async function gathered(source: AsyncIterable<PageGrams>): Promise<PageGrams[]> {
  const pages: PageGrams[] = [];
  for await (const page of source) pages.push(page);
  return pages;
}

function textPage(id: string, body: Uint8Array): Page {
  return { id, url: '', body, contentType: 'text/plain' };
}

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '');
}

function sayMissing(name: string): void {
  process.stdout.write(`skipped: the real data of ${name} is missing (set NEARDUP_DATA to its folder)\n`);
}
