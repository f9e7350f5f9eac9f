import { expect, test } from 'vitest';
import { isNamedByUrl } from '../../src/site/named-by-url.ts';
import { withoutOwnAddress } from '../../src/site/own-address.ts';

const url = 'https://a.example/guide/city%20walls?page=2';

test("a page's URL, host and path are taken out of a text, written with percent signs or without", () => {
  expect(withoutOwnAddress('No /guide/city walls at a.example.', url)?.split(/ +/)).toEqual([
    'No',
    'at',
    '.',
  ]);
  expect(withoutOwnAddress(`Not found: ${url}`, url)?.trim()).toBe('Not found:');
  expect(withoutOwnAddress('guide/city%20walls is gone', url)?.trim()).toBe('is gone');
  expect(withoutOwnAddress('The walls of a city, a guide', url)).toBeUndefined();
  expect(withoutOwnAddress('/a and b', 'https://b.example/a')).toBeUndefined();
  for (const none of ['', 'urn:x']) expect(withoutOwnAddress('text', none)).toBeUndefined();
});

test('an address is found by any of its parts, and by the whole of one that has no host', () => {
  const known = 'https://c.example/a/b%20c/d/';
  for (const own of ['c.example', 'a/b c/d', 'a/b%20c/d', '/a/b%20c/d/', 'c.example/a/b%20c/d/', known])
    expect(withoutOwnAddress(`not ${own} here`, known)?.replace(/\s+/g, ' '), own).toBe('not here');
  for (const other of ['b%20c/d', '/b c/', 'c.exampl', 'example'])
    expect(withoutOwnAddress(other, known)).toBeUndefined();
  // a path of one part has its slash
  expect(withoutOwnAddress('not /about here', 'https://c.example/about')).toBe('not   here');
  expect(withoutOwnAddress('all about it', 'https://c.example/about')).toBeUndefined();
  expect(withoutOwnAddress('not urn:x/y here', 'urn:x/y')).toBe('not   here');
  expect(withoutOwnAddress('not /x/y here', 'file:///x/y')).toBe('not   here');
  expect(withoutOwnAddress('not x/y/ here', 'file:///x/y')).toBe('not  / here');
});

test('a page that repeats its own path does not name what its URL does', () => {
  expect(isNamedByUrl(url, '', ['Not found: /guide/city walls'])).toBe(false);
  expect(isNamedByUrl(url, '', ['The city walls'])).toBe(true);
});
