import type { Emit, JoinInput } from './join.ts';
import { buildPostings } from './postings.ts';
import { joinSides, SizeWindow } from './sides.ts';
import { boundsOf, type Similarity } from './similarity.ts';
import { countInput, joinStatistics } from './statistics.ts';
import { verifier } from './verify.ts';

/**
 * AllPairs: size and prefix filter only (Bayardo, Ma & Srikant, WWW 2007; "qa" in the WWW 2008 paper). Every
 * record that shares a prefix token with x is verified. See `Join`.
 */
export function allPairs(
  input: JoinInput,
  similarity: Similarity,
  threshold: number,
  emit: Emit,
  statistics = joinStatistics(),
): void {
  const startedAt = performance.now();
  const sides = joinSides(input, boundsOf(similarity, threshold));
  const { probe, index, probePrefixes } = sides;
  const { heads, ends, records } = buildPostings(index, sides.indexPrefixes);
  const window = new SizeWindow(sides);
  const indexedAt = performance.now();

  // A[y]: prefix tokens shared so far; y of candidates[0 .. count] are those where it is not 0.
  const A = new Int32Array(index.size);
  const candidates = new Uint32Array(index.size);
  const verify = verifier(sides, A, window.neededOverlaps, emit, statistics);
  let entries = 0;
  let afterPrefix = 0;

  for (let x = 0; x < probe.size; x++) {
    window.moveTo(x);
    const { begin, end } = window;
    const prefixBegin = probe.offsets[x];
    const prefixEnd = prefixBegin + (begin < end ? probePrefixes[x] : 0);
    let count = 0;
    for (let k = prefixBegin; k < prefixEnd; k++) {
      const w = probe.tokens[k];
      const listEnd = ends[w];
      let entry = heads[w];
      while (entry < listEnd && records[entry] < begin) entry++;
      heads[w] = entry;
      const first = entry;
      for (; entry < listEnd; entry++) {
        const y = records[entry];
        if (y >= end) break;
        if (A[y] === 0) candidates[count++] = y;
        A[y]++;
      }
      entries += entry - first;
    }
    afterPrefix += count;
    verify(x, candidates, count);
  }

  countInput(statistics, input);
  statistics.entries = entries;
  statistics.afterPrefix = afterPrefix;
  statistics.afterPositional = afterPrefix;
  statistics.afterSuffix = afterPrefix;
  statistics.afterOrderings = afterPrefix;
  statistics.candidates = afterPrefix;
  statistics.milliseconds = { index: indexedAt - startedAt, join: performance.now() - indexedAt };
}
