import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PageGrams, pageShingler } from '../../src/flow/page-grams.ts';

const url = 'https://a.example/the-harbour';
const word = fc.constantFrom(
  'the',
  'harbour',
  'ferry',
  'Größe',
  'е\u0301',
  '渡し船',
  'a"b',
  '\\',
  '😀',
  '\n',
  '\u0000',
  '\ud800',
);
const text = fc.array(word, { maxLength: 10 }).map((words) => words.join(' '));

test('texts of a JSON block have the facts and grams that their pages would have, but for those left to the caller', () => {
  let left = 0;
  let taken = 0;
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 8 }), fc.boolean(), (texts, hasUrl) => {
      const json = texts.map((each) => Buffer.from(JSON.stringify(each).slice(1, -1)));
      const ends = json.map(
        (
          (sum) => (each: Buffer) =>
            (sum += each.length)
        )(0),
      );
      const ranges = Uint32Array.from(ends.flatMap((end, i) => [end - json[i].length, end]));
      const found: PageGrams[] = [];
      const shingler = pageShingler({});
      const block = shingler.json((page) => found.push(page)).texts(Buffer.concat(json), ranges)!;
      for (const [i, body] of texts.entries()) {
        const page = { id: `${i}`, url: hasUrl ? url : '', contentType: 'text/plain' };
        const length = block.take(i, page);
        if (length === undefined) {
          left++;
          continue;
        }
        taken++;
        expect(length).toBe(body.length);
        const { facts, grams } = shingler({ ...page, body });
        expect(found.at(-1)).toMatchObject({ facts, grams });
      }
    }),
    { numRuns: 200 },
  );
  expect(taken).toBeGreaterThan(left);
});
