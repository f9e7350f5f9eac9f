import { expect, test } from 'vitest';
import { addedPage, addInChunks } from '../../src/store/adding.ts';
import { completeParameters, layoutOf } from '../../src/store/layout/parameters.ts';
import type { ClaimedPage } from '../../src/store/verdicts.ts';
import { PARAMETERS } from './common.ts';

const layout = layoutOf(completeParameters(PARAMETERS));

function page(i: number, size = 1): ClaimedPage {
  return { key: `${i}`, url: '', grams: BigUint64Array.from({ length: size }, (_, k) => BigInt(i + k)) };
}

/** Adds pages, of which `known` are there already, and says which chunks were stored. */
async function added(pages: Iterable<ClaimedPage>, known = 0) {
  const chunks: string[][] = [];
  const counts = await addInChunks(pages, layout, async (chunk) => {
    chunks.push(chunk.map(({ record }) => record.key));
    return chunk.length - (chunks.length === 1 ? known : 0);
  });
  return { chunks, counts };
}

const sizesOf = (chunks: readonly string[][]) => chunks.map((chunk) => chunk.length);

test('a chunk has 512 pages, and the pages come in their order', async () => {
  const numbers = [...Array(1100).keys()];
  const { chunks, counts } = await added(
    numbers.map((i) => page(i)),
    7,
  );
  expect(sizesOf(chunks)).toEqual([512, 512, 76]);
  expect(chunks.flat()).toEqual(numbers.map(String));
  expect(counts).toEqual({ added: 1093, replayed: 7 });
  expect(await added([])).toEqual({ chunks: [], counts: { added: 0, replayed: 0 } });
  expect(sizesOf((await added(numbers.slice(0, 512).map((i) => page(i)))).chunks)).toEqual([512]);
});

test('a chunk has 2 MiB of grams at most, and the set that fills it', async () => {
  const half = 1 << 17;
  expect(sizesOf((await added([0, 1, 2, 3, 4].map((i) => page(i, half)))).chunks)).toEqual([2, 2, 1]);
  expect(sizesOf((await added([page(0, half), page(1, half - 1), page(2)])).chunks)).toEqual([3]);
});

test('a chunk writes each key once', async () => {
  const { chunks, counts } = await added([page(0), page(1), page(0), page(0)]);
  expect(chunks).toEqual([['0', '1'], ['0'], ['0']]);
  expect(counts).toEqual({ added: 4, replayed: 0 });
});

test('the next chunk is sketched while one is stored, and waits for it before it is stored itself', async () => {
  const seen: string[] = [];
  let lastCame = () => {};
  const last = new Promise<void>((resolve) => {
    lastCame = resolve;
  });
  function* pages(): Generator<ClaimedPage> {
    for (let i = 0; i < 1024; i++) {
      if (i % 512 === 0 || i % 512 === 511) seen.push(`page ${i}`);
      if (i === 1023) lastCame();
      yield page(i);
    }
  }
  await addInChunks(pages(), layout, async (chunk) => {
    seen.push('store');
    await last;
    seen.push('stored');
    return chunk.length;
  });
  expect(seen).toEqual(['page 0', 'page 511', 'store', 'page 512', 'page 1023', 'stored', 'store', 'stored']);
});

test('a store that fails ends the adding, in the next chunk or at the end', async () => {
  for (const count of [10, 600]) {
    const pages = Array.from({ length: count }, (_, i) => page(i));
    const adding = addInChunks(pages, layout, () => Promise.reject(new Error('full')));
    await expect(adding).rejects.toThrow('full');
  }
});

test('an added page says so', () => {
  const { record, set } = addedPage({ ...page(5, 3), at: '2026' }, layout);
  expect(record).toMatchObject({ verdict: 'unique', key: '5', added: true, at: '2026', size: 3 });
  expect(set.size).toBe(3);
});
