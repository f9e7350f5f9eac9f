import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { sourcesIn, sourcesOf } from '../../plugins/crawl/sources.ts';

test.each([
  ['<img src="/a.jpg" alt=""><img alt=x src=b.png>', ['/a.jpg', 'b.png']],
  ["<VIDEO poster=p SRC='v'><source src='w'></video><object data=o></object>", ['v', 'w', 'o']],
  [
    '<a href="/minutes.pdf">May</a> <a class="x" href="/2026/5">May</a> <a href=/b.ZIP>all</a>',
    ['/minutes.pdf', '/b.ZIP'],
  ],
  ['<img class=z data-src="lazy.jpg"><imgs src=x><a name=y>', ['lazy.jpg']],
])('pictures, sounds, frames and linked files are found, and links to pages are not: %s', (html, sources) => {
  expect(sourcesIn(html)).toEqual(sources);
  expect(sourcesIn(new TextEncoder().encode(html))).toEqual(sources);
  expect(sourcesOf(load(html).root()[0]!)).toEqual(sources);
});

test('a page of tags that do not end is searched in linear time', () => {
  const seconds = (piece: string, times: number) => {
    const html = piece.repeat(times);
    const start = performance.now();
    sourcesIn(html);
    return performance.now() - start;
  };
  for (const piece of [
    '<img ',
    '<a  ',
    '<img src= ',
    '<img src="" ',
    '<a href=x.pdf',
    '<img                 ',
  ])
    expect(seconds(piece, 100_000)).toBeLessThan(500);
});
