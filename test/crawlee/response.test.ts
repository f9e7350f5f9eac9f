import { describe, expect, test } from 'vitest';
import { readCrawledPage } from '../../plugins/crawlee/crawled-page.ts';
import { factsOfResponse } from '../../plugins/crawlee/response.ts';

const request = { uniqueKey: 'key', url: 'http://a/' };
const partial = { 'content-range': 'bytes 0-99/9999', etag: '"1"' };

/** As Playwright and Puppeteer have it. */
function browser(status: number) {
  return { request, response: { status: () => status, headers: () => partial } } as never;
}

function http(statusCode: number) {
  return { request, response: { statusCode, headers: partial } } as never;
}

describe('factsOfResponse', () => {
  test('tells a part of a page by the status and range of any crawler', () => {
    expect(factsOfResponse(browser(206))).toEqual({ status: 206, contentRange: 'bytes 0-99/9999' });
    expect(factsOfResponse(http(206))).toMatchObject({ status: 206, contentRange: 'bytes 0-99/9999' });
  });

  test('tells an unchanged page of HTTP crawlers, and not of browsers, which have it in their cache', () => {
    expect(factsOfResponse(http(304))).toMatchObject({ status: 304, validators: { etag: '"1"' } });
    expect(factsOfResponse(browser(304))).toEqual({});
  });

  test('tells an error of HTTP crawlers, and not of browsers, where scripts may have made a page of it', () => {
    expect(factsOfResponse(http(404))).toMatchObject({ status: 404 });
    expect(factsOfResponse(browser(404))).toEqual({});
  });

  test('says nothing where there is no response, or one without status and headers', () => {
    expect(factsOfResponse({ request } as never)).toEqual({});
    expect(factsOfResponse({ request, response: null } as never)).toEqual({});
    expect(factsOfResponse({ request, response: {} } as never)).toEqual({ validators: {} });
  });
});

test('a part of a page that a browser got is read as a part', async () => {
  const context = { ...(browser(206) as object), page: { content: async () => '<p>some words</p>' } };
  const deduper = { read: (page: object) => Promise.resolve(page) };
  const read = await readCrawledPage(context as never, {}, { url: 'http://a/' }, deduper as never);
  expect(read).toMatchObject({ body: '<p>some words</p>', status: 206, contentRange: 'bytes 0-99/9999' });
});
