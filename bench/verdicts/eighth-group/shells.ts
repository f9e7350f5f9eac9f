import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

const page = (site: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${site}</title>${head}</head><body>${body}</body></html>`;

/** An element as React's stream of server components writes it. */
const element = (type: string, children: unknown): unknown[] => ['$', type, null, { children }];

const flight = ({ title, paragraphs }: ShellText): string =>
  `5:${JSON.stringify(element('article', [element('h1', title), ...paragraphs.map((each) => element('p', each))]))}\n`;

/** Values as turbo-stream writes them: each once in a list, and named by its place. */
const flattened = ({ title, paragraphs }: ShellText): unknown[] => [
  { _1: 2 },
  'loaderData',
  { _3: 4 },
  'routes/article',
  { _5: 6, _7: 8 },
  'title',
  title,
  'body',
  paragraphs.map((_, i) => 9 + i),
  ...paragraphs,
];

/** Shells of 2024 to 2026, with the text in their state or without. */
export const eighthShells: readonly Shell[] = [
  {
    name: 'server components, pushed',
    page: (text, isThere) =>
      page(
        text.site,
        '<script>(self.__next_f=self.__next_f||[]).push([0])</script>',
        `<div hidden><!--$--><!--/$--></div><div class="skeleton" aria-busy="true"></div><script>self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n2:I[39756,[],\\"default\\"]\\n"])</script>${isThere ? `<script>self.__next_f.push([1,${script(flight(text))}])</script>` : ''}`,
      ),
  },
  {
    name: 'React Router, turbo-stream',
    page: (text, isThere) =>
      page(
        text.site,
        '<link rel="modulepreload" href="/assets/entry.client-Bq.js">',
        `<div id="app"></div><script>window.__reactRouterContext={"basename":"/","ssr":true};window.__reactRouterContext.stream=new ReadableStream({start(c){window.__reactRouterContext.streamController=c}}).pipeThrough(new TextEncoderStream());</script><script>window.__reactRouterContext.streamController.enqueue(${script(`${JSON.stringify(isThere ? flattened(text) : [{ _1: 2 }, 'loaderData', {}])}\n`)});</script>`,
      ),
  },
  {
    name: 'Inertia, page in an attribute',
    page: (text, isThere) =>
      page(
        text.site,
        '<script type="module" src="/build/assets/app-D8.js"></script>',
        `<div id="app" data-page="${attribute({ component: 'Posts/Show', props: { errors: {}, auth: { user: null }, ...(isThere && { post: { id: 7, title: text.title, body: html(text.paragraphs) } }) }, url: '/posts/7', version: '9b1c' })}"></div>`,
      ),
  },
  {
    name: 'Livewire, snapshot',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<main><div wire:id="kQ2" wire:snapshot="${attribute({ data: { article: isThere ? [{ title: text.title, body: html(text.paragraphs) }, { s: 'arr' }] : null }, memo: { id: 'kQ2', name: 'show-article', method: 'GET' }, checksum: 'e31f' })}" wire:init="load"><svg class="animate-spin"></svg></div></main><script src="/livewire/livewire.min.js?id=df3a17f2" data-csrf="x" data-update-uri="/livewire/update"></script>`,
      ),
  },
  {
    name: 'Astro, properties of an island',
    page: (text, isThere) =>
      page(
        text.site,
        '<style>astro-island,astro-slot{display:contents}</style>',
        `<header><a href="/">${text.site}</a></header><astro-island uid="Z1k" component-url="/_astro/Post.C3.js" renderer-url="/_astro/client.B1.js" client="only" props="${attribute(isThere ? { post: [0, { title: [0, text.title], paragraphs: [1, text.paragraphs.map((each) => [0, each])] }] } : { post: [0, null] })}" opts="${attribute({ name: 'Post', value: true })}"></astro-island><script>(()=>{var e=async t=>{await(await t())()};(self.Astro||(self.Astro={})).only=e;window.dispatchEvent(new Event("astro:only"));})();</script>`,
      ),
  },
  {
    name: 'Qwik, state in JSON',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div q:container="paused" q:version="1.12.0" q:render="ssr"><!--qv q:id=0--><!--/qv--></div><script type="qwik/json">${script({ refs: {}, ctx: {}, objs: isThere ? ['1', { title: '2', blocks: '3' }, text.title, text.paragraphs.map((_, i) => String(4 + i)), ...text.paragraphs] : ['1', {}], subs: [] })}</script>`,
      ),
  },
  {
    name: 'a component with a shadow root',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<article-page><template shadowrootmode="open"><style>:host{display:block}</style>${isThere ? `<article><h1>${text.title}</h1>${html(text.paragraphs)}</article>` : '<article aria-busy="true"></article>'}</template></article-page><script type="module" src="/c/article-page.js"></script>`,
      ),
  },
  {
    name: 'Apollo, cache by reference',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="root"></div><script>window.__APOLLO_STATE__=${script({ ROOT_QUERY: { __typename: 'Query', ...(isThere && { 'post({"id":"7"})': { __ref: 'Post:7' } }) }, ...(isThere && { 'Post:7': { __typename: 'Post', id: '7', title: text.title, bodyModel: { paragraphs: text.paragraphs.map((each, i) => ({ __ref: `Paragraph:7_${i}`, text: each })) } } }) })};</script><script src="/static/main.js"></script>`,
      ),
  },
];
