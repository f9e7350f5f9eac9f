/** The text of a page that an application shows, and where. */
export interface ShellText {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly site: string;
}

/**
 * A page whose text a program inserts in the browser. Without `withText` the program fetches the text from elsewhere.
 */
export interface Shell {
  readonly name: string;
  page(text: ShellText, withText: boolean): string;
}

/** A value for a script. */
export function script(json: unknown): string {
  return JSON.stringify(json).replaceAll('<', '\\u003c');
}

/** A value for an attribute: a text as it is, anything else as JSON. */
export function attribute(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** Paragraphs as HTML without lines between them. */
export function html(paragraphs: readonly string[]): string {
  return paragraphs.map((each) => `<p>${each}</p>`).join('');
}

const head = (title: string): string =>
  `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`;

/** The shells of common frameworks, with the state that they leave in the page. */
export const shells: readonly Shell[] = [
  {
    name: 'Next.js, pages',
    page: ({ title, paragraphs, site }, withText) =>
      `${head(site)}</head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${script(
        {
          props: { pageProps: withText ? { post: { title, html: html(paragraphs) } } : {} },
          page: '/posts/[slug]',
          buildId: 'k3fJ2',
        },
      )}</script><script src="/_next/static/chunks/main.js" defer></script></body></html>`,
  },
  {
    name: 'Nuxt 2',
    page: ({ title, paragraphs, site }, withText) =>
      `${head(site)}</head><body><div id="__nuxt"><div id="loading">Loading...</div></div><script>window.__NUXT__=${script(
        {
          layout: 'default',
          data: withText ? [{ article: { title, body: paragraphs.join('\n\n') } }] : [],
          serverRendered: false,
        },
      )};</script><script src="/_nuxt/app.js"></script></body></html>`,
  },
  {
    name: 'a store in window',
    page: ({ title, paragraphs, site }, withText) =>
      `${head(site)}</head><body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script>window.__INITIAL_STATE__ = ${script(
        { user: null, article: withText ? { headline: title, paragraphs } : null },
      )};</script><script src="/static/js/bundle.js"></script></body></html>`,
  },
  {
    name: 'Handlebars in a script',
    page: ({ title, paragraphs, site }, withText) =>
      `${head(site)}</head><body><ul class="breadcrumb"><li>Home</li><li>Docs</li><li>Reference</li></ul><div id="app"></div><script id="page" type="text/x-handlebars-template">${
        withText ? `<h1>${title}</h1>${html(paragraphs)}` : '{{> loading}}'
      }</script></body></html>`,
  },
  {
    name: 'a template element',
    page: ({ title, paragraphs, site }, withText) =>
      `${head(site)}</head><body><app-root></app-root><template id="view">${
        withText ? `<article><h1>${title}</h1>${html(paragraphs)}</article>` : ''
      }</template><script type="module" src="/main.js"></script></body></html>`,
  },
  {
    name: 'JSON-LD',
    page: ({ title, paragraphs, site }, withText) =>
      `${head(withText ? title : site)}<script type="application/ld+json">${script({
        '@context': 'https://schema.org',
        '@type': withText ? 'NewsArticle' : 'WebSite',
        ...(withText ? { headline: title, articleBody: paragraphs.join(' ') } : { name: site }),
      })}</script></head><body><div id="app">Please wait while we load the page</div><script src="/app.js"></script></body></html>`,
  },
];
