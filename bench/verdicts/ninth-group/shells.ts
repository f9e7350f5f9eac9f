import { attribute, html, type Shell, type ShellText, script } from '../shells.ts';

const page = (site: string, head: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${site}</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`;

const markdown = ({ title, paragraphs }: ShellText): string => `# ${title}\n\n${paragraphs.join('\n\n')}\n`;

/** Paragraphs as Portable Text keeps them: blocks with spans. */
const blocks = (paragraphs: readonly string[]): unknown[] =>
  paragraphs.map((text, i) => ({
    _type: 'block',
    _key: `b${i}`,
    style: 'normal',
    markDefs: [],
    children: [{ _type: 'span', _key: `s${i}`, text, marks: [] }],
  }));

/** Paragraphs as an editor of rich text keeps them: a tree of nodes. */
const tree = (paragraphs: readonly string[]): unknown => ({
  root: {
    type: 'root',
    version: 1,
    children: paragraphs.map((text) => ({
      type: 'paragraph',
      version: 1,
      children: [{ type: 'text', detail: 0, format: 0, mode: 'normal', text, version: 1 }],
    })),
  },
});

/** Shells whose state keeps texts as editors and stores of content do, or as Markdown, and the same without a text. */
export const ninthShells: readonly Shell[] = [
  {
    name: 'blocks of Portable Text in a store',
    page: (text, isThere) =>
      page(
        text.site,
        '<link rel="modulepreload" href="/build/entry.client-7F.js">',
        `<div id="__app"></div><script>window.__PRELOADED_STATE__ = ${script({ route: '/record/[id]', user: null, ...(isThere && { record: { _id: 'r7', title: text.title, body: blocks(text.paragraphs) } }) })};</script><script src="/build/app.js"></script>`,
      ),
  },
  {
    name: 'a tree of rich text',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div id="app"><div class="spinner" role="status"></div></div><script id="__APP_DATA__" type="application/json">${script({ locale: 'en', doc: isThere ? { id: 12, headline: text.title, content: tree(text.paragraphs) } : null })}</script><script type="module" src="/assets/index-4c.js"></script>`,
      ),
  },
  {
    name: 'Markdown in xmp',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<xmp theme="united" style="display:none;">${isThere ? markdown(text) : ''}</xmp><script src="/v/0.2/strapdown.js"></script>`,
      ),
  },
  {
    name: 'slides in a textarea',
    page: (text, isThere) =>
      page(
        text.site,
        '<style>@page{margin:0}</style>',
        `<textarea id="source">${isThere ? `class: center, middle\n\n${markdown(text)}` : ''}</textarea><script src="/remark-latest.min.js"></script><script>var slideshow = remark.create();</script>`,
      ),
  },
  {
    name: 'flags of an Elm program',
    page: (text, isThere) =>
      page(
        text.site,
        '<script src="/elm.min.js"></script>',
        `<div id="elm"></div><script>var app = Elm.Main.init({node: document.getElementById("elm"), flags: ${script({ now: 1_764_547_200, record: isThere ? { name: text.title, notes: text.paragraphs } : null })}});</script>`,
      ),
  },
  {
    name: 'attribute of a Vue component',
    page: (text, isThere) =>
      page(
        text.site,
        '<meta name="csrf-token" content="q7">',
        `<div id="app" v-cloak><record-page :record="${attribute(isThere ? { id: 7, title: text.title, description: html(text.paragraphs) } : { id: 7 })}" :can-edit="false"></record-page></div><script src="/js/app.js?id=9c" defer></script>`,
      ),
  },
  {
    name: 'settings of Drupal, decoupled',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<div class="dialog-off-canvas-main-canvas" data-off-canvas-main-canvas><div data-component="record"></div></div><script type="application/json" data-drupal-selector="drupal-settings-json">${script({ path: { baseUrl: '/', currentPath: 'node/7', isFront: false, currentLanguage: 'en' }, ...(isThere && { record: { title: text.title, body: { processed: html(text.paragraphs), format: 'basic_html' } } }), user: { uid: 0 } })}</script><script src="/core/misc/drupal.js?v=11.2"></script>`,
      ),
  },
  {
    name: 'cells in a list of rows',
    page: (text, isThere) =>
      page(
        text.site,
        '',
        `<noscript>This register is drawn by a script.</noscript><main id="grid"></main><script>window.tableData=${script({ columns: ['key', 'value'], rows: isThere ? [['title', text.title], ...text.paragraphs.map((each, i) => [`note_${i}`, each])] : [] })};window.renderTable&&renderTable("#grid",window.tableData)</script><script src="/static/grid.js"></script>`,
      ),
  },
];
