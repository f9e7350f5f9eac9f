import { parseDocument } from 'htmlparser2';
import { expect, test } from 'vitest';
import { pageShingler } from '../../src/flow/page-grams.ts';
import { shingleDom, shinglePage } from '../../src/flow/shingle-page.ts';
import type { DomNode } from '../../src/text/extract.ts';

const html = `<title>A page</title><nav><a href="/">The way home from here</a></nav>
  <h1>Some heading</h1><p>${'Words of the main text, again and again. '.repeat(12)}</p>`;

test('a parsed page has the text, names and grams of its markup, main text unless all that is visible is asked for', () => {
  const root = parseDocument(html) as unknown as DomNode;
  const page = { id: 'a', url: '', body: html };
  for (const options of [
    {},
    { extract: 'main' },
    { extract: 'visible' },
    { extract: 'visible', gram: { unit: 'char', q: 3 } },
    { gram: { unit: 'word', q: 1 }, multiset: true },
  ] as const) {
    expect(shingleDom(root, options)).toEqual(shinglePage(page, options));
  }
  expect(shingleDom(root).text).not.toContain('home');
  expect(shingleDom(root, { extract: 'visible' }).text).toContain('home');
  expect(shinglePage(page, { extract: 'none' }).text).toBe(html);
});

test('a page of signs alone has nothing to compare and is empty, however it is read', () => {
  for (const signs of ['🎉🎉🎉 🎊', '... !', '']) {
    const page = { id: 'a', url: '', body: `<p>${signs}</p>` };
    expect(shinglePage(page).kind).toBe('empty');
    expect(shingleDom(parseDocument(page.body) as unknown as DomNode).kind).toBe('empty');
    const text = { ...page, body: signs };
    expect(shinglePage(text, { extract: 'none' }).kind).toBe('empty');
    expect(pageShingler({})(page).facts.kind).toBe('empty');
  }
});
