import { setImmediate, setTimeout } from 'node:timers/promises';
import fc from 'fast-check';
import { MemoryLevel } from 'memory-level';
import { expect, test, vi } from 'vitest';
import { jaccardOfSets, overlapOfSorted } from '../../../src/grams/jaccard.ts';
import { MetRepresentatives, SetDifferences } from '../../../src/store/memory/set-differences.ts';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { randomSet, seededRandom } from '../../sketch/sets.ts';

/** A set of which some grams, at least one, are replaced by others. */
function edited(random: () => number, set: BigUint64Array, replaced: number): BigUint64Array {
  const grams = new Set(set);
  for (let i = 0; i <= replaced; i++) grams.delete(set[Math.floor(random() * set.length)]);
  for (const gram of randomSet(random, 1 + Math.floor(random() * replaced))) grams.add(gram);
  return BigUint64Array.from(grams).sort();
}

function crowd(random: () => number, members: number, size: number, replaced: number): BigUint64Array[] {
  const middle = randomSet(random, size);
  return [middle, ...Array.from({ length: members - 1 }, () => edited(random, middle, replaced))];
}

/** As a search does: those at hand, then those that are read, which are held from then on. */
function asked(
  differences: SetDifferences,
  set: BigUint64Array,
  threshold: number,
  stored: BigUint64Array[],
) {
  const met = new MetRepresentatives(set);
  const all = stored.map((_, page) => page).filter((page) => stored[page].length > 0);
  const { found, rest } = differences.similarTo(met, threshold, all);
  for (const page of rest) differences.hold(page, stored[page], met);
  return { found, rest };
}

/** What a search for a set is to find by brute force among all that is stored but the `rest`. */
function similarByForce(
  stored: readonly BigUint64Array[],
  rest: readonly number[],
  set: BigUint64Array,
  threshold: number,
) {
  return stored.flatMap((grams, page) => {
    const similarity = jaccardOfSets(grams, set);
    if (rest.includes(page) || !(similarity >= threshold && similarity > 0)) return [];
    return [{ page, size: grams.length, overlap: overlapOfSorted(grams, set), similarity }];
  });
}

test('what is held names the pages that brute force names, with the overlap that it counts, in crowds of any size and in any room', () => {
  let named = 0;
  let passedOver = 0;
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(),
        crowds: fc.integer({ min: 1, max: 4 }),
        size: fc.integer({ min: 1, max: 120 }),
        replaced: fc.integer({ min: 1, max: 40 }),
        room: fc.integer({ min: 12, max: 18 }),
        threshold: fc.constantFrom(0.3, 0.5, 0.8, 0.95, 1),
      }),
      ({ seed, crowds, size, replaced, room, threshold }) => {
        const random = seededRandom(seed);
        const stored = Array.from({ length: crowds }, () => crowd(random, 12, size, replaced)).flat();
        const differences = new SetDifferences(2 ** room);
        for (let query = 0; query < 12; query++) {
          const set = edited(random, stored[Math.floor(random() * stored.length)], replaced);
          const { found, rest } = asked(differences, set, threshold, stored);
          expect(found).toEqual(similarByForce(stored, rest, set, threshold));
          named += found.length;
          passedOver += stored.length - rest.length - found.length;
          if (query % 4 === 3) differences.forget(Math.floor(random() * stored.length));
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(named).toBeGreaterThan(500);
  expect(passedOver).toBeGreaterThan(500);
});

test('a set of one gram is held, one of none is not', () => {
  const [one, none] = [BigUint64Array.of(7n), new BigUint64Array(0)];
  for (const hold of ['hold', 'holdNear'] as const) {
    const differences = new SetDifferences(2 ** 16);
    for (const [page, grams] of [one, none].entries()) {
      if (hold === 'hold') differences.hold(page, grams, new MetRepresentatives(grams));
      else expect(differences.holdNear(page, grams, [])).toBe(true);
    }
    expect(differences.similarTo(new MetRepresentatives(one), 0.8, [0, 1])).toEqual({
      found: [{ page: 0, size: 1, overlap: 1, similarity: 1 }],
      rest: [1],
    });
  }
});

