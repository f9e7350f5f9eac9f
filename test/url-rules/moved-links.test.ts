import { expect, test } from 'vitest';
import { movedLinks } from '../../src/url-rules/moved-links.ts';
import { partsOf } from '../../src/url-rules/url-parts.ts';

const moved = (link: string, from: string, to: string): string[] =>
  movedLinks(partsOf(link)!, partsOf(from)!, partsOf(to)!);

test('a link is moved to the origin of the original, and gets the values of its parameters', () => {
  const link = 'https://a.example/x?page=2&sid=1';
  expect(moved(link, 'https://a.example/list?sid=1', 'https://b.example/list?sid=9')).toEqual([
    'https://b.example/x?page=2&sid=9',
  ]);
});

test('a parameter that the copy and its original both have is not added to a link without it', () => {
  const link = 'https://a.example/x?page=2';
  expect(moved(link, 'https://a.example/list?sid=1', 'https://a.example/list?sid=9')).toEqual([link]);
});

test('a parameter that only the original has may be in the link or not', () => {
  const link = 'https://a.example/x?page=2';
  expect(moved(link, 'https://a.example/list', 'https://a.example/list?sid=9')).toEqual([
    link,
    'https://a.example/x?page=2&sid=9',
  ]);
});

test('a link to another site stays as it is', () => {
  const link = 'https://c.example/x?sid=1';
  expect(moved(link, 'https://a.example/list?sid=1', 'https://b.example/list?sid=9')).toEqual([link]);
});
