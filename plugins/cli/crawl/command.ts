import { existsSync, readFileSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultThreshold, parseUrl } from '../../../src/flow/index.ts';
import { IndexError } from '../../../src/store/index.ts';
import { nearDuplicates } from '../../crawlee/index.ts';
import { wrongCall } from '../errors.ts';
import { endInterrupted, interruptedCode, onInterrupt, resumingCall } from '../interruption.ts';
import {
  numberBetween,
  oneOf,
  option,
  parseCall,
  readSwitch,
  readThreshold,
  switchWords,
  wholeNumberBetween,
} from '../options.ts';
import { checkForce, checkGoesOn, type OutCall, openFolderAlone, otherCrawl } from '../out-folder.ts';
import { printResult } from '../result.ts';
import { extractHelp, gramHelp, readShaping } from '../shaping.ts';
import { choice, forceHelp, type Usage } from '../usage.ts';
import { version } from '../version.ts';
import { AddressGuard } from './addresses.ts';
import { crawl, type Handling, STORAGE } from './crawl.ts';
import { writeCrawlFiles } from './files.ts';
import { KeptPages } from './kept-pages.ts';
import { printCrawl } from './summary.ts';

/** Links to follow, the default first. The words are Crawlee's. */
const strategies = ['same-hostname', 'same-domain', 'same-origin', 'all'] as const;

const DEFAULT_PAGES = 1000;
const DEFAULT_CONCURRENCY = 8;

/** What `--help` prints. */
export const usage: Usage = {
  call: 'crawl URL… [options]',
  about: `Crawls from the URLs with Crawlee 3 (npm i crawlee@3) and prints a line for every page as it comes: new, or which
page it repeats and how much. The pages' JavaScript is not run. What robots.txt disallows to neardup or to all is not
fetched, and of private and loopback addresses only those of the URLs given are. Links marked nofollow are followed, and
certificates are not checked.`,
  options: [
    ['--threshold T', `pages with Jaccard ≥ T are near-duplicates (${defaultThreshold})`],
    gramHelp,
    extractHelp,
    [
      '--site-model M',
      'on: similar pages about different things are both kept; off: one of them (on)',
      switchWords,
    ],
    [
      '--url-rules M',
      "on: pass over URLs that the site's own URLs show to lead to a known page; off: fetch them (on)",
      switchWords,
    ],
    choice('--strategy S', strategies, ': links to follow'),
    ['--follow', 'follow all links of exact copies, not only those that the original lacks'],
    ['--delay S', 'seconds between two requests to one host, at least (0, or what its robots.txt asks for)'],
    ['--max-requests-per-minute N', 'of all hosts together (no limit)'],
    ['--ignore-robots', 'for a site of your own: robots.txt is not asked'],
    ['--max-pages N', `(${DEFAULT_PAGES})`],
    ['--concurrency N', `pages in work at once, at most (${DEFAULT_CONCURRENCY})`],
    ['--out DIR', 'keep the crawl there, with what neardup report DIR needs'],
    ['--no-pages', 'do not keep the pages: a report has no texts then'],
    forceHelp,
    ['--resume', 'go on with the crawl in DIR, of the same URLs and with the same options'],
    ['--json', 'print the counts as one JSON object and nothing else'],
    ['--quiet', 'no line for every page'],
  ],
  examples: [
    ['crawl https://example.com/ --delay 1 --out c', 'a host, a page a second, kept in c/'],
    ['crawl https://example.com/ --delay 1 --out c --resume', 'the same, after it was interrupted'],
  ],
};

/** `neardup crawl`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const call = readCall(args);
  const wasKilled = call.resume && call.out !== undefined && isCutShort(call.out);
  const leave = call.out === undefined ? () => {} : await openOut(call, call.out);
  try {
    return await runCrawl(call, wasKilled);
  } finally {
    leave();
  }
}

/** Makes the folder of `--out`, in which no other run may be at work: it would empty the files of this one. */
async function openOut(call: Call, out: string): Promise<() => void> {
  const goesOn = call.resume && existsSync(join(out, VERDICTS));
  if (goesOn) checkGoesOn(out, outCallOf(call));
  // its queue would have no page to fetch again, and its results would be overwritten
  else if (call.resume && existsSync(join(out, STORAGE))) throw cannotGoOn(call, 'missing');
  const files = { reads: [], writes: [] };
  const leave = await openFolderAlone(out, outCallOf(call), call.force || goesOn, files);
  try {
    if (!goesOn && !call.force) checkHasEnded(out, call.resumed);
    await writeFile(join(out, UNFINISHED), '');
    return leave;
  } catch (error) {
    leave();
    throw error;
  }
}

