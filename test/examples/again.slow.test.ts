import { expect, test } from 'vitest';
import { serve, temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';
import { runExample } from './run-example.ts';

test('examples/again.ts, run a second time, is sent only the pages of a site that are new or have changed, by the addresses that they have, and handles them', async () => {
  const texts = new Map(['/', '/a', '/b/'].map((path, i) => [path, prose(i, 200)]));
  const asked: string[] = [];
  const origin = await serve(({ url = '', headers }, response) => {
    const text = texts.get(url);
    const etag = `"${text?.length}"`;
    const isSame = headers['if-none-match'] === etag;
    asked.push(`${url} ${isSame ? 304 : 200}`);
    response.setHeader('etag', etag);
    if (isSame) response.writeHead(304).end();
    else {
      const links = [...texts.keys()].map((path) => `<a href="${path}">on</a>`).join(' ');
      response.setHeader('content-type', 'text/html').end(html(`${text}</p>${links}`));
    }
  });
  const folder = await temporaryFolder();
  const handled = async (): Promise<string[]> => {
    asked.length = 0;
    const printed = await runExample('again', [`${origin}/`], folder);
    return [...printed.matchAll(/^(\w+): (http\S+)/gm)].map(
      ([, how, url]) => `${how} ${url.slice(origin.length)}`,
    );
  };
  expect((await handled()).sort()).toEqual(['new /', 'new /a', 'new /b/']);
  texts.set('/b/', prose(3, 203)).set('/c', prose(4, 200));
  expect(await handled()).toEqual(['changed /b/', 'new /c']);
  expect(asked.sort()).toEqual(['/ 304', '/a 304', '/b/ 200', '/c 200']);
});
