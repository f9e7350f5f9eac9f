import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fingerprintWords } from '../../src/grams/gram-sets.ts';
import { gramSet } from '../../src/grams/grams.ts';
import { gramSetsOfJson, unread } from '../../src/grams/json-texts.ts';

/** Pieces of strings of JSON as they may be written: escapes of every kind, all lengths of UTF-8, lone surrogates; a few are no JSON. */
const piece = fc.oneof(
  { weight: 20, arbitrary: fc.constantFrom('some ', 'words of ', 'a text that repeats ', 'x') },
  { weight: 6, arbitrary: fc.constantFrom('\\n', '\\t', '\\r', '\\b', '\\f', '\\"', '\\\\', '\\/') },
  {
    weight: 3,
    arbitrary: fc.constantFrom('\\u0000', '\\u00e9', '\\u00E9', '\\ud83d\\ude00', '\\ud83d ', ' \\uDE00'),
  },
  {
    weight: 4,
    arbitrary: fc.constantFrom('é', 'ß', 'İ', '漢字', 'ไทย', '😀', '𝒳', '\u00ad', '\u2028', '\ufeff'),
  },
  { weight: 1, arbitrary: fc.constantFrom('ﬁ', '½', 'Å') },
  {
    weight: 1,
    arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => JSON.stringify(text).slice(1, -1)),
  },
  { weight: 1, arbitrary: fc.constantFrom('\\', '\\x', '\\u12', '\\u12g4', '\n', '\u0001', '"') },
);
const written = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));

test('gram sets, their fingerprints and lengths of strings of JSON are those of the texts that JSON.parse reads; what it does not read is left to it', () => {
  fc.assert(
    fc.property(
      fc.array(written, { minLength: 1, maxLength: 20 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      (strings, q, multiset) => {
        const all = strings.map((string) => Buffer.from(`"${string}"`));
        const ranges: number[] = [];
        let at = 0;
        for (const { length } of all) {
          ranges.push(at + 1, at + length - 1);
          at += length;
        }
        const found = gramSetsOfJson(Buffer.concat(all), Uint32Array.from(ranges), q, multiset);
        let from = 0;
        strings.forEach((string, i) => {
          const [length, size] = found.table.subarray(2 * i, 2 * i + 2);
          const text = parsed(`"${string}"`);
          if (text === undefined) expect(length).toBe(unread);
          if (length === unread) {
            expect(size).toBe(0);
            const isLeft =
              text === undefined || text.normalize('NFKC') !== text || gramSet(text).length === 0;
            expect([string, isLeft || hasRareForms(text)]).toEqual([string, true]);
            return;
          }
          const grams = gramSet(text!, { unit: 'word', q }, multiset);
          expect([string, length]).toEqual([string, text!.length]);
          expect(found.grams.slice(from, from + size!)).toEqual(grams);
          expect(found.words.slice(4 * i, 4 * i + 4)).toEqual(fingerprintWords(grams).slice());
          from += size!;
        });
        expect(from).toBe(found.grams.length);
      },
    ),
    { numRuns: 400 },
  );
});

/** Whether NFKC may change a text: nobody asks it of ASCII. */
function hasRareForms(text: string): boolean {
  return /[^\x00-\x7f]/.test(text);
}

function parsed(json: string): string | undefined {
  try {
    return JSON.parse(json) as string;
  } catch {
    return undefined;
  }
}
