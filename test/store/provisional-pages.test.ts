import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { MemoryLevel } from 'memory-level';
import { describe, expect, test } from 'vitest';
import type { Damage } from '../../src/store/damage.ts';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import { intentKey } from '../../src/store/layout/keys.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import type { Claim, ReturnedPage } from '../../src/store/verdicts.ts';
import { often } from '../repetition.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { collected, PARAMETERS, similarity } from './common.ts';
import { memory, SETTINGS } from './histories.ts';
import { bytesOf } from './key-bytes.ts';

const random = seededRandom(83);
const url = (key: string) => `http://example.org/${key}`;

async function opened(store: BinaryStore = memory(), parameters = PARAMETERS) {
  const index = await SketchIndex.open(store, parameters);
  const returned: ReturnedPage[] = [];
  index.onReturn((page) => void returned.push(page));
  return { store, index, returned, ...claiming(index) };
}

function claiming(index: SketchIndex) {
  const claim = (key: string, grams: BigUint64Array, provisional: { request?: string } = { request: key }) =>
    index.claim({ key, url: url(key), grams }, { provisional });
  const left = async (key: string, grams: BigUint64Array, provisional?: { request?: string }) =>
    (await claim(key, grams, provisional)).commit();
  return { claim, left };
}

/** A store's entries in an index of its own, as a process that dies leaves them. */
async function afterDeath(store: BinaryStore): Promise<BinaryStore> {
  const copy = memory();
  const binary = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
  for (const [key, value] of await store.iterator<Buffer, Buffer>(binary).all()) {
    await copy.put(key, value, binary);
  }
  return copy;
}

