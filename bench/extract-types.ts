import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { decode } from '../src/text/decode.ts';
import { extractText } from '../src/text/extract.ts';
import { compareGrams } from './extract.ts';
import { markdownTable } from './measure.ts';

/** What the benchmark's files say of a page. */
interface GoldPage {
  readonly _internal: { readonly page_type: { readonly primary: string } };
  readonly ground_truth: { readonly main_content: string | null };
}

/** How much of the words of one page was found, and how many of those found belong there. */
interface Found {
  readonly type: string;
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

/**
 * Main text by type of page, on WCXB, a benchmark of 2,008 pages of 1,613 sites (Murrough Foley, Web Content eXtraction Benchmark, 2026,
 * CC BY 4.0; github.com/Murrough-Foley/web-content-extraction-benchmark): its own measure, words as multisets, F1 of each page, averaged.
 * `NEARDUP_WCXB`: where a copy is; without it nothing is measured. Of its test half we look at these figures alone.
 */
export async function run(): Promise<void> {
  const folder = process.env.NEARDUP_WCXB;
  if (folder === undefined) {
    console.log('extract-types: skipped, set NEARDUP_WCXB to a copy of the benchmark');
    return;
  }
  for (const half of ['dev', 'test']) {
    const found = [...pagesOf(join(folder, half))];
    const types = [...new Set(found.map(({ type }) => type))].sort();
    const rows = [rowOf('all', found)];
    for (const type of types)
      rows.push(
        rowOf(
          type,
          found.filter((page) => page.type === type),
        ),
      );
    console.log(`\n${half}\n\n${markdownTable(['pages of', 'number', 'F1', 'precision', 'recall'], rows)}`);
  }
}

function* pagesOf(folder: string): Generator<Found> {
  for (const file of readdirSync(join(folder, 'ground-truth')).sort()) {
    const gold = JSON.parse(readFileSync(join(folder, 'ground-truth', file), 'utf8')) as GoldPage;
    const body = gunzipSync(readFileSync(join(folder, 'html', file.replace(/json$/, 'html.gz'))));
    const { text } = extractText(decode(body).text, 'main');
    yield { type: gold._internal.page_type.primary, ...compare(text, gold.ground_truth.main_content ?? '') };
  }
}

/** As the benchmark has it: two texts without words are the same, and one without has nothing of another. */
function compare(text: string, gold: string): Omit<Found, 'type'> {
  const { precision, recall } = compareGrams(gold.toLowerCase(), text.toLowerCase(), 1);
  if (precision === undefined && recall === undefined) return { precision: 1, recall: 1, f1: 1 };
  const [p, r] = [precision ?? 0, recall ?? 0];
  return { precision: p, recall: r, f1: p + r === 0 ? 0 : (2 * p * r) / (p + r) };
}

function rowOf(name: string, pages: readonly Found[]): string[] {
  const mean = (of: (page: Found) => number): string =>
    (pages.reduce((sum, page) => sum + of(page), 0) / pages.length).toFixed(3);
  return [
    name,
    `${pages.length}`,
    mean(({ f1 }) => f1),
    mean(({ precision }) => precision),
    mean(({ recall }) => recall),
  ];
}
