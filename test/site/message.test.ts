import { expect, test } from 'vitest';
import { isSentence, messageDigest } from '../../src/site/message.ts';

const digestAt = (path: string, host = 'a.example') =>
  messageDigest(`Sorry: ${path} is not\nhere, ${host}, at 8:0${path.length % 10}`, `https://${host}${path}`);

test('messages that differ in their own address and in numbers alone have one digest', () => {
  expect(digestAt('/news/harbour')).toBeGreaterThan(0);
  expect(digestAt('/sport/rowing', 'b.example')).toBe(digestAt('/news/harbour'));
  const url = 'https://a.example/news/harbour';
  expect(messageDigest('Sorry: /news/harbour was moved', url)).not.toBe(digestAt('/news/harbour'));
  expect(messageDigest('Ticket a-17', url)).toBe(messageDigest('Ticket b-4711', url));
});

test('a number that a message begins with and repeats is what it is about, and another is not', () => {
  const url = 'https://a.example/codes/17';
  const of = (code: string) => messageDigest(`Error ${code}: the service says “${code}” at times`, url);
  expect(of('401')).not.toBe(of('403'));
  // by chance, in what comes later
  const at = (hour: number) => messageDigest(`Sorry\nit is ${hour} o’clock, day ${hour}`, url);
  expect(at(7)).toBe(at(8));
  expect(messageDigest('Request 401 has failed', url)).toBe(messageDigest('Request 403 has failed', url));
});

test('the digest says whether the text has eight words', () => {
  const url = 'https://a.example/a';
  expect(isSentence(messageDigest('this part of the site is closed today', url)!)).toBe(true);
  expect(isSentence(messageDigest('Foo, bar: 1 2 3 4 5 6 7 8', url)!)).toBe(false);
});

test('long texts, texts without a word and tables of numbers have no digest', () => {
  const url = 'https://a.example/news/harbour';
  for (const none of ['word '.repeat(1000), url, '12 34', '', `Rainfall ${'12.5 mm7 '.repeat(9)}`])
    expect(messageDigest(none, url)).toBeUndefined();
});