describe.each(SETTINGS)('a copy of a page that is reserved, in the setting %o', (parameters) => {
  const text = randomSet(random, 100);

  test('has its verdict at once, and stores it when its original is stored', async () => {
    const { index, returned, claim } = await opened(memory(), parameters);
    const original = await claim('a', text);
    const copy = await claim('b', text.slice(2));
    expect(copy).toMatchObject({ verdict: 'duplicate', provisional: true, of: { key: 'a', url: url('a') } });
    expect(await copy.commit()).toBe(true);
    expect([index.provisional, index.counts.decided, await index.get('b')]).toEqual([1, 0, undefined]);
    // The original's handler has begun.
    expect((await index.stats()).tables.intents.entries).toBe(2);
    await original.commit();
    await index.settled();
    expect([index.provisional, returned]).toEqual([0, []]);
    expect(await index.get('b')).toMatchObject({ verdict: 'duplicate', of: { key: 'a' } });
    expect((await index.stats()).tables.intents.entries).toBe(0);
    expect((await index.verify()).damages).toEqual([]);
    await index.close();
  });

  test('is brought back when its original is given up, the other copies when that one is', async () => {
    const { index, returned, claim, left } = await opened(memory(), parameters);
    const original = await claim('a', text);
    for (const key of ['b', 'c', 'd']) expect(await left(key, text.slice(1))).toBe(true);
    original.release();
    await index.settled();
    expect(returned).toEqual([{ key: 'b', url: url('b'), request: 'b', returns: 1, isLeft: false }]);
    const again = await claim('b', text.slice(1));
    expect(again).toMatchObject({ verdict: 'unique', replayed: false });
    again.release();
    await index.settled();
    expect(returned.map(({ key }) => key)).toEqual(['b', 'c']);
    await (await claim('c', text.slice(1))).commit();
    await index.settled();
    expect(await index.get('d')).toMatchObject({ verdict: 'duplicate', of: { key: 'c' } });
    // What is left of b is for its crawler, which tries it again or gives it up.
    expect((await index.stats()).tables.intents.entries).toBe(1);
    await index.giveUp('b');
    expect((await index.stats()).tables.intents.entries).toBe(0);
    expect([index.provisional, returned.length]).toEqual([0, 2]);
    await index.close();
  });

  test('waits on for an original that is in work although an earlier attempt at it is given up, also in the next process', async () => {
    const { index, returned, claim, left } = await opened(memory(), parameters);
    const original = await claim('a', text);
    await left('b', text.slice(1));
    await index.giveUp('a');
    await index.settled();
    expect([index.provisional, returned]).toEqual([1, []]);
    // of the original, whose handler has begun, and of the copy
    expect((await index.stats()).tables.intents.entries).toBe(2);
    await original.commit();
    await index.settled();
    expect(await index.get('b')).toMatchObject({ verdict: 'duplicate', of: { key: 'a' } });
    await index.close();
  });

  test('that has been handled is decided by its grams when its original is given up', async () => {
    const { index, returned, claim, left } = await opened(memory(), parameters);
    const original = await claim('a', text);
    for (const key of ['b', 'c']) await left(key, text.slice(1), {});
    original.release();
    await index.settled();
    expect(await index.get('b')).toMatchObject({ verdict: 'unique' });
    expect(await index.get('c')).toMatchObject({ verdict: 'duplicate', of: { key: 'b' } });
    expect(returned).toEqual([]);
    expect((await index.verify()).damages).toEqual([]);
    await index.close();
  });

  test('is decided, or brought back, in the process after one that died', async () => {
    const { store, claim, left } = await opened(memory(), parameters);
    const other = randomSet(random, 80);
    for (const [key, set] of [['stored', text] as const, ['lost', other] as const]) await claim(key, set);
    await left('copy of stored', text);
    await left('copy of lost', other);
    await left('second copy of lost', other);
    const { index, returned, claim: claimAgain } = await opened(await afterDeath(store), parameters);
    await (await claimAgain('stored', text)).commit();
    const before = index.provisional;
    await index.resume();
    // The one whose handler ran comes first: it may have been stored by that.
    expect(before).toBe(3);
    expect(returned).toMatchObject([{ request: 'lost', isLeft: true }]);
    expect(await index.get('copy of stored')).toMatchObject({ verdict: 'duplicate', similarity: 1 });
    expect(await claimAgain('another copy', other)).toMatchObject({ provisional: true, of: { key: 'lost' } });
    await index.giveUp('lost');
    await index.settled();
    expect(returned.map(({ request }) => request)).toEqual(['lost', 'copy of lost']);
    await (await claimAgain('copy of lost', other)).commit();
    await index.settled();
    expect(await index.get('second copy of lost')).toMatchObject({ of: { key: 'copy of lost' } });
    expect(index.provisional).toBe(0);
    expect((await index.verify()).damages).toEqual([]);
    await index.close();
  });

  test('goes into an export and comes back from it', async () => {
    const { index, claim, left } = await opened(memory(), parameters);
    await claim('a', text);
    await left('b', text);
    const lines = await collected(index.export());
    await index.close();
    const imported = await SketchIndex.import(memory(), lines);
    expect(imported.provisional).toBe(1);
    expect(await collected(imported.export())).toEqual(lines);
    await imported.close();
  });
});

