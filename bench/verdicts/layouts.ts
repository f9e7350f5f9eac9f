/** The contents of a page for a layout. */
export interface Shown {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly site: string;
  readonly version: string;
  /** Titles of other pages, for menus. */
  readonly others: readonly string[];
  /** Text that all pages of the site have. */
  readonly legal: string;
  /** A notice that some versions have. */
  readonly banner: string;
}

type Layout = (shown: Shown) => string;

const list = (items: readonly string[]): string =>
  `<ul>${items.map((item) => `<li><a href="#">${item}</a></li>`).join('')}</ul>`;
const text = (paragraphs: readonly string[]): string => paragraphs.map((each) => `<p>${each}</p>`).join('\n');
const head = ({ title, site }: Shown): string =>
  `<!doctype html><html><head><title>${title} | ${site}</title></head>`;

/** Ways in which sites put a text on a page: what surrounds it, how it is titled, and where it is. */
export const layouts: Readonly<Record<string, Layout>> = {
  'article in main': (shown) =>
    `${head(shown)}<body><header>${shown.site}</header><nav>${list(shown.others)}</nav><main><article><h1>${shown.title}</h1>
${shown.banner}${text(shown.paragraphs)}</article></main><footer>${shown.legal}</footer></body></html>`,
  'table of the nineties': (shown) =>
    `${head(shown)}<body><table><tr><td>${list(shown.others)}</td><td><font size=5><b>${shown.title}</b></font>
${shown.banner}${text(shown.paragraphs)}<hr>${shown.legal}</td></tr></table></body></html>`,
  'divs without meaning': (shown) =>
    `${head(shown)}<body><div id=a>${list(shown.others)}</div><div id=b><div><h2>${shown.title}</h2>${shown.banner}</div>
<div>${text(shown.paragraphs)}</div></div><div id=c>${shown.legal}</div></body></html>`,
  'logo as heading': (shown) =>
    `${head(shown)}<body><div class=top><h1>${shown.site}</h1>${list(shown.others.slice(0, 8))}</div><div class=post>
<h2>${shown.title}</h2>${shown.banner}${text(shown.paragraphs)}</div><div class=bottom>${shown.legal}</div></body></html>`,
  'menu in the text': (shown) =>
    `${head(shown)}<body><main><p>Skip to main content / ${shown.site} ${shown.version}</p>${shown.others.map((each) => `<p>${each}</p>`).join('')}
<h1>${shown.title}</h1>${shown.banner}${text(shown.paragraphs)}<p>${shown.legal}</p></main></body></html>`,
  'reference with inherited members': (shown) =>
    `${head(shown)}<body><div class=header><h2 class=title>${shown.title}</h2></div><div class=details>${shown.banner}
${text(shown.paragraphs)}<h3>Inherited members</h3>${shown.legal
      .split('. ')
      .map((each, i) => `<dl><dt>member${i}</dt><dd>${each}</dd></dl>`)
      .join('')}</div></body></html>`,
  'heading in a header': (shown) =>
    `${head(shown)}<body><article><header><h1>${shown.title}</h1><p>${shown.site} ${shown.version}</p></header>${shown.banner}
${text(shown.paragraphs)}<aside><h3>Related</h3>${list(shown.others)}</aside></article><footer>${shown.legal}</footer></body></html>`,
  'title only': (shown) =>
    `${head(shown)}<body><div>${shown.banner}${text(shown.paragraphs)}</div><div>${shown.legal}</div></body></html>`,
  'frame of a shop': (shown) =>
    `${head(shown)}<body><form>search</form><ol class=breadcrumb><li>Home<li>${shown.site}</ol><h1>${shown.title}</h1><div class=tabs>
<section>${shown.banner}${text(shown.paragraphs)}</section><section><h2>Delivery</h2><p>${shown.legal}</p></section></div></body></html>`,
  wiki: (shown) =>
    `${head(shown)}<body><div id=content role=main><h1 id=firstHeading>${shown.title}</h1><div id=siteSub>From ${shown.site}</div>
${shown.banner}${text(shown.paragraphs)}</div><div id=navigation role=navigation>${list(shown.others)}</div><div id=footer>${shown.legal}</div></body></html>`,
};
