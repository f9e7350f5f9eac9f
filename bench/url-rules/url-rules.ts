import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatPercent } from '../../src/grams/format-similarity.ts';
import { printTable } from '../measure.ts';
import { type CrawlLog, realCrawlLog } from './crawl-log.ts';
import { generatedCrawlLog } from './generated-site.ts';
import { oracleSavings } from './oracle.ts';
import { type Replay, replay } from './replay.ts';

/** The first two are what the constants of the rules were chosen on. */
const sets = process.env.NEARDUP_BENCH_SETS?.split(',') ?? [
  'docs-ipython',
  'docs-crawlee',
  'docs-openlayers',
  'docs-rspec',
  'docs-struts',
];
const seeds = (process.env.NEARDUP_BENCH_SEEDS ?? '1,2,3').split(',').filter(Boolean).map(Number);
/** Where the lists go: rules, wrong skips and lost pages of each set. */
const listFolder = process.env.NEARDUP_BENCH_OUT;

/**
 * Replays full crawls (URLs in the order of a breadth-first crawl, duplicates by the exact join) with and without URL
 * rules: how many duplicates were not fetched, what an oracle would have saved, and what was lost.
 *
 * `NEARDUP_BENCH_SETS` names other sets, `NEARDUP_BENCH_SEEDS` other generated sites, `NEARDUP_BENCH_OUT` a folder for
 * the lists.
 */
export async function run(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const name of sets) {
    const log = await realCrawlLog(name);
    if (log !== undefined) rows.push(await measured(log));
  }
  for (const seed of seeds) rows.push(await measured(await generatedCrawlLog(seed)));
  printTable(
    [
      ...['crawl', 'pages', 'duplicates', 'saved', 'share', 'oracle', 'of oracle'],
      ...['lost', 'share of pages', 'wrong', 'given back', 'µs a URL'],
    ],
    rows,
  );
}

async function measured(log: CrawlLog): Promise<(string | number)[]> {
  const result = replay(log);
  const { pages, duplicates, saved, lost, wrong, givenBack, microsecondsPerUrl } = result;
  const oracle = oracleSavings(log);
  if (listFolder !== undefined) await writeLists(listFolder, log, result);
  return [
    ...[log.name, pages, duplicates, saved, formatPercent(saved / duplicates)],
    ...[oracle, formatPercent(saved / oracle), lost.length, formatPercent(lost.length / pages)],
    ...[wrong.length, givenBack, Math.round(microsecondsPerUrl)],
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
