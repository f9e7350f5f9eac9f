import {
  clusterPolicies,
  defaultMethod,
  keepPolicies,
  pairScopes,
  similarities,
} from '../../../src/flow/index.ts';
import { oneOf, option, readSiteModel, readThreshold } from '../options.ts';
import { readShaping, shaping } from '../shaping.ts';
import type { readKeyMethod } from './verbs/options.ts';

/** What decides about pages: one process, or stages of bounded memory. */
export const decidingWays = ['process', 'stages'] as const;

/** Options that decide which pages are dropped, as in `neardup dedup`. */
export const deciding = {
  ...shaping,
  similarity: { type: 'string' },
  threshold: { type: 'string' },
  'site-model': { type: 'string' },
  identity: { type: 'string' },
  keep: { type: 'string' },
  cluster: { type: 'string' },
} as const;

/** Options that say how pairs are proposed. */
export const proposing = {
  method: { type: 'string' },
  recall: { type: 'string' },
  tables: { type: 'string' },
} as const;

type KeyMethod = ReturnType<typeof readKeyMethod>;

/** What proposed the pairs, if not an exact join, which alone misses none: its name in `dedup`, and its setting. */
export interface ProposedBy extends Pick<KeyMethod, 'recall' | 'tables'> {
  readonly method?: string;
}

function proposedBy({ recall, tables }: KeyMethod): ProposedBy {
  if (recall !== undefined) return { method: 'minhash-confirmed', recall };
  return tables === undefined ? {} : { method: 'simhash-3-confirmed', tables };
}

/**
 * The values of these options, in the order of `dedup`, so that the evidence for a removal names the same parameters.
 */
export function readDeciding(
  values: { readonly [Name in keyof typeof deciding]?: string | boolean },
  keyMethod: KeyMethod,
) {
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const threshold = typeof values.threshold === 'string' ? { threshold: values.threshold } : {};
  const { gramName, ...shaped } = readShaping(values);
  return {
    /** As given, for example `word:4`. */
    gram: gramName,
    proposedBy: proposedBy(keyMethod),
    options: {
      threshold: readThreshold(threshold, similarity),
      similarity,
      // `dedup` takes sketches for jaccard alone: what has proposed the pairs is in `proposedBy`
      method: defaultMethod,
      ...shaped,
      ...readSiteModel(values),
      keep: option(values, 'keep', oneOf(keepPolicies), keepPolicies[0]),
      cluster: option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]),
      scope: pairScopes[0],
    },
  };
}
