import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StoredStrings } from '../../src/flow/stored-strings.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

const text = fc.oneof(
  fc.constant(''),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.integer({ min: 55, max: 70 }).map((length) => 'x'.repeat(length)),
);

test('a string of any length is read as it was put, in whatever order they were put, and empty where none was', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.array(fc.nat(), { maxLength: 20 }), (texts, order) => {
      const folder = new WorkFolder();
      const strings = new StoredStrings(texts.length + 1, folder);
      const left = [...texts.keys()];
      for (let i = 0; left.length > 0; i++) {
        const [page] = left.splice((order[i] ?? 0) % left.length, 1);
        strings.put(page!, texts[page!]!);
      }
      expect(Array.from(texts, (_, page) => strings.at(page))).toEqual(texts);
      expect(strings.at(texts.length)).toBe('');
      folder.close();
    }),
  );
});
