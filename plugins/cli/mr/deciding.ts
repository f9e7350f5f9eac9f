import {
  clusterPolicies,
  defaultMethod,
  keepPolicies,
  pairScopes,
  similarities,
} from '../../../src/flow/index.ts';
import { oneOf, option, readSiteModel, readThreshold } from '../options.ts';
import { readShaping, shaping } from '../shaping.ts';

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

/**
 * The values of these options, in the order of `dedup`, so that the evidence for a removal names the same parameters.
 */
export function readDeciding(values: { readonly [Name in keyof typeof deciding]?: string | boolean }) {
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const threshold = typeof values.threshold === 'string' ? { threshold: values.threshold } : {};
  const { gramName, ...shaped } = readShaping(values);
  return {
    /** As given, for example `word:4`. */
    gram: gramName,
    options: {
      threshold: readThreshold(threshold, similarity),
      similarity,
      // pairs are found by exact joins, as with the default method of `dedup`
      method: defaultMethod,
      ...shaped,
      ...readSiteModel(values),
      keep: option(values, 'keep', oneOf(keepPolicies), keepPolicies[0]),
      cluster: option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]),
      scope: pairScopes[0],
    },
  };
}
