import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { type DomNode, extractFromDom, extractText } from '../../src/text/extract.ts';

const article = `<h1>A headline</h1><p>${'A sentence of the article that the page is about. '.repeat(9)}</p>`;
const menu = '<p>Menu</p>';

/** Whether a page shows the article, read as HTML and as a tree. */
function shows(html: string): boolean {
  const { text } = extractText(html, 'visible');
  expect(
    extractFromDom(load(html, { scriptingEnabled: false }).root()[0] as unknown as DomNode, 'visible').text,
  ).toBe(text);
  return text.includes('of the article');
}

describe('what a page hides until its script has run', () => {
  test.each([
    ['for readers without scripts', `<noscript>${article}</noscript>`],
    ['of the fullest `<noscript>`', `<noscript><h1>Other</h1></noscript><noscript>${article}</noscript>`],
    ['of an element that is transparent', `<div style="opacity:0">${article}</div>`],
    ['of a `<main>` without visibility', `<main style="visibility:hidden"><p>${article}</p></main>`],
    [
      'of elements of a class, one in the other',
      `<style>.page{visibility:hidden}</style><div class=page><section class=page>${article}</section></div>`,
    ],
    [
      'of the fullest of several elements',
      `<b style="opacity:0">x</b><div style="opacity:0"><h1>Other</h1></div><div style="opacity:0">${article}</div>`,
    ],
  ])('the text %s counts', (_, hidden) => {
    expect(shows(`${menu}${hidden}`)).toBe(true);
  });

  test.each([
    ['without the headline of the page', `<div style="opacity:0">${article.replaceAll('h1', 'p')}</div>`],
    [
      'that says less than what is seen',
      `<p>${'What is seen. '.repeat(80)}<div style="opacity:0">${article}</div>`,
    ],
    ['of a few words', '<div style="opacity:0"><h1>of the article</h1></div>'],
    ['that is not displayed', `<div style="display:none">${article}</div>`],
    ['without size', `<div style="font-size:0">${article}</div>`],
    ['that is none of a page', `<div style="opacity:0;display:none">${article}</div>`],
    ['of a notice to readers without scripts', `<noscript>${article.replaceAll('h1', 'p')}</noscript>`],
    [
      'to readers without scripts that is mostly a style sheet',
      `<noscript><style>${'.a { color: red }'.repeat(20)}</style><h1>of the article</h1></noscript>`,
    ],
  ])('text %s does not', (_, hidden) => {
    expect(shows(`${menu}${hidden}`)).toBe(false);
  });

  test('the parts of a page that React sends later count, and other hidden elements do not', () => {
    const later = (id: string): boolean =>
      shows(`${menu}<template id="B:0"></template><div hidden id="${id}">${article}</div>`);
    expect(['S:0', 'S:1f', 'app-S:A'].filter(later)).toEqual(['S:0', 'S:1f', 'app-S:A']);
    expect(['', 'S:', 'S:x', 'S', 's:0', 'tabS-1', '0'].filter(later)).toEqual([]);
    expect(shows(`<div id="S:0" hidden style="display:none">${article}</div>`)).toBe(false);
  });

  test('parts that are sent later than the only `<main>` are its text if they say more than what it has', () => {
    const early = '<h1>Menu</h1><p>A short notice that stands where the text is going to be.</p>';
    const page = (text: string): string =>
      extractText(
        `<main>${early}<template id="B:4"></template></main><div hidden id="S:4">${text}</div>`,
        'main',
      ).text;
    expect(page(article)).toContain('of the article');
    expect(page('<p>Few words.</p>')).not.toContain('Few');
  });
});

test('`<![CDATA[` in HTML hides what comes before the next `>`, and nothing behind it', () => {
  const seen = (html: string): string => extractText(html, 'visible').text;
  expect(seen(`a<![CDATA[ b > c`)).toBe('a c');
  expect(seen(`<p>a<![CDATA[<p>b</p>`)).toBe('ab');
  expect(seen('<svg><![CDATA[ x > y </svg> ]]></svg>z')).toBe('z');
  expect(seen('<?xml version="1.0"?><p>a<![CDATA[ b > c ]]>d</p>')).toBe('a b > c d');
});
