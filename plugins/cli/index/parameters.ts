import {
  defaultRecall,
  defaultThreshold,
  extractModes,
  gramName,
  wordFourGrams,
} from '../../../src/flow/index.ts';
import { type IndexParameters, parseGramSpec } from '../../../src/index.ts';
import { chooseTables } from '../../../src/sketch/index.ts';
import { indexSettings } from '../../../src/store/index.ts';
import { checkedBy, numberBetween, oneOf, option, wholeNumberBetween } from '../options.ts';
import { shaping } from '../shaping.ts';

/** Parameters of a new index, unless options say otherwise. */
export const newParameters: Required<
  Omit<IndexParameters, 'components' | 'oddSketchBits' | 'simHashTables'>
> = {
  gram: gramName(wordFourGrams),
  threshold: defaultThreshold,
  recall: defaultRecall,
  extract: extractModes[0],
  multiset: false,
  setting: indexSettings[0],
};

/** Options for the parameters of an index. */
export const parameterOptions = {
  threshold: { type: 'string' },
  recall: { type: 'string' },
  setting: { type: 'string' },
  ...shaping,
  'expected-pages': { type: 'string' },
} as const;

/** Only the parameters that were given. */
export function givenParameters(
  values: {
    readonly [Name in keyof typeof parameterOptions]?: string | boolean;
  },
): Partial<IndexParameters> {
  const expected = option(values, 'expected-pages', wholeNumberBetween(1, 2 ** 32 - 1), undefined);
  const given = {
    simHashTables: expected === undefined ? undefined : chooseTables(expected).design.tables.length,
    threshold: option(values, 'threshold', numberBetween(0.01, 1), undefined),
    recall: option(values, 'recall', numberBetween(0.01, 0.9999), undefined),
    setting: option(values, 'setting', oneOf(indexSettings), undefined),
    gram: option(
      values,
      'gram',
      checkedBy((text) => gramName(parseGramSpec(text))),
      undefined,
    ),
    multiset: values.multiset === true ? true : undefined,
    extract: option(values, 'extract', oneOf(extractModes), undefined),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
