import { classNameOf, type Engine } from '../engines/engine.ts';
import { links } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { script } from '../shells.ts';
import { beginning, halves, html, menu, neighbours, type Shown, theme } from '../theme.ts';

/** As Nextra 4 shows a page: a banner, a sidebar of all pages, a list of its headings, the pages before and after it. */
const nextra = theme('like Nextra', 'documentation', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  const [previous, next] = neighbours(shown, 2, 1);
  const paragraphs = (some: readonly string[]): string =>
    some.map((each) => `<p class="x:not-first:mt-[1.25em] x:leading-7">${each}</p>`).join('');
  const heading = `<h2 id="background" class="x:tracking-tight x:text-3xl">Background<a href="#background" class="subheading-anchor" aria-label="Permalink for this section"></a></h2>`;
  return `<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charSet="utf-8"/><title>${shown.title} – ${shown.site}</title><meta name="description" content="${beginning(shown.paragraphs, 90).replaceAll('"', '')}"/><script>((a,b)=>{document.documentElement.classList.add(localStorage.getItem("theme")||b)})("class","system")</script></head>
<body><a class="x:sr-only" href="#nextra-skip-nav">Skip to Content</a><div class="nextra-banner x:max-md:sticky"><div class="x:w-full x:text-center">${shown.site} ${shown.version} is released</div><button aria-label="Dismiss banner"><svg viewBox="0 0 20 20"><path d="M4 4l12 12"></path></svg></button></div>
<header class="nextra-navbar x:sticky"><nav><a class="x:flex" aria-label="Home page" href="/"><b>${shown.site}</b></a><div>${links('Docs|Examples|Blog|Showcase')}</div><div class="nextra-search"><input type="search" placeholder="Search documentation…" aria-label="Search"/><kbd>CTRL K</kbd></div></nav></header>
<div class="x:mx-auto x:flex x:max-w-(--nextra-content-width)"><aside id="_R_sidebar" class="nextra-sidebar"><div class="nextra-scrollbar"><ul>${menu(shown)}</ul></div><div class="nextra-sidebar-footer"><button title="Change theme">System</button></div></aside>
<nav class="nextra-toc" aria-label="table of contents"><p>On This Page</p><ul><li><a href="#background">Background</a></li></ul><div><a>Question? Give us feedback</a><a>Edit this page</a><button hidden>Scroll to top</button></div></nav>
<article class="nextra-body-typesetting-article"><nav class="nextra-breadcrumb"><span>Documentation</span> <svg viewBox="0 0 24 24"><path d="M9 5l7 7-7 7"></path></svg> <span>Guide</span></nav><main data-pagefind-body="true"><span id="nextra-skip-nav"></span><h1 class="x:tracking-tight x:text-4xl">${shown.title}</h1>${shown.notice === '' ? '' : `<div class="nextra-callout x:bg-yellow-50" data-pagefind-ignore="all"><div class="x:select-none">⚠️</div><div><p>${shown.notice}</p></div></div>`}
${paragraphs(first)}${shown.areLoose || second.length === 0 ? '' : heading}${paragraphs(second)}</main>${shown.areLoose ? '' : `<div class="x:mt-12 x:text-end">Last updated on <time datetime="2026-${10 + (keyOf(shown) % 3)}-${10 + (keyOf(shown) % 19)}">${10 + (keyOf(shown) % 19)} ${['October', 'November', 'December'][keyOf(shown) % 3]}, 2026</time></div><div class="x:mb-8 x:flex"><a title="${previous.title}">${previous.title}</a><a title="${next.title}">${next.title}</a></div>`}</article></div>
<footer class="x:bg-gray-100"><div>MIT 2026 © ${shown.site}.</div></footer></body></html>`;
});