describe.each(SETTINGS)('an intent that is damaged, in the setting %o', (parameters) => {
  const [text, other] = [randomSet(random, 90), randomSet(random, 70)];

  let whole: Promise<BinaryStore> | undefined;

  /** What a process left that died while two pages were handled and copies of them waited. */
  async function wholeStore(): Promise<BinaryStore> {
    const { store, claim, left } = await opened(memory(), parameters);
    await claim('a', text);
    await claim('other', other);
    for (const key of ['b', 'c', 'd']) await left(key, text);
    return afterDeath(store);
  }

  /** The same, with some intents cut or altered. */
  async function damagedStore(...keys: string[]): Promise<BinaryStore> {
    whole ??= wholeStore();
    const dead = await afterDeath(await whole);
    const binary = { keyEncoding: 'buffer', valueEncoding: 'buffer' } as const;
    for (const [i, key] of keys.entries()) {
      const value = (await dead.get<Buffer, Buffer>(bytesOf(intentKey(key)), binary))!;
      const damaged = i % 2 === 0 ? Buffer.from(value).fill(value[9]! ^ 4, 9, 10) : value.subarray(0, 3);
      await dead.put(bytesOf(intentKey(key)), damaged, binary);
    }
    return dead;
  }

  /** @param keyed whether a page can be fetched again by its key */
  async function reopened(store: BinaryStore, keyed: (key: string) => boolean = () => true) {
    const told: Damage[] = [];
    const index = await SketchIndex.open(store, parameters, { onDamage: (damage) => told.push(damage) });
    const returned: ReturnedPage[] = [];
    const requestOf = (key: string) => (keyed(key) ? { url: url(key), request: `GET ${key}` } : undefined);
    index.onReturn((page) => void returned.push(page), requestOf);
    return { index, told, returned, ...claiming(index) };
  }

  test('is named once, and its page is fetched again by its key', async () => {
    const store = await damagedStore('b', 'a');
    const first = await reopened(store);
    // who only looks at the index is not kept from it, and changes nothing
    expect(first.told).toEqual([]);
    expect((await first.index.verify()).damages.map(({ key }) => key).sort()).toEqual(['a', 'b']);
    await first.index.resume();
    expect(first.told.map(({ table, key, reason }) => [table, key, reason]).sort()).toEqual([
      ['intents', 'a', 'length'],
      ['intents', 'b', 'checksum'],
    ]);
    const shown = first.returned.map(({ key, request, isLeft }) => [key, request, isLeft]).sort();
    expect(shown).toEqual([
      ['a', 'GET a', true],
      ['b', 'GET b', true],
      ['other', 'other', true],
    ]);
    expect((await first.index.verify()).damages).toEqual([]);
    // killed again before any of them came
    const again = await reopened(await afterDeath(store));
    await again.index.resume();
    expect(again.told).toEqual([]);
    expect(again.returned.map(({ key, returns }) => [key, returns]).sort()).toEqual([
      ['a', 2],
      ['b', 2],
      ['other', 2],
    ]);
    await (await again.claim('a', text)).commit();
    await again.left('b', text);
    await again.index.giveUp('other');
    await again.index.settled();
    const decided = await Promise.all(['a', 'b', 'c', 'd'].map((key) => again.index.get(key)));
    expect(decided.map((page) => page?.verdict)).toEqual(['unique', 'duplicate', 'duplicate', 'duplicate']);
    expect((await again.index.stats()).tables.intents.entries).toBe(0);
    await again.index.close();
    await first.index.close();
  });

  test('of a page whose key does not say how to fetch it is named and forgotten', async () => {
    const store = await damagedStore('d');
    const { index, told, returned } = await reopened(store, () => false);
    await index.resume();
    expect(told.map(({ key }) => key)).toEqual(['d']);
    expect(returned.map(({ key }) => key).sort()).toEqual(['a', 'other']);
    expect((await index.verify()).damages).toEqual([]);
    expect((await index.stats()).tables.intents.entries).toBe(4);
    await index.close();
  });

  test('is gone when its page is decided before anybody asks for it', async () => {
    const store = await damagedStore('b', 'a');
    const { index, told, returned, claim } = await reopened(store);
    await (await claim('a', text)).commit();
    await (await claim('b', text)).commit();
    expect((await index.verify()).damages).toEqual([]);
    await index.resume();
    expect([told, returned.map(({ key }) => key)]).toEqual([[], ['other']]);
    expect(await index.get('c')).toMatchObject({ verdict: 'duplicate', of: { key: 'a' } });
    await index.close();
  });

  test('keeps no other page from being decided, whichever are damaged', async () => {
    const keys = ['a', 'b', 'c', 'd', 'other'];
    await fc.assert(
      fc.asyncProperty(fc.subarray(keys), fc.subarray(keys), async (damaged, unkeyed) => {
        const store = await damagedStore(...damaged);
        const { index, told, returned, claim } = await reopened(store, (key) => !unkeyed.includes(key));
        await index.resume();
        expect(told.map(({ key }) => key).sort()).toEqual([...damaged].sort());
        for (let next = returned.shift(); next !== undefined; next = returned.shift()) {
          await (await claim(next.key, next.key === 'other' ? other : text)).commit();
          await index.settled();
        }
        const expected = keys.filter((key) => !unkeyed.includes(key) || !damaged.includes(key));
        for (const key of expected) expect([key, await index.get(key)]).not.toEqual([key, undefined]);
        expect(index.counts.decided).toBe(expected.length);
        expect(index.counts.unique).toBe(new Set(expected.map((key) => key === 'other')).size);
        expect((await index.stats()).tables.intents.entries).toBe(0);
        await index.close();
      }),
      { numRuns: often(100) },
    );
  });
});

