import { Collection } from '../methods/collection.ts';
import type { Method, MethodOptions } from '../methods/method.ts';
import type { EvaluationRow } from './evaluation.ts';

/** Most runs of a row, including the first. */
const MOST_RUNS = 5;
/** No further round begins after this time: longer runs vary less. */
const ENOUGH_MS = 20_000;

/**
 * Rows of one threshold, with the times of further runs for the `contenders`, on which a recommendation may rest. Their
 * runs alternate. Each run makes its sketches again.
 */
export async function timedAgain(
  rows: readonly EvaluationRow[],
  contenders: ReadonlySet<EvaluationRow>,
  methods: readonly Method[],
  { sets, counts, profiles }: Collection,
  options: MethodOptions,
): Promise<EvaluationRow[]> {
  const runs = new Map([...contenders].map((row) => [row, [row.milliseconds]]));
  const startedAt = performance.now();
  for (let run = 1; run < MOST_RUNS && performance.now() - startedAt < ENOUGH_MS; run++) {
    for (const [row, all] of runs) {
      const method = methods.find(({ variant }) => variant === row.variant)!;
      const collection = new Collection(sets, { ...(counts && { counts }), ...(profiles && { profiles }) });
      all.push((await method.find(collection, options)).milliseconds);
    }
  }
  return rows.map((row) => {
    const all = runs.get(row)?.sort((a, b) => a.total - b.total);
    if (all === undefined) return row;
    return { ...row, milliseconds: all[all.length >>> 1], totals: all.map(({ total }) => total) };
  });
}
