import { clusterPolicies, defaultRecall, defaultThreshold, similarities } from '../../../src/flow/index.ts';
import type { ClusterPolicy } from '../../../src/index.ts';
import type { Similarity } from '../../../src/join/index.ts';
import { chooseBands, type SimHashTables, simHashTables } from '../../../src/sketch/index.ts';
import { clustered, keptFirst, keptSecond, measureFirst, measureSecond } from '../../mr/pages/clustered.ts';
import { describe, facts } from '../../mr/pages/described.ts';
import {
  judgeFirst,
  judgeSecond,
  likeness,
  named,
  pairsOf,
  placesFirst,
  placesSecond,
  sides,
} from '../../mr/pages/judge.ts';
import { alikeMessages, messages } from '../../mr/pages/messages.ts';
import {
  byUrl,
  walled,
  wallHosts,
  wallPages,
  wallTexts,
  wallVerdicts,
  worded,
} from '../../mr/pages/walls.ts';
import {
  defaultOrderings,
  type PublishedAlgorithm,
  publishedAlgorithms,
} from '../../mr/published/algorithm.ts';
import { distinct } from '../../mr/published/distinct.ts';
import { records } from '../../mr/published/records.ts';
import { reducePublished } from '../../mr/published/reduce.ts';
import { signatures } from '../../mr/published/signatures.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';
import { attach } from '../../mr/verbs/attach.ts';
import { bandKeys } from '../../mr/verbs/band-keys.ts';
import { candidates } from '../../mr/verbs/candidates.ts';
import { cluster, clusterComponents, members } from '../../mr/verbs/cluster.ts';
import { collapse } from '../../mr/verbs/collapse.ts';
import { component, largeStar, links, smallStar } from '../../mr/verbs/components.ts';
import { expandFirst, expandSecond } from '../../mr/verbs/expand.ts';
import { heavy, sample, sampledEvery } from '../../mr/verbs/heavy.ts';
import { keys } from '../../mr/verbs/keys.ts';
import { byHost, fingerprint } from '../../mr/verbs/pages.ts';
import { readTokenOrder } from '../../mr/verbs/read-heavy.ts';
import { select } from '../../mr/verbs/select.ts';
import { simHashKeys } from '../../mr/verbs/simhash-keys.ts';
import { site } from '../../mr/verbs/site.ts';
import type { Verb } from '../../mr/verbs/verb.ts';
import { verify } from '../../mr/verbs/verify.ts';
import { wrongCall } from '../errors.ts';
import {
  checked,
  numberBetween,
  oneOf,
  option,
  readSwitch,
  readThreshold,
  sizeBytes,
  switchWords,
  wholeNumberBetween,
} from '../options.ts';
import { choice, type OptionHelp } from '../usage.ts';
import { decisions } from './decisions.ts';

/** Options of the verbs that read lines, as `parseArgs` wants them. */
export const verbOptions = {
  similarity: { type: 'string' },
  threshold: { type: 'string' },
  heavy: { type: 'string' },
  every: { type: 'string' },
  least: { type: 'string' },
  blocks: { type: 'string' },
  'most-of-key': { type: 'string' },
  method: { type: 'string' },
  recall: { type: 'string' },
  tables: { type: 'string' },
  algorithm: { type: 'string' },
  orderings: { type: 'string' },
  memory: { type: 'string' },
  tag: { type: 'string' },
  cluster: { type: 'string' },
  identity: { type: 'string' },
  names: { type: 'string' },
  of: { type: 'string' },
} as const;

/** Values of {@link verbOptions}. */
type VerbValues = { readonly [Name in keyof typeof verbOptions]?: string | undefined };

/** A verb that reads lines. */
interface LineVerb {
  /** Whether its input must be sorted. */
  readonly sorted: boolean;
  readonly about: string;
  /** The options that it takes. */
  readonly takes: readonly (keyof typeof verbOptions)[];
  open(values: VerbValues, identity: RunIdentity): Verb | Promise<Verb>;
}

/** Tokens that so many sets have, by the sample, come last in the order of prefixes. */
const defaultLeast = 100;
/** Sets of a token from which on it is split. */
const defaultMostOfKey = 20_000;
/** Of a process on a worker; its own program takes some 80 MB more. */
export const defaultWorkerBytes: number = 2 ** 28;
const mostBlocks = 999_999;

const similar = ['similarity', 'threshold'] as const;

const keyMethods = ['prefix', 'lsh', 'simhash'] as const;
const defaultTables = '10';
const joinAlgorithms = ['ours', ...publishedAlgorithms] as const;
/** More orderings than any data set was seen to pay for. */
const mostOrderings = 16;

