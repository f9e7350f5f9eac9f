import type { ReportedDeduplication, ReportedPage } from '../../plugins/report/index.ts';
import type { Evaluation, EvaluationRow } from '../../src/evaluate/index.ts';

const kinds = [
  { method: 'qp', variant: 'qp', confirmed: true, recall: 1, precision: 1, total: 400 },
  { method: 'sp', variant: 'sp-32', confirmed: false, recall: 0.1, precision: 0.9, total: 90 },
  {
    method: 'minhash',
    variant: 'minhash-unconfirmed',
    confirmed: false,
    recall: 0.99,
    precision: 0.7,
    total: 50,
  },
  {
    method: 'minhash',
    variant: 'minhash-confirmed',
    confirmed: true,
    recall: 0.99,
    precision: 1,
    total: 120,
  },
  { method: 'minhash', variant: 'minhash-slow', confirmed: true, recall: 0.95, precision: 1, total: 500 },
];

/** An evaluation as `evaluate` would return it, at two thresholds. */
export function fabricatedEvaluation(): Evaluation {
  const rows = [0.9, 0.8].flatMap((threshold) =>
    kinds.map(({ method, variant, confirmed, recall, precision, total }): EvaluationRow => {
      const truePairs = 1000;
      const correct = Math.round(recall * truePairs);
      return {
        threshold,
        method,
        variant,
        parameters: `set to <b>${variant}</b>`,
        confirmed,
        pairs: Math.round(correct / precision),
        correct,
        truePairs,
        precision,
        recall,
        recallInterval: [Math.max(0, recall - 0.01), Math.min(1, recall + 0.01)],
        predictedRecall: recall,
        f1: (2 * precision * recall) / (precision + recall),
        candidates: 5000,
        milliseconds: { sketch: total / 2, join: total / 2, total },
        bytesPerPage: 128,
      };
    }),
  );
  return {
    dataset: { pages: 500, emptyPages: 2, grams: 90_000, universe: 40_000, gram: 'word:4', multiset: false },
    truth: 'qp',
    rows,
    similarities: [0.5, 0.6, 0.7, 0.8, 0.9].map((from, i) => ({ from, to: from + 0.1, pairs: 100 * i })),
    similarityPages: 500,
    curves: [
      {
        method: 'minhash-unconfirmed',
        threshold: 0.8,
        points: [0.5, 0.7, 0.9].map((similarity) => ({
          similarity,
          promised: similarity ** 2,
          measured: similarity ** 2,
          pairs: 10,
        })),
      },
    ],
  };
}

/** A deduplication with clusters of these pages, the first of each kept; every pair in a cluster is 0.9 similar. */
export function fabricatedDeduplication(
  clusters: readonly (readonly ReportedPage[])[],
): ReportedDeduplication {
  const pairs = clusters.flatMap((pages) =>
    pages.flatMap((a, i) =>
      pages.slice(i + 1).map((b) => ({ a: a.id, b: b.id, similarity: 0.9, overlap: 90 })),
    ),
  );
  const sizes = new Map<number, number>();
  for (const { length } of clusters) sizes.set(length, (sizes.get(length) ?? 0) + 1);
  const pages = clusters.reduce((sum, { length }) => sum + length, 0);
  return {
    summary: {
      pages,
      kept: clusters.length,
      dropped: pages - clusters.length,
      unclassifiable: 0,
      damaged: 0,
      pairs: pairs.length,
      clusters: clusters.length,
      candidates: pairs.length,
      method: 'qp',
      threshold: 0.8,
      similarity: 'jaccard',
      gram: 'word:4',
      alike: 0,
      codes: { similar: pages - clusters.length, representative: clusters.length },
    },
    clusters: clusters.map(([representative, ...members]) => ({
      representative: representative!,
      members: members.map((page, i) => ({ page, similarity: i === 0 ? 0.9 : 0.95 })),
    })),
    pairs,
    pairsComplete: true,
    similarities: [{ from: 0.8, to: 1, pairs: pairs.length }],
    clusterSizes: sizes,
    unclassifiable: new Map([['no text', 3]]),
    notes: ['A note on what was left out.'],
  };
}

/** A page with a text of its own words. */
export function page(id: string, url: string, text?: string, title = ''): ReportedPage {
  return {
    id,
    url,
    grams: 100,
    ...(text === undefined ? {} : { text: { title, text, length: text.length } }),
  };
}
