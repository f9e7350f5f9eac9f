import { expect, test } from 'vitest';
import { isNoPage } from '../../plugins/crawlee/no-page.ts';

const request = { uniqueKey: 'http://a/', url: 'http://a/' };
const response = {
  url: () => 'http://a/',
  status: () => 200,
  headers: () => ({ 'content-type': 'text/html' }),
};

test.each([
  ['Playwright would save as a file', 'page.goto: Download is starting'],
  ['Puppeteer would save as a file, or has no content', 'net::ERR_ABORTED at http://a/'],
])('what %s is no page, but a page is whose handler met such a file', (_, message) => {
  expect(isNoPage({ request }, new Error(message))).toBe(true);
  expect(isNoPage({ request, response } as never, new Error(message))).toBe(false);
});

test.each([
  'page.goto: net::ERR_ABORTED; maybe frame was detached?',
  'page.goto: Target page, context or browser has been closed',
  'net::ERR_CONNECTION_REFUSED at http://a/',
])('what a browser could not fetch may be a page: %s', (message) => {
  expect(isNoPage({ request }, new Error(message))).toBe(false);
});
