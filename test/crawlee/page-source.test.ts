import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { findPage } from '../../plugins/crawlee/page-source.ts';

const request = { uniqueKey: 'key', url: 'http://a/asked', loadedUrl: 'http://a/led' };
const html = '<p>some words</p>';

/** A `page` whose every use throws, as in the HTTP mode of AdaptivePlaywrightCrawler. */
function withForbiddenPage<T extends object>(context: T): T {
  return Object.defineProperty(context, 'page', {
    get() {
      throw new Error('Page object was used in HTTP-only request handler');
    },
  });
}

describe('findPage', () => {
  test('takes the body, and the tree behind $ only where there is none', async () => {
    const $ = load(html);
    expect(await findPage({ request, $, body: html } as never)).toEqual({
      kind: 'body',
      page: { id: 'key', url: 'http://a/led', body: html, contentType: 'text/html' },
    });
    expect(await findPage({ request, $ } as never)).toEqual({ kind: 'dom', root: $.root()[0] });
  });

  test('takes the whole document where it has two roots, of which the body has only the first', async () => {
    const document = { children: { length: 2 }, toString: () => `${html}<p>and others</p>` };
    expect(await findPage({ request, document, body: html } as never)).toMatchObject({
      page: { body: `${html}<p>and others</p>` },
    });
    const one = { children: { length: 1 }, toString: () => 'is not asked' };
    expect(await findPage({ request, document: one, body: html } as never)).toMatchObject({
      page: { body: html },
    });
  });

  test('takes a Buffer with its type and charset where there is no $', async () => {
    const body = Buffer.from(html);
    const contentType = { type: 'text/html', encoding: 'utf-8' };
    expect(await findPage({ request, body, contentType } as never)).toEqual({
      kind: 'body',
      page: { id: 'key', url: 'http://a/led', body, contentType: 'text/html; charset=utf-8' },
    });
  });

  test('takes a body string, and the requested address where nothing was loaded', async () => {
    const source = await findPage({ request: { uniqueKey: 'k', url: 'http://a/' }, body: html } as never);
    expect(source).toMatchObject({ kind: 'body', page: { id: 'k', url: 'http://a/', body: html } });
  });

  test('asks a browser page for its content once', async () => {
    let asked = 0;
    const page = {
      content: async () => {
        asked++;
        return html;
      },
    };
    const source = await findPage({ request, page } as never);
    expect(source).toMatchObject({ kind: 'body', page: { body: html, contentType: 'text/html' } });
    expect(asked).toBe(1);
  });

  test.each([
    ['PlaywrightCrawler', 'body'],
    ['AdaptivePlaywrightCrawler', 'dom'],
  ])('reads a page that leads to another one meanwhile once that is loaded: %s', async (crawler, kind) => {
    const states = ['loading', 'complete'];
    let tries = 0;
    const read = async () => {
      if (++tries === 1) throw new Error('is navigating');
      expect(states).toEqual([]);
      return kind === 'body' ? html : load(html);
    };
    const page = { evaluate: async () => states.shift() };
    const context =
      crawler === 'PlaywrightCrawler'
        ? { request, page: { ...page, content: read } }
        : { request, page, querySelector: async () => undefined, parseWithCheerio: read };
    expect(await findPage(context as never)).toMatchObject({ kind });
  });

  test('says of a page that cannot be read why it could not be at first', async () => {
    const content = () => Promise.reject(new Error('is navigating'));
    const evaluate = () => Promise.reject(new Error('is closed'));
    const finding = findPage({ request, page: { content, evaluate } } as never);
    await expect(finding).rejects.toThrow('is navigating');
  });

  test('never touches the page of an adaptive context, which throws in HTTP mode', async () => {
    const $ = load(html);
    const context = withForbiddenPage({
      request,
      querySelector: async () => $('p'),
      parseWithCheerio: async () => $,
    });
    expect(await findPage(context as never)).toEqual({ kind: 'dom', root: $.root()[0] });
  });

  test.each(['application/json', 'image/png', 'application/pdf'])('finds no page in %s', async (type) => {
    const source = await findPage({ request, body: Buffer.from('{}'), contentType: { type } } as never);
    expect(source).toEqual({
      kind: 'none',
      why: { code: 'no-page-type', reason: `not a page: its content type is ${type}` },
    });
  });

  test('finds no page in an image that an adaptive context has as text', async () => {
    const context = withForbiddenPage({
      request,
      response: { statusCode: 200, headers: { 'content-type': 'image/png' } },
      querySelector: async () => undefined,
      parseWithCheerio: async () => load('\u0089PNG'),
    });
    expect(await findPage(context as never)).toEqual({
      kind: 'none',
      why: { code: 'no-page-type', reason: 'not a page: its content type is image/png' },
    });
  });

  test('finds no page in data that a browser shows as a page, of which two are often alike', async () => {
    const page = { content: async () => '<html><body><pre>{"stock":1}</pre></body></html>' };
    const response = { headers: () => ({ 'content-type': 'application/json' }) };
    expect(await findPage({ request, page, response } as never)).toMatchObject({
      kind: 'none',
      why: { code: 'no-page-type' },
    });
  });

  test.each(['text/html', 'TEXT/HTML', 'application/xhtml+xml', 'text/plain', 'application/xml', ''])(
    'finds a page in type %j',
    async (type) => {
      expect(await findPage({ request, body: html, contentType: { type } } as never)).toMatchObject({
        kind: 'body',
      });
    },
  );

  test('says what is missing where a crawler fetches nothing', async () => {
    const source = await findPage({ request, sendRequest: () => {} } as never);
    expect(source).toMatchObject({
      kind: 'none',
      why: { code: 'nothing-fetched', reason: expect.stringMatching(/BasicCrawler fetches nothing/) },
    });
  });
});
