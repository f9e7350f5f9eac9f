import { join } from 'node:path';
import {
  defaultRecall,
  defaultThreshold,
  extractModes,
  gramName,
  wordFourGrams,
} from '../../src/flow/index.ts';
import { type ExtractMode, type GramSpec, parseGramSpec } from '../../src/index.ts';
import type { CrawlContext, CrawlLog, LinkContext } from './context.ts';
import type { CrawlVerdict } from './verdict.ts';

/**
 * Called instead of the handler for a page that repeats another one, for instance to enqueue its links all the
 * same. Declared as a method, so that the context may be annotated with a crawler's own type.
 */
export type DuplicateHandler = {
  handle(context: CrawlContext & LinkContext, verdict: CrawlVerdict): unknown;
}['handle'];

/** What can be done about a page that repeats another one, the default first. */
export const duplicateActions = ['skip', 'annotate'] as const;

/** `skip`: its handler is not called. `annotate`: it is, and finds the verdict. */
export type DuplicateAction = (typeof duplicateActions)[number];

/** What can be done about a page that has not changed since it was decided, the default first. */
export const unchangedActions = ['handle', 'skip'] as const;

/** One of {@link unchangedActions}. */
export type UnchangedAction = (typeof unchangedActions)[number];

/** Which links of a skipped page are followed, the default first. */
export const linkPolicies = ['near', 'follow', 'drop'] as const;

/**
 * `near`: those of pages that are similar to another; those of exact copies are the same and dropped. `follow`: all.
 * `drop`: none. A function is called for every skipped page and enqueues what it wants.
 */
export type LinkPolicy = (typeof linkPolicies)[number] | DuplicateHandler;

/** Options of `context.enqueueLinks`, or what makes them of a skipped page's context. */
export type EnqueueOptions = object | { of(context: CrawlContext & LinkContext): object }['of'];

/** How pages are compared, what happens to a page that repeats another one, and where the verdicts are kept. */
export interface NearDuplicatesOptions {
  /** Least exact Jaccard similarity of a page to one that it repeats, (0, 1]. Default 0.8. */
  readonly threshold?: number;
  /**
   * `skip` (default): the handler is not called. `annotate`: it is, and finds the verdict in
   * `context.nearDuplicate`. A function is called instead of the handler.
   */
  readonly onDuplicate?: DuplicateAction | DuplicateHandler;
  /**
   * Which links of a skipped page are followed: those of near-duplicates but not of exact copies (`near`, default), all
   * (`follow`), none (`drop`); or a function that enqueues them itself. They are enqueued with the options of
   * `enqueueLinks`; without these, as the handler enqueued those of the last page with the same label.
   */
  readonly links?: LinkPolicy;
  /** With which options, such as `label` and `globs`, links of skipped pages are enqueued, or a function that makes them. */
  readonly enqueueLinks?: EnqueueOptions;
  /**
   * What happens to a page that has the text that it had when it was decided, in this crawl or an earlier one. `handle`
   * (default): as then. `skip`: its handler is not called, and its links are followed, by the options of `enqueueLinks`
   * or the habit of its handler; where nothing is known of that yet, the handler is called.
   */
  readonly onUnchanged?: UnchangedAction;
  /** Folder of the verdicts. Default `$CRAWLEE_STORAGE_DIR/near-duplicates/NAME`, `./storage/near-duplicates/NAME`. */
  readonly directory?: string;
  /** Last part of the default folder. Default `default`. */
  readonly name?: string;
  /**
   * Whether earlier verdicts are forgotten when opening. Default false: Crawlee's own `purgeOnStart` does not
   * touch them, so that a page seen in an earlier crawl counts as seen. Nothing else may have the folder open.
   */
  readonly purge?: boolean;
  /**
   * Whether a page that is similar to an earlier one counts as unique when what they call themselves and the others like
   * them say that they are about different things. Default true: a page too many is better than one too few.
   */
  readonly siteModel?: boolean;
  /** `main` (default): the main text. `visible`: all text that is seen, menus too. `none`: the body as it stands. */
  readonly extract?: ExtractMode;
  /** `word:4` (default), `char:Q`, `line:Q`, `sentence:Q`. */
  readonly gram?: string;
  /**
   * Probability with which a page just at the threshold of another is found: (0, 1). Default 0.99. Above the
   * threshold it is higher, and copies are always found.
   */
  readonly recall?: number;
  /** Where warnings and, at debug level, skipped pages are logged. Default: a child of the crawler's own log. */
  readonly log?: CrawlLog;
}

