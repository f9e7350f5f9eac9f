import type { Article } from './articles.ts';

/** A page in the paper's present design: a masthead, a menu, a sidebar and a footer around what it is about. */
export function present(title: string, main: string, session?: string): string {
  const account = session === undefined ? '/account' : `/account?sid=${session}`;
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title} | The Wender Herald</title></head>
<body>
<header><p class="masthead"><a href="/">The Wender Herald</a></p>
<nav><ul>
<li><a href="/">Front page</a></li><li><a href="${account}">My account</a></li>
<li><a href="/offers">Offers</a></li><li><a href="/letters">Letters</a></li>
<li><a href="/pictures/dusk">Pictures</a></li>
</ul></nav></header>
<main>
${main}
</main>
<aside><h2>Most read this week</h2><ol>
<li><a href="/articles/lighthouse-lamp?sid=8f3a">The lighthouse lamp comes home</a></li>
<li><a href="/b/17">Three hours before the town wakes</a></li>
<li><a href="/articles/tool-library">Borrow a ladder, bring back a story</a></li>
</ol><p>The weather for Wender and the islands: wind from the west, showers, brighter later.</p></aside>
<footer><p>The Wender Herald, 4 Cord Street, printed since 1871. Letters to the editor are welcome and may be
shortened. Nothing in this paper may be used to wrap fish before the following day.</p></footer>
</body></html>`;
}

/** An article in the present design; a long one is offered for printing. */
export function presentArticle(article: Article, session?: string): string {
  const print = article.printable ? `<p><a href="/print/${article.slug}">Print this article</a></p>` : '';
  return present(
    article.title,
    `<article><h1>${article.title}</h1><p class="byline">By ${article.author}</p>
${paragraphs(article)}</article>${print}`,
    session,
  );
}

/** One page of the list of articles: how each begins, and the way to the next page. */
export function list(shown: readonly Article[], next?: string): string {
  const teasers = shown.map(
    ({ slug, title, paragraphs: [opening] }) =>
      `<section><h2><a href="/articles/${slug}">${title}</a></h2>
<p>${opening?.split('. ')[0]}. <a href="/articles/${slug}">Read on</a></p></section>`,
  );
  const older = next === undefined ? '' : `<p><a href="${next}">Older articles</a></p>`;
  return present('Front page', `<h1>All articles</h1>${teasers.join('\n')}${older}`);
}

/** The print version: the article and nothing else. */
export function print(article: Article): string {
  return `<!doctype html><html lang="en"><head><title>${article.title}</title></head>
<body><h1>${article.title}</h1><p>By ${article.author}</p>${paragraphs(article)}</body></html>`;
}

/** The paper's blog of some years ago: tables, another menu, an archive list, readers' remarks. */
export function blog(article: Article): string {
  return `<html><head><title>Herald Blog: ${article.title}</title></head><body bgcolor="#ffffff">
<table width="760"><tr><td colspan="2"><div id="header"><h1>Herald Blog</h1>
<p>News, views and tides. Tell a friend about this blog!</p></div></td></tr>
<tr><td valign="top" width="160"><div id="nav"><ul>
<li><a href="/">To the paper</a></li><li>March</li><li>February</li><li>January</li></ul>
<p>Visitors so far: 10,482</p></div></td>
<td valign="top"><div class="post"><h2>${article.title}</h2>
${paragraphs(article)}
<p class="posted">Posted by ${article.author} at 9:14 PM</p></div>
<div id="footer"><p>Best viewed at 800 by 600.</p></div></td></tr></table></body></html>`;
}

/** What a visitor who has not agreed to anything gets, whatever the address. */
export function consentWall(): string {
  return `<!doctype html><html lang="en"><head><title>Before you continue</title></head>
<body><div role="dialog"><h1>Before you continue</h1>
<p>We and our 214 partners use cookies to measure audiences and to show you personalised ads.</p>
<p>Please accept all cookies to continue, or choose what we may store.</p>
<button>Accept all</button> <button>Manage preferences</button>
</div></body></html>`;
}

/** A page that says "not found" with status 200. */
export function softNotFound(path: string): string {
  return present(
    'Page not found',
    `<h1>Page not found</h1><p>Sorry, the page ${path} was not found. It may have been moved or deleted.</p>`,
  );
}

function paragraphs(article: Article): string {
  return article.paragraphs.map((paragraph) => `<p>${paragraph}</p>`).join('\n');
}
