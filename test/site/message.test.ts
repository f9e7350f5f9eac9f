import { expect, test } from 'vitest';
import { messageDigest } from '../../src/site/message.ts';

const digestAt = (path: string, host = 'a.example') =>
  messageDigest(`Sorry: ${path} is not\nhere, ${host}, at 8:0${path.length % 10}`, `https://${host}${path}`);

test('messages that differ in their own address and in numbers alone have one digest', () => {
  expect(digestAt('/news/harbour')).toBeGreaterThan(0);
  expect(digestAt('/sport/rowing', 'b.example')).toBe(digestAt('/news/harbour'));
  const url = 'https://a.example/news/harbour';
  expect(messageDigest('Sorry: /news/harbour was moved', url)).not.toBe(digestAt('/news/harbour'));
  expect(messageDigest('Ticket a-17', url)).toBe(messageDigest('Ticket b-4711', url));
});

test('long texts and texts without a word have no digest', () => {
  const url = 'https://a.example/news/harbour';
  for (const none of ['word '.repeat(1000), url, '12 34', ''])
    expect(messageDigest(none, url)).toBeUndefined();
});