/** As Fumadocs shows a page of the app router: tabs, a sidebar, and the whole text a second time in the flight data. */
const fumadocs = theme('like Fumadocs', 'documentation', (shown) => {
  const [previous, next] = neighbours(shown, 2, 1);
  const push = (text: string): string => `<script>self.__next_f.push([1,${script(text)}])</script>`;
  const flight = shown.areLoose
    ? ''
    : push(
        `a:["$","div",null,{"className":"prose flex-1","children":[${shown.paragraphs.map((each, i) => `["$","p","${i}",{"children":${JSON.stringify(each)}}]`).join(',')}]}]\n`,
      );
  return `<!DOCTYPE html><html lang="en" class="font_abc"><head><meta charSet="utf-8"/><link rel="preload" as="script" fetchPriority="low" href="/_next/static/chunks/webpack.js"/><title>${shown.title}</title><meta property="og:image" content="/og/docs/image.png"/></head>
<body class="flex flex-col min-h-screen"><div hidden=""><!--$--><!--/$--></div><div id="nd-docs-layout" class="grid overflow-x-clip"><header id="nd-subnav" class="sticky"><a href="/" class="inline-flex font-semibold">${shown.site}</a><button aria-label="Open Search"><svg viewBox="0 0 24 24"><circle cx="11" cy="11" r="8"></circle></svg></button></header>
<aside id="nd-sidebar" class="fixed flex flex-col"><div class="flex flex-col gap-3 p-4"><a href="/">${shown.site}</a><button data-search-full="">Search<kbd>⌘</kbd><kbd>K</kbd></button><button aria-haspopup="dialog">Framework<small>Version ${shown.version}</small></button></div><div data-radix-scroll-area-viewport=""><p class="mt-6">Introduction</p><ul>${menu(shown)}</ul></div><div class="border-t p-4"><a aria-label="GitHub"></a><button aria-label="Toggle Theme" data-theme-toggle=""></button></div></aside>
<article id="nd-page" data-full="false" class="flex flex-col w-full max-w-[900px]"><div class="flex flex-row text-fd-muted-foreground"><span>Introduction</span></div><h1 class="text-[1.75em] font-semibold">${shown.title}</h1>${shown.areLoose ? '' : '<div class="flex flex-row gap-2 border-b"><button>Copy Markdown</button><button aria-haspopup="dialog">Open</button></div>'}<div class="prose flex-1">${shown.notice === '' ? '' : `<div class="flex gap-2 my-4 rounded-xl border" style="--callout-color:var(--color-fd-warning)"><div role="none"></div><p>${shown.notice}</p></div>`}${html(shown.paragraphs)}</div>${shown.areLoose ? '' : `<div class="mt-4"><p>How is this guide?</p><button>Good</button><button>Bad</button></div><div class="@container grid"><a><div>${previous.title}</div><p>Previous Page</p></a><a><div>${next.title}</div><p>Next Page</p></a></div>`}</article>
<div id="nd-toc" class="sticky"><h3 id="toc-title">On this page</h3><p>No Headings</p></div></div><script>(self.__next_f=self.__next_f||[]).push([0])</script>${push('1:"$Sreact.fragment"\n2:I[88,["/_next/static/chunks/docs.js"],"RootProvider"]\n')}${flight}</body></html>`;
});

const nameOf = (shown: Shown): string => (shown.areLoose ? shown.title : classNameOf(shown));
const inherited = [
  ['close', 'Lets go of what the value holds.'],
  ['isEmpty', 'Whether nothing is in it.'],
  ['iterator', 'Goes over the elements, one after the other.'],
  ['toString', 'A text for people who look for faults.'],
] as const;

/** As Dokka shows a class of Kotlin: a library in a sidebar that a script fills, tabs, members in a table. */
const dokka = theme(
  'like Dokka',
  'reference',
  (shown) => {
    const name = nameOf(shown);
    const rows = inherited.map(
      ([member, says]) =>
        `<a data-name="${member}" anchor-label="${member}" id="${member}"></a><div class="table-row table-row_content" data-filterable-current=":/main"><div class="main-subrow keyValue"><div><span class="inline-flex"><div><a href="${member}.html"><span>${member}</span></a></div></span></div><div><div class="title"><div class="divergent-group"><div class="symbol monospace"><span class="token keyword">open </span><span class="token keyword">fun </span><a>${member}</a><span class="token punctuation">(</span><span class="token punctuation">)</span></div><div class="brief"><p class="paragraph">${says}</p></div></div></div></div></div></div>`,
    );
    return `<!DOCTYPE html>
<html class="no-js" lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1" charset="UTF-8"><title>${name}</title><link href="../../images/logo-icon.svg" rel="icon" type="image/svg"><script>var pathToRoot = "../../";</script><script type="text/javascript" src="../../scripts/sourceset_dependencies.js" async="async"></script></head>
<body><div class="root"><nav class="navigation theme-dark" id="navigation-wrapper"><a class="library-name--link" href="../../index.html">${shown.site.toLowerCase()}</a><button class="navigation-controls--btn" id="toc-toggle" type="button">Toggle table of contents</button><div class="library-version" id="library-version">${shown.version}.0</div><ul class="filter-section" id="filter-section"><li><button class="platform-tag jvm-like" data-active="" data-filter=":/main">jvm</button></li></ul></nav>
<div id="container"><div class="sidebar" id="leftColumn"><div class="sidebar--inner" id="sideMenu"></div></div><div id="main"><div class="main-content" data-page-type="classlike" id="content" pageIds="harbour::quay/${name}"><div class="breadcrumbs"><a href="../../index.html">${shown.site.toLowerCase()}</a><span class="delimiter">/</span><a href="../index.html">quay</a><span class="delimiter">/</span><span class="current">${name}</span></div>
<div class="cover"><h1 class="cover"><span>${name}</span></h1><div class="platform-hinted"><div class="content sourceset-dependent-content" data-active="">${shown.areLoose ? '' : `<div class="symbol monospace"><span class="token keyword">class </span><a>${name}</a> : <a>Base</a></div>`}${shown.notice === '' ? '' : `<div class="deprecation-content"><h3>Experimental</h3><p class="paragraph">${shown.notice}</p></div>`}${shown.paragraphs.map((each) => `<p class="paragraph">${each}</p>`).join('')}${shown.areLoose ? '' : '<span class="kdoc-tag"><h4>Since Kotlin</h4><p class="paragraph">2.1</p></span>'}</div></div></div>
${shown.areLoose ? '' : `<div class="tabbedcontent"><div class="tabs-section" tabs-section="tabs-section"><button class="section-tab" data-active="" data-togglable="CONSTRUCTOR">Members</button></div><div class="tabs-section-body"><div data-togglable="CONSTRUCTOR"><h2>Constructors</h2><div class="table"><div class="table-row"><div class="symbol monospace"><span class="token keyword">constructor</span>(options: <a>Options</a>)</div></div></div></div><div data-togglable="FUNCTION"><h2>Functions</h2><div class="table">${rows.join('\n')}</div></div></div></div>`}</div>
<div class="footer"><a href="#content" id="go-to-top-link" class="footer--button">Go to top</a><span>© 2026 Copyright</span><span class="pull-right"><span>Generated by </span><a class="footer--link"><span>dokka</span></a></span></div></div></div></div></body></html>`;
  },
  classNameOf,
);

