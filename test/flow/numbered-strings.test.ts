import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesPerString, NumberedStrings } from '../../src/flow/numbered-strings.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { collectGarbage } from '../collect-garbage.ts';

test('strings have the numbers of a map in the order of their first coming, and are told by them', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 }), { maxLength: 200 }), (texts) => {
      const folder = new WorkFolder();
      const strings = new NumberedStrings(folder);
      const known = new Map<string, number>();
      for (const text of texts) {
        if (!known.has(text)) known.set(text, known.size);
        expect(strings.numberOf(text)).toBe(known.get(text));
      }
      expect(strings.length).toBe(known.size);
      for (const [text, number] of known) expect(strings.at(number)).toBe(text);
      folder.close();
    }),
  );
});

test('more strings than are at hand keep their numbers, in the memory that is stated for each', () => {
  const count = 60_000;
  const folder = new WorkFolder();
  collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  const strings = new NumberedStrings(folder);
  const hostOf = (i: number): string => `www.host-number-${i}.example`;
  let wrong = 0;
  for (let i = 0; i < count; i++) if (strings.numberOf(hostOf(i)) !== i) wrong++;
  for (let i = 0; i < count; i += 7) {
    if (strings.numberOf(hostOf(i)) !== i || strings.at(i) !== hostOf(i)) wrong++;
  }
  expect(wrong).toBe(0);
  collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(bytesPerString * count + (2 << 20));
  folder.close();
});
