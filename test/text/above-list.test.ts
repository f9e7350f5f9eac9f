import { expect, test } from 'vitest';
import { extractText } from '../../src/text/extract.ts';

const sentence = 'You have read all articles of this month, so please subscribe to read on.';
const heading = '<h1>Subscribe</h1>';
const above = `Subscribe\n${sentence}`;
const teaser = 'What a newspaper says about one of its articles, so that somebody reads it.';

function aboveList(main: string): string | undefined {
  return extractText(`<title>A page</title><main>${main}</main>`, 'main').aboveList;
}

/** Links to so many other pages, each above what is said about it. */
function cards(count: number, about: string): string {
  return Array.from(
    { length: count },
    (_, i) => `<div><h3><a href="/${i}">Article ${i}</a></h3><p>${about}</p></div>`,
  ).join('');
}

test('what a page says itself ends at the links to other pages below it, whatever is said about these', () => {
  const more = '<h2>More stories</h2>';
  for (const list of [
    cards(3, ''),
    cards(3, teaser),
    `${more}${cards(4, teaser)}`,
    `<ul>${cards(9, '').replaceAll('div', 'li')}</ul>`,
  ])
    expect(aboveList(`${heading}<p>${sentence}</p>${list}`)).toBe(above);
  const linked = cards(3, teaser).replaceAll('</a></h3>', '</h3>').replaceAll('</p>', '</p></a>');
  expect(aboveList(`${heading}<p>${sentence}</p>${linked}`)).toBe(above);
  // what changes above the heading, such as a date, says nothing
  expect(aboveList(`<p>20 May</p><h2>Today</h2>${heading}<p>${sentence}</p>${cards(3, teaser)}`)).toBe(above);
});

test('a text with two links, or with paragraphs between its links, is no list of other pages', () => {
  const paragraph = `<p>${teaser.repeat(5)}</p>`;
  for (const rest of [cards(2, teaser), cards(3, teaser.repeat(5)), `${cards(3, '')}${paragraph}`])
    expect(aboveList(`${heading}<p>${sentence}</p>${rest}`)).toBeUndefined();
  expect(aboveList(`${heading}${cards(5, teaser)}`)).toBeUndefined();
});

test('a short line about the site below a list belongs to what stands above it, and a longer one makes the list a menu', () => {
  const list = `<ul>${cards(9, '').replaceAll('div', 'li')}</ul>`;
  const line = '2026 Harbour Press. All rights reserved.';
  const page = (more: string, below: string) =>
    aboveList(`${heading}<p>${sentence}</p>${more}<div>${below}</div>`);
  expect(page(list, line)).toBe(`${above}\n${line}`);
  // a longer teaser than the others', and the line
  expect(page(cards(4, teaser), `${line} ${line} ${sentence}`.slice(0, 70))).toBe(above);
  expect(page(cards(4, 'Read on.'), line)).toBe(`${above}\n${line}`);
  // many short lines, of which the list has fewer
  const lines = Array.from({ length: 7 }, (_, i) => `Help ${i}`);
  const listed = lines.map((each) => `<p>${each}</p>`).join('');
  expect(page(cards(3, teaser), listed)).toBe(`${above}\n${lines.join('\n')}`);
  expect(page(list, sentence.repeat(2))).toBeUndefined();
  expect(page(list, `<h2>About</h2>${line}`)).toBeUndefined();
});

test('what is said below a menu, or between two, is said about the page', () => {
  const menu = `<ul>${cards(6, '').replaceAll('div', 'li')}</ul>`;
  const own = `<h2>A road</h2><p>${teaser}</p>`;
  for (const rest of [`${menu}${own}`, `${menu}${own}${menu}`])
    expect(aboveList(`${heading}<p>${sentence}</p>${rest}`)).toBeUndefined();
});