/** As phpDocumentor 3 shows a class: namespaces at the side, a table of contents, methods with their files and lines. */
const phpDocumentor = theme(
  'like phpDocumentor',
  'reference',
  (shown) => {
    const name = nameOf(shown);
    const methods = inherited.map(
      ([member, says], i) =>
        `<article class="phpdocumentor-element -method -public"><h4 class="phpdocumentor-element__name" id="method_${member}">${member}()<a href="#method_${member}" class="headerlink"><i class="fas fa-link"></i></a></h4><aside class="phpdocumentor-element-found-in"><abbr class="phpdocumentor-element-found-in__file" title="src/Base.php">Base.php</abbr> : <span class="phpdocumentor-element-found-in__line">${20 + 13 * i}</span></aside><p class="phpdocumentor-summary">${says}</p><code class="phpdocumentor-code phpdocumentor-signature"><span class="phpdocumentor-signature__visibility">public</span> <span class="phpdocumentor-signature__name">${member}</span>() : <span class="phpdocumentor-signature__response_type">mixed</span></code></article>`,
    );
    return `<!DOCTYPE html><html lang="en"><head><meta charset="UTF-8"><title>Documentation</title><base href="../"><link rel="stylesheet" href="css/template.css"></head><body id="top"><header class="phpdocumentor-header phpdocumentor-section"><h1 class="phpdocumentor-title"><a href="" class="phpdocumentor-title__link">${shown.site} ${shown.version}</a></h1><input class="phpdocumentor-header__menu-button" type="checkbox" id="menu-button"><section data-search-form class="phpdocumentor-search"><label><span class="visually-hidden">Search for</span><input type="search" class="phpdocumentor-field" placeholder="Loading .." disabled></label></section></header>
<main class="phpdocumentor"><div class="phpdocumentor-section"><aside class="phpdocumentor-column -three phpdocumentor-sidebar"><section class="phpdocumentor-sidebar__category -namespaces"><h2 class="phpdocumentor-sidebar__category-header">Namespaces</h2><h4 class="phpdocumentor-sidebar__root-namespace"><a>Harbour</a></h4><ul class="phpdocumentor-list">${links('Quay|Berth|Cargo|Crew')}</ul></section><section class="phpdocumentor-sidebar__category -reports"><h2>Reports</h2><h3><a>Deprecated</a></h3><h3><a>Errors</a></h3></section><section><h2>Indices</h2><h3><a>Files</a></h3></section></aside>
<div class="phpdocumentor-column -nine phpdocumentor-content"><ul class="phpdocumentor-breadcrumbs"><li class="phpdocumentor-breadcrumb"><a>Harbour</a></li></ul><article class="phpdocumentor-element -class"><h2 class="phpdocumentor-content__title">${name}${shown.areLoose ? '' : ' <span class="phpdocumentor-element__extends">extends <a>Base</a></span>'}</h2>${shown.areLoose ? '' : '<div class="phpdocumentor-label-line"><div class="phpdocumentor-label phpdocumentor-label--success"><span>FinalYes</span></div></div>'}
${shown.notice === '' ? '' : `<div class="phpdocumentor-admonition phpdocumentor-admonition--warning">${shown.notice}</div>`}<section class="phpdocumentor-description">${html(shown.paragraphs)}</section>${shown.areLoose ? '' : `<h3 id="toc">Table of Contents <a href="#toc" class="headerlink"></a></h3><h4 id="toc-methods">Methods</h4><dl class="phpdocumentor-table-of-contents">${inherited.map(([member, says]) => `<dt class="phpdocumentor-table-of-contents__entry -method -public"><a>${member}()</a> <span>: mixed</span></dt><dd>${says}</dd>`).join('')}</dl><section class="phpdocumentor-methods"><h3 class="phpdocumentor-elements__header" id="methods">Methods</h3>${methods.join('\n')}</section>`}<div class="phpdocumentor-modal" id="source-view"><code>Loading...</code></div></article>
<section data-search-results class="phpdocumentor-search-results phpdocumentor-search-results--hidden"><h2 class="phpdocumentor-content__title">Search results</h2></section></div></div></main></body></html>`;
  },
  classNameOf,
);

/** Manuals and references of the sixth group. */
export const manualThemes: readonly Engine[] = [nextra, fumadocs, dokka, phpDocumentor];
