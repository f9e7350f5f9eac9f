import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheerioCrawlingContext } from 'crawlee';
import { defaultThreshold } from '../../src/flow/index.ts';
import { formatSimilarity } from '../../src/join/index.ts';
import { type CrawlVerdict, type NearDuplicates, nearDuplicates, verdictOf } from '../crawlee/index.ts';
import { clusterLine, decisionLine, writeWhole } from './dedup/files.ts';
import { wrongCall } from './errors.ts';
import { inSeconds, many } from './numbers.ts';
import {
  oneOf,
  option,
  parseCall,
  readShaping,
  readSwitch,
  readThreshold,
  wholeNumberBetween,
} from './options.ts';
import { printable } from './printable.ts';
import { printResult } from './result.ts';
import { choice, extractHelp, gramHelp, usageText } from './usage.ts';
import { version } from './version.ts';

/** Links to follow, the default first: Crawlee's own words. */
const strategies = ['same-hostname', 'same-domain', 'same-origin', 'all'] as const;

const DEFAULT_PAGES = 1000;
const DEFAULT_CONCURRENCY = 8;

/** What `--help` prints. */
export const usage = usageText(
  'crawl URL… [options]',
  `Crawls from the URLs with Crawlee (npm i crawlee) and prints a line for every page as it comes: new, or which
page it repeats and how much. The pages' JavaScript is not run.`,
  [
    ['--threshold T', `pages with Jaccard ≥ T are near-duplicates (${defaultThreshold})`],
    gramHelp,
    extractHelp,
    ['--site-model M', 'on: similar pages about different things are both kept; off: one of them (on)'],
    ['--strategy S', choice(strategies, ': links to follow')],
    ['--follow', 'follow the links of near-duplicates too'],
    ['--max-pages N', `(${DEFAULT_PAGES})`],
    ['--concurrency N', `pages in work at once, at most (${DEFAULT_CONCURRENCY})`],
    ['--out DIR', 'keep the crawl there, with decisions.jsonl and clusters.jsonl'],
    ['--resume', 'go on with the crawl in DIR'],
    ['--json', 'print the counts as one JSON object and nothing else'],
    ['--quiet', 'no line for every page'],
  ],
);

/** Counts of a crawl, as `--json` prints them. */
interface CrawlSummary {
  readonly pages: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly unclassifiable: number;
  /** Requests given up, after Crawlee's retries. */
  readonly failed: number;
  readonly clusters: number;
  readonly threshold: number;
  readonly gram: string;
  readonly milliseconds: { readonly total: number };
  readonly version: string;
}

/** `neardup crawl`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const call = readCall(args);
  const folder = call.out ?? (await mkdtemp(join(tmpdir(), 'neardup-crawl-')));
  try {
    await mkdir(folder, { recursive: true });
    const duplicates = await nearDuplicates({
      ...call.options,
      onDuplicate: 'annotate',
      directory: join(folder, 'near-duplicates'),
      purge: !call.resume,
    });
    try {
      const summary = await crawl(call, folder, duplicates);
      if (call.out !== undefined) await writeFiles(call.out, duplicates);
      printResult(call.json, summary, sentenceOf(summary, call.out));
      return summary.pages === 0 ? 1 : 0;
    } finally {
      await duplicates.close();
    }
  } finally {
    if (call.out === undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function crawl(call: Call, folder: string, duplicates: NearDuplicates): Promise<CrawlSummary> {
  const startedAt = performance.now();
  const { CheerioCrawler, Configuration, log } = await loadCrawlee();
  log.setLevel(log.LEVELS.OFF);
  const crawler = new CheerioCrawler(
    {
      maxConcurrency: call.concurrency,
      // Each refused connection would give its session up for another, ten times with a pause.
      useSessionPool: false,
      maxSessionRotations: 0,
      maxRequestsPerCrawl: call.maxPages,
      // Crawlee's locking queue would keep what a killed process held locked for a minute or more.
      experiments: { requestLocking: false },
      requestHandler: duplicates.guard(async (context: CheerioCrawlingContext) => {
        const verdict = verdictOf(context);
        if (verdict !== undefined && !call.json && !call.quiet)
          process.stdout.write(lineOf(verdict, call.options.threshold));
        if (call.follow || verdict?.verdict !== 'duplicate') {
          await context.enqueueLinks({ strategy: call.strategy });
        }
      }),
      failedRequestHandler({ request }, { message }) {
        if (!call.quiet) process.stderr.write(`failed: ${printable(request.url)}: ${printable(message)}\n`);
      },
    },
    new Configuration({
      purgeOnStart: !call.resume,
      persistStorage: call.out !== undefined,
      storageClientOptions: { localDataDirectory: join(folder, 'storage') },
    }),
  );
  const { requestsFailed } = await crawler.run(call.urls);
  const { decided, unique, duplicates: repeated, unclassifiable } = duplicates.counts;
  return {
    pages: decided,
    unique,
    duplicates: repeated,
    unclassifiable,
    failed: requestsFailed,
    clusters: (await duplicates.clusters()).length,
    threshold: call.options.threshold,
    gram: call.options.gram,
    milliseconds: { total: performance.now() - startedAt },
    version,
  };
}

/** Crawlee is the user's own: neardup does not bring it. */
async function loadCrawlee(): Promise<typeof import('crawlee')> {
  try {
    return await import('crawlee');
  } catch (cause) {
    throw new Error('crawl: expected Crawlee beside neardup; install it with npm i crawlee', { cause });
  }
}

