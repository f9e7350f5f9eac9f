import { extractModes, fileFormats } from '../../../src/flow/index.ts';
import { parseGramSpec } from '../../../src/index.ts';
import { count, kind, listOf, number, objectOf, oneOf, optional, text, truth } from '../members.ts';
import type { ResultFile } from '../read-result.ts';

const gram = kind('a name of grams, such as word:4', (value) => {
  try {
    return parseGramSpec(value as string) !== undefined;
  } catch {
    return false;
  }
});

/** How to read `summary.json`, of a run or of a crawl. Members that only people read are not looked at. */
export const summaryFile: ResultFile = {
  format: fileFormats.summary,
  what: 'the summary of neardup dedup --out',
  check: objectOf({
    ...{ pages: count, kept: count, dropped: count, unclassifiable: count, damaged: count },
    ...{ candidates: count, pairs: count, clusters: count },
    // an earlier version did not write these
    ...{ alike: optional(count), codes: optional(objectOf({})), comparedOnce: optional(count) },
    against: optional(objectOf({ inputs: listOf(text) })),
    removals: optional(objectOf({ run: text, count })),
    written: optional(objectOf({ file: text })),
    ...{ method: text, threshold: number, gram, similarity: text },
    ...{ inputs: listOf(text), field: optional(text), extract: oneOf(...extractModes) },
    ...{ multiset: truth, siteModel: truth, identity: truth, version: text },
  }),
};

/** Of a line of `decisions.jsonl`, of a run or of a crawl. */
export const decisionCheck = objectOf({
  format: optional(oneOf(fileFormats.decision)),
  ...{ id: text, url: text, decision: text, reason: text },
  // an earlier version wrote no code
  code: optional(text),
  ...{ representative: optional(text), known: optional(truth), identity: optional(text) },
  ...{ similarity: optional(number), rawSimilarity: optional(number) },
  ...{ grams: optional(count), contentGrams: optional(count) },
});

/** Of a line of `clusters.jsonl`. */
export const clusterCheck = objectOf({
  format: optional(oneOf(fileFormats.cluster)),
  ...{ representative: text, known: optional(truth) },
  members: listOf(objectOf({ id: text, url: text, similarity: number, linked: optional(truth) })),
});

/** Of a line of `pairs.jsonl` or `alike.jsonl`. */
export const pairCheck = objectOf({
  format: optional(oneOf(fileFormats.pair, fileFormats.alike)),
  ...{ a: text, b: text, known: optional(truth), similarity: number, overlap: number },
  ...{ rawSimilarity: optional(number), estimated: optional(truth) },
});
