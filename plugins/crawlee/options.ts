import { join } from 'node:path';
import type { ExtractMode, GramSpec } from '../../src/index.ts';
import { parseGramSpec } from '../../src/index.ts';
import type { CrawlContext, CrawlLog, LinkContext } from './context.ts';
import type { CrawlVerdict } from './verdict.ts';

/**
 * Called instead of the handler for a page that repeats another one, for instance to enqueue its links all the
 * same. Declared as a method, so that the context may be annotated with a crawler's own type.
 */
export type DuplicateHandler = {
  handle(context: CrawlContext & LinkContext, verdict: CrawlVerdict): unknown;
}['handle'];

/** How pages are compared, what happens to a page that repeats another one, and where decisions are kept. */
export interface NearDuplicatesOptions {
  /** Exact Jaccard similarity from which a page repeats another one: (0, 1]. Default 0.8. */
  readonly threshold?: number;
  /**
   * `skip` (default): the handler is not called. `annotate`: it is, and finds the verdict in
   * `context.nearDuplicate`. A function is called instead of the handler.
   */
  readonly onDuplicate?: 'skip' | 'annotate' | DuplicateHandler;
  /**
   * Whether a skipped page's links are enqueued with `context.enqueueLinks()`. Default false: what can be reached
   * from repeated pages only is then not crawled. For a strategy, globs or labels of your own, give
   * `onDuplicate` a function.
   */
  readonly followLinks?: boolean;
  /** Folder of the decisions. Default `$CRAWLEE_STORAGE_DIR/near-duplicates/NAME`, `./storage/near-duplicates/NAME`. */
  readonly directory?: string;
  /** Last part of the default folder. Default `default`. */
  readonly name?: string;
  /**
   * Whether earlier decisions are forgotten when opening. Default false: Crawlee's own `purgeOnStart` does not
   * touch them, so that a page already seen in an earlier crawl counts as seen. Nothing else may have the folder
   * open.
   */
  readonly purge?: boolean;
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
  readonly onDuplicate: 'skip' | 'annotate' | DuplicateHandler;
  readonly followLinks: boolean;
  readonly directory: string;
  readonly purge: boolean;
  readonly extract: ExtractMode;
  readonly gram: GramSpec;
  readonly recall: number;
  readonly log: CrawlLog | undefined;
}

const known: Record<keyof NearDuplicatesOptions, true> = {
  threshold: true,
  onDuplicate: true,
  followLinks: true,
  directory: true,
  name: true,
  purge: true,
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
    if (!Object.hasOwn(known, name)) {
      throw new TypeError(
        `nearDuplicates: there is no option ${name}; there are ${Object.keys(known).join(', ')}`,
      );
    }
  }
  const { threshold = 0.8, onDuplicate = 'skip', extract = 'main', recall = 0.99, log } = options;
  if (!(typeof threshold === 'number' && threshold > 0 && threshold <= 1)) {
    throw new RangeError(
      `nearDuplicates: threshold has to be above 0 and at most 1, got ${String(threshold)}`,
    );
  }
  if (!(typeof recall === 'number' && recall > 0 && recall < 1)) {
    throw new RangeError(`nearDuplicates: recall has to be above 0 and below 1, got ${String(recall)}`);
  }
  if (typeof onDuplicate !== 'function' && onDuplicate !== 'skip' && onDuplicate !== 'annotate') {
    throw new TypeError(
      `nearDuplicates: onDuplicate is 'skip', 'annotate' or a function, got ${String(onDuplicate)}`,
    );
  }
  if (!['main', 'visible', 'none'].includes(extract)) {
    throw new TypeError(`nearDuplicates: extract is 'main', 'visible' or 'none', got ${String(extract)}`);
  }
  return {
    threshold,
    onDuplicate,
    followLinks: flag(options, 'followLinks'),
    directory: options.directory ?? defaultDirectory(options.name ?? 'default'),
    purge: flag(options, 'purge'),
    extract,
    gram: parseGramSpec(options.gram ?? 'word:4'),
    recall,
    log,
  };
}

function flag(options: NearDuplicatesOptions, name: 'followLinks' | 'purge'): boolean {
  const value = options[name] ?? false;
  if (typeof value !== 'boolean') {
    throw new TypeError(`nearDuplicates: ${name} is true or false, got ${String(value)}`);
  }
  return value;
}

/** Crawlee deletes its own default stores at the start of a run; this folder beside them is left alone. */
function defaultDirectory(name: string): string {
  if (!/^[\w-][\w.-]*$/.test(name)) {
    throw new TypeError(
      `nearDuplicates: name is a folder's name of letters, digits, _ . and -, got ${JSON.stringify(name)}`,
    );
  }
  return join(process.env.CRAWLEE_STORAGE_DIR ?? './storage', 'near-duplicates', name);
}
