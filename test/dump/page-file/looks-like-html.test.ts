import { expect, test } from 'vitest';
import { looksLikeHtml } from '../../../plugins/dump/page-file/looks-like-html.ts';
import { cpuMs } from '../../cpu-time.ts';

const looks = (text: string): boolean => looksLikeHtml(Buffer.from(text, 'latin1'));

test.each([
  '<!DOCTYPE html>',
  ' \n<html>',
  '<?xml version="1.0"?>\n<html xmlns="x">',
  '<!-- a --><!-- b -->\n<p>a',
  '\xef\xbb\xbf<head>',
  '\xff\xfe<\0h\0t\0m\0l\0>\0',
  '<br/>',
  '<p',
])('%j begins like HTML', (text) => {
  expect(looks(text)).toBe(true);
});

test.each([
  '',
  'text <p>',
  '<pp>',
  '<!-- without an end <p>',
  '<?xml without an end',
  '<!-- a --> b',
  '<xml>',
])('%j does not', (text) => {
  expect(looks(text)).toBe(false);
});

test('comments with no document behind them are passed over once each, not in every combination', () => {
  const before = cpuMs();
  expect(looks(`${'<!---->'.repeat(140)}x`)).toBe(false);
  expect(looks('<!-- --> '.repeat(110))).toBe(false);
  expect(cpuMs() - before).toBeLessThan(500);
});