function lineOf({ verdict, key, url, of, similarity }: CrawlVerdict, threshold: number): string {
  if (of === undefined || similarity === undefined) {
    return `${(verdict === 'unique' ? 'new' : 'no verdict').padEnd(12)}${printable(url)}\n`;
  }
  // Redirected to the very page that it repeats: the address asked for tells more.
  const shown = url === of.url ? key : url;
  return `${`dup ${formatSimilarity(similarity, threshold)}`.padEnd(11)} ${printable(shown)}  repeats ${printable(of.url)}\n`;
}

function sentenceOf(summary: CrawlSummary, out: string | undefined): string {
  const { pages, unique, duplicates, unclassifiable, failed, clusters, threshold, gram } = summary;
  const lines = [
    '',
    `${many(pages, 'page')} in ${inSeconds(summary.milliseconds.total)}: ${unique} new, ` +
      `${many(duplicates, 'near-duplicate')} in ${many(clusters, 'cluster')} ` +
      `(Jaccard ≥ ${threshold} on ${gram} grams), ${unclassifiable} without a verdict, ${failed} failed`,
  ];
  if (out !== undefined) lines.push(`written to ${out}: decisions.jsonl, clusters.jsonl`);
  return `${lines.join('\n')}\n`;
}

/** What is done about a page, as `decisions.jsonl` has it. */
const DECISION_BY_VERDICT = { unique: 'keep', duplicate: 'drop', unclassifiable: 'unclassifiable' } as const;

/** `decisions.jsonl` and `clusters.jsonl` in the form that `neardup dedup` gives them, in the order of verdicts. */
async function writeFiles(out: string, duplicates: NearDuplicates): Promise<void> {
  const decisions: string[] = [];
  for await (const { key: id, url, verdict, of, alike, similarity, code, reason } of duplicates.verdicts()) {
    const repeated =
      of === undefined || similarity === undefined ? {} : { representative: of.key, similarity };
    decisions.push(
      decisionLine({
        ...{ id, url, decision: DECISION_BY_VERDICT[verdict], ...repeated },
        ...(alike && { alike: alike.key }),
        ...{ code, reason },
      }),
    );
  }
  await writeWhole(join(out, 'decisions.jsonl'), decisions);
  const clusters = (await duplicates.clusters()).map(({ representative, members }) =>
    clusterLine(
      representative.key,
      members.map(({ key: id, url, similarity }) => ({ id, url, similarity })),
    ),
  );
  await writeWhole(join(out, 'clusters.jsonl'), clusters);
}

type Call = ReturnType<typeof readCall>;

function readCall(args: string[]) {
  const { values, positionals: urls } = parseCall(args, {
    threshold: { type: 'string' },
    gram: { type: 'string' },
    extract: { type: 'string' },
    'site-model': { type: 'string' },
    strategy: { type: 'string' },
    follow: { type: 'boolean' },
    'max-pages': { type: 'string' },
    concurrency: { type: 'string' },
    out: { type: 'string' },
    resume: { type: 'boolean' },
  });
  if (urls.length === 0) throw wrongCall('crawl', 'at least one URL to start from');
  for (const url of urls) {
    if (!/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : '')) {
      throw wrongCall('crawl', 'an http or https URL', JSON.stringify(url));
    }
  }
  if (values.resume && values.out === undefined) {
    throw wrongCall('--resume', '--out DIR of the crawl to go on with');
  }
  const { gramName: gram, extract } = readShaping(values);
  return {
    urls,
    options: {
      threshold: readThreshold(values, 'jaccard'),
      gram,
      extract,
      siteModel: readSwitch(values, 'site-model'),
    },
    strategy: option(values, 'strategy', oneOf(strategies), strategies[0]),
    follow: values.follow ?? false,
    maxPages: option(values, 'max-pages', wholeNumberBetween(1, 1e9), DEFAULT_PAGES),
    concurrency: option(values, 'concurrency', wholeNumberBetween(1, 256), DEFAULT_CONCURRENCY),
    out: values.out,
    resume: values.resume ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
