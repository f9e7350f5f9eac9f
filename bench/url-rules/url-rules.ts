import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatPercent } from '../../src/grams/format-similarity.ts';
import { printTable } from '../measure.ts';
import { type CrawlLog, inOtherOrder, realCrawlLog } from './crawl-log.ts';
import { generatedCrawlLog } from './generated-site.ts';
import { oracleSavings } from './oracle.ts';
import { type Replay, replay } from './replay.ts';

/** The constants of the rules were chosen on the first two sets. */
const sets = process.env.NEARDUP_BENCH_SETS?.split(',') ?? [
  'docs-ipython',
  'docs-crawlee',
  'docs-openlayers',
  'docs-rspec',
  'docs-struts',
];
const seeds = (process.env.NEARDUP_BENCH_SEEDS ?? '1,2,3').split(',').filter(Boolean).map(Number);
/** Number of other orders in which each crawl is replayed, in addition to its own. */
const orders = Number(process.env.NEARDUP_BENCH_ORDERS ?? 0);
/** Folder for the lists: rules, wrong skips and lost pages of each set. */
const listFolder = process.env.NEARDUP_BENCH_OUT;

/**
 * Replays full crawls (URLs in the order of a breadth-first crawl, duplicates by the exact join) with and without URL
 * rules. Prints how many duplicates were not fetched, what an oracle would have saved, and what was lost; also the
 * savings if the rules are asked only when links are found, long before they are fetched.
 *
 * `NEARDUP_BENCH_SETS` names other sets, `NEARDUP_BENCH_SEEDS` other generated sites, `NEARDUP_BENCH_OUT` a folder
 * for the lists, `NEARDUP_BENCH_ORDERS` the number of other orders in which each crawl is replayed. A single
 * give-back changes everything that follows, so that one order says little.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [];
  const spread: string[][] = [];
  const measure = async (log: CrawlLog): Promise<void> => {
    rows.push(await measured(log));
    if (orders > 0) spread.push(inOrders(log));
  };
  for (const name of sets) {
    const log = await realCrawlLog(name);
    if (log !== undefined) await measure(log);
  }
  for (const seed of seeds) await measure(await generatedCrawlLog(seed));
  printTable(
    [
      ...['crawl', 'pages', 'duplicates', 'saved', 'share', 'oracle', 'of oracle'],
      ...['lost', 'share of pages', 'wrong', 'given back', 'saved by links', 'µs a URL'],
    ],
    rows,
  );
  if (orders === 0) return;
  console.log(`\nits own and ${orders} other orders: least, median and most`);
  printTable(['crawl', 'of oracle', 'lost', 'given back'], spread);
}

function inOrders(log: CrawlLog): string[] {
  const logs = [log, ...Array.from({ length: orders }, (_, i) => inOtherOrder(log, i + 1))];
  const runs = logs.map((each) => ({ ...replay(each), oracle: oracleSavings(each) }));
  const cell = (of: (run: (typeof runs)[number]) => number, format: (value: number) => string): string => {
    const values = runs.map(of).sort((a, b) => a - b);
    return [values[0], values[values.length >> 1], values[values.length - 1]].map(format).join(', ');
  };
  return [
    log.name,
    cell(({ saved, oracle }) => saved / oracle, inPercent),
    cell(
      ({ lost, pages }) => lost.length / pages,
      (share) => `${(100 * share).toFixed(2)} %`,
    ),
    cell(({ givenBack }) => givenBack, String),
  ];
}

async function measured(log: CrawlLog): Promise<(string | number)[]> {
  const result = replay(log);
  const { pages, duplicates, saved, lost, wrong, givenBack, microsecondsPerUrl } = result;
  const oracle = oracleSavings(log);
  if (listFolder !== undefined) await writeLists(listFolder, log, result);
  return [
    ...[log.name, pages, duplicates, saved, formatPercent(saved / duplicates)],
    ...[oracle, inPercent(saved / oracle), lost.length, formatPercent(lost.length / pages)],
    ...[wrong.length, givenBack, replay(log, 'found').saved, Math.round(microsecondsPerUrl)],
  ];
}

async function writeLists(
  folder: string,
  { name, urls }: CrawlLog,
  { rules, wrong, lost }: Replay,
): Promise<void> {
  const lines = [
    ...rules.map(({ kind, at, value, state, support, against, saved }) =>
      ['rule', state, kind, at, value, support, against, saved].join('\t'),
    ),
    ...wrong.map(({ url, target = '', isLost }) =>
      ['wrong', isLost ? 'lost' : 'kept', url, target].join('\t'),
    ),
    ...lost.map((page) => `lost\t${urls[page]}`),
  ];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, `${name}.tsv`), `${lines.join('\n')}\n`);
}

/** A ratio, which may exceed 1. */
function inPercent(ratio: number): string {
  return `${(100 * ratio).toFixed(1)} %`;
}
