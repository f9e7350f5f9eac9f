import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digits, lineOf, padded, tags } from '../../plugins/mr/lines/format.ts';
import { bitmapWords, differByAtMost, setBitmap } from '../../plugins/mr/sets/bitmap.ts';
import { type Posting, PostingList, postingBytes } from '../../plugins/mr/sets/posting-list.ts';
import { idField, sizeField, tokenKey } from '../../plugins/mr/sets/set-text.ts';
import { halvesOf, measures, type Similarity } from '../../src/join/index.ts';
import { often } from '../repetition.ts';
import { runLines } from './stages.ts';

/** Few bits of few words, so that bitmaps differ little. */
const bitmaps = fc.uniqueArray(fc.nat(bitmapWords * 32 - 1), { maxLength: 4 }).map((bits) => {
  const words = new Uint32Array(bitmapWords);
  for (const bit of bits) words[bit >>> 5] |= 1 << (bit & 31);
  return words;
});

test('two bitmaps differ by at most the bits told exactly if the tokens of only one set fall on no more places an odd number of times', () => {
  // tokens of a few places, so that some share one
  const tokens = fc.uniqueArray(
    fc.bigInt(0n, 2n ** 64n - 1n).map((n) => n - (n % 64n)),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(tokens, tokens, tokens, fc.nat(90), fc.nat(3), (shared, ownOfX, ownOfY, most, at) => {
      const room = new Uint32Array(bitmapWords * 8);
      const placed = [ownOfX, ownOfY].map((own, i) => {
        const set = BigUint64Array.from(new Set([...shared, ...own])).sort();
        setBitmap(halvesOf(set), room.subarray(bitmapWords * (at + i), bitmapWords * (at + i + 1)));
        return [...set];
      });
      const counts = new Map<bigint, number>();
      for (const token of placed.flat()) counts.set(token % 256n, (counts.get(token % 256n) ?? 0) + 1);
      const odd = [...counts.values()].filter((count) => count % 2 === 1).length;
      const isWithin = differByAtMost(most, room, bitmapWords * at, room, bitmapWords * (at + 1));
      expect(isWithin).toBe(odd <= most);
    }),
    { numRuns: 500 },
  );
});

const posting = fc.record({
  id: fc.nat(2 ** 50),
  size: fc.integer({ min: 1, max: 8 }),
  position: fc.oneof(fc.constant(0), fc.nat(5)),
  block: fc.nat(3),
  part: fc.nat(2),
});

test('a list of postings holds what was added and not dropped, however often it grew, and tells the first of a size', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ added: fc.tuple(posting, bitmaps) }) },
    { weight: 1, arbitrary: fc.record({ dropped: fc.nat(9) }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const list = new PostingList(1);
      let expected: { readonly posting: Posting; readonly bitmap: Uint32Array }[] = [];
      let size = 0;
      for (const each of steps) {
        if ('dropped' in each) {
          const count = Math.min(each.dropped, expected.length);
          list.drop(count);
          expected = expected.slice(count);
        } else {
          const [{ size: more, ...others }, bitmap] = each.added;
          // sizes ascend, and many are equal
          size += more % 2;
          if (list.length === list.capacity) list.grow(list.capacity + (more % 3) + 1);
          expected.push({ posting: { ...others, size }, bitmap });
          list.add({ ...others, size }, bitmap);
        }
        const found = expected.map((_, i) => ({
          posting: {
            ...{ id: list.ids[i], size: list.sizes[i], position: list.positions[i] },
            ...{ block: list.blocks[i], part: list.parts[i] },
          },
          bitmap: list.bitmaps.slice(bitmapWords * i, bitmapWords * (i + 1)),
        }));
        expect([list.length, found]).toEqual([expected.length, expected]);
        for (const asked of [0, size - 1, size, size + 1]) {
          const first = expected.findIndex(({ posting }) => posting.size >= asked);
          expect(list.firstOfSize(asked)).toBe(first < 0 ? expected.length : first);
        }
      }
    }),
    { numRuns: often(250) },
  );
});

/** For the sets of one part of a token, and for those of two. */
const keyOfTwoParts = `${tokenKey(5, 6)}00000001`;
const keys = [tokenKey(1, 2), tokenKey(3, 4), `${tokenKey(5, 6)}00000000`, keyOfTwoParts];

const measure: fc.Arbitrary<readonly [Similarity, number]> = fc.oneof(
  fc.tuple(fc.constantFrom('jaccard', 'cosine', 'dice'), fc.constantFrom(0.3, 0.5, 0.8, 0.95, 1)),
  fc.tuple(fc.constant('overlap' as const), fc.constantFrom(1, 2, 4)),
);
const keyed = fc.array(fc.tuple(fc.nat(3), posting, bitmaps), { maxLength: 60, size: 'max' });

test('candidates are the pairs of a key whose sizes, positions and bitmaps allow it, with memory for two postings as for all', async () => {
  await fc.assert(
    fc.asyncProperty(keyed, measure, fc.constantFrom(2, 3, 8, 1000), async (drawn, how, inMemory) => {
      const [similarity, threshold] = how;
      const lines = drawn.map(([key, { position, ...each }, bitmap], id) => ({
        ...{ key: keys[key], bitmap, ...each, id },
        position: Math.min(position, each.size - 1),
      }));
      lines.sort((x, y) => (x.key === y.key ? x.size - y.size || x.id - y.id : x.key < y.key ? -1 : 1));
      const text = lines.map(({ key, size, id, position, block, part, bitmap }) => {
        const places = [
          padded(position, digits.position),
          padded(block, digits.block),
          padded(part, digits.split),
        ];
        const bits = Buffer.from(bitmap.buffer).toString('base64url');
        return `${lineOf(key, tags.posting, sizeField(size), idField(id), ...places, bits)}\n`;
      });
      expect(text.length).toBe(drawn.length);
      const memory = String(2 * postingBytes * inMemory);
      const call = ['candidates', '--similarity', similarity, '--threshold', String(threshold)];
      const wrote = await runLines([...call, '--memory', memory], text.join(''), { isPartition: true });
      const found = new Set(
        wrote
          .split('\n')
          .map((line) => line.split('\t'))
          .filter(([, , tag]) => tag === tags.candidate)
          .map(([, smaller, , block, larger]) => `${Number(smaller)} ${Number(larger)} ${Number(block)}`),
      );
      expect(found).toEqual(new Set(pairsOf(lines, similarity, threshold)));
    }),
    { numRuns: often(200) },
  );
});

/** The definition, in the order of the lines. */
function pairsOf(
  lines: readonly (Posting & { readonly key: string; readonly bitmap: Uint32Array })[],
  similarity: Similarity,
  threshold: number,
): string[] {
  const { minSize, neededOverlap } = measures[similarity];
  return lines.flatMap((y, j) =>
    lines.slice(0, j).flatMap((x) => {
      const [m, n] = [x.size, y.size];
      if (x.key !== y.key || m < minSize(n, threshold)) return [];
      if (x.key === keyOfTwoParts && x.part === y.part) return [];
      const needed = neededOverlap(m, n, threshold);
      if (1 + Math.min(m - x.position, n - y.position) - 1 < needed) return [];
      const differing = [...x.bitmap]
        .map((word, i) => (word ^ y.bitmap[i]) >>> 0)
        .reduce((sum, word) => sum + word.toString(2).replaceAll('0', '').length, 0);
      return differing > m + n - 2 * needed ? [] : [`${x.id} ${y.id} ${y.block}`];
    }),
  );
}