test('a page whose handler ran when its process died is expected, by those who need not wait for it', async () => {
  const text = randomSet(random, 60);
  const { store, claim: claimFirst } = await opened();
  await claimFirst('a', text);
  const { index, claim } = await opened(await afterDeath(store));
  expect(await claim('b', text)).toMatchObject({ provisional: true, of: { key: 'a' } });
  expect(await claim('c', text, {})).toMatchObject({ verdict: 'unique' });
  (await claim('c', text, {})).release();
  const again = await claim('a', text);
  expect(again).toMatchObject({ verdict: 'unique', replayed: false });
  await again.commit();
  expect((await index.stats()).tables.intents.entries).toBe(0);
  await index.close();
});

test('while an expected page is searched for, nothing like it goes before it', async () => {
  const text = randomSet(random, 60);
  const { store, claim: claimFirst } = await opened();
  await claimFirst('a', text);
  const { index, claim } = await opened(await afterDeath(store));
  const [own, copy] = await Promise.all([claim('a', text), claim('b', text)]);
  expect([own.verdict, copy.verdict, copy.of?.key]).toEqual(['unique', 'duplicate', 'a']);
  await own.commit();
  expect(await claim('a', text)).toMatchObject({ replayed: true });
  await index.close();
});

test('what is noted of a handler goes when it fails, and when its page is stored', async () => {
  const { index, claim } = await opened();
  const noted = async () => (await index.stats()).tables.intents.entries;
  const failing = await claim('a', randomSet(random, 60));
  const stored = await claim('b', randomSet(random, 60));
  expect([await noted(), index.provisional]).toEqual([2, 0]);
  failing.release();
  await index.settled();
  expect(await noted()).toBe(1);
  await stored.commit();
  expect(await noted()).toBe(0);
  await index.close();
});

test('the commit of a provisional copy stores nothing when its original was given up meanwhile', async () => {
  const { index, claim } = await opened();
  const text = randomSet(random, 50);
  const original = await claim('a', text);
  const copy = await claim('b', text);
  original.release();
  expect([await copy.commit(), index.provisional]).toEqual([false, 0]);
  expect((await claim('b', text)).verdict).toBe('unique');
  await index.close();
});

test('a page that was given up and comes by another request is not brought back under a number that it had before', async () => {
  const { index, returned, claim, left } = await opened();
  const text = randomSet(random, 50);
  const first = await claim('a', text);
  await left('b', text);
  first.release();
  await index.settled();
  (await claim('b', text)).release();
  await index.giveUp('b');
  const second = await claim('c', text);
  await left('b', text);
  second.release();
  await index.settled();
  expect(returned.map(({ key, returns }) => [key, returns])).toEqual([
    ['b', 1],
    ['b', 2],
  ]);
  await index.close();
});

