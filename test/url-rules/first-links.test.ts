import { expect, test } from 'vitest';
import { FirstLinks } from '../../src/url-rules/first-links.ts';

test('the pages that a page was the first to link to are remembered, 64 of each page', () => {
  const links = new FirstLinks(1000);
  for (let i = 0; i < 70; i++) links.add('list', `page ${i}`);
  links.add('other', 'its page');
  expect(links.of('list')).toEqual(Array.from({ length: 64 }, (_, i) => `page ${i}`));
  expect([links.of('other'), links.of('page 1')]).toEqual([['its page'], []]);
});

test('where there is no room, the links of the page known longest are forgotten, also when they are restored', () => {
  const links = new FirstLinks(5);
  for (const page of ['a', 'b', 'c']) for (const link of ['x', 'y']) links.add(page, `${page}${link}`);
  const restored = new FirstLinks(5);
  for (const entry of links.entries()) restored.restore(entry);
  for (const each of [links, restored]) {
    expect([each.of('a'), each.of('b'), each.of('c')]).toEqual([[], ['bx', 'by'], ['cx', 'cy']]);
  }
});
