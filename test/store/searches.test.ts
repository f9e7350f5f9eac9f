import { setImmediate } from 'node:timers/promises';
import { MemoryLevel } from 'memory-level';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import type { Claim } from '../../src/store/verdicts.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { PARAMETERS } from './common.ts';

const random = seededRandom(31);
const page = (key: string, grams: BigUint64Array) => ({ key, url: `http://a.example/${key}`, grams });

/** Holds the answers of one of a store's methods back until they are let go. */
interface Gate {
  /** Resolves when an answer is held back. */
  readonly reached: Promise<void>;
  open(): void;
}

let store: MemoryLevel<Buffer, Buffer>;
let index: SketchIndex;

beforeEach(async () => {
  store = new MemoryLevel({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  // What is searched for in memory is found before anything can come between.
  index = await SketchIndex.open(store as BinaryStore, PARAMETERS, { pagesInMemory: 0 });
});
afterEach(() => index.close());

/** The answers of the next iterator, or the next batch, are held back: those of all later ones are not. */
function holdNext(method: 'iterator' | 'write'): Gate {
  let [reach, open] = [() => {}, () => {}];
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  // What is read is read before, what is written is written after.
  const held = async (answer: () => Promise<unknown>): Promise<unknown> => {
    if (method === 'write') {
      reach();
      await opened;
      return answer();
    }
    const given = await answer();
    reach();
    await opened;
    return given;
  };
  const name = method === 'write' ? 'batch' : method;
  const original = store[name] as (...args: unknown[]) => unknown;
  const hold = (...args: unknown[]) => {
    Object.assign(store, { [name]: original });
    const made = Reflect.apply(original, store, args);
    const part = method === 'write' ? 'write' : 'nextv';
    const answer = (made as Record<string, (...args: unknown[]) => Promise<unknown>>)[part];
    return Object.assign(made as object, {
      [part]: (...inner: unknown[]) => held(() => Reflect.apply(answer, made, inner)),
    });
  };
  Object.assign(store, { [name]: hold });
  return { reached, open: () => open() };
}

/** Begins a claim whose search is held back at its first range scan. */
async function searching(key: string, grams: BigUint64Array) {
  const claim = index.claim(page(key, grams), { provisional: { request: key } });
  // The look-up of its fingerprint is one `all()`; the first tree is held.
  const gate = holdNext('iterator');
  Object.assign(store, { iterator: skipping(store.iterator) });
  await gate.reached;
  return { claim, gate };
}

/** The look-up of the fingerprint goes by `all()` and is not held back. */
function skipping(hold: unknown): unknown {
  const original = MemoryLevel.prototype.iterator;
  return (...args: unknown[]) => {
    const { limit } = args[0] as { limit?: number };
    return Reflect.apply((limit === 1 ? original : hold) as typeof original, store, args);
  };
}

describe('a page is held against what came while it was searched for', () => {
  const text = randomSet(random, 100);

  test('pages that were claimed and stored', async () => {
    const { claim, gate } = await searching('b', text.slice(1));
    await (await index.claim(page('a', text))).commit();
    gate.open();
    expect(await claim).toMatchObject({ verdict: 'duplicate', of: { key: 'a' }, overlap: 99 });
  });

  test('pages that were added', async () => {
    const { claim, gate } = await searching('b', text.slice(1));
    await index.add(page('a', text));
    gate.open();
    expect(await claim).toMatchObject({ verdict: 'duplicate', of: { key: 'a' }, overlap: 99 });
  });

  test('pages that were removed, half of which it has read', async () => {
    await index.add(page('a', text));
    const { claim, gate } = await searching('b', text.slice(1));
    await index.remove('a');
    gate.open();
    expect(await claim).toMatchObject({ verdict: 'unique' });
  });

  test('a page that replaced another of its key', async () => {
    await index.add(page('a', text));
    const { claim, gate } = await searching('b', text.slice(1));
    await (await index.claim(page('a', randomSet(random, 50)))).commit();
    gate.open();
    expect(await claim).toMatchObject({ verdict: 'unique' });
  });
});

describe('a claim of a key', () => {
  const text = randomSet(random, 100);

  test('whose earlier claim is being stored repeats its verdict', async () => {
    await (await index.claim(page('a', text))).commit();
    const first = await index.claim(page('b', text.slice(1)));
    const gate = holdNext('write');
    const stored = first.commit();
    await gate.reached;
    let again: Claim | undefined;
    const claimed = index.claim(page('b', text.slice(1)), { provisional: { request: 'b' } }).then((given) => {
      again = given;
    });
    for (let turn = 0; turn < 20; turn++) await setImmediate();
    gate.open();
    expect(await stored).toBe(true);
    await claimed;
    expect(again).toMatchObject({ verdict: 'duplicate', replayed: true });
  });

  test('whose earlier claim was stored while it searched repeats its verdict', async () => {
    await (await index.claim(page('a', text))).commit();
    const first = await index.claim(page('b', text.slice(1)));
    const gate = holdNext('write');
    const stored = first.commit();
    await gate.reached;
    const search = searching('b', text.slice(1));
    gate.open();
    await stored;
    const { claim, gate: second } = await search;
    second.open();
    expect(await claim).toMatchObject({ verdict: 'duplicate', replayed: true });
  });
});

test('of commits that wait while one is written, many are written at once', async () => {
  const claims = await Promise.all(
    Array.from({ length: 40 }, (_, i) => index.claim(page(`${i}`, randomSet(random, 30)))),
  );
  let writes = 0;
  const { batch } = store;
  Object.assign(store, {
    batch: (...args: unknown[]) => {
      writes++;
      return Reflect.apply(batch, store, args);
    },
  });
  expect(await Promise.all(claims.map(({ commit }) => commit()))).toEqual(Array(40).fill(true));
  expect(writes).toBeLessThanOrEqual(2);
  expect(index.counts.unique).toBe(40);
});

test('flush forces to disk what was acknowledged, and raises no number', async () => {
  await index.add(page('a', randomSet(random, 30)));
  const forced: unknown[] = [];
  const { batch } = store;
  Object.assign(store, {
    batch: (...args: unknown[]) => {
      const made = Reflect.apply(batch, store, args);
      const { write } = made;
      return Object.assign(made, {
        write: (options: { sync?: boolean }) => {
          forced.push(options.sync);
          return Reflect.apply(write, made, [options]);
        },
      });
    },
  });
  await index.flush();
  expect(forced).toEqual([true]);
  expect(index.counts.unique).toBe(1);
});

test('close waits for searches under way, which are refused', async () => {
  const text = randomSet(random, 100);
  const { claim, gate } = await searching('b', text);
  const closed = index.close();
  const refused = expect(claim).rejects.toMatchObject({ code: 'NEARDUP_INDEX_CLOSED' });
  gate.open();
  await Promise.all([closed, refused]);
});