test('a copy that repeats a leader less than it repeated its original is decided by itself', async () => {
  const { index, returned, claim, left } = await opened();
  const text = randomSet(random, 100);
  const original = await claim('a', text);
  await left('b', text.slice(0, 85));
  await left('c', text.slice(15));
  original.release();
  await index.settled();
  await (await claim('b', text.slice(0, 85))).commit();
  await index.settled();
  expect(returned.map(({ key }) => key)).toEqual(['b', 'c']);
  await index.close();
});

test('a whole copy does not repeat one that is cut off and comes in place of their original', async () => {
  const { index, returned, claim, left } = await opened();
  const text = randomSet(random, 100);
  const cutOff = { key: 'b', url: url('b'), grams: text, truncatedFrom: 1000 };
  const claimCutOff = () => index.claim(cutOff, { provisional: { request: 'b' } });
  const original = await claim('a', text);
  await (await claimCutOff()).commit();
  await left('c', text);
  original.release();
  await index.settled();
  await (await claimCutOff()).commit();
  await index.settled();
  expect(returned.map(({ key }) => key)).toEqual(['b', 'c']);
  expect(await claim('c', text)).toMatchObject({ verdict: 'unique' });
  await index.close();
});

test('a copy that is about another thing than a leader is decided by itself', async () => {
  const { index, returned, claim } = await opened();
  const text = randomSet(random, 100);
  const original = await claim('a', text);
  const repeats = ({ key }: { key: string }) => key === 'a';
  for (const key of ['b', 'c']) {
    const copy = { key, url: url(key), grams: text };
    await (await index.claim(copy, { provisional: { request: key }, repeats })).commit();
  }
  original.release();
  await index.settled();
  await (await claim('b', text)).commit();
  await index.settled();
  expect(returned.map(({ key }) => key)).toEqual(['b', 'c']);
  await index.close();
});

test('copies that all fail are brought back so often that it grows with their number', async () => {
  const copies = 30;
  const { index, returned, claim } = await opened();
  const text = randomSet(random, 50);
  const fails = async (key: string) => {
    const claimed = await claim(key, text);
    if (claimed.provisional) await claimed.commit();
    else {
      await setImmediate();
      claimed.release();
    }
    await index.settled();
  };
  await Promise.all(Array.from({ length: copies }, (_, i) => fails(`${i}`)));
  for (let i = 0; i < returned.length && i < 100 * copies; i++) await fails(returned[i].key);
  expect(returned.length).toBeGreaterThanOrEqual(copies - 1);
  expect(returned.length).toBeLessThanOrEqual(3 * copies);
  await index.close();
});

test('a page that was brought back three times waits for the page that it repeats', async () => {
  const { index, returned, claim, left } = await opened();
  const text = randomSet(random, 50);
  for (let round = 0; round < 3; round++) {
    const original = await claim('a', text);
    await left('b', text);
    original.release();
    await index.settled();
  }
  expect(returned.map(({ returns }) => returns)).toEqual([1, 2, 3]);
  const original = await claim('a', text);
  let waited: Claim | undefined;
  const waiting = claim('b', text).then((given) => {
    waited = given;
  });
  for (let turn = 0; turn < 20; turn++) await setImmediate();
  expect(waited).toBeUndefined();
  await original.commit();
  await waiting;
  expect(waited).toMatchObject({ verdict: 'duplicate', of: { key: 'a' } });
  expect(waited?.provisional).toBeUndefined();
  await index.close();
});

/** A store whose answers come after a number of turns of the event loop that is drawn for each. */
function unsteady(seed: number): BinaryStore {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const draw = seededRandom(seed);
  const late = async <T>(answer: Promise<T>): Promise<T> => {
    for (let turns = Math.floor(draw() * 5); turns > 0; turns--) await setImmediate();
    const given = await answer;
    for (let turns = Math.floor(draw() * 3); turns > 0; turns--) await setImmediate();
    return given;
  };
  const { get, getMany, iterator, batch } = store;
  return Object.assign(store, {
    get: (...args: unknown[]) => late(Reflect.apply(get, store, args)),
    getMany: (...args: unknown[]) => late(Reflect.apply(getMany, store, args)),
    iterator: (...args: unknown[]) => {
      const made = Reflect.apply(iterator, store, args);
      const { nextv } = made;
      return Object.assign(made, { nextv: (size: number) => late(nextv.call(made, size)) });
    },
    batch: (...args: unknown[]) => {
      const made = Reflect.apply(batch, store, args);
      if (args.length > 0) return late(made);
      const { write } = made;
      return Object.assign(made, { write: (options: object) => late(write.call(made, options)) });
    },
  }) as unknown as BinaryStore;
}