test('what is held before any query is as exact in any room, and ends where that is full: nothing is pushed out', () => {
  let named = 0;
  let members = 0;
  let full = 0;
  fc.assert(
    fc.property(
      fc.record({
        seed: fc.nat(),
        size: fc.integer({ min: 1, max: 120 }),
        replaced: fc.integer({ min: 1, max: 40 }),
        room: fc.integer({ min: 13, max: 18 }),
        threshold: fc.constantFrom(0.3, 0.5, 0.8, 1),
      }),
      ({ seed, size, replaced, room, threshold }) => {
        const random = seededRandom(seed);
        const stored = Array.from({ length: 3 }, () => crowd(random, 12, size, replaced)).flat();
        const differences = new SetDifferences(2 ** room);
        const held: number[] = [];
        for (const [page, grams] of stored.entries()) {
          if (grams.length === 0) continue;
          const near = Array.from({ length: 3 }, () => Math.floor(random() * page));
          if (differences.holdNear(page, grams, near)) held.push(page);
          else full++;
        }
        for (let query = 0; query < 4; query++) {
          const set = edited(random, stored[Math.floor(random() * stored.length)], replaced);
          const all = stored.map((_, page) => page);
          const { found, rest } = differences.similarTo(new MetRepresentatives(set), threshold, all);
          // a set that alone takes an eighth of the room is none of those that are held
          if (8 * (1024 + 8 * 2 * size) < 2 ** room)
            expect(rest.filter((page) => held.includes(page))).toEqual([]);
          expect(found).toEqual(similarByForce(stored, rest, set, threshold));
          named += found.length;
          members += all.length - rest.length;
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(named).toBeGreaterThan(500);
  expect(members).toBeGreaterThan(500);
  expect(full).toBeGreaterThan(500);
});

test('those that were not met for longest make room for others, with all their crowd, and a page that is gone is forgotten', () => {
  const random = seededRandom(5);
  const crowds = Array.from({ length: 12 }, () => crowd(random, 10, 100, 2));
  // room for eight representatives with nine members each
  const differences = new SetDifferences(8 * (1024 + 800 + 10 * 170));
  const ask = (number: number): number[] => {
    const stored = crowds.flatMap((sets, i) => (i === number ? sets : sets.map(() => new BigUint64Array(0))));
    return asked(differences, crowds[number][0], 0.8, stored).rest;
  };
  for (let number = 0; number < 8; number++) ask(number);
  expect(ask(0)).toEqual([]);
  for (let number = 8; number < 12; number++) ask(number);
  expect(ask(0)).toEqual([]);
  expect(ask(11)).toEqual([]);
  expect(ask(1)).toHaveLength(10);
  differences.forget(3);
  expect(ask(0)).toEqual([3]);
});

test('a crowd that a query has read is not read again, and both answers are those of brute force', async () => {
  const random = seededRandom(9);
  const sets = [...crowd(random, 300, 200, 4), ...crowd(random, 40, 60, 20)];
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(store, { gram: 'any', threshold: 0.8, recall: 0.999 });
  await index.addAll(sets.map((grams, i) => ({ key: `${i}`, url: '', grams })));
  for (let i = 0; i < 16; i++) await index.query(randomSet(random, 20));
  await expect.poll(() => readsOf(store, () => index.query(sets[0]))).toBe(0);
  for (const set of [sets[0], sets[7], edited(random, sets[3], 3), sets[300], edited(random, sets[310], 3)]) {
    const expected = sets
      .map((grams, i) => ({ key: `${i}`, similarity: jaccardOfSets(grams, set) }))
      .filter(({ similarity }) => similarity >= 0.8)
      .sort((a, b) => b.similarity - a.similarity || Number(a.key) - Number(b.key));
    for (const limit of [Number.POSITIVE_INFINITY, 5]) {
      await index.query(set, { limit });
      let matches: readonly { readonly key: string; readonly similarity: number }[] = [];
      const reads = await readsOf(store, async () => ({ matches } = await index.query(set)));
      expect(reads).toBe(0);
      expect(matches.map(({ key, similarity }) => ({ key, similarity }))).toEqual(expected);
    }
  }
  await index.close();
});

test('after some hundreds of queries crowds are read in the background: the first query that meets one reads nothing', async () => {
  const random = seededRandom(10);
  const sets = [...crowd(random, 100, 200, 4), ...crowd(random, 100, 300, 6)];
  sets.push(sets[20], sets[150]);
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(store, { gram: 'any', threshold: 0.8, recall: 0.999 });
  await index.addAll(sets.map((grams, i) => ({ key: `${i}`, url: `http://a/${i}`, grams })));
  for (let i = 0; i < 256; i++) await index.query(randomSet(random, 20));
  // no query of a page that is stored, which would itself have its crowd held
  const readInTheBackground = async () => {
    await index.query(randomSet(random, 20));
    for (let turn = 0; turn < 20; turn++) await setImmediate();
  };
  await expect.poll(() => readsOf(store, readInTheBackground)).toBe(0);
  await index.remove('7');
  let named = 0;
  for (const set of [edited(random, sets[100], 5), edited(random, sets[0], 3), sets[7], sets[20]]) {
    const expected = sets
      .map((grams, i) => ({ key: `${i}`, url: `http://a/${i}`, similarity: jaccardOfSets(grams, set) }))
      .filter(({ key, similarity }) => similarity >= 0.8 && key !== '7')
      .sort((a, b) => b.similarity - a.similarity || Number(a.key) - Number(b.key));
    let matches: readonly { readonly key: string; readonly url: string; readonly similarity: number }[] = [];
    const reads = await readsOf(store, async () => ({ matches } = await index.query(set)));
    expect(reads).toBe(0);
    expect(matches.map(({ key, url, similarity }) => ({ key, url, similarity }))).toEqual(expected);
    named += matches.length;
  }
  expect(named).toBeGreaterThan(300);
  await index.close();
});

test('an index that outgrows its memory lets go of its crowds, and reads no more of them: answers come from disk, and are those of brute force', async () => {
  const random = seededRandom(12);
  const sets = crowd(random, 2000, 60, 3);
  const pages = sets.map((grams, i) => ({ key: `${i}`, url: '', grams }));
  const more = Array.from({ length: 50 }, (_, i) => ({
    key: `more ${i}`,
    url: '',
    grams: randomSet(random, 20),
  }));
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(
    store,
    { gram: 'any', threshold: 0.8, recall: 0.9999 },
    { pagesInMemory: 2040 },
  );
  await index.addAll(pages);
  for (let i = 0; i < 255; i++) await index.query(randomSet(random, 20));
  const like = edited(random, sets[0], 1);
  const expected = pages.filter(({ grams }) => jaccardOfSets(grams, like) >= 0.8).map(({ key }) => key);
  const answered = async (): Promise<string[]> =>
    (await index.query(like)).matches.map(({ key }) => key).sort((a, b) => Number(a) - Number(b));
  const reads = await readsOf(store, async () => {
    // the query that has crowds read, and what ends that
    await index.query(randomSet(random, 20));
    await index.addAll(more);
    await setTimeout(200);
  });
  expect(reads).toBeLessThan(sets.length / 2);
  for (let i = 0; i < 2; i++) {
    const ofOneQuery = await readsOf(store, async () => expect(await answered()).toEqual(expected));
    expect(ofOneQuery).toBeGreaterThanOrEqual(expected.length);
  }
  expect(expected.length).toBeGreaterThan(500);
  await index.close();
});

test('claims that meet a crowd of which none stands for another do not read it each time, however little of it fits in memory, and are decided as by brute force', async () => {
  const random = seededRandom(14);
  // more than an index keeps of the pages met last
  const sets = crowd(random, 1300, 2000, 20);
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const parameters = { gram: 'any', threshold: 0.8, recall: 0.999 };
  const filled = await SketchIndex.open(store, parameters);
  await filled.addAll(sets.map((grams, i) => ({ key: `${i}`, url: '', grams })));
  await filled.close();
  const index = await SketchIndex.open(store, parameters);
  const reads = await readsOf(store, async () => {
    for (const [i, number] of [3, 700, 1100, 20, 5].entries()) {
      const grams = edited(random, sets[number], 5);
      const bySimilarity = sets
        .map((set, page) => ({ key: `${page}`, similarity: jaccardOfSets(set, grams) }))
        .sort((a, b) => b.similarity - a.similarity || Number(a.key) - Number(b.key));
      const asked: string[] = [];
      const repeats = ({ key }: { readonly key: string }): boolean => asked.push(key) === 9;
      const { of } = await index.claim({ key: `new ${i}`, url: '', grams }, { repeats });
      expect(asked).toEqual(bySimilarity.slice(0, 9).map(({ key }) => key));
      expect(of?.key).toBe(bySimilarity[8].key);
    }
  });
  // once by the first claim, which disk answers while the index is read, and once for all others: a sketch and a set of each
  expect(reads).toBeLessThan(3 * sets.length);
  await index.close();
});

/** Values that are read of a store meanwhile. */
async function readsOf(store: MemoryLevel<Buffer, Buffer>, work: () => Promise<unknown>): Promise<number> {
  const reading = vi.spyOn(store, 'getMany');
  await work();
  const reads = reading.mock.calls.reduce((sum, [keys]) => sum + keys.length, 0);
  reading.mockRestore();
  return reads;
}
