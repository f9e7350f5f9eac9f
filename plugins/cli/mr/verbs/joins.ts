import { distinct } from '../../../mr/published/distinct.ts';
import { records } from '../../../mr/published/records.ts';
import { reducePublished } from '../../../mr/published/reduce.ts';
import { signatures } from '../../../mr/published/signatures.ts';
import { attach } from '../../../mr/verbs/attach.ts';
import { bandKeys } from '../../../mr/verbs/band-keys.ts';
import { candidates } from '../../../mr/verbs/candidates.ts';
import { collapse } from '../../../mr/verbs/collapse.ts';
import { expandFirst, expandSecond } from '../../../mr/verbs/expand.ts';
import { heavy, sample } from '../../../mr/verbs/heavy.ts';
import { keys } from '../../../mr/verbs/keys.ts';
import { readTokenOrder } from '../../../mr/verbs/read-heavy.ts';
import { sampleSets } from '../../../mr/verbs/sample-sets.ts';
import { select } from '../../../mr/verbs/select.ts';
import { simHashKeys } from '../../../mr/verbs/simhash-keys.ts';
import { verify } from '../../../mr/verbs/verify.ts';
import { wrongCall } from '../../errors.ts';
import { option, wholeNumberBetween } from '../../options.ts';
import {
  defaultLeast,
  defaultMostOfKey,
  type LineVerbs,
  readBlocks,
  readEvery,
  readKeyMethod,
  readSimilar,
  readWorkerMemory,
  similar,
} from './options.ts';

/** Verbs from sets to the pairs of similar sets. */
export const joinVerbs: LineVerbs = {
  'sample-sets': {
    sorted: false,
    about: 'one set in some, for an estimate',
    takes: ['every'],
    open: (values) => sampleSets({ every: readEvery(values) }),
  },
  records: {
    sorted: false,
    about: 'each set for itself, equal ones too: for the algorithms as published',
    takes: [],
    open: records,
  },
  collapse: {
    sorted: true,
    about: 'equal sets once',
    takes: [],
    open: collapse,
  },
  select: {
    sorted: false,
    about: 'the lines with a tag, such as e: which sets are equal',
    takes: ['tag'],
    open: ({ tag }) => {
      if (tag === undefined) throw wrongCall('mr select', '--tag X: of which lines');
      return select({ tag });
    },
  },
  sample: {
    sorted: false,
    about: 'the tokens of a sample of the sets, counted',
    takes: ['every'],
    open: (values) => sample({ every: readEvery(values) }),
  },
  heavy: {
    sorted: true,
    about: 'the tokens that many sets have',
    takes: ['every', 'least'],
    open: (values) =>
      heavy({
        every: readEvery(values),
        least: option(values, 'least', wholeNumberBetween(2, 2 ** 31), defaultLeast),
      }),
  },
  keys: {
    sorted: false,
    about: 'a posting for each prefix token of each set, or for each band of its sketch',
    takes: [
      ...similar,
      'heavy',
      'blocks',
      'most-of-key',
      'method',
      'recall',
      'tables',
      'algorithm',
      'orderings',
    ],
    open: async (values, identity) => {
      const found = { ...readSimilar(values), ...readKeyMethod(values) };
      if (found.algorithm !== undefined && values.blocks !== undefined)
        throw wrongCall('--blocks', '--algorithm ours, whose verify works on blocks', found.algorithm);
      const isByPrefix = [found.algorithm, found.recall, found.tables].every((each) => each === undefined);
      if (!isByPrefix && values['most-of-key'] !== undefined)
        throw wrongCall(
          '--most-of-key',
          '--method prefix, which splits tokens',
          values.algorithm ?? values.method,
        );
      const order = await readTokenOrder(values.heavy, identity);
      const sets = { order, blocks: readBlocks(values) };
      if (found.algorithm !== undefined)
        return signatures({ ...found, order, orderings: found.orderings ?? 1 });
      if (found.recall !== undefined) return bandKeys({ ...found, ...sets, recall: found.recall });
      if (found.tables !== undefined) return simHashKeys({ ...sets, tables: found.tables });
      const mostOfKey = option(values, 'most-of-key', wholeNumberBetween(2, 2 ** 31), defaultMostOfKey);
      return keys({ ...found, ...sets, mostOfKey });
    },
  },
  candidates: {
    sorted: true,
    about: 'pairs of sets that may be similar, by their postings',
    takes: [...similar, 'memory', 'algorithm'],
    open: (values) => {
      const { algorithm } = readKeyMethod(values);
      if (algorithm !== undefined && values.memory !== undefined)
        throw wrongCall(
          '--memory',
          '--algorithm ours: those as published hold each key in memory',
          algorithm,
        );
      if (algorithm !== undefined) return reducePublished({ ...readSimilar(values), algorithm });
      return candidates({ ...readSimilar(values), memoryBytes: readWorkerMemory(values) });
    },
  },
  attach: {
    sorted: true,
    about: 'the sets of candidates: those of each block, and those that are sent there',
    takes: ['heavy', 'blocks'],
    open: async (values, identity) =>
      attach({ order: await readTokenOrder(values.heavy, identity), blocks: readBlocks(values) }),
  },
  verify: {
    sorted: true,
    about: 'the pairs that are similar, with their exact overlap',
    takes: [...similar, 'memory'],
    open: (values) => verify({ ...readSimilar(values), memoryBytes: readWorkerMemory(values) }),
  },
  'expand-first': {
    sorted: true,
    about: 'pairs of sets and equal sets → pairs of all that equal the first',
    takes: [],
    open: expandFirst,
  },
  'expand-second': {
    sorted: true,
    about: '… and of all that equal the second: pairs of input records',
    takes: similar,
    open: (values) => expandSecond(readSimilar(values)),
  },
  distinct: {
    sorted: true,
    about: 'pairs that were found at several tokens once: for the algorithms as published',
    takes: [],
    open: distinct,
  },
};