test('whatever the order of searches, writes and failures, the unique pages are those that brute force finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        seed: fc.integer({ min: 1, max: 2 ** 30 }),
        pages: fc.array(
          fc.record({
            family: fc.integer({ min: 0, max: 4 }),
            cut: fc.integer({ min: 0, max: 4 }),
            begins: fc.integer({ min: 0, max: 40 }),
            takes: fc.integer({ min: 0, max: 6 }),
            failures: fc.integer({ min: 0, max: 2 }),
          }),
          { minLength: 2, maxLength: 24 },
        ),
        removals: fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 2 }),
      }),
      async ({ seed, pages, removals }) => {
        const draw = seededRandom(seed);
        const families = Array.from({ length: 5 }, () => randomSet(draw, 60));
        const { index, claim } = await opened(unsteady(seed));
        const sets = new Map(pages.map(({ family, cut }, i) => [`${i}`, families[family].slice(cut)]));
        const failures = new Map(pages.map(({ failures: left }, i) => [`${i}`, left]));
        const handled: string[] = [];
        const jobs = new Set<Promise<unknown>>();
        const start = (job: () => Promise<unknown>) => {
          const running = job();
          jobs.add(running);
          void running.then(() => jobs.delete(running));
        };
        const turns = async (count: number) => {
          for (let turn = 0; turn < count; turn++) await setImmediate();
        };
        const visit = async (key: string, takes: number): Promise<void> => {
          for (;;) {
            const claimed = await claim(key, sets.get(key)!);
            await turns(takes);
            if (claimed.verdict === 'unique' && !claimed.replayed) {
              const left = failures.get(key)!;
              failures.set(key, left - 1);
              if (left > 0) {
                claimed.release();
                await index.settled();
                continue;
              }
              handled.push(key);
            }
            if (await claimed.commit()) return;
          }
        };
        index.onReturn(({ key }) => start(() => visit(key, 3)));
        pages.forEach(({ begins, takes }, i) => {
          start(async () => {
            await turns(begins);
            await visit(`${i}`, takes);
          });
        });
        // Writes that may come between a search and its verdict, and change no verdict.
        for (const at of removals) {
          start(async () => {
            await turns(at);
            await index.add({ key: `other ${at}`, url: '', grams: families[0].slice(0, 9) });
            await index.remove(`other ${at}`);
          });
        }
        while (jobs.size > 0) {
          await Promise.all(jobs);
          await index.settled();
        }
        const verdicts = await collected(index.verdicts());
        const unique = verdicts.filter(({ verdict }) => verdict === 'unique').map(({ key }) => key);
        expect(index.provisional).toBe(0);
        expect(verdicts.map(({ key }) => key).sort()).toEqual([...sets.keys()].sort());
        expect([...unique].sort()).toEqual([...handled].sort());
        for (const [i, x] of unique.entries()) {
          for (const y of unique.slice(0, i)) {
            expect(similarity(sets.get(x)!, sets.get(y)!)).toBeLessThan(0.8);
          }
        }
        for (const { key, of, similarity: told } of verdicts) {
          if (of === undefined) continue;
          expect(unique).toContain(of.key);
          expect(told).toBe(similarity(sets.get(key)!, sets.get(of.key)!));
        }
        expect((await index.verify()).damages).toEqual([]);
        await index.close();
      },
    ),
    { numRuns: often(500) },
  );
});
