import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findPair } from '../../src/cluster/pairs.ts';
import { type Deduplication, deduplicateGrams } from '../../src/deduplicate.ts';
import type { DeduplicateOptions } from '../../src/flow/deduplicate-options.ts';
import { type PageGrams, pageShingler } from '../../src/flow/page-grams.ts';
import { formatSimilarity } from '../../src/grams/format-similarity.ts';
import { printTable } from '../measure.ts';
import { realPageStream } from '../real-pages.ts';

const names = process.env.NEARDUP_BENCH_SETS?.split(',') ?? [
  'docs-crawlee',
  'docs-struts',
  'docs-rspec',
  'docs-ipython',
  'docs-openlayers',
  'ota-demo',
];
/** Folder for the lists: every dropped page that names something else, and every pair that is no longer found. */
const listFolder = process.env.NEARDUP_BENCH_OUT;

const settings: Readonly<Record<string, DeduplicateOptions>> = {
  plain: { siteModel: false },
  'model, no identity': { identity: false },
  model: {},
};

/** A page with the parts that the crude rule compares. */
interface NamedPage extends PageGrams {
  readonly url: string;
  readonly group: string;
  /** The last part of its path. */
  readonly segment: string;
}

/**
 * Which pages are dropped, with and without the site model, and which of them are wrong by a crude rule: pages whose
 * last part of the URL, heading and `group` (the page's name in all versions) all differ from those of their
 * representative. The rule is not the truth: renamed pages and one subject under two titles violate it.
 *
 * `NEARDUP_BENCH_SETS` names other sets; `NEARDUP_BENCH_OUT` a folder for the lists.
 */
export async function measureRealSites(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of names) {
    const pages = await readPages(name);
    if (pages === undefined) continue;
    let plain: Deduplication | undefined;
    for (const [setting, options] of Object.entries(settings)) {
      const startedAt = performance.now();
      const result = await deduplicateGrams(each(pages), { method: 'qp', ...options });
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(2);
      const wrong = wrongDrops(pages, result);
      const dropped = result.decisions.filter(({ decision }) => decision === 'drop').length;
      const share = `${((100 * wrong.length) / Math.max(1, dropped)).toFixed(2)} %`;
      plain ??= result;
      const walls = result.decisions.flatMap(({ code }, page) => (code === 'wall' ? [page] : []));
      const lost = lostPairs(plain, result);
      const copies = lost.filter(({ similarity }) => similarity === 1).length;
      rows.push([
        name,
        pages.length,
        setting,
        dropped,
        wrong.length,
        share,
        dropped - wrong.length,
        lost.length,
        copies,
        walls.length,
        seconds,
      ]);
      if (listFolder !== undefined && setting !== 'plain')
        await writeLists(join(listFolder, name, setting), pages, wrong, lost, walls);
    }
  }
  printTable(
    [
      'set',
      'pages',
      'setting',
      'dropped',
      'other name',
      'share',
      'right',
      'pairs lost',
      'copies lost',
      'walls',
      'seconds',
    ],
    rows,
  );
}

async function readPages(name: string): Promise<NamedPage[] | undefined> {
  const stream = realPageStream(name);
  if (stream === undefined) return undefined;
  const shingle = pageShingler({});
  const pages: NamedPage[] = [];
  for await (const page of stream) {
    const { url, group } = page;
    const path = url.replace(/[?#].*/, '').replace(/\/(?:index\.html?)?$/, '');
    pages.push({
      ...shingle(page),
      url,
      group,
      segment: path.slice(path.lastIndexOf('/') + 1).toLowerCase(),
    });
  }
  return pages;
}

interface Drop {
  readonly page: number;
  readonly representative: number;
  readonly similarity: number;
}

function wrongDrops(pages: readonly NamedPage[], { clusters }: Deduplication): Drop[] {
  const wrong: Drop[] = [];
  for (const { representative, members } of clusters) {
    for (const { page, similarity } of members) {
      const [x, y] = [pages[page], pages[representative]];
      if (x.segment === y.segment || x.group === y.group || x.facts.names[0] === y.facts.names[0]) continue;
      wrong.push({ page, representative, similarity });
    }
  }
  return wrong;
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly similarity: number;
}

/** Pairs of articles that the plain definition finds and this run does not. */
function lostPairs(plain: Deduplication, now: Deduplication): Pair[] {
  const lost: Pair[] = [];
  const isArticle = (page: number): boolean => plain.pages[page].kind === 'article';
  for (let i = 0; i < plain.pairs.length; i++) {
    const [a, b] = [plain.pairs.a[i], plain.pairs.b[i]];
    if (!isArticle(a) || !isArticle(b) || findPair(now.pairs, a, b) >= 0) continue;
    lost.push({ a, b, similarity: plain.similarity[i] });
  }
  return lost;
}

async function writeLists(
  path: string,
  pages: readonly NamedPage[],
  wrong: readonly Drop[],
  lost: readonly Pair[],
  walls: readonly number[],
): Promise<void> {
  const shown = (page: number): string =>
    `${pages[page].url || pages[page].group} [${pages[page].facts.names[0] ?? ''}] ${pages[page].grams.length} grams`;
  const lines = [
    ...wrong.map(
      (drop) =>
        `dropped\t${formatSimilarity(drop.similarity)}\t${shown(drop.page)}\t${shown(drop.representative)}`,
    ),
    ...walls.map((page) => `wall\t\t${shown(page)}`),
    ...lost.map((pair) => `lost\t${formatSimilarity(pair.similarity)}\t${shown(pair.a)}\t${shown(pair.b)}`),
  ];
  await mkdir(dirname(path), { recursive: true });
  await writeFile(`${path}.tsv`, `${lines.join('\n')}\n`);
}

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
