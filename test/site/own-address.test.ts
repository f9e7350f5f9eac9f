import { expect, test } from 'vitest';
import { withoutOwnAddress } from '../../src/site/own-address.ts';
import { isNamedByUrl } from '../../src/site/url-words.ts';

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

test('a page that repeats its own path does not name what its URL does', () => {
  expect(isNamedByUrl(url, '', ['Not found: /guide/city walls'])).toBe(false);
  expect(isNamedByUrl(url, '', ['The city walls'])).toBe(true);
});
