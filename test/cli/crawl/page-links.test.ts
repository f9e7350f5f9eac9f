import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { load } from 'cheerio';
import { afterEach, expect, test } from 'vitest';
import { linksIn } from '../../../plugins/cli/crawl/page-links.ts';
import { neardup } from '../run.ts';

const asked = new Set<string>();
let answer: (url: string, response: ServerResponse) => void;
const server = createServer(({ url = '/' }, response) => {
  asked.add(url);
  answer(url, response);
});
afterEach(async () => {
  asked.clear();
  await new Promise((closed) => {
    server.close(closed);
    server.closeAllConnections();
  });
});

async function listenAt(address: string): Promise<string> {
  await new Promise<void>((listening) => {
    server.listen(0, address, listening);
  });
  return `${address.includes(':') ? `[${address}]` : address}:${(server.address() as AddressInfo).port}`;
}

const links = (html: string) =>
  linksIn({ $: load(html) as never }, 'http://h/folder/page').map(({ href }) =>
    href.slice('http://h'.length),
  );

test('links are those of a reader, and what a browser loads in place of the page, from the first base', () => {
  expect(links('<a href=a>1</a><map><area href=/b></map><a href=a>2</a><a>3</a>')).toEqual([
    '/folder/a',
    '/b',
  ]);
  expect(links('<base target=_top><base href=/other/><base href=/third/><a href=a>')).toEqual(['/other/a']);
  for (const ignored of ['http://[bad', 'javascript:void(0)', 'data:text/html,x', 'mailto:a@b'])
    expect(links(`<base href="${ignored}"><a href=a>`)).toEqual(['/folder/a']);
  expect(links('<frameset><frame src=one><frame src=/two></frameset>')).toEqual(['/folder/one', '/two']);
  expect(
    links(
      '<a href="mailto:a@h"></a><a href="javascript:a()"></a><a href="http://[">b</a><a href="http://u:p@h/c">',
    ),
  ).toEqual([]);
});

test('a page that sends its readers on leads to where it sends them, however that is written', () => {
  const refresh = (content: string) => links(`<META HTTP-EQUIV=" Refresh" CONTENT="${content}">`);
  for (const content of ['0;url=/x', '5; URL = /x', "0; url='/x'more", '3 /x', ' .5 , /x', "1;'/x"]) {
    expect([content, refresh(content)]).toEqual([content, ['/x']]);
  }
  for (const content of ['5', '', '0; url=', "0; url=''", 'url=/x']) {
    expect([content, refresh(content)]).toEqual([content, []]);
  }
  expect(links('<meta http-equiv=content-language content="0;url=/x">')).toEqual([]);
  const response = { headers: { refresh: '0; url=x' } };
  const byHeader = ($?: ReturnType<typeof load>) =>
    linksIn({ $: $ as never, response }, 'http://h/folder/page').map(({ href }) => href);
  expect(byHeader()).toEqual(['http://h/folder/x']);
  expect(byHeader(load('<base href=/other/><a href=a>'))).toEqual(['http://h/other/x', 'http://h/other/a']);
});

test('links are followed whatever their path and host: behind a dot, at an IPv6 address, in a frame, by a refresh in a page or in its header', async () => {
  const linked = ['/.well-known/a', '/b/.c/d', '/e?f=/.git', '/refresh', '/frames', '/header'];
  const paths = [...linked, '/refreshed', '/frame', '/named'];
  answer = (url, response) => {
    const words = Array.from({ length: 60 }, (_, i) => `${url.replace(/\W/g, '')}word${i}`).join(' ');
    if (url === '/header') response.setHeader('refresh', '0; url=/named');
    response.writeHead(url === '/robots.txt' ? 404 : 200, { 'content-type': 'text/html' });
    if (url === '/refresh') response.end('<meta http-equiv=refresh content="0;url=/refreshed">');
    else if (url === '/frames') response.end('<frameset><frame src=/frame></frameset>');
    else if (url !== '/') response.end(`<title>${url}</title><p>${words}`);
    else
      response.end(`<title>${url}</title><p>${words}${linked.map((path) => `<a href="${path}">.</a>`)}
      <a href="http://other.example/">elsewhere</a>`);
  };
  const host = await listenAt('::1').catch(() => listenAt('127.0.0.1'));
  const { stdout } = await neardup(['crawl', `http://${host}/`, '--json']);
  expect(JSON.parse(stdout)).toMatchObject({ pages: 10, failed: 0, refused: 0 });
  expect([...asked].sort()).toEqual(['/', ...paths, '/robots.txt'].sort());
});
