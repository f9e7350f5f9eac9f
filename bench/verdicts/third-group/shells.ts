import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

const page = (title: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body>${body}</body></html>`;
const textOf = ({ title, paragraphs }: ShellText, isThere: boolean): unknown =>
  isThere ? { title, content: html(paragraphs) } : null;

/**
 * Shells of frameworks that the earlier groups have not, with the text in their state, or in what old browsers were to
 * see.
 */
export const thirdShells: readonly Shell[] = [
  {
    name: 'SvelteKit',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div style="display: contents"></div><script type="application/json" data-sveltekit-fetched data-url="/api/page">${script({ status: 200, statusText: 'OK', headers: {}, body: JSON.stringify(textOf(text, isThere)) })}</script><script>{ __sveltekit_1x = { base: "" }; }</script>`,
      ),
  },
  {
    name: 'Angular',
    page: (text, isThere) =>
      page(
        text.site,
        '<base href="/">',
        `<app-root ng-version="17.3.0"></app-root><script src="main.js" type="module"></script><script id="ng-state" type="application/json">${script({ 2841: { b: textOf(text, isThere), h: {}, s: 200, st: 'OK', u: '/api/page', rt: 'json' } })}</script>`,
      ),
  },
  {
    name: 'Inertia',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="app" data-page="${attribute({ component: 'Page/Show', props: { errors: {}, page: textOf(text, isThere) }, url: '/app', version: '9f2c' })}"></div>`,
      ),
  },
  {
    name: 'Remix',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div>Loading</div><script>window.__remixContext = ${script({ basename: '/', state: { loaderData: { root: {}, 'routes/page': textOf(text, isThere) }, actionData: null, errors: null } })};</script><script type="module">import "/build/entry.client.js";</script>`,
      ),
  },
  {
    name: 'Apollo',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="root"></div><script>window.__APOLLO_STATE__=${script({ ROOT_QUERY: { __typename: 'Query' }, ...(isThere && { 'Article:7': { __typename: 'Article', headline: text.title, body: html(text.paragraphs) } }) })}</script><script src="/static/js/app.js"></script>`,
      ),
  },
  {
    name: 'noscript',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="main"></div><noscript>${isThere ? `<h1>${text.title}</h1>${html(text.paragraphs)}` : 'Scripts are needed to show this.'}</noscript><script src="/bundle.js"></script>`,
      ),
  },
  {
    name: 'frames',
    page: (text, isThere) =>
      `<HTML><HEAD><TITLE>${text.site}</TITLE></HEAD><FRAMESET COLS="160,*"><FRAME SRC="menu.htm" NAME="menu"><FRAME SRC="text.htm" NAME="text"><NOFRAMES><BODY>${isThere ? `<H2>${text.title}</H2>${html(text.paragraphs)}` : '<P>Your browser does not show frames.'}</BODY></NOFRAMES></FRAMESET></HTML>`,
  },
];
