import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { expect, test } from 'vitest';
import { visible } from '../../plugins/report/browser/visible.ts';
import { html } from '../../plugins/report/markup.ts';
import { often } from '../repetition.ts';

test('whatever text is put into a template comes out of a parser as that text and nothing else', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<script>', '</p>', '"><img src=x>', "' on=x '", '&lt;', '<!--'),
  );
  fc.assert(
    fc.property(text, text, (content, attribute) => {
      const seen = { tags: 0, text: '', attribute: '' };
      const parser = new Parser({
        onopentag(_, attributes) {
          seen.tags++;
          seen.attribute = attributes.title ?? '';
        },
        ontext(part) {
          seen.text += part;
        },
      });
      parser.end(html`<p title="${attribute}">${content}</p>`.markup);
      expect(seen).toEqual({ tags: 1, text: visible(content), attribute: visible(attribute) });
    }),
    { numRuns: often(1000) },
  );
});

test('markup within markup stays markup, false and undefined come to nothing', () => {
  const inner = html`<b>${'<'}</b>`;
  expect(html`<p>${[inner, ' ', 3]}${false}${undefined}</p>`.markup).toBe('<p><b>&lt;</b> 3</p>');
});
