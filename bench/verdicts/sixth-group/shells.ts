import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

const page = (site: string, head: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><link rel="icon" href="/icon.svg" type="image/svg+xml"/><title>${site}</title>${head}</head><body>${body}</body></html>`;
const push = (value: string): string => `<script>self.__next_f.push([1,${script(value)}])</script>`;

/** Values as `devalue` writes them: a list in which objects name their parts by place. */
function devalued({ title, paragraphs }: ShellText): string {
  return script([
    ['ShallowReactive', 1],
    { data: 2, state: 6, once: 7, _errors: 8, serverRendered: 9 },
    ['ShallowReactive', 3],
    { 'post-4711': 4 },
    { title: 5, body: 10 },
    title,
    {},
    ['Set'],
    {},
    false,
    html(paragraphs),
  ]);
}

/** Shells that no earlier group has: the text in flight data, payloads, islands, states and templates of 2026, or none. */
export const sixthShells: readonly Shell[] = [
  {
    name: 'flight data, Next.js 16',
    page: (text, isThere) =>
      page(
        text.site,
        '<script src="/_next/static/chunks/webpack-91.js" async=""></script>',
        `<div hidden=""><!--$--><!--/$--></div><!--$?--><template id="B:0"></template><div class="skeleton" role="status" aria-label="loading"></div><!--/$--><script>(self.__next_f=self.__next_f||[]).push([0])</script>${push('1:"$Sreact.fragment"\n2:I[339756,["/_next/static/chunks/app.js"],"default"]\n')}${push(`0:{"P":null,"b":"q7X","c":["","posts"],"q":"","i":false,"f":[[["",{"children":["__PAGE__",{}]}]]]}\n`)}${isThere ? push(`a:["$","article",null,{"children":[["$","h1",null,{"children":${JSON.stringify(text.title)}}],${text.paragraphs.map((each, i) => `["$","p","${i}",{"children":${JSON.stringify(each)}}]`).join(',')}]}]\n`) : push('a:["$","$L2",null,{"promise":"$@b"}]\n')}`,
      ),
  },
  {
    name: 'Nuxt 4 payload',
    page: (text, isThere) =>
      page(
        text.site,
        '<script type="module" src="/_nuxt/entry.js" crossorigin></script>',
        `<div id="__nuxt"></div><div id="teleports"></div><script type="application/json" data-nuxt-data="nuxt-app" data-ssr="false" id="__NUXT_DATA__">${isThere ? devalued(text) : '[{"serverRendered":1},false]'}</script><script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/",buildId:"5e0c",buildAssetsDir:"/_nuxt/",cdnURL:""}}</script>`,
      ),
  },
  {
    name: 'Astro 5, client only',
    page: (text, isThere) =>
      page(
        text.site,
        '<meta name="generator" content="Astro v5.16.0">',
        `<header><a href="/">${text.site}</a></header><main><script>(()=>{var e=async t=>{await(await t())()};(self.Astro||(self.Astro={})).only=e;window.dispatchEvent(new Event("astro:only"))})();</script><astro-island uid="Z1q" component-url="/_astro/Post.B1.js" component-export="default" renderer-url="/_astro/client.js" props="${isThere ? attribute({ title: [0, text.title], blocks: [1, text.paragraphs.map((each) => [0, each])] }) : '{}'}" ssr client="only" opts="${attribute({ name: 'Post', value: 'react' })}"></astro-island></main>`,
      ),
  },
  {
    name: 'Angular 20, transfer state',
    page: (text, isThere) =>
      page(
        text.site,
        '<base href="/"><style ng-app-id="ng"></style>',
        `<app-root ng-version="20.3.1" ng-server-context="csr"><div class="boot"><svg viewBox="0 0 50 50"><circle cx="25" cy="25" r="20"></circle></svg></div></app-root><script src="/main-7Q.js" type="module"></script><script id="ng-state" type="application/json">${script({ __nghData__: [], ...(isThere && { '3141592': { b: { uuid: '4711', name: text.title, metadata: { 'dc.description': text.paragraphs.map((value) => ({ value })) } }, h: {}, s: 200, st: 'OK', rt: 'json' } }) })}</script>`,
      ),
  },
  {
    name: 'streamed templates',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="root"><!--$?--><template id="B:1"></template><p>…</p><!--/$--></div>${isThere ? `<div hidden id="S:1"><article><h1>${text.title}</h1>${html(text.paragraphs)}</article></div><script>$RC("B:1","S:1")</script>` : ''}<script src="/client.js" async></script>`,
      ),
  },
  {
    name: 'Qwik 2 state',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div q:container="paused" q:version="2.0.0" q:render="ssr" q:base="/build/"><!--qv--><main q:id="4"></main><!--/qv--></div><script type="qwik/state">${script(isThere ? [0, [{ loaded: 1 }, text.title, text.paragraphs]] : [0, []])}</script><script q:type="preload">window.qwikevents=[]</script>`,
      ),
  },
  {
    name: 'forum preload',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="app" class="App"><div class="LoadingIndicator-container"></div></div><script id="flarum-json-payload" type="application/json">${script({ resources: [{ type: 'forums', id: '1', attributes: { title: text.site, allowSignUp: true } }], apiDocument: isThere ? { data: { type: 'discussions', id: '4711', attributes: { title: text.title } }, included: [{ type: 'posts', attributes: { number: 1, contentHtml: html(text.paragraphs) } }] } : null })}</script><noscript><p>Please enable scripts.</p></noscript>`,
      ),
  },
  {
    name: 'props of a web part',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="workbenchPageContent"><div class="ms-Shimmer"></div></div><script>var _spPageContextInfo={webTitle:${script(text.site)},listId:"{7f2c}"};</script><script type="application/json" id="pageState">${script({ CanvasContent1: isThere ? JSON.stringify([{ controlType: 4, innerHTML: `<h2>${text.title}</h2>${html(text.paragraphs)}` }]) : '[]' })}</script>`,
      ),
  },
];
