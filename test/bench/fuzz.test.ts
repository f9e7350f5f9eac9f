import { expect, test } from 'vitest';
import { kindCount, runCase } from '../../bench/fuzz/cases.ts';
import { Draw } from '../../bench/fuzz/draw.ts';
import { drawDump } from '../../bench/fuzz/dump-grammar.ts';
import { drawPage } from '../../bench/fuzz/html-grammar.ts';
import { flipped, mutated } from '../../bench/fuzz/mutations.ts';

// The small version of `npm run bench -- fuzz`: a case that was found to be wrong belongs to the tests of what was wrong.
const seed = Number(process.env.NEARDUP_SEED ?? 1);
const casesOfAKind = 25;

test.each(Array.from({ length: kindCount }, (_, kind) => kind))(
  'cases of kind %i find nothing wrong',
  async (kind) => {
    for (let i = 0; i < casesOfAKind; i++) expect(await runCase(seed, kindCount * i + kind)).toEqual([]);
  },
);

test('the same seed and number draw the same case, others another', () => {
  const pageOf = (caseSeed: number, number: number): string => drawPage(new Draw(caseSeed, number)).html;
  expect(pageOf(1, 2)).toBe(pageOf(1, 2));
  expect(new Set([pageOf(1, 2), pageOf(2, 1), pageOf(1, 3), pageOf(2, 2)]).size).toBe(4);
  expect(drawDump(new Draw(3, 4)).bytes).toEqual(drawDump(new Draw(3, 4)).bytes);
});

test('mistakes change bytes, and those under a checksum keep their number', () => {
  const bytes = Buffer.from('some bytes of a dump, 12 of them');
  let changed = 0;
  for (let number = 0; number < 200; number++) {
    expect(flipped(bytes, new Draw(1, number))).toHaveLength(bytes.length);
    if (!mutated(bytes, ['x'], new Draw(1, number)).equals(bytes)) changed++;
  }
  expect(changed).toBeGreaterThan(180);
});
