import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankSets, type TokenSets } from '../../../src/grams/token-sets.ts';
import type { ValueSets } from '../../../src/grams/value-sets.ts';
import { arenaOf } from '../../../src/join/engine/arena.ts';
import { evenParts } from '../../../src/join/ranking/loop-threads.ts';
import { rankInThreads, rankShared } from '../../../src/join/ranking/ranking.ts';
import { recordSets, valueSets } from '../../grams/value-records.ts';
import { often } from '../../repetition.ts';

/** A third of a million values in 3,000 records, most of them small numbers, the others from the whole range: they fill one bucket. */
function crowdedSets(): ValueSets {
  let state = 7;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state;
  };
  const record = (): bigint[] =>
    Array.from({ length: 1 + (random() % 220) }, () =>
      random() % 8 > 0 ? BigInt(random() % 30_000) : BigInt(random()) << 32n,
    );
  return valueSets(Array.from({ length: 3000 }, record));
}

/** The same of whole numbers, one in a hundred larger than the others. */
function numberedSets(): ValueSets {
  let state = 11;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 4;
  };
  const record = (): bigint[] =>
    Array.from({ length: 1 + (random() % 220) }, () =>
      BigInt(random() % (random() % 100 > 0 ? 90_000 : 2 ** 27)),
    );
  return valueSets(Array.from({ length: 3000 }, record));
}

function plain({ size, offsets, tokens, records, universe, singletons }: TokenSets) {
  return { size, offsets, tokens: [...tokens], records, universe, singletons };
}

describe('rankInThreads', () => {
  test('ranks as rankSets does, whatever the number of threads and whichever records are asked for', async () => {
    const chosen = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        recordSets,
        chosen,
        fc.integer({ min: 1, max: 3 }),
        async (records, isChosen, threads) => {
          const sets = valueSets(records);
          const numbers = Uint32Array.from(records.keys()).filter((record) => isChosen[record]);
          expect(plain(await rankShared(sets, threads))).toEqual(plain(rankSets(sets)));
          const some = await rankShared(sets, threads, numbers);
          expect(plain(some)).toEqual(plain(rankSets(sets, undefined, numbers)));
        },
      ),
      { numRuns: often(300) },
    );
  });

  test('ranks values that were chosen to fill one partition and one bucket of it', async () => {
    const sets = crowdedSets();
    // As bytes: what differs in a third of a million tokens takes minutes to be told.
    const expected = Buffer.from(rankSets(sets).tokens.buffer);
    for (const threads of [1, 2, 3]) {
      const { tokens } = await rankShared(sets, threads);
      expect(Buffer.from(tokens.slice().buffer).equals(expected)).toBe(true);
    }
  });

  test('ranks whole numbers, which it counts at their places, and larger ones among them', async () => {
    const sets = numberedSets();
    const expected = rankSets(sets);
    for (const threads of [1, 2]) {
      const { tokens, universe, singletons } = await rankShared(sets, threads);
      expect([universe, singletons]).toEqual([expected.universe, expected.singletons]);
      expect(Buffer.from(tokens.slice().buffer).equals(Buffer.from(expected.tokens.buffer))).toBe(true);
    }
  });

  test('ranks into the memory that the join works in', async () => {
    const few = await rankInThreads(valueSets([[1n, 2n]]), 2);
    const shared = await rankShared(crowdedSets(), 1);
    expect(arenaOf(few.tokens)).toBeDefined();
    expect(arenaOf(shared.tokens)?.top).toBeLessThan(4 * shared.tokens.length + 4096);
  });

  test('refuses values that are not ascending and distinct, and names the record', async () => {
    const sets = { offsets: Uint32Array.of(0, 1, 3), values: BigUint64Array.of(1n, 5n, 5n) };
    await expect(rankShared(sets, 2)).rejects.toThrow(/record 1: expected ascending and distinct values/);
  });
});

describe('evenParts', () => {
  test('cuts all numbers into parts of about the same weight, empty ones where there are too few', () => {
    expect(evenParts(Uint32Array.of(0, 10, 11, 12, 20), 4, 2)).toEqual([
      { from: 0, to: 1 },
      { from: 1, to: 4 },
    ]);
    expect(evenParts(Uint32Array.of(0, 5), 1, 3).map(({ from, to }) => to - from)).toContain(1);
    expect(evenParts(Uint32Array.of(0), 0, 2)).toEqual([
      { from: 0, to: 0 },
      { from: 0, to: 0 },
    ]);
  });
});
