import { join } from 'node:path';
import { checkOptionNames, wrongTypeShown } from '../../src/flow/index.ts';
import type { CrawlVerdict } from '../crawl/index.ts';
import {
  type ComparisonOptions,
  comparisonNames,
  type DeduperSettings,
  listed,
  optionsOf,
  readComparison,
  readDirectory,
  readProcess,
} from '../crawl/options.ts';
import type { CrawlContext, CrawlLog, LinkContext } from './context.ts';

/**
 * Called instead of the handler for a page that repeats another one, for instance to enqueue its links. Declared as a
 * method, so that the context can be annotated with a crawler's own type.
 */
export type DuplicateHandler = {
  handle(context: CrawlContext & LinkContext, verdict: CrawlVerdict): unknown;
}['handle'];

/** Actions for a page that repeats another one; the default first. */
export const duplicateActions = ['skip', 'annotate'] as const;

/** `skip`: its handler is not called. `annotate`: it is called and finds the verdict. */
export type DuplicateAction = (typeof duplicateActions)[number];

/** Actions for a page that has not changed since it was decided; the default first. */
export const unchangedActions = ['handle', 'skip'] as const;

/** One of {@link unchangedActions}. */
export type UnchangedAction = (typeof unchangedActions)[number];

/** Which links of a skipped page to follow; the default first. */
export const linkPolicies = ['near', 'follow', 'drop'] as const;

/**
 * - `near`: all links of near-duplicates; of exact copies only those that the page they repeat lacks, see
 *   `NearDuplicates.follows`.
 * - `follow`: all links.
 * - `drop`: none.
 * - A function is called for every skipped page and enqueues what it wants.
 */
export type LinkPolicy = (typeof linkPolicies)[number] | DuplicateHandler;

/** Options of `context.enqueueLinks`, or a function that makes them from a skipped page's context. */
export type EnqueueOptions = object | { of(context: CrawlContext & LinkContext): object }['of'];

/** How pages are compared, what happens to a page that repeats another one, and where the verdicts are kept. */
export interface NearDuplicatesOptions extends ComparisonOptions {
  /**
   * - `skip` (default): the handler is not called.
   * - `annotate`: it is called and finds the verdict in `context.nearDuplicate`.
   * - A function is called instead of the handler.
   */
  readonly onDuplicate?: DuplicateAction | DuplicateHandler;
  /**
   * Which links of a skipped page are followed: all of near-duplicates and the new ones of exact copies (`near`,
   * default), all (`follow`), or none (`drop`); a function enqueues them itself. Links are enqueued with the options
   * in `enqueueLinks`; without these, with the options that the handler last used for the same label, unless it enqueued no links of the
   * page that the skipped one repeats.
   */
  readonly links?: LinkPolicy;
  /** Options, such as `label` and `globs`, for enqueueing links of skipped pages, or a function that makes them. */
  readonly enqueueLinks?: EnqueueOptions;
  /**
   * What happens to a page whose text is the same as when it was decided, in this crawl or an earlier one. `handle`
   * (default): the same as then. `skip`: its handler is not called, and its links are followed, with the options in
   * `enqueueLinks` or those that its handler last used; if none are known yet, the handler is called. A page that its
   * server did not send again (304) has no links to follow.
   */
  readonly onUnchanged?: UnchangedAction;
  /** Folder of the verdicts. Default `$CRAWLEE_STORAGE_DIR/near-duplicates/NAME`, `./storage/near-duplicates/NAME`. */
  readonly directory?: string;
  /** Last part of the default folder. Default `default`. */
  readonly name?: string;
  /**
   * Name of this process, if several crawl into the same folder: letters, digits, `_`, `.` and `-`. Each process
   * needs its own name, and the same one after a restart. The first process has the index open and decides for all;
   * when it ends, another takes its place. All processes share what one of them learns about URLs.
   */
  readonly process?: string;
  /** Where to log warnings and, at debug level, skipped pages. Default: a child of the crawler's own log. */
  readonly log?: CrawlLog;
}

/** Checked {@link NearDuplicatesOptions} with defaults filled in. */
export interface Settings extends DeduperSettings {
  readonly onDuplicate: DuplicateAction | DuplicateHandler;
  readonly links: LinkPolicy;
  readonly enqueueLinks: EnqueueOptions | undefined;
  readonly onUnchanged: UnchangedAction;
  readonly log: CrawlLog | undefined;
}

const whereOf = optionsOf('nearDuplicates');

const OPTIONS: Record<keyof NearDuplicatesOptions, true> = {
  ...comparisonNames,
  onDuplicate: true,
  links: true,
  enqueueLinks: true,
  onUnchanged: true,
  directory: true,
  name: true,
  process: true,
  log: true,
};

/**
 * Checks the options that a user's code gives, whether typed or not.
 *
 * @throws TypeError, RangeError: naming the option, what was expected and what was got.
 */
export function readOptions(options: NearDuplicatesOptions): Settings {
  checkOptionNames('nearDuplicates', options, OPTIONS);
  const {
    onDuplicate = duplicateActions[0],
    links = linkPolicies[0],
    enqueueLinks,
    onUnchanged = unchangedActions[0],
  } = options;
  if (typeof onDuplicate !== 'function' && !duplicateActions.includes(onDuplicate)) {
    throw wrongTypeShown(whereOf('onDuplicate'), `${listed(duplicateActions)} or a function`, onDuplicate);
  }
  if (typeof links !== 'function' && !linkPolicies.includes(links)) {
    throw wrongTypeShown(whereOf('links'), `${listed(linkPolicies)} or a function`, links);
  }
  if (
    enqueueLinks !== undefined &&
    (typeof enqueueLinks === 'string' || Object(enqueueLinks) !== enqueueLinks)
  ) {
    throw wrongTypeShown(whereOf('enqueueLinks'), 'options of enqueueLinks or a function', enqueueLinks);
  }
  if (!unchangedActions.includes(onUnchanged)) {
    throw wrongTypeShown(whereOf('onUnchanged'), `one of ${listed(unchangedActions)}`, onUnchanged);
  }
  const { log } = options;
  if (log !== undefined && (typeof log?.warning !== 'function' || typeof log.debug !== 'function')) {
    throw wrongTypeShown(whereOf('log'), 'a log with warning and debug', log);
  }
  return {
    ...readComparison(options, whereOf),
    onDuplicate,
    links,
    enqueueLinks,
    onUnchanged,
    directory: readDirectory(options.directory ?? defaultDirectory(options.name ?? 'default'), whereOf),
    process: readProcess(options.process, whereOf),
    log,
  };
}

/** Crawlee deletes its own default stores at the start of a run, but not this folder, which is next to them. */
function defaultDirectory(name: string): string {
  if (typeof name !== 'string' || !/^[\w-][\w.-]*$/.test(name)) {
    throw wrongTypeShown(whereOf('name'), "a folder's name of letters, digits, _ . and -", name);
  }
  return join(process.env.CRAWLEE_STORAGE_DIR ?? './storage', 'near-duplicates', name);
}
