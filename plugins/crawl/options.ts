import {
  checkOptionNames,
  defaultMaxPageBytes,
  defaultRecall,
  defaultThreshold,
  extractModes,
  gramName,
  wordFourGrams,
  wrongTypeShown,
  wrongValue,
} from '../../src/flow/index.ts';
import { type ExtractMode, type GramSpec, parseGramSpec } from '../../src/index.ts';
import type { SavedIndex } from './saved-index.ts';

/** How the pages of a crawl are compared, and whether earlier verdicts count. */
export interface ComparisonOptions {
  /**
   * Where `saveTo` saved an index. If the folder has no index, it is made from this one, so that a crawl can
   * continue on another disk. Not read if the folder has an index, or with `purge`.
   */
  readonly restoreFrom?: SavedIndex;
  /** Least exact Jaccard similarity of a page to the one that it repeats, (0, 1]. Default 0.8. */
  readonly threshold?: number;
  /**
   * Whether to forget earlier verdicts when opening. Default false: a page seen in an earlier crawl counts as
   * seen. Nothing else may have the folder open.
   */
  readonly purge?: boolean;
  /**
   * Whether a page similar to an earlier one counts as unique if their names, and the other pages like them, say that
   * they are about different things. Default true: a page too many is better than one too few.
   */
  readonly siteModel?: boolean;
  /** `main` (default): the main text. `visible`: all visible text, including menus. `none`: the body as it stands. */
  readonly extract?: ExtractMode;
  /** `word:4` (default), `char:Q`, `line:Q`, `sentence:Q`. */
  readonly gram?: string;
  /**
   * Probability of finding a page exactly at the threshold of another: (0, 1). Default 0.99. It is higher above
   * the threshold, and copies are always found.
   */
  readonly recall?: number;
  /**
   * A larger page is cut to this many bytes (a text to this many code units) and judged by that part; its verdict says
   * `truncatedFrom`. Default 16 MiB, as for pages of a dump.
   */
  readonly maxPageBytes?: number;
  /**
   * Whether to keep the compressed text of each page with its verdict, so that `report` can show it. Default false, as
   * this doubles the size of the index.
   */
  readonly keepText?: boolean;
}

/** Options of `createDeduper`. */
export interface DeduperOptions extends ComparisonOptions {
  /** Folder of the verdicts. It is made if there is none. */
  readonly directory: string;
  /**
   * Name of this process, if several share the folder: letters, digits, `_`, `.` and `-`. Each process needs
   * its own name, and the same one after a restart. The first process has the index open and decides for all;
   * when it ends, another takes its place.
   */
  readonly process?: string;
}

/** Checked {@link ComparisonOptions} with defaults filled in. */
export interface Comparison {
  readonly restoreFrom: SavedIndex | undefined;
  readonly threshold: number;
  readonly purge: boolean;
  readonly siteModel: boolean;
  readonly extract: ExtractMode;
  readonly gram: GramSpec;
  readonly recall: number;
  readonly maxPageBytes: number;
  readonly keepText: boolean;
}

/** Checked {@link DeduperOptions} with defaults filled in. */
export interface DeduperSettings extends Comparison {
  readonly directory: string;
  readonly process: string | undefined;
}

/** Names of the {@link ComparisonOptions}. */
export const comparisonNames: Readonly<Record<keyof ComparisonOptions, true>> = {
  threshold: true,
  purge: true,
  restoreFrom: true,
  siteModel: true,
  extract: true,
  gram: true,
  recall: true,
  maxPageBytes: true,
  keepText: true,
};

const OPTIONS: Record<keyof DeduperOptions, true> = { directory: true, process: true, ...comparisonNames };

/**
 * Checks the options that a user's code gives, whether typed or not.
 *
 * @throws TypeError, RangeError: naming the option, what was expected and what was got.
 */
export function readDeduperOptions(options: DeduperOptions): DeduperSettings {
  const whereOf = optionsOf('createDeduper');
  checkOptionNames('createDeduper', options, OPTIONS);
  const directory = readDirectory(options.directory, whereOf);
  return { directory, process: readProcess(options.process, whereOf), ...readComparison(options, whereOf) };
}

