import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundedGrams, countBoundary, innerGrams } from '../../src/grams/boundary-grams.ts';
import { type GramSpec, gramSet, splitUnits } from '../../src/grams/grams.ts';

const fewestOfRunningText = 8;
const mostOfInsert = 24;

/** What is said of the grams of a text, which are those of `gramSet`. */
function boundaryGrams(text: string, { unit, q }: GramSpec, multiset = false): string {
  const { grams, boundary } = boundedGrams(splitUnits(text, unit), q, multiset);
  expect(grams).toEqual(gramSet(text, { unit, q }, multiset));
  return boundary;
}

type Block = readonly string[];
const isRunning = ({ length }: Block): boolean => length >= fewestOfRunningText;

/** Words of the shorter blocks in a row that a block is among. */
function wordsOfRow(blocks: readonly Block[], block: Block): number {
  const at = blocks.indexOf(block);
  const before = blocks.slice(0, at).findLastIndex(isRunning) + 1;
  const next = blocks.findIndex((each, i) => i > at && isRunning(each));
  return blocks.slice(before, next < 0 ? blocks.length : next).flat().length;
}

/**
 * Of blocks of words, the grams that have words of two neighbours of which one has eight words and the other has fewer, or that
 * are among up to 24 words of shorter blocks in a row, where some block has eight.
 */
function crossing(blocks: readonly Block[], q: number): Set<bigint> {
  const words = blocks.flatMap((block) => block.map((word) => ({ word, block })));
  const found = new Set<bigint>();
  const parts = (before: Block, block: Block): boolean =>
    isRunning(before) !== isRunning(block) ||
    (!isRunning(block) && blocks.some(isRunning) && wordsOfRow(blocks, block) <= mostOfInsert);
  for (let from = 0; from + q <= words.length; from++) {
    const gram = words.slice(from, from + q);
    const isOver = gram.some(({ block }, i) => {
      const before = gram[i - 1]?.block ?? block;
      return before !== block && parts(before, block);
    });
    if (isOver) found.add(gramSet(gram.map(({ word }) => word).join(' '), { unit: 'word', q })[0]!);
  }
  return found;
}

const word = fc.constantFrom('a', 'b', 'to', 'ünder', 'ﬁx', '森', 'word', 'seven');
const block = fc.oneof(fc.array(word, { maxLength: 4 }), fc.array(word, { minLength: 6, maxLength: 14 }));

test('the grams that do not cross are those that never lie over a boundary of running text and a shorter block, or of two of a few beside it', () => {
  let crossed = 0;
  fc.assert(
    fc.property(fc.array(block, { maxLength: 16 }), fc.integer({ min: 1, max: 6 }), (blocks, q) => {
      const gram = { unit: 'word', q } as const;
      // as the words of all scripts are told apart
      const text = blocks.map((words) => words.join(' — ')).join('\n');
      const grams = gramSet(text, gram);
      const expected = crossing(
        blocks.filter(({ length }) => length > 0),
        q,
      );
      crossed += expected.size;
      const boundary = boundaryGrams(text, gram);
      const { grams: counted, boundary: ofCounted } = boundedGrams(splitUnits(text, 'word'), q, true);
      expect(counted).toEqual(gramSet(text, gram, true));
      expect([...innerGrams(counted, ofCounted)]).toEqual([...counted].filter((each) => !expected.has(each)));
      expect([...innerGrams(grams, boundary)]).toEqual([...grams].filter((each) => !expected.has(each)));
      expect(countBoundary(boundary)).toBe(expected.size);
      expect(boundary === '').toBe(expected.size === 0);
    }),
    { numRuns: 300 },
  );
  expect(crossed).toBeGreaterThan(500);
});

test('a few short blocks beside running text are put there, and many are a list', () => {
  const gram = { unit: 'word', q: 4 } as const;
  const running = 'one two three four five six seven eight nine';
  const lines = (count: number): string =>
    Array.from({ length: count }, (_, i) => `a${i} b${i} c${i} d${i}`).join('\n');
  // 24 words: three grams over each of five boundaries between them, and over that to the text
  expect(countBoundary(boundaryGrams(`${lines(6)}\n${running}`, gram))).toBe(3 * 6);
  expect(countBoundary(boundaryGrams(`${lines(6)} e\n${running}`, gram))).toBe(3);
  expect(boundaryGrams(lines(6), gram)).toBe('');
});

test('only grams of words cross, and a text of one block has none', () => {
  const running = 'one two three four five six seven eight nine';
  const text = `Heading\n${running}\nLabel`;
  for (const unit of ['char', 'line', 'sentence'] as const) {
    const gram = { unit, q: 2 };
    expect(boundaryGrams(text, gram)).toBe('');
  }
  const gram = { unit: 'word', q: 4 } as const;
  expect(countBoundary(boundaryGrams(text, gram))).toBe(2);
  expect(boundaryGrams(running, gram)).toBe('');
  // of grams that are longer than what stands around text nothing is said
  for (const [q, crosses] of [
    [1, false],
    [9, true],
    [16, true],
    [17, false],
  ] as const) {
    const long = `${text}\n${running} ${running} ${running}`;
    const gram = { unit: 'word', q } as const;
    expect(boundaryGrams(long, gram) !== '').toBe(crosses);
  }
  // as is a text whose boundaries take more than the room that is kept
  const many = Array.from(
    { length: 20_000 },
    (_, i) => `Heading ${i}\n${running} ${'x'.repeat(40)} ${i}`,
  ).join('\n');
  expect(countBoundary(boundaryGrams(many, gram))).toBeGreaterThan(90_000);
  expect(countBoundary(boundaryGrams(text, gram))).toBe(2);
  // hard-wrapped lines are one text
  const wrapped = `${running}\n${running} ten`;
  expect(boundaryGrams(wrapped, gram)).toBe('');
  expect(innerGrams(gramSet(text, gram), '')).toEqual(gramSet(text, gram));
});
