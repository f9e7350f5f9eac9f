import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve, temporaryFolder } from '../crawlee/crawls.ts';
import { html, prose } from '../crawlee/pages.ts';

/**
 * One URL in twenty is fetched whatever was learned; which ones depends on the port. Of the 260 that change none is among them once
 * in 600,000 ports.
 */
const ITEMS = 390;
const ON_A_PAGE = 13;
/** From this item on a `sid` selects another text: until then it made no difference. */
const FIRST_CHANGED = 130;

/**
 * A shop whose listings show items, and with a `sid` those of the listing before, which are known by then: only such links are left out.
 * The last item on a listing leads to the next one.
 */
function serveShop(): Promise<string> {
  return serve((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://shop.example');
    const [, kind, number] = /^\/(list|item)\/(\d+)$/.exec(pathname) ?? ['', 'list', '0'];
    const n = Number(number);
    response.writeHead(200, { 'content-type': 'text/html' });
    if (kind === 'list') {
      const items = Array.from({ length: ON_A_PAGE }, (_, i) => n * ON_A_PAGE + i);
      const before = items.map((item) => item - ON_A_PAGE).filter((item) => item >= 0);
      const paths = [
        ...items.filter((item) => item < ITEMS).map((item) => `/item/${item}`),
        ...before.map((item) => `/item/${item}?sid=${7 * item}`),
      ];
      response.end(html(prose(5000 + n) + paths.map(linkTo).join(''), `List ${n}`));
    } else {
      const isChanged = searchParams.has('sid') && n >= FIRST_CHANGED;
      const isLast = n % ON_A_PAGE === ON_A_PAGE - 1;
      const next = isLast ? linkTo(`/list/${(n + 1) / ON_A_PAGE}`) : '';
      const title = `Item ${n}${isChanged ? ' another' : ''}`;
      response.end(html(prose(isChanged ? 90_000 + n : 10_000 + n) + next, title));
    }
  });
}

function linkTo(path: string): string {
  return `<a href="${path}">${path}</a> `;
}

test.each(['fetch', 'simplecrawler'])(
  'examples/%s.ts fetches what it left out before the URLs showed that it makes a difference',
  async (example) => {
    const origin = await serveShop();
    const program = fileURLToPath(new URL(`../../dist/examples/${example}.js`, import.meta.url));
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, `${origin}/list/0`], {
      cwd: await temporaryFolder(),
    });
    expect(stderr).toBe('');
    const handled = new Set([...stdout.matchAll(/^new +(\S+)/gm)].map(([, url]) => url.slice(origin.length)));
    const changed = Array.from({ length: ITEMS - FIRST_CHANGED }, (_, i) => FIRST_CHANGED + i);
    const missing = changed.map((n) => `/item/${n}?sid=${7 * n}`).filter((path) => !handled.has(path));
    expect(missing).toEqual([]);
  },
);
