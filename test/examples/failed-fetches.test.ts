import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve, temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';

const PAGES = 12;
const linkTo = (path: string) => `<a href="${path}">${path}</a> `;

/** A chain of pages. Every third one is answered with an error at first, is cut off at first, or asks for consent at first. */
function serveFailing(): Promise<string> {
  const asked = new Map<string, number>();
  return serve((request, response) => {
    const path = request.url!;
    const times = (asked.get(path) ?? 0) + 1;
    asked.set(path, times);
    const n = Number(path.slice('/page/'.length));
    const isPage = path.startsWith('/page/') && n < PAGES;
    if (isPage && times === 1 && n % 4 === 2) {
      response.destroy();
      return;
    }
    const status = path === '/broken' || (isPage && times === 1 && n % 4 === 1) ? 503 : isPage ? 200 : 404;
    response.writeHead(status, { 'content-type': 'text/html' });
    const isWall = isPage && times === 1 && n % 4 === 3;
    const links = isPage ? [`/page/${n + 1}`, '/broken', '/gone'].map(linkTo).join('') : '';
    response.end(
      isWall
        ? html(`Accept all cookies to continue ${links}`, 'Before you continue')
        : html(prose(n) + links, `Page ${n}`),
    );
  });
}

test.each(['fetch', 'simplecrawler'])(
  'examples/%s.ts asks again for pages that cannot be had at first, and says which cannot be had at all',
  async (example) => {
    const origin = await serveFailing();
    const program = fileURLToPath(new URL(`../../dist/examples/${example}.js`, import.meta.url));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, `${origin}/page/0`], {
      cwd: await temporaryFolder(),
    });
    const failed = [...stderr.matchAll(/^failed +(\S+):/gm)].map(([, url]) => url.slice(origin.length));
    expect(failed).toContain('/broken');
    expect(failed.filter((path) => path.startsWith('/page/') && path !== `/page/${PAGES}`)).toEqual([]);
    expect(stdout).toContain(`unique: ${PAGES},`);
  },
);

test.each(['fetch', 'crawlers/basic', 'crawlers/http'])(
  'examples/%s.ts loses no page to a link on it that is no URL, and follows none to a host whose name goes on',
  async (example) => {
    const asked: (string | undefined)[] = [];
    const origin = await serve(({ url }, response) => {
      asked.push(url);
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(
        html(
          prose(url!.length) + linkTo('http://[no') + linkTo(`${origin}0.example/`) + linkTo('/next'),
          url!,
        ),
      );
    });
    const program = fileURLToPath(new URL(`../../dist/examples/${example}.js`, import.meta.url));
    const { stderr } = await promisify(execFile)(process.execPath, [program, `${origin}/`], {
      cwd: await temporaryFolder(),
    });
    expect([asked, stderr]).toEqual([['/', '/next'], '']);
  },
);

test('examples/fetch.ts reads a page without end as far as it is judged, and the crawl goes on', async () => {
  const origin = await serve(({ url }, response) => {
    response.writeHead(url === '/' || url === '/endless' || url === '/last' ? 200 : 404, {
      'content-type': 'text/html',
    });
    if (url !== '/endless')
      response.end(html(prose(url!.length) + linkTo('/endless') + linkTo('/last'), url));
    else {
      const piece = `<p>${prose(20)}</p>`.repeat(1000);
      const write = () => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', write);
      response.write(html('', 'Endless'));
      write();
    }
  });
  const program = fileURLToPath(new URL('../../dist/examples/fetch.js', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, `${origin}/`], {
    cwd: await temporaryFolder(),
    timeout: 60_000,
  });
  const handled = [...stdout.matchAll(/^new +(\S+)/gm)].map(([, url]) => url.slice(origin.length));
  expect(handled.sort()).toEqual(['/', '/endless', '/last']);
});
