import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

const page = (site: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${site}</title><meta name="viewport" content="width=device-width,initial-scale=1">${head}</head><body>${body}</body></html>`;

/** Entries of a cache as Relay or urql write them: a name, and the answer as a string in a string. */
const cached = (text: ShellText, isThere: boolean): string =>
  script({
    '-3710882123': {
      hasNext: false,
      data: JSON.stringify(
        isThere
          ? { page: { __typename: 'Page', title: text.title, blocks: text.paragraphs } }
          : { page: null },
      ),
    },
  });

/** Shells that no earlier group has: applications of forums, shops, wikis, editors and games of 2026, with their state or without. */
export const seventhShells: readonly Shell[] = [
  {
    name: 'urql',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="root"></div><script>window.__URQL_DATA__=JSON.parse(${script(cached(text, isThere))});</script><script src="/assets/index-D3.js" type="module"></script>`,
      ),
  },
  {
    name: 'TanStack Query, dehydrated',
    page: (text, isThere) =>
      page(
        text.site,
        '<link rel="modulepreload" href="/assets/vendor-C1.js">',
        `<noscript>You need to enable JavaScript to run this app.</noscript><div id="app"><div class="spinner-border"></div></div><script>window.__REACT_QUERY_STATE__=${script({ mutations: [], queries: isThere ? [{ queryKey: ['post', 4711], state: { data: { id: 4711, title: text.title, content: html(text.paragraphs) }, status: 'success' } }] : [{ queryKey: ['post', 4711], state: { status: 'pending' } }] })}</script>`,
      ),
  },
  {
    name: 'Pinia',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="app"><!--app-html--></div><script>window.__pinia=${script({ user: { isGuest: true }, article: { current: isThere ? { heading: text.title, paragraphs: text.paragraphs.map((value) => ({ type: 'p', value })) } : null, isLoading: !isThere } })}</script><script type="module" src="/assets/app.4fd.js"></script>`,
      ),
  },
  {
    name: 'Discourse, preloaded',
    page: (text, isThere) =>
      page(
        text.site,
        '<meta name="generator" content="Discourse 3.6">',
        `<div id="data-preloaded" data-preloaded="${attribute({ site: '{"default_archetype":"regular"}', ...(isThere && { topic_4711: JSON.stringify({ post_stream: { posts: [{ id: 1, cooked: html(text.paragraphs) }] }, title: text.title }) }) })}" hidden></div><section id="main"></section><div id="d-splash"><div class="preloader-image"></div></div>`,
      ),
  },
  {
    name: 'Lit, server state',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<my-app><template shadowroot="open"><style>:host{display:block}</style><slot></slot></template></my-app><script type="application/json" data-for="my-app">${script({ route: '/read', view: isThere ? { heading: text.title, body: text.paragraphs.join('\n\n') } : {} })}</script><script type="module" src="/build/my-app.js"></script>`,
      ),
  },
  {
    name: 'Blazor, prerendered state',
    page: (text, isThere) =>
      page(
        text.site,
        '<base href="/" />',
        `<div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%" /></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui">An unhandled error has occurred. <a class="reload">Reload</a></div><script type="application/json" id="page-state">${script(isThere ? { Article: { Title: text.title, Sections: text.paragraphs.map((Text, Order) => ({ Order, Text })) } } : { Article: null })}</script><script src="_framework/blazor.web.js"></script>`,
      ),
  },
  {
    name: 'Salesforce Experience, state of Aura',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="auraLoadingBox" class="loadingHide"><div class="logo"></div></div><div class="auraMsgBox auraLoadingBox"><div class="spinner"></div><span>Loading</span></div><script>window.Aura=window.Aura||{};Aura.initConfig={context:{mode:"PROD",app:"siteforce:communityApp"}};Aura.article=${script(isThere ? { Title: text.title, Body__c: html(text.paragraphs) } : {})};</script>`,
      ),
  },
  {
    name: 'Alpine, data in an attribute',
    page: (text, isThere) =>
      page(
        text.site,
        '<style>[x-cloak]{display:none!important}</style>',
        `<div x-data="${attribute({ open: false, item: isThere ? { title: text.title, text: text.paragraphs } : null })}" x-cloak><h1 x-text="item.title"></h1><template x-for="p in item.text"><p x-text="p"></p></template></div><script defer src="/alpine.js"></script>`,
      ),
  },
  {
    name: 'Video site, initial data',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<ytd-app disable-upgrade="true"><div id="content"></div></ytd-app><script nonce="q7">var ytInitialData = ${script({ contents: { results: isThere ? [{ videoPrimaryInfoRenderer: { title: { runs: [{ text: text.title }] } } }, { videoSecondaryInfoRenderer: { attributedDescription: { content: text.paragraphs.join('\n') } } }] : [] } })};</script>`,
      ),
  },
  {
    name: 'zero-md with the source',
    page: (text, isThere) =>
      page(
        text.site,
        '<script type="module" src="/zero-md/dist/zero-md.min.js"></script>',
        `<zero-md${isThere ? '' : ' src="page.md"'}>${isThere ? `<script type="text/markdown"># ${text.title}\n\n${text.paragraphs.join('\n\n')}\n</script>` : ''}</zero-md>`,
      ),
  },
];