/** Checks the folder of the verdicts. */
export function readDirectory(directory: string, whereOf: WhereOf): string {
  if (typeof directory === 'string' && directory !== '' && !directory.includes('\0')) return directory;
  throw wrongTypeShown(whereOf('directory'), 'the path of a folder', directory);
}

/** Checks the name of a process. */
export function readProcess(name: string | undefined, whereOf: WhereOf): string | undefined {
  if (name === undefined || (typeof name === 'string' && /^[\w.-]+$/.test(name))) return name;
  throw wrongTypeShown(whereOf('process'), 'a name of letters, digits, _ . and -', name);
}

/** How an error about an option begins: with the function that takes it. */
type WhereOf = (option: string) => string;

/** The {@link WhereOf} of a function that takes options. */
export function optionsOf(caller: string): WhereOf {
  return (option) => `${caller}: ${option}`;
}

/** The words in quotes, for a message. */
export function listed(words: readonly string[]): string {
  return words.map((word) => `'${word}'`).join(', ');
}

/** Checks how pages are compared and fills in defaults. */
export function readComparison(options: ComparisonOptions, whereOf: WhereOf): Comparison {
  const { extract = extractModes[0] } = options;
  if (!extractModes.includes(extract)) {
    throw wrongTypeShown(whereOf('extract'), `one of ${listed(extractModes)}`, extract);
  }
  const { restoreFrom } = options;
  if (restoreFrom !== undefined && typeof restoreFrom?.store?.getValue !== 'function') {
    throw wrongTypeShown(whereOf('restoreFrom'), 'a store of records, as { store, key }', restoreFrom);
  }
  return {
    restoreFrom,
    threshold: share(options, 'threshold', defaultThreshold, true, whereOf),
    purge: flag(options, 'purge', false, whereOf),
    siteModel: flag(options, 'siteModel', true, whereOf),
    extract,
    gram: readGram(options.gram ?? gramName(wordFourGrams), whereOf),
    recall: share(options, 'recall', defaultRecall, false, whereOf),
    maxPageBytes: bytes(options, 'maxPageBytes', defaultMaxPageBytes, whereOf),
    keepText: flag(options, 'keepText', false, whereOf),
  };
}

/** The grams of a name. A spec as `deduplicate` takes is none. */
function readGram(gram: string, whereOf: WhereOf): GramSpec {
  if (typeof gram === 'string') return parseGramSpec(gram);
  throw wrongTypeShown(whereOf('gram'), "the name of grams, such as 'word:4'", gram);
}

/** Checks a number in (0, 1), or in (0, 1] if `withOne`. */
function share(
  options: ComparisonOptions,
  name: 'threshold' | 'recall',
  fallback: number,
  withOne: boolean,
  whereOf: WhereOf,
): number {
  const value = options[name] ?? fallback;
  const expected = `a number above 0 and ${withOne ? 'up to' : 'below'} 1`;
  if (typeof value !== 'number') throw wrongTypeShown(whereOf(name), expected, value);
  if (!(value > 0 && (value < 1 || (withOne && value === 1)))) {
    throw wrongValue(whereOf(name), expected, value);
  }
  return value;
}

function bytes(options: ComparisonOptions, name: 'maxPageBytes', fallback: number, whereOf: WhereOf): number {
  const value = options[name] ?? fallback;
  const expected = 'a positive integer of bytes';
  if (typeof value !== 'number') throw wrongTypeShown(whereOf(name), expected, value);
  if (!Number.isSafeInteger(value) || value < 1) throw wrongValue(whereOf(name), expected, value);
  return value;
}

function flag(
  options: ComparisonOptions,
  name: 'purge' | 'siteModel' | 'keepText',
  unlessTold: boolean,
  whereOf: WhereOf,
): boolean {
  const value = options[name] ?? unlessTold;
  if (typeof value !== 'boolean') throw wrongTypeShown(whereOf(name), 'true or false', value);
  return value;
}
