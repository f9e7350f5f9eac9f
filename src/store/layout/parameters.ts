import { checkFlag, checkOptionNames, checkString, wrongType, wrongValue } from '../../argument-checks.ts';
import { chooseBands } from '../../sketch/bands.ts';
import { type ForestShape, forestShape } from '../../sketch/forest.ts';
import { COMPONENTS, MINHASH_SEED } from '../../sketch/minhash.ts';
import { type SimHashTables, type TableDesign, tableDesign } from '../../sketch/simhash-tables.ts';
import { IndexError } from '../errors.ts';

/**
 * Parameters that an index is created with. They are stored and compared at every open: sketches of other grams would
 * find nothing without an error, and decisions with another threshold would contradict the earlier ones.
 */
export interface IndexParameters {
  /** What a gram is, such as `word:4`. */
  readonly gram: string;
  /** Least Jaccard of duplicates, (0, 1]. A query may use another. */
  readonly threshold: number;
  /** Probability, (0, 1), of finding a pair exactly at the threshold. A query may use another. */
  readonly recall: number;
  /** How text is extracted from a page. */
  readonly extract?: string;
  /** Whether the k-th occurrence of a gram counts as a gram of its own. */
  readonly multiset?: boolean;
  /**
   * `exact` (the default) keeps every gram set and answers with exact similarities; `compact` keeps only sketches, 1.3
   * to 1.5 KB a page, and answers with estimates.
   */
  readonly setting?: IndexSetting;
  /** Components of a sketch, 32 to 128. Default: 128; 64 in the compact setting. */
  readonly components?: number;
  /**
   * Bits of the odd sketch with which the compact setting distinguishes pages just below a threshold from those above:
   * a power of two from 512 to 8,192, by default 2,048; 0 for none. The exact setting has none.
   */
  readonly oddSketchBits?: number;
  /**
   * Number of tables of permuted SimHashes, by default 4. With more tables fewer unrelated pages become candidates, but
   * each page has more entries. `chooseTables` gives the cheapest number for a number of pages: 10 from some 4 million
   * on.
   */
  readonly simHashTables?: SimHashTables;
}

const NAMES: Record<keyof IndexParameters, true> = {
  gram: true,
  threshold: true,
  recall: true,
  extract: true,
  multiset: true,
  setting: true,
  components: true,
  oddSketchBits: true,
  simHashTables: true,
};

const oddSketchSizes: readonly number[] = [512, 1024, 2048, 4096, 8192];

/** What an index keeps of a page, the default first: everything, or sketches only. */
export const indexSettings = ['exact', 'compact'] as const;

/** One of {@link indexSettings}. */
export type IndexSetting = (typeof indexSettings)[number];

/** What is stored of a page, and its layout. */
export interface IndexLayout {
  readonly setting: IndexSetting;
  readonly components: number;
  /** 0 if none is kept. */
  readonly oddSketchBits: number;
  readonly forest: ForestShape;
  readonly simHash: TableDesign;
}

/**
 * Parameters that a caller gives, with defaults filled in.
 *
 * @throws TypeError for another name, else as {@link completeParameters}
 */
export function givenParameters(parameters: IndexParameters): Required<IndexParameters> {
  if (Object(parameters) !== parameters) {
    throw wrongType('parameters', '{ gram, threshold, recall }, as the index is to have them', parameters);
  }
  checkOptionNames('SketchIndex', parameters, NAMES);
  const { gram, extract = '', multiset = false } = parameters;
  checkString('SketchIndex', 'gram', gram);
  checkString('SketchIndex', 'extract', extract);
  checkFlag('SketchIndex: multiset', multiset);
  return completeParameters(parameters);
}

/** Parameters with defaults filled in. @throws RangeError when one is missing or out of range */
export function completeParameters(parameters: IndexParameters): Required<IndexParameters> {
  const { gram, threshold, recall, extract = '', multiset = false, setting = indexSettings[0] } = parameters;
  if (!indexSettings.includes(setting)) {
    throw wrongValue('setting', `one of ${indexSettings.join(', ')}`, setting);
  }
  const { components = setting === 'exact' ? COMPONENTS : 64 } = parameters;
  if (!(Number.isInteger(components) && components >= 32 && components <= COMPONENTS)) {
    throw wrongValue('components', `a whole number from 32 to ${COMPONENTS}`, components);
  }
  const { oddSketchBits = setting === 'exact' ? 0 : 2048 } = parameters;
  if (oddSketchBits !== 0 && (setting === 'exact' || !oddSketchSizes.includes(oddSketchBits))) {
    const expected =
      setting === 'exact' ? '0 in the exact setting' : `0 or one of ${oddSketchSizes.join(', ')}`;
    throw wrongValue('oddSketchBits', expected, oddSketchBits);
  }
  const { simHashTables = 4 } = parameters;
  if (simHashTables !== 4 && simHashTables !== 10 && simHashTables !== 16) {
    throw wrongValue('simHashTables', '4, 10 or 16', simHashTables);
  }
  // Throws if these components cannot reach the recall.
  chooseBands(threshold, recall, components);
  return { gram, threshold, recall, extract, multiset, setting, components, oddSketchBits, simHashTables };
}

/** The layout for given parameters. */
export function layoutOf(parameters: Required<IndexParameters>): IndexLayout {
  const { setting, components, oddSketchBits, simHashTables } = parameters;
  const simHash = tableDesign(simHashTables);
  return { setting, components, oddSketchBits, forest: forestShape(components), simHash };
}

/** Parameters as written. One that is 0 and that earlier versions did not know is left out. */
export function writtenParameters(parameters: Required<IndexParameters>): Record<string, unknown> {
  // JSON leaves out undefined, and it compares equal to a missing parameter.
  return { ...parameters, oddSketchBits: parameters.oddSketchBits || undefined };
}

/**
 * Parameters read from {@link writtenParameters}, with defaults filled in.
 *
 * @throws RangeError when one is out of range
 */
export function readParameters(written: IndexParameters): Required<IndexParameters> {
  return completeParameters({ oddSketchBits: 0, ...written });
}

/** Parameters as stored, with the values that the layout is derived from. */
export function describeParameters(parameters: Required<IndexParameters>): Record<string, unknown> {
  const { trees, rows } = forestShape(parameters.components);
  return { ...writtenParameters(parameters), trees, rows, seed: MINHASH_SEED };
}

/** Refuses other parameters. @throws IndexError NEARDUP_INDEX_PARAMETERS that says what differs, with both values */
export function assertSameParameters(
  name: string,
  found: Record<string, unknown>,
  wanted: Record<string, unknown>,
): void {
  const keys = Object.keys(wanted).filter((key) => found[key] !== wanted[key]);
  if (keys.length === 0) return;
  const show = (value: unknown) => JSON.stringify(value) ?? 'nothing';
  const differing = keys.map((key) => `${key} ${show(found[key])}, now ${show(wanted[key])}`).join('; ');
  throw new IndexError(
    'NEARDUP_INDEX_PARAMETERS',
    `the index in ${name} was made with other parameters (${differing}): open it with its own, or use another place`,
    { differing },
  );
}
