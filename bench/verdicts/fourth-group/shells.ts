import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

const page = (title: string, body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head><body>${body}</body></html>`;

/** The rows of a payload that React streams: the article as elements, or a client component that fetches it. */
function flightOf({ title, paragraphs }: ShellText, isThere: boolean): string {
  const article = [
    ...['$', 'article', null],
    {
      children: [
        ['$', 'h1', null, { children: title }],
        ...paragraphs.map((children, i) => ['$', 'p', String(i), { children }]),
      ],
    },
  ];
  return `1:"$Sreact.fragment"\n2:I[94970,[],"ClientPageRoot"]\n4:${JSON.stringify(isThere ? article : ['$', '$L2', null, { params: {} }])}\n`;
}

/** Values in a list as devalue writes them: what an object holds stands at the places that it names. */
function devalued({ title, paragraphs }: ShellText, isThere: boolean): unknown[] {
  if (!isThere) return [{ data: 1, state: 2 }, {}, {}];
  const places = paragraphs.map((_, i) => 4 + i);
  return [{ data: 1 }, { title: 2, paragraphs: 3 }, title, places, ...paragraphs];
}

/** The same as turbo-stream writes it: names have places too. */
function streamed({ title, paragraphs }: ShellText, isThere: boolean): unknown[] {
  if (!isThere) return [{ _1: 2 }, 'loaderData', {}];
  const places = paragraphs.map((_, i) => 7 + i);
  return [{ _1: 2 }, 'loaderData', { _3: 4, _5: 6 }, 'title', title, 'paragraphs', places, ...paragraphs];
}

/** Shells as frameworks of 2024 to 2026 write them, with the text in their state, or only the means to fetch it. */
export const fourthShells: readonly Shell[] = [
  {
    name: 'Next.js, app router',
    page: (text, isThere) => {
      const flight = flightOf(text, isThere);
      const half = Math.floor(flight.length / 2);
      const rows = [flight.slice(0, half), flight.slice(half)];
      const pushes = rows.map((row) => `<script>self.__next_f.push(${script([1, row])})</script>`);
      return page(
        text.site,
        `<div hidden=""><!--$--><!--/$--></div><div class="animate-pulse"></div><script src="/_next/static/chunks/main-app.js" async=""></script><script>(self.__next_f=self.__next_f||[]).push([0])</script>${pushes.join('')}`,
      );
    },
  },
  {
    name: 'Nuxt 3',
    page: (text, isThere) =>
      page(
        text.site,
        `<div id="__nuxt"></div><div id="teleports"></div><script type="application/json" data-nuxt-data="nuxt-app" data-ssr="false" id="__NUXT_DATA__">${script(devalued(text, isThere))}</script><script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/"}}</script><script type="module" src="/_nuxt/entry.js"></script>`,
      ),
  },
  {
    name: 'React Router 7',
    page: (text, isThere) =>
      page(
        text.site,
        `<script>window.__reactRouterContext = {"basename":"/","isSpaMode":true};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}})</script><script type="module" async="">import "/assets/manifest.js";</script><script>window.__reactRouterContext.streamController.enqueue(${script(`${JSON.stringify(streamed(text, isThere))}\n`)});</script>`,
      ),
  },
  {
    name: 'Astro island',
    page: (text, isThere) => {
      const props = isThere
        ? { title: [0, text.title], paragraphs: [1, text.paragraphs.map((each) => [0, each])] }
        : { id: [0, 17] };
      return page(
        text.site,
        `<astro-island uid="Z1xQ" component-url="/_astro/Article.js" component-export="default" renderer-url="/_astro/client.js" props="${attribute(props)}" ssr="" client="only" opts="${attribute({ name: 'Article', value: 'react' })}"></astro-island>`,
      );
    },
  },
  {
    name: 'Qwik',
    page: (text, isThere) =>
      page(
        text.site,
        `<div q:container="paused" q:version="1.9.0"><div q:id="4"></div></div><script type="qwik/json">${script({ refs: { 4: '0 1' }, ctx: {}, objs: isThere ? [text.title, html(text.paragraphs), '\u0012', 1200] : ['\u0012', 1200], subs: [] })}</script><script id="qwikloader">window.qwikevents||=[]</script>`,
      ),
  },
  {
    name: 'Livewire',
    page: (text, isThere) => {
      const data = isThere
        ? { post: [{ title: text.title, body: html(text.paragraphs) }, { s: 'arr' }], ready: true }
        : { post: null, ready: false };
      return page(
        text.site,
        `<div wire:snapshot="${attribute({ data, memo: { id: 'x81', name: 'show-post', path: 'app' }, checksum: 'b1946ac9' })}" wire:effects="[]" wire:id="x81" wire:init="load"><div class="spinner"></div></div><script src="/livewire/livewire.min.js" data-update-uri="/livewire/update"></script>`,
      );
    },
  },
  {
    name: 'TanStack Start',
    page: (text, isThere) =>
      page(
        text.site,
        `<script class="$tsr">self.$R=self.$R||{};$_TSR.router=($R=>$R[0]={manifest:$R[1]={routes:$R[2]={}},matches:$R[3]=[$R[4]={i:"/posts/$id",u:1767312000000,s:"success"${isThere ? `,l:$R[5]={title:${script(text.title)},content:${script(html(text.paragraphs))}}` : ''}}]})($R["tsr"]);document.currentScript.remove()</script><script type="module" async="">import("/assets/main.js")</script>`,
      ),
  },
];
