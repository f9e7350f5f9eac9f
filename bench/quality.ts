import type { PagePairs } from '../src/cluster/pairs.ts';
import { deduplicate } from '../src/deduplicate.ts';
import { shinglePage } from '../src/flow/shingle-page.ts';
import { formatSimilarity } from '../src/grams/format-similarity.ts';
import { jaccard, overlapOfSorted } from '../src/grams/jaccard.ts';
import { printTable } from './measure.ts';
import { type RealPage, realPages } from './real-pages.ts';

const threshold = 0.8;

/**
 * Precision and recall of exact joins and of sketches against brute force, by the plain definition, on the main text of real
 * pages; then the pairs of docs-rspec that join pages of different groups, with the site model.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of ['docs-rspec', 'docs-ipython', 'ota-demo']) {
    const pages = await realPages(name);
    if (pages === undefined) continue;
    const truth = bruteForce(pages);
    for (const method of ['qp', 'qa', 'auto', 'minhash-disk'] as const) {
      const startedAt = performance.now();
      const { pairs } = await deduplicate(eachOf(pages), { threshold, method, siteModel: false });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
      let correct = 0;
      for (let i = 0; i < pairs.length; i++) if (truth.has(pairKey(pairs.a[i], pairs.b[i]))) correct++;
      const precision = formatSimilarity(correct / Math.max(1, pairs.length), 0, 4);
      const recall = formatSimilarity(correct / Math.max(1, truth.size), 0, 4);
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
      // sets of such different sizes cannot be similar, whatever their overlap
      if (Math.min(x.length, y.length) < threshold * Math.max(x.length, y.length) - 1) continue;
      if (jaccard(overlapOfSorted(x, y), x.length, y.length) >= threshold) truth.add(pairKey(a, b));
    }
  }
  return truth;
}

/**
 * Pairs of docs-rspec whose pages have different groups and different names: first those of two class pages,
 * which only their template could have made alike, then the others, by kind.
 */
async function listForeignPairs(): Promise<void> {
  const pages = await realPages('docs-rspec');
  if (pages === undefined) return;
  const { pairs, similarity } = await deduplicate(eachOf(pages), { threshold, method: 'qp' });
  const names = pages.map(className);
  const classPairs: number[] = [];
  const otherPairs: number[] = [];
  for (let i = 0; i < pairs.length; i++) {
    const [a, b] = [pairs.a[i], pairs.b[i]];
    if (pages[a].group === pages[b].group || fileName(pages[a]) === fileName(pages[b])) continue;
    const bothClasses = names[a] !== undefined && names[b] !== undefined;
    if (!bothClasses) otherPairs.push(i);
    else if (names[a] !== names[b]) classPairs.push(i);
  }
  const share = (list: number[]): string =>
    `${list.length} of ${pairs.length} pairs (${((100 * list.length) / pairs.length).toFixed(2)} %)`;
  process.stdout.write(
    `\ndocs-rspec at ${threshold}: ${share(classPairs)} join pages of different classes; ${share(otherPairs)} join pages that are no class pages under different names\n`,
  );
  for (const [title, list] of [
    ['Class pages', classPairs],
    ['Other pages', otherPairs],
  ] as const) {
    process.stdout.write(`\n## ${title}\n`);
    for (const [kind, members] of byKind(list, pairs, pages)) {
      const i = members[0];
      process.stdout.write(`\n${members.length} × ${kind}\n`);
      for (const page of [pairs.a[i], pairs.b[i]]) {
        const text = shinglePage(pages[page]).text.replace(/\s+/g, ' ');
        process.stdout.write(
          `  ${formatSimilarity(similarity[i])} ${pages[page].url}\n    ${text.slice(0, 240)}\n`,
        );
      }
    }
  }
}

/** Pairs by the file names of their two pages, the largest kind first. */
function byKind(list: readonly number[], pairs: PagePairs, pages: readonly RealPage[]): [string, number[]][] {
  const kinds = new Map<string, number[]>();
  for (const i of list) {
    const kind = [pairs.a[i], pairs.b[i]]
      .map((page) => fileName(pages[page]))
      .sort()
      .join(' ~ ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), i]);
  }
  return [...kinds].sort(([, a], [, b]) => b.length - a.length);
}

/** The class or module that a page documents, by its title; `undefined` for README, licence, lists, indexes. */
function className(page: RealPage): string | undefined {
  return /^(?:Class|Module|Exception|Top Level Namespace)\b[^—]*/.exec(shinglePage(page).title)?.[0].trim();
}

function fileName({ group }: RealPage): string {
  return group.slice(group.lastIndexOf('/') + 1);
}

function pairKey(a: number, b: number): number {
  return b * 2 ** 24 + a;
}

async function* eachOf(pages: readonly RealPage[]): AsyncGenerator<RealPage> {
  yield* pages;
}
