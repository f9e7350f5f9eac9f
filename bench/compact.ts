import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deduplicateGrams } from '../src/deduplicate.ts';
import { type PageGrams, pageShingler } from '../src/flow/page-grams.ts';
import { fingerprint128 } from '../src/grams/fingerprint.ts';
import { SketchIndex } from '../src/store/sketch-index.ts';
import { printTable } from './measure.ts';
import { realPageStream } from './real-pages.ts';

const sets = process.env.NEARDUP_BENCH_SETS?.split(',') ?? ['docs-rspec', 'docs-ipython', 'docs-openlayers'];
const thresholds = [0.5, 0.8];
const recall = 0.99;
/** Pages that are asked about, at equal distances. */
const QUERIES = 2000;

/**
 * What of the pages that the compact setting names reaches the threshold, and which of those that do it names, without odd
 * sketches and with: every page of a site full of versions among all others of it, equal texts once, beside the exact join.
 * `NEARDUP_BENCH_SETS` names other sets.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of sets) {
    const pages = await distinctPages(name);
    if (pages === undefined) continue;
    for (const threshold of thresholds) {
      const similar = await similarPages(pages, threshold);
      for (const oddSketchBits of [0, 2048]) {
        const named = await measure(pages, similar, threshold, oddSketchBits);
        rows.push([name, pages.length, threshold, oddSketchBits, ...named]);
      }
    }
  }
  printTable(
    [
      'set',
      'pages',
      'threshold',
      'bits',
      'similar',
      'named',
      'precision',
      'recall',
      'promised',
      'bytes/page',
    ],
    rows,
  );
}

async function distinctPages(name: string): Promise<PageGrams[] | undefined> {
  const stream = realPageStream(name);
  if (stream === undefined) return undefined;
  const shingle = pageShingler({});
  const byFingerprint = new Map<string, PageGrams>();
  for await (const page of stream) {
    const shingled = shingle(page);
    if (shingled.grams.length === 0) continue;
    byFingerprint.set(Buffer.from(fingerprint128(shingled.grams)).toString('hex'), shingled);
  }
  return [...byFingerprint.values()];
}

/** The pages similar to each, by the exact join. */
async function similarPages(pages: readonly PageGrams[], threshold: number): Promise<Set<number>[]> {
  const { pairs } = await deduplicateGrams(each(pages), { method: 'qp', siteModel: false, threshold });
  const similar = pages.map(() => new Set<number>());
  for (let i = 0; i < pairs.length; i++) {
    similar[pairs.a[i]].add(pairs.b[i]);
    similar[pairs.b[i]].add(pairs.a[i]);
  }
  return similar;
}

async function measure(
  pages: readonly PageGrams[],
  similar: readonly Set<number>[],
  threshold: number,
  oddSketchBits: number,
): Promise<(string | number)[]> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-bench-compact-'));
  const parameters = { gram: 'word:4', threshold, recall, setting: 'compact', oddSketchBits } as const;
  const index = await SketchIndex.open(folder, parameters);
  try {
    await index.addAll(pages.map(({ grams }, i) => ({ key: String(i), url: '', grams })));
    let wanted = 0;
    let named = 0;
    let right = 0;
    let promised = 0;
    const step = Math.max(1, Math.floor(pages.length / QUERIES));
    for (let i = 0; i < pages.length; i += step) {
      const { matches, recall: promise } = await index.query(pages[i].grams, { except: String(i) });
      wanted += similar[i].size;
      named += matches.length;
      right += matches.filter(({ key }) => similar[i].has(Number(key))).length;
      promised = promise;
    }
    const { bytesOnDisk = 0 } = await index.stats();
    return [
      ...[wanted, named, (right / named).toFixed(3), (right / wanted).toFixed(4), promised.toFixed(4)],
      Math.round(bytesOnDisk / pages.length),
    ];
  } finally {
    await index.close();
    await rm(folder, { recursive: true });
  }
}

async function* each(pages: readonly PageGrams[]): AsyncGenerator<PageGrams> {
  yield* pages;
}
