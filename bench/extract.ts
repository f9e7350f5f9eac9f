import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { formatSimilarity } from '../src/grams/format-similarity.ts';
import { decode } from '../src/text/decode.ts';
import { extractText } from '../src/text/extract.ts';
import { missing, realData } from '../test/data.ts';
import { textPass } from './text-pass.ts';

const dataSet = 'extract-scrapinghub';
const gramSize = 4;
const rounds = 9;

/** A page with the article text that people marked in it. */
export interface GoldPage {
  readonly id: string;
  readonly html: string;
  readonly article: string;
}

/** How much of the articles was found (recall), and how much of what was found is article (precision). */
export interface Quality {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/** Quality and cost of the main text on the pages of scrapinghub's article extraction benchmark. */
export async function run(): Promise<void> {
  const directory = realData(dataSet);
  if (directory === undefined) {
    console.log(`extract: skipped, ${missing(dataSet)}`);
    return;
  }
  const pages = readGoldPages(directory);
  const html = pages.map((page) => page.html);
  const sizeMb = html.reduce((sum, page) => sum + page.length, 0) / 1e6;
  console.log(`extract: ${pages.length} pages, ${sizeMb.toFixed(1)} M characters of HTML`);
  console.log('  mode      F1     precision  recall  time against a bare text pass: median (min – max)');
  for (const mode of ['visible', 'main'] as const) {
    const quality = measureQuality(pages, (page) => extractText(page, mode).text);
    const ratios = timeRatios(
      () => textPass(html),
      () => {
        for (const page of html) extractText(page, mode);
      },
    );
    const [median, low, high] = [ratios[rounds >> 1]!, ratios[0]!, ratios[rounds - 1]!].map((r) =>
      r.toFixed(2),
    );
    const { f1, precision, recall } = quality;
    const figures = `${formatSimilarity(f1)}  ${formatSimilarity(precision)}      ${formatSimilarity(recall)}`;
    console.log(`  ${mode.padEnd(8)}  ${figures}   ${median} (${low} – ${high})`);
  }
}

/** The benchmark's pages, in the order of their ids. */
export function readGoldPages(directory: string, step = 1): GoldPage[] {
  const gold = JSON.parse(readFileSync(join(directory, 'ground-truth.json'), 'utf8')) as Record<
    string,
    { articleBody?: string }
  >;
  return readdirSync(join(directory, 'html'))
    .sort()
    .filter((_, i) => i % step === 0)
    .map((file) => {
      const id = file.slice(0, file.indexOf('.'));
      const body = gunzipSync(readFileSync(join(directory, 'html', file)));
      return { id, html: decode(body).text, article: gold[id]?.articleBody ?? '' };
    });
}

/**
 * The benchmark's own measure: word 4-grams as multisets, precision and recall of each page averaged over
 * the pages, F1 of the two averages.
 */
export function measureQuality(pages: readonly GoldPage[], extract: (html: string) => string): Quality {
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (const page of pages) {
    const { precision, recall } = compareGrams(page.article, extract(page.html));
    if (precision !== undefined) precisions.push(precision);
    if (recall !== undefined) recalls.push(recall);
  }
  const precision = mean(precisions);
  const recall = mean(recalls);
  return { precision, recall, f1: (2 * precision * recall) / (precision + recall) };
}

/** Precision and recall of one text, in grams of `size` words; `undefined` if their denominators are 0. */
export function compareGrams(
  article: string,
  found: string,
  size: number = gramSize,
): { precision: number | undefined; recall: number | undefined } {
  const expected = countGrams(article, size);
  const got = countGrams(found, size);
  let shared = 0;
  for (const [gram, count] of got.counts) shared += Math.min(count, expected.counts.get(gram) ?? 0);
  return {
    precision: got.total > 0 ? shared / got.total : undefined,
    recall: expected.total > 0 ? shared / expected.total : undefined,
  };
}

function countGrams(text: string, size: number): { counts: Map<string, number>; total: number } {
  const words = text.match(/[\p{L}\p{N}_]+/gu) ?? [];
  const counts = new Map<string, number>();
  const total = words.length === 0 ? 0 : Math.max(1, words.length - size + 1);
  for (let i = 0; i < total; i++) {
    const gram = words.slice(i, i + size).join(' ');
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return { counts, total };
}

/** Ratios of the times of `work` and `base`, which run in turn; ascending. */
function timeRatios(base: () => void, work: () => void): number[] {
  const elapsed = (run: () => void): number => {
    const start = performance.now();
    run();
    return performance.now() - start;
  };
  for (let round = 0; round < 3; round++) {
    base();
    work();
  }
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const baseMs = elapsed(base);
    ratios.push(elapsed(work) / baseMs);
  }
  return ratios.sort((x, y) => x - y);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
