import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

/** As applications are served in 2026: a head of hints and icons, a title that is the application's. */
const page = (site: string, head: string, body: string): string =>
  `<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="theme-color" content="#0b3d5c"><link rel="icon" href="/favicon.svg"><link rel="manifest" href="/app.webmanifest"><link rel="preconnect" href="https://cdn.example"><title>${site}</title>${head}</head><body>${body}</body></html>`;
const textOf = (text: ShellText, isThere: boolean): unknown =>
  isThere ? { id: 4711, title: text.title, body: html(text.paragraphs) } : null;

/** Shells that no earlier group has, with the text in their state, in a shadow root or in attributes, or with none. */
export const fifthShells: readonly Shell[] = [
  {
    // the state is a string of JSON within a script: quoted twice
    name: 'Redux, quoted',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="app-mount"><div class="splash" aria-busy="true"></div></div><script nonce="r4nd">window.__PRELOADED_STATE__=JSON.parse(${script(JSON.stringify({ session: { user: null, locale: 'en' }, entities: { posts: isThere ? { 4711: textOf(text, true) } : {} }, ui: { theme: 'light', isLoading: !isThere } }))});</script><script src="/assets/vendors.4a1.js"></script><script src="/assets/main.9c2.js"></script>`,
      ),
  },
  {
    name: 'SvelteKit 2',
    page: (text, isThere) =>
      page(
        text.site,
        '<link rel="modulepreload" href="/_app/immutable/entry/start.B1.js">',
        `<div style="display: contents"><!--[--><!--]--><script>{ __sveltekit_1q7 = { base: "" }; const element = document.currentScript.parentElement; Promise.all([import("/_app/immutable/entry/start.B1.js"), import("/_app/immutable/entry/app.D4.js")]).then(([kit, app]) => { kit.start(app, element, { node_ids: [0, 7], data: [null,{type:"data",data:{post:${script(textOf(text, isThere))}},uses:{params:["slug"]}}], form: null, error: null }); }); }</script></div>`,
      ),
  },
  {
    name: 'Ember FastBoot',
    page: (text, isThere) =>
      page(
        text.site,
        '<meta name="reader/config/environment" content="%7B%22rootURL%22%3A%22%2F%22%7D">',
        `<script type="x/boundary" id="fastboot-body-start"></script><div id="ember-basic-dropdown-wormhole"></div><script type="x/boundary" id="fastboot-body-end"></script><script type="fastboot/shoebox" id="shoebox-store">${script({ data: isThere ? [{ type: 'post', id: '4711', attributes: { title: text.title, content: html(text.paragraphs) } }] : [] })}</script><script src="/assets/vendor.js"></script>`,
      ),
  },
  {
    name: 'SolidStart',
    page: (text, isThere) =>
      page(
        text.site,
        '<script>window._$HY||(e=>{let t=e=>e&&e.hasAttribute&&(e.hasAttribute("data-hk")?e:t(e.host))})(_$HY={events:[],completed:new WeakSet,r:{},fe(){}})</script>',
        `<div id="app"></div><script>_$HY.r["0-0-1"]=$R[0]=Promise.resolve(1);$R[1]($R[0],${isThere ? `$R[2]={title:${script(text.title)},body:${script(html(text.paragraphs))}}` : 'void 0'});</script><script type="module" async src="/_build/assets/client.js"></script>`,
      ),
  },
  {
    name: 'Wix warm-up data',
    page: (text, isThere) =>
      page(
        text.site,
        '<meta name="generator" content="a website builder">',
        `<div id="SITE_CONTAINER"></div><script type="application/json" id="wix-essential-viewer-model">${script({ site: { siteId: '7f2c' }, experiments: { 'specs.thunderbolt.speculationRules': true } })}</script><script type="application/json" id="wix-warmup-data">${script({ platform: { ssrPropsUpdates: [] }, appsWarmupData: isThere ? { blog: { post: { title: text.title, content: { nodes: text.paragraphs.map((each) => ({ type: 'PARAGRAPH', nodes: [{ type: 'TEXT', textData: { text: each } }] })) } } } } : {} })}</script>`,
      ),
  },
  {
    name: 'Relay, many scripts',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="splash-screen"><svg viewBox="0 0 9 9"><path d="M0 0h9"/></svg></div><div id="mount_0_0_x1"></div><script type="application/json" data-content-len="211" data-sjs>${script({ require: [['HasteSupportData', 'handle', null, [{ clpData: { 1743095: { r: 1, s: 1 } }, gkxData: { 2772: { result: false } } }]]] })}</script><script type="application/json" data-content-len="911" data-sjs>${script({ require: [['ScheduledServerJS', 'handle', null, [{ __bbox: isThere ? { result: { data: { note: { headline: { text: text.title }, blocks: text.paragraphs.map((each) => ({ depth: 0, text: each })) } } } } : { complete: true } }]]] })}</script>`,
      ),
  },
  {
    name: 'a declared shadow root',
    page: (text, isThere) =>
      page(
        isThere ? `${text.title} · ${text.site}` : text.site,
        '',
        `<reader-app><template shadowrootmode="open"><style>:host{display:block;font:1rem/1.5 serif}</style>${isThere ? `<h1 part="title">${text.title}</h1><section part="body">${html(text.paragraphs)}</section>` : '<reader-spinner></reader-spinner>'}</template></reader-app><script type="module" src="/elements.js"></script>`,
      ),
  },
  {
    name: 'attributes of an element',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="page" v-cloak><article-view ${isThere ? `headline="${attribute(text.title)}" :paragraphs="${attribute(text.paragraphs)}"` : ':id="4711"'}></article-view></div><script src="/build/app.js" defer></script>`,
      ),
  },
];
