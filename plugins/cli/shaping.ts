import { extractModes, gramName, wordFourGrams } from '../../src/flow/index.ts';
import { type ExtractMode, type GramSpec, parseGramSpec } from '../../src/index.ts';
import { checkedBy, oneOf, option } from './options.ts';
import { choice, type OptionHelp } from './usage.ts';

/** Options that determine how a page becomes a gram set. */
export const shaping = {
  gram: { type: 'string' },
  multiset: { type: 'boolean' },
  extract: { type: 'string' },
} as const;

/** How a page becomes a gram set, from the options `shaping`. */
export function readShaping(values: { readonly [Name in keyof typeof shaping]?: string | boolean }): {
  /** As given, for example `word:4`. */
  readonly gramName: string;
  readonly gram: GramSpec;
  readonly extract: ExtractMode;
  readonly multiset: boolean;
} {
  const gram = option(values, 'gram', checkedBy(parseGramSpec), wordFourGrams);
  return {
    gramName: gramName(gram),
    gram,
    extract: option(values, 'extract', oneOf(extractModes), extractModes[0]),
    multiset: values.multiset === true,
  };
}

/** `--gram`. */
export const gramHelp: OptionHelp = [
  '--gram G',
  `word:Q, char:Q, line:Q or sentence:Q (${gramName(wordFourGrams)})`,
];
/** `--multiset`. */
export const multisetHelp: OptionHelp = [
  '--multiset',
  'the k-th occurrence of a gram counts as a gram of its own',
];
/** `--extract`. */
export const extractHelp: OptionHelp = choice('--extract E', extractModes, ': which text of a page counts');
