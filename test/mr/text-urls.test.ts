import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escaped } from '../../plugins/mr/lines/format.ts';
import { TextUrls } from '../../plugins/mr/pages/text-urls.ts';
import { type TextAtPattern, TextPatterns } from '../../src/site/url-patterns.ts';

const urls = fc
  .tuple(fc.nat(40), fc.constantFrom('', '?t=1', '?t=2', '?t=1&s=a', '?t=2&s=\t'), fc.nat(2))
  .map(([folder, query, last]) => `https://a.example/f${'x'.repeat(folder)}/p${last}${query}`);
const pages = fc.array(fc.record({ url: urls, names: fc.constantFrom('', '7'), named: fc.nat(3) }), {
  minLength: 1,
  maxLength: 60,
});

function inOrder(at: Iterable<TextAtPattern>): TextAtPattern[] {
  return [...at].sort(
    (x, y) => x.key - y.key || x.pages - y.pages || x.named - y.named || x.unlike - y.unlike,
  );
}

test('the patterns of a text are those of TextPatterns, however many pages have it, and none of the text before', () => {
  const text = new TextUrls();
  fc.assert(
    fc.property(pages, fc.boolean(), (drawn, areMany) => {
      const patterns = new TextPatterns();
      // more than 1,024 pages wait on disk
      const times = areMany ? Math.ceil(1100 / drawn.length) : 1;
      for (let time = 0; time < times; time++) {
        for (const { url, names, named } of drawn) {
          const own = `${url}${time % 50}`;
          patterns.add(own, names, named);
          text.add(escaped(own), names, named);
        }
      }
      expect(inOrder(text.unlike())).toEqual(inOrder(patterns.unlike()));
      text.clear();
    }),
    { numRuns: 20 },
  );
});