async function runCrawl(call: Call, wasKilled: boolean): Promise<number> {
  let interrupted = false;
  let removeSecond = (): void => undefined;
  const handling: Handling = {};
  const interrupt = (): void => {
    // no page is in work yet, and Crawlee would fetch them all: it does not hear what came before its run
    if (handling.hasBegun !== true) endInterrupted(whatIsKept(call));
    interrupted = true;
    removeSecond = onInterrupt(() => whatIsKept(call));
    process.stderr.write('\nneardup: the pages in work are finished first; Ctrl-C again ends at once\n');
  };
  const folder = call.out ?? (await mkdtemp(join(tmpdir(), 'neardup-crawl-')));
  const removeFolder = (): void => rmSync(folder, { recursive: true, force: true });
  if (call.out === undefined) process.once('exit', removeFolder);
  try {
    await mkdir(folder, { recursive: true });
    const pages = call.out === undefined || !call.keepsPages ? undefined : join(call.out, 'pages.jsonl');
    const kept = pages === undefined ? undefined : await KeptPages.open(pages, call.resume);
    const duplicates = await nearDuplicates({
      ...call.options,
      // as under `annotate`, but a page that a wall answered is fetched again
      onDuplicate: (context) => handling.page?.(context),
      links: 'drop',
      directory: join(folder, VERDICTS),
      purge: !call.resume,
    }).catch(async (error) => {
      await kept?.close();
      throw inWordsOfCall(error, call);
    });
    // at the first SIGINT Crawlee ends its run and waits for the pages in work
    process.once('SIGINT', interrupt);
    let failure: unknown;
    try {
      const guard = await AddressGuard.startingFrom(call.urls);
      const userAgent = `neardup/${version}`;
      const summary = await crawl(call, { folder, duplicates, handling, kept, guard, userAgent });
      if (call.out !== undefined) {
        await writeCrawlFiles({ out: call.out, pages, ...call.options }, duplicates, summary);
        if (interrupted) await writeFile(join(call.out, UNFINISHED), ENDED);
        else await rm(join(call.out, UNFINISHED), { force: true });
      }
      const files = pages === undefined ? FILES : [...FILES, 'pages.jsonl'];
      printResult(call.json, summary, printCrawl(summary, call.out, files, { interrupted, wasKilled }));
      if (interrupted) {
        process.stderr.write(`neardup: interrupted: ${whatIsKept(call)}\n`);
        return interruptedCode;
      }
      return summary.pages === 0 ? 1 : 0;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      process.off('SIGINT', interrupt);
      removeSecond();
      await duplicates.close().catch((error) => {
        // on a full disk this fails, too, but says less of what to do
        if (failure === undefined) throw error;
      });
      await kept?.close();
    }
  } finally {
    if (call.out === undefined) await rm(folder, { recursive: true, force: true });
    process.off('exit', removeFolder);
  }
}

/** Where the folder of a crawl has its verdicts. */
const VERDICTS = 'near-duplicates';

/** A file that is in the folder of a crawl until it ends. */
const UNFINISHED = 'crawl.unfinished';
/** What that file says once a crawl was interrupted that has written everything. */
const ENDED = 'interrupted\n';

/** Whether a crawl did not end by itself: Crawlee keeps its counts once a minute and at the end. */
function isCutShort(out: string): boolean {
  const path = join(out, UNFINISHED);
  return existsSync(path) && readFileSync(path, 'utf8') !== ENDED;
}

/**
 * Throws if a crawl was interrupted in a folder. The same call writes over its own results, but of such a crawl it would take hours to
 * fetch again what `--resume` goes on with.
 */
