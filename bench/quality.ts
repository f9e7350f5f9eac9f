import type { PagePairs } from '../src/cluster/pairs.ts';
import { deduplicate } from '../src/deduplicate.ts';
import { shinglePage } from '../src/flow/shingle-page.ts';
import { jaccard, overlapOfSorted } from '../src/grams/jaccard.ts';
import { printTable } from './measure.ts';
import { type RealPage, realPages } from './real-pages.ts';

const threshold = 0.8;

/**
 * Precision and recall of `auto` and of the sketches against the exact join, and of the exact join against
 * brute force, on the main text of real pages; then the pairs of docs-rspec that join pages of different groups.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of ['docs-rspec', 'docs-ipython', 'ota-demo']) {
    const pages = realPages(name);
    if (pages === undefined) continue;
    const truth = bruteForce(pages);
    for (const method of ['qp', 'qa', 'auto', 'minhash'] as const) {
      const startedAt = performance.now();
      const { pairs } = await deduplicate(eachOf(pages), { threshold, method });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
      let correct = 0;
      for (let i = 0; i < pairs.length; i++) if (truth.has(pairKey(pairs.a[i], pairs.b[i]))) correct++;
      const precision = (correct / Math.max(1, pairs.length)).toFixed(4);
      const recall = (correct / Math.max(1, truth.size)).toFixed(4);
      rows.push([name, pages.length, method, truth.size, pairs.length, precision, recall, seconds]);
    }
  }
  printTable(['data', 'pages', 'method', 'true pairs', 'found', 'precision', 'recall', 'seconds'], rows);
  await listForeignPairs();
}

/** Every pair with resemblance ≥ the threshold, by comparing every two pages. */
function bruteForce(pages: readonly RealPage[]): Set<number> {
  const sets = pages.map((page) => shinglePage(page).grams);
  const truth = new Set<number>();
  for (let b = 0; b < sets.length; b++) {
    for (let a = 0; a < b; a++) {
      const [x, y] = [sets[a], sets[b]];
      // no overlap can make sets of so different sizes similar
      if (Math.min(x.length, y.length) < threshold * Math.max(x.length, y.length) - 1) continue;
      if (jaccard(overlapOfSorted(x, y), x.length, y.length) >= threshold) truth.add(pairKey(a, b));
    }
  }
  return truth;
}

const shownPairs = 10;

/** Pairs of docs-rspec whose pages have different groups and different file names (class names). */
async function listForeignPairs(): Promise<void> {
  const pages = realPages('docs-rspec');
  if (pages === undefined) return;
  const { pairs, similarity } = await deduplicate(eachOf(pages), { threshold, method: 'qp' });
  const foreign = foreignPairs(pairs, pages);
  const share = ((100 * foreign.length) / pairs.length).toFixed(2);
  process.stdout.write(
    `\ndocs-rspec: ${foreign.length} of ${pairs.length} pairs (${share} %) join different groups of different class names\n`,
  );
  const kinds = new Map<string, number[]>();
  for (const i of foreign) {
    const kind = [pairs.a[i], pairs.b[i]]
      .map((page) => pages[page].group)
      .sort()
      .join(' ~ ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), i]);
  }
  const byCount = [...kinds].sort(([, a], [, b]) => b.length - a.length);
  for (const [kind, members] of byCount.slice(0, shownPairs)) {
    const i = members[0];
    process.stdout.write(`\n${members.length} × ${kind}\n`);
    for (const page of [pairs.a[i], pairs.b[i]]) {
      const text = shinglePage(pages[page]).text.replace(/\s+/g, ' ');
      process.stdout.write(`  ${similarity[i].toFixed(3)} ${pages[page].url}\n    ${text.slice(0, 300)}\n`);
    }
  }
}

/** Numbers of the pairs that join different groups of different class names. */
function foreignPairs(pairs: PagePairs, pages: readonly RealPage[]): number[] {
  const className = (group: string): string => group.slice(group.lastIndexOf('/') + 1);
  const foreign: number[] = [];
  for (let i = 0; i < pairs.length; i++) {
    const [a, b] = [pages[pairs.a[i]].group, pages[pairs.b[i]].group];
    if (a !== b && className(a) !== className(b)) foreign.push(i);
  }
  return foreign;
}

function pairKey(a: number, b: number): number {
  return b * 2 ** 24 + a;
}

async function* eachOf(pages: readonly RealPage[]): AsyncGenerator<RealPage> {
  yield* pages;
}