/** {@link NearDuplicatesOptions} checked, with defaults filled in. */
export interface Settings {
  readonly threshold: number;
  readonly onDuplicate: DuplicateAction | DuplicateHandler;
  readonly links: LinkPolicy;
  readonly enqueueLinks: EnqueueOptions | undefined;
  readonly onUnchanged: UnchangedAction;
  readonly directory: string;
  readonly purge: boolean;
  readonly siteModel: boolean;
  readonly extract: ExtractMode;
  readonly gram: GramSpec;
  readonly recall: number;
  readonly log: CrawlLog | undefined;
}

const OPTIONS: Record<keyof NearDuplicatesOptions, true> = {
  threshold: true,
  onDuplicate: true,
  links: true,
  enqueueLinks: true,
  onUnchanged: true,
  directory: true,
  name: true,
  purge: true,
  siteModel: true,
  extract: true,
  gram: true,
  recall: true,
  log: true,
};

/**
 * Checks options as they come from a user's code, typed or not.
 *
 * @throws TypeError, RangeError: naming the option, what was expected and what was got.
 */
export function readOptions(options: NearDuplicatesOptions): Settings {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(OPTIONS, name)) {
      throw new TypeError(
        `nearDuplicates: expected options among ${Object.keys(OPTIONS).join(', ')}; got ${name}`,
      );
    }
  }
  const {
    onDuplicate = duplicateActions[0],
    links = linkPolicies[0],
    enqueueLinks,
    onUnchanged = unchangedActions[0],
    extract = extractModes[0],
  } = options;
  if (typeof onDuplicate !== 'function' && !duplicateActions.includes(onDuplicate)) {
    throw new TypeError(refusal('onDuplicate', `${listed(duplicateActions)} or a function`, onDuplicate));
  }
  if (typeof links !== 'function' && !linkPolicies.includes(links)) {
    throw new TypeError(refusal('links', `${listed(linkPolicies)} or a function`, links));
  }
  if (
    enqueueLinks !== undefined &&
    (typeof enqueueLinks === 'string' || Object(enqueueLinks) !== enqueueLinks)
  ) {
    throw new TypeError(refusal('enqueueLinks', 'options of enqueueLinks or a function', enqueueLinks));
  }
  if (!unchangedActions.includes(onUnchanged)) {
    throw new TypeError(refusal('onUnchanged', `one of ${listed(unchangedActions)}`, onUnchanged));
  }
  if (!extractModes.includes(extract)) {
    throw new TypeError(refusal('extract', `one of ${listed(extractModes)}`, extract));
  }
  return {
    threshold: share(options, 'threshold', defaultThreshold, true),
    onDuplicate,
    links,
    enqueueLinks,
    onUnchanged,
    directory: options.directory ?? defaultDirectory(options.name ?? 'default'),
    purge: flag(options, 'purge', false),
    siteModel: flag(options, 'siteModel', true),
    extract,
    gram: parseGramSpec(options.gram ?? gramName(wordFourGrams)),
    recall: share(options, 'recall', defaultRecall, false),
    log: options.log,
  };
}

/** A number in (0, 1), or in (0, 1] where 1 itself will do. */
function share(
  options: NearDuplicatesOptions,
  name: 'threshold' | 'recall',
  fallback: number,
  withOne: boolean,
): number {
  const value = options[name] ?? fallback;
  const expected = `a number above 0 and ${withOne ? 'up to' : 'below'} 1`;
  if (typeof value !== 'number') throw new TypeError(refusal(name, expected, value));
  if (!(value > 0 && (value < 1 || (withOne && value === 1)))) {
    throw new RangeError(refusal(name, expected, value));
  }
  return value;
}

function flag(options: NearDuplicatesOptions, name: 'purge' | 'siteModel', unlessTold: boolean): boolean {
  const value = options[name] ?? unlessTold;
  if (typeof value !== 'boolean') throw new TypeError(refusal(name, 'true or false', value));
  return value;
}

/** Crawlee deletes its own default stores at the start of a run; this folder beside them is left alone. */
function defaultDirectory(name: string): string {
  if (!/^[\w-][\w.-]*$/.test(name)) {
    throw new TypeError(refusal('name', "a folder's name of letters, digits, _ . and -", name));
  }
  return join(process.env.CRAWLEE_STORAGE_DIR ?? './storage', 'near-duplicates', name);
}

function refusal(option: string, expected: string, got: unknown): string {
  const shown = typeof got === 'string' ? JSON.stringify(got) : String(got);
  return `nearDuplicates: ${option}: expected ${expected}; got ${shown}`;
}

function listed(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}