/** The verbs that read lines, in the order of the flow. */
export const lineVerbs: Readonly<Record<string, LineVerb>> = {
  fingerprint: {
    sorted: false,
    about: 'the sets of all grams of pages',
    takes: [],
    open: fingerprint,
  },
  'by-host': {
    sorted: false,
    about: 'pages by their hosts',
    takes: [],
    open: byHost,
  },
  site: {
    sorted: true,
    about:
      "pages by their hosts → the sets of the grams that are not of their hosts' templates, and not of notices",
    takes: ['memory', 'names'],
    open: (values) =>
      site({
        memoryBytes: readWorkerMemory(values),
        namesPages: option(values, 'names', oneOf(switchWords), 'off') === 'on',
      }),
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
    open: ({ tag = '' }) => select({ tag }),
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
  links: {
    sorted: false,
    about: 'pairs of sets as the links of a graph',
    takes: [],
    open: links,
  },
  'large-star': {
    sorted: true,
    about: 'half a round to components: the sets behind each one linked to the first of its neighbours',
    takes: [],
    open: largeStar,
  },
  'small-star': {
    sorted: true,
    about: 'the other half: the sets before each one linked to the first of them; until none is unsettled',
    takes: [],
    open: smallStar,
  },
  component: {
    sorted: true,
    about: 'the pairs of each component',
    takes: [],
    open: component,
  },
  cluster: {
    sorted: true,
    about:
      'what stands for each set, by the pairs of its component; with --cluster components, by links alone',
    takes: ['similarity', 'cluster'],
    open: (values) =>
      readPolicy(values) === 'components'
        ? clusterComponents()
        : cluster({ similarity: readSimilarity(values) }),
  },
  members: {
    sorted: true,
    about: 'what stands for each set, and equal sets → the members of clusters',
    takes: [...similar, 'cluster'],
    open: (values) => members({ ...readSimilar(values), policy: readPolicy(values) }),
  },
  facts: {
    sorted: false,
    about: 'what is known of pages beside their grams',
    takes: [],
    open: facts,
  },
  describe: {
    sorted: true,
    about: 'facts of pages, and what site says of them → what pairs look at',
    takes: [],
    open: describe,
  },
  likeness: {
    sorted: false,
    about: 'pairs that joins found → pairs of pages, and what of them is similar',
    takes: ['of'],
    open: (values) => likeness({ of: option(values, 'of', oneOf(pairsOf), pairsOf[0]) }),
  },
  'judge-first': {
    sorted: true,
    about: 'pages, and pairs by their first → pairs by their second, with what is known of the first',
    takes: [],
    open: judgeFirst,
  },
  'judge-second': {
    sorted: true,
    about: 'pages, and pairs by their second → which are duplicates, and which are about different things',
    takes: [...similar, 'identity'],
    open: (values) => judgeSecond({ ...readSimilar(values), namesCount: readSwitch(values, 'identity') }),
  },
  named: {
    sorted: false,
    about: 'pages by what they call themselves',
    takes: [],
    open: named,
  },
  'places-first': {
    sorted: true,
    about: 'pages by name, and pairs that ask where those of the first name stand → pairs by the second name',
    takes: [],
    open: placesFirst,
  },
  'places-second': {
    sorted: true,
    about: '… of the second name → the pairs judged',
    takes: [],
    open: placesSecond,
  },
  sides: {
    sorted: false,
    about: 'judged pairs → the links of clusters, and what each page is alike to',
    takes: ['similarity'],
    open: (values) => sides({ similarity: readSimilarity(values) }),
  },
  clustered: {
    sorted: false,
    about: 'what stands for each page → by what stands for it, and pages of one text',
    takes: [],
    open: clustered,
  },
  'measure-first': {
    sorted: true,
    about: 'pages, and what asks for their similarity over all grams → their grams to those that ask',
    takes: [],
    open: measureFirst,
  },
  'measure-second': {
    sorted: true,
    about: '… of the other page → the similarity',
    takes: ['similarity'],
    open: (values) => measureSecond({ similarity: readSimilarity(values) }),
  },
  messages: {
    sorted: false,
    about: 'short pages that do not name what their URLs do, by what they say and by their names',
    takes: [],
    open: messages,
  },
  'alike-messages': {
    sorted: true,
    about: '… of which several are of one text',
    takes: [],
    open: alikeMessages,
  },
  'wall-pages': {
    sorted: true,
    about: 'pages and the texts that they have with others, by their URLs',
    takes: [],
    open: wallPages,
  },
  worded: {
    sorted: false,
    about: 'pages whose URLs have words, by host',
    takes: [],
    open: worded,
  },
  'by-url': {
    sorted: true,
    about: 'pages by URL → by text, and whether the URL gave another one at other times',
    takes: [],
    open: byUrl,
  },
  'wall-texts': {
    sorted: true,
    about: 'pages by text → the texts that may be walls',
    takes: [],
    open: wallTexts,
  },
  'wall-hosts': {
    sorted: true,
    about: 'half a round to walls: how the other pages of each host name what their URLs do',
    takes: [],
    open: wallHosts,
  },
  'wall-verdicts': {
    sorted: true,
    about: 'the other half: the texts that are walls by that; until none is new',
    takes: [],
    open: wallVerdicts,
  },
  walled: {
    sorted: true,
    about: 'the pages of walls',
    takes: [],
    open: walled,
  },
  'kept-first': {
    sorted: true,
    about: 'what stands for each page, by what stands for it → by the page, unless it is of a wall',
    takes: [],
    open: keptFirst,
  },
  'kept-second': {
    sorted: true,
    about: '… unless the page is of one: the members of clusters',
    takes: ['similarity'],
    open: (values) => keptSecond({ similarity: readSimilarity(values) }),
  },
  decisions: {
    sorted: true,
    about: 'all that is known of each page → the decision on it',
    takes: similar,
    open: (values) => decisions(readSimilar(values)),
  },
  distinct: {
    sorted: true,
    about: 'pairs that were found at several tokens once: for the algorithms as published',
    takes: [],
    open: distinct,
  },
};

/** Their options as `--help` shows them. */
export const verbOptionHelp: readonly OptionHelp[] = [
  choice('--similarity S', similarities),
  ['--threshold T', `(${defaultThreshold}; with overlap: a count of shared tokens)`],
  ['--heavy FILE', 'of keys and attach, the same file: what heavy has written'],
  ['--blocks N', 'of keys and attach, the same number: how many blocks of sets verify works on (1)'],
  ['--every N', `of sample and heavy: one set in N is sampled (${sampledEvery})`],
  ['--least N', `of heavy: tokens that N sets have come last in prefixes (${defaultLeast})`],
  ['--most-of-key N', `of keys: a token that more sets have is split (${defaultMostOfKey})`],
  choice(
    '--method M',
    keyMethods,
    ': of keys; lsh finds most pairs by fewer postings, jaccard only; simhash those that are nearly equal',
  ),
  ['--recall R', `of keys with lsh: probability to find a pair right at the threshold (${defaultRecall})`],
  choice('--tables N', simHashTables.map(String), `: of keys with simhash (${defaultTables})`),
  choice('--algorithm A', joinAlgorithms, ': of keys and candidates; the others as published, to compare'),
  ['--orderings K', `of keys with mgjoin: global orderings (${defaultOrderings})`],
  [
    '--memory SIZE',
    'of candidates, verify and site: of a key, block or host; the rest waits on disk (256MB)',
  ],
  ['--tag X', 'of select'],
  choice('--cluster C', clusterPolicies, ': of cluster and members'),
  ['--identity M', 'on, off: of judge-second, as in neardup dedup (on)', switchWords],
  ['--names M', 'on, off: of site, whether it says what each page calls itself (off)', switchWords],
  choice('--of O', pairsOf, ': of likeness, what its pairs are similar by'),
];

function readSimilar(values: VerbValues): { similarity: Similarity; threshold: number } {
  const similarity = readSimilarity(values);
  return { similarity, threshold: readThreshold(values, similarity) };
}

function readSimilarity(values: VerbValues): Similarity {
  return option(values, 'similarity', oneOf(similarities), similarities[0]);
}

/** How sets that may be similar come together: with a recall by bands, with an algorithm as that was published, else by their prefixes. */
export function readKeyMethod(values: VerbValues): {
  readonly recall?: number;
  readonly tables?: SimHashTables;
  readonly algorithm?: PublishedAlgorithm;
  readonly orderings?: number;
} {
  const algorithm = option(values, 'algorithm', oneOf(joinAlgorithms), joinAlgorithms[0]);
  if (values.orderings !== undefined && algorithm !== 'mgjoin')
    throw wrongCall('--orderings', '--algorithm mgjoin with it');
  if (algorithm !== 'ours') {
    if ([values.method, values.recall, values.tables].some((each) => each !== undefined))
      throw wrongCall(`--algorithm ${algorithm}`, 'none of --method, --recall and --tables');
    const orderings = wholeNumberBetween(1, mostOrderings);
    return {
      algorithm,
      ...(algorithm === 'mgjoin' && { orderings: option(values, 'orderings', orderings, defaultOrderings) }),
    };
  }
  const method = option(values, 'method', oneOf(keyMethods), keyMethods[0]);
  if (values.recall !== undefined && method !== 'lsh') throw wrongCall('--recall', '--method lsh with it');
  if (values.tables !== undefined && method !== 'simhash')
    throw wrongCall('--tables', '--method simhash with it');
  if (method === 'prefix') return {};
  if (method === 'simhash') {
    const tables = option(values, 'tables', oneOf(simHashTables.map(String)), defaultTables);
    return { tables: Number(tables) as SimHashTables };
  }
  const { similarity, threshold } = readSimilar(values);
  if (similarity !== similarities[0]) throw wrongCall('--method lsh', '--similarity jaccard', similarity);
  const recall = option(values, 'recall', numberBetween(0, 1), defaultRecall);
  // Not every recall can be reached by a sketch: to be told before all the work.
  checked('--recall', () => chooseBands(threshold, recall));
  return { recall };
}

function readPolicy(values: VerbValues): ClusterPolicy {
  return option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]);
}

function readEvery(values: VerbValues): number {
  return option(values, 'every', wholeNumberBetween(1, 2 ** 20), sampledEvery);
}

function readBlocks(values: VerbValues): number {
  return option(values, 'blocks', wholeNumberBetween(1, mostBlocks), 1);
}

function readWorkerMemory(values: VerbValues): number {
  return option(values, 'memory', sizeBytes, defaultWorkerBytes);
}