function checkHasEnded(out: string, resumed: string): void {
  if (!existsSync(join(out, UNFINISHED)) || !existsSync(join(out, VERDICTS))) return;
  throw wrongCall(
    '--out',
    'a folder without a crawl that was interrupted',
    `${out}: ${resumed} goes on with it, --force begins it anew`,
  );
}

/** The files that `--out` writes. */
const FILES = ['decisions.jsonl', 'clusters.jsonl', 'pairs.jsonl', 'summary.json'];

/** The plugin's error about its index, with the ways out of the command line. */
function inWordsOfCall(error: unknown, call: Call): unknown {
  if (!(error instanceof IndexError)) return error;
  if (error.differing !== undefined) return otherCrawl(call.out ?? '', error.differing);
  return error.damage === undefined ? error : cannotGoOn(call, 'damaged', error);
}

function cannotGoOn({ out = '', keepsPages }: Call, verdicts: 'damaged' | 'missing', cause?: Error): Error {
  const left = keepsPages ? `\`neardup dedup ${join(out, 'pages.jsonl')}\` judges what was fetched, ` : '';
  return new Error(
    `${out}: expected the verdicts of a crawl that can go on; they are ${verdicts}: ${left}--force in place of --resume fetches everything anew`,
    { cause },
  );
}

function whatIsKept({ out, resumed }: Call): string {
  if (out === undefined) return 'nothing is kept; with --out DIR a crawl can go on';
  return `what was decided is kept in ${out}; to go on: ${resumed}`;
}

function outCallOf({ urls, options, strategy, follow, keepsPages }: Call): OutCall {
  return { command: 'crawl', inputs: urls, options: { ...options, strategy, follow, noPages: !keepsPages } };
}

type Call = ReturnType<typeof readCall>;

function readCall(args: string[]) {
  const { values, positionals: urls } = parseCall(args, {
    threshold: { type: 'string' },
    gram: { type: 'string' },
    extract: { type: 'string' },
    'site-model': { type: 'string' },
    'url-rules': { type: 'string' },
    strategy: { type: 'string' },
    follow: { type: 'boolean' },
    delay: { type: 'string' },
    'max-requests-per-minute': { type: 'string' },
    'ignore-robots': { type: 'boolean' },
    'max-pages': { type: 'string' },
    concurrency: { type: 'string' },
    out: { type: 'string' },
    'no-pages': { type: 'boolean' },
    resume: { type: 'boolean' },
    force: { type: 'boolean' },
  });
  if (urls.length === 0) throw wrongCall('crawl', 'at least one URL to start from');
  for (const url of urls) {
    const { protocol = '', username, password, host } = parseUrl(url) ?? {};
    if (!/^https?:$/.test(protocol)) throw wrongCall('crawl', 'an http or https URL', JSON.stringify(url));
    // Crawlee takes links that have them for links to another host, and results would keep them
    if (username || password)
      throw wrongCall('crawl', 'a URL without user name and password', `one of ${host} with them`);
  }
  if (values.resume && values.out === undefined) {
    throw wrongCall('--resume', '--out DIR of the crawl to go on with');
  }
  checkForce(values, values.out);
  if (values['no-pages'] && values.out === undefined) {
    throw wrongCall('--no-pages', '--out DIR, where pages are kept otherwise');
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
    delaySeconds: option(values, 'delay', numberBetween(0, 3600), 0),
    maxRequestsPerMinute: option(
      values,
      'max-requests-per-minute',
      wholeNumberBetween(1, 1e6),
      Number.POSITIVE_INFINITY,
    ),
    usesUrlRules: readSwitch(values, 'url-rules'),
    honoursRobots: !values['ignore-robots'],
    maxPages: option(values, 'max-pages', wholeNumberBetween(1, 1e9), DEFAULT_PAGES),
    concurrency: option(values, 'concurrency', wholeNumberBetween(1, 256), DEFAULT_CONCURRENCY),
    out: values.out,
    keepsPages: !values['no-pages'],
    resume: values.resume ?? false,
    resumed: resumingCall(['crawl', ...args]),
    force: values.force ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
