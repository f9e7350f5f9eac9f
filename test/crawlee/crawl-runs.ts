import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CrawlVerdict } from '../../plugins/crawlee/index.ts';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import type { IndexCounts } from '../../src/index.ts';

/** The built crawl-process, whether this runs from the sources or from `dist`. */
const program = fileURLToPath(
  new URL(
    /\/dist\/test\//.test(import.meta.url) ? 'crawl-process.js' : '../../dist/test/crawlee/crawl-process.js',
    import.meta.url,
  ),
);

/** How a crawl in a process of its own went. */
export interface CrawlRun {
  /** What reached the handler, in that order. */
  readonly handled: readonly { readonly key: string; readonly replayed?: boolean }[];
  /** What the process said at its end; undefined when it was killed. */
  readonly end: CrawlEnd | undefined;
}

/** What a crawl's process says at its end. */
interface CrawlEnd {
  readonly finished: number;
  readonly failed: number;
  readonly milliseconds: number;
  /** All threads of the process. */
  readonly cpuMilliseconds: number;
  /** The same when so many pages were fetched as `marks` names. */
  readonly cpuAtMarks: readonly number[];
  /** Milliseconds. */
  readonly loopDelayP99: number;
  readonly loopDelayMax: number;
  readonly counts: IndexCounts;
  /** Code of the error with which the crawl ended, where its disk was full. */
  readonly error?: string;
}

/** Where to crawl, with the storage in `folder`. */
export interface CrawlPlan {
  readonly origin: string;
  readonly folder: string;
  readonly paths: readonly string[];
  readonly concurrency: number;
  /** `plain`: nothing is guarded. `floor`: the handler reads the page's text and grams, and nothing else. */
  readonly mode?: 'guard' | 'plain' | 'floor';
  readonly kind?: 'cheerio' | 'http';
  /** Counts of fetched pages, ascending, at which the processor time is noted. */
  readonly marks?: readonly number[];
  /** How long the handler takes; a URL may say otherwise by `ms`. */
  readonly handlerMs?: number;
  /** One page in so many fails at its first attempt. */
  readonly failing?: number;
  /** Where the index is that several processes share, and the name of this one. Default: one of its own in `folder`. */
  readonly shared?: { readonly directory: string; readonly process: string };
  /** So many crawlers share the index, each with all paths. */
  readonly crawlers?: number;
  /** No file may grow larger, in bytes: as on a full disk a write fails. */
  readonly mostFileBytes?: number;
  /** Kill -9 as soon as this many pages have reached the handler. */
  readonly killAfter?: number;
}

/** Crawls in a new process, which goes on where an earlier one in the same folder was killed. */
export async function runCrawl(plan: CrawlPlan): Promise<CrawlRun> {
  const { folder, killAfter } = plan;
  const planFile = join(folder, 'plan.json');
  await writeFile(planFile, JSON.stringify(plan));
  const { mostFileBytes } = plan;
  const command = [process.execPath, program, planFile];
  // the shell counts in blocks of 512 bytes
  const limited = ['-c', `ulimit -f ${Math.floor((mostFileBytes ?? 0) / 512)}; exec "$0" "$@"`, ...command];
  const child = mostFileBytes === undefined ? spawn(command[0], command.slice(1)) : spawn('/bin/sh', limited);
  const errors: Buffer[] = [];
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk));
  const exit = new Promise<[number | null, string | null]>((over) =>
    child.on('exit', (code, signal) => over([code, signal])),
  );
  const handled: { key: string; replayed?: boolean }[] = [];
  let end: CrawlRun['end'];
  for await (const line of createInterface({ input: child.stdout })) {
    const printed = JSON.parse(line) as (typeof handled)[number] | NonNullable<CrawlRun['end']>;
    if ('key' in printed) handled.push(printed);
    else end = printed;
    if (handled.length === killAfter) child.kill('SIGKILL');
  }
  const [code, signal] = await exit;
  if (signal !== 'SIGKILL' && code !== 0) {
    throw new Error(`the crawl ended with ${code ?? signal}: ${Buffer.concat(errors)}`);
  }
  return { handled, end };
}

/** The verdicts that a crawl left in its folder, by key. REQUIRES: the crawl is not running. */
export async function verdictsIn(folder: string): Promise<Map<string, CrawlVerdict>> {
  const duplicates = await nearDuplicates({ directory: join(folder, 'near-duplicates', 'default') });
  const verdicts = new Map<string, CrawlVerdict>();
  for await (const verdict of duplicates.verdicts()) verdicts.set(verdict.key, verdict);
  await duplicates.close();
  return verdicts;
}
