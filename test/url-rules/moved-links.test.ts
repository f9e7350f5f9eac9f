import { expect, test } from 'vitest';
import { movedLinks, movedPage } from '../../src/url-rules/moved-links.ts';
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

test('a page that another version of a page leads to is moved to the place of the page', () => {
  const at = 'https://a.example/docs';
  const [list, other] = [`${at}/3.0/x/list`, `${at}/2.0/x/list`];
  const rule = { kind: 'segment', at, value: '3.0' } as const;
  expect(movedPage(rule, list, other, `${at}/2.0/x/a`)).toBe(`${at}/3.0/x/a`);
  expect(movedPage(rule, list, other, `${at}/2.0.1/x/a`)).toBeUndefined();
  expect(movedPage(rule, list, `${at}/2.0/x/lists`, `${at}/2.0/x/a`)).toBeUndefined();
  expect(movedPage({ ...rule, kind: 'parameter' }, list, other, `${at}/2.0/x/a`)).toBeUndefined();
});

test('a page is moved to and from a version that has no segment of its own', () => {
  const at = 'https://a.example/docs';
  const latest = { kind: 'segment', at, value: '' } as const;
  expect(movedPage(latest, `${at}/list`, `${at}/2.0/list`, `${at}/2.0/a`)).toBe(`${at}/a`);
  const second = { kind: 'segment', at, value: '2.0' } as const;
  expect(movedPage(second, `${at}/2.0/list`, `${at}/list`, `${at}/a`)).toBe(`${at}/2.0/a`);
});
