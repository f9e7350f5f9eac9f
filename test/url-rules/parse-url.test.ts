import { expect, test } from 'vitest';
import { hostOf, parseUrl } from '../../src/flow/index.ts';

test('a URL with a host beyond ASCII stays one when the functions that parse it have been compiled', () => {
  const hosts = ['http://ü.de/a', 'https://example.com/b'].map((url) => hostOf(url));
  expect(hosts).toEqual(['xn--tda.de', 'example.com']);
  let lost = 0;
  for (let i = 0; i < 30_000; i++) {
    // two hosts in turn, since the last one is remembered; URLs so short that their origins are no views of them
    if (hostOf('http://ü.de/a') !== hosts[0] || hostOf('https://example.com/b') !== hosts[1]) lost++;
    if (parseUrl('http://ü.de/a') === undefined) lost++;
  }
  expect(lost).toBe(0);
});

test('what is no URL gives none', () => {
  for (const text of ['', 'a', '/a', 'https://', 'https://a b/']) expect(parseUrl(text)).toBeUndefined();
});
