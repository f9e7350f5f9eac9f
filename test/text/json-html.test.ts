import fc from 'fast-check';
import { expect, test } from 'vitest';
import { extractJsonText, extractText } from '../../src/text/extract.ts';

/** Markup, words, and code units of all kinds, halves of pairs among them. */
const html = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '<p>',
        '<h1 class="a">',
        '</h1>',
        '<a href="x", title=\'y\'>',
        '<script>',
        '</script>',
        '&amp;',
        '\\',
        '"',
        '\n',
      ),
      fc.constantFrom('some words of a page ', 'café ', '日本語 ', '😀 ', '\ud83d', '\u0000', '\u2028'),
      fc.string({ unit: 'binary', maxLength: 40 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

const bytesOf = (json: string): Buffer => Buffer.from(json.slice(1, -1));
/** The same string with each code unit as its number. */
const inNumbers = (text: string): string =>
  `"${Array.from({ length: text.length }, (_, i) => `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')}"`;

test('the text of HTML that is a string of JSON is that of the string', () => {
  fc.assert(
    fc.property(html, fc.boolean(), (page, numbers) => {
      const json = numbers ? inNumbers(page) : JSON.stringify(page);
      expect(extractJsonText(bytesOf(json), 'main')).toEqual({
        extracted: extractText(page, 'main'),
        length: page.length,
      });
    }),
    { numRuns: 2000 },
  );
});

test('escapes of every kind are read alike wherever they stand, close together or far apart', () => {
  const part = fc.oneof(
    fc.constantFrom('\\"', '\\\\', '\\/', '\\n', '\\r', '\\t', '\\b', '\\f', '\\u0041', '\\u2028', 'é', '日'),
    fc.constantFrom('<p\\rid=1>', '<p\\tid=1>', '<p\\nid=1>', '<p\\fid=\\"1\\">'),
    fc.string({ unit: fc.constantFrom(...'abnrt/ 2</>='), maxLength: 24 }),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
      const json = `"<pre>${parts.join('')}"`;
      const page: string = JSON.parse(json);
      expect(extractJsonText(bytesOf(json), 'main')).toEqual({
        extracted: extractText(page, 'main'),
        length: page.length,
      });
    }),
    { numRuns: 2000 },
  );
});

test('bytes that JSON does not allow in a string are no page', () => {
  for (const json of ['a"b', 'a\tb', 'a\\x', 'a\\u12g4', 'a\\', '\\u123'])
    expect(extractJsonText(Buffer.from(json), 'main')).toBe(undefined);
});
