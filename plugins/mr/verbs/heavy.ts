import { halvesOf } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { mixedId } from '../sets/mixing.ts';
import { parseSize, parseTokens, tokenKey } from '../sets/set-text.ts';
import { eachLine, type Verb, type VerbCall } from './verb.ts';

/** One record in so many is in the sample. */
export const sampledEvery = 16;

/** Most tokens that are counted at a time. If there are more, the counts are written, and counting begins again. */
const MOST_COUNTED = 1 << 20;

/**
 * Records → the tokens of a sample of them, with counts. The sample has one in `every` records. Ids decide which, so
 * that it does not depend on the partitions.
 *
 * Memory: about 100 bytes for each of a million tokens.
 */
export function sample({ every }: { readonly every: number }): Verb {
  return async (call) => {
    const counts = new Map<string, number>();
    await eachLine(call, ([, id, tag, size, tokens]) => {
      if (tag !== tags.record || mixedId(Number(id)) % every !== 0) return;
      call.count('sampled');
      const halves = halvesOf(parseTokens(tokens, parseSize(size)));
      for (let i = 0; i < halves.length; i += 2) {
        const key = tokenKey(halves[i], halves[i + 1]);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      if (counts.size > MOST_COUNTED) writeCounts(call, counts);
    });
    writeCounts(call, counts);
  };
}

function writeCounts({ output }: VerbCall, counts: Map<string, number>): void {
  for (const [key, count] of counts) output.line(lineOf(key, tags.sampled, padded(count, digits.count)));
  counts.clear();
}

/**
 * Counts by token → the tokens that at least `least` sets have, as estimated from the sample, and the number of sets.
 *
 * A token counted once is not known to be frequent, so at least two sampled sets must have it.
 */
export function heavy({ every, least }: { readonly every: number; readonly least: number }): Verb {
  return async (call) => {
    let token = '';
    let count = 0;
    const finish = (): void => {
      if (count < 2 || count * every < least) return;
      call.output.line(lineOf(token, tags.heavy, padded(count * every, digits.count)));
      call.count('heavy');
    };
    await eachLine(call, ([, key, tag, counted]) => {
      if (tag !== tags.sampled) return;
      if (key !== token) {
        finish();
        token = key;
        count = 0;
      }
      count += Number(counted);
    });
    finish();
  };
}
