import type { Engine } from '../engines/engine.ts';
import { dated, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { attribute } from '../shells.ts';
import { halves, html, menu, neighbours, theme } from '../theme.ts';

/** As Hugo Book shows a page: a tree at the left with checkboxes for buttons, headings at the right, who edited last. */
const hugoBook = theme('like Hugo Book', 'documentation', (shown) => {
  const at = keyOf(shown);
  const [first, second] = halves(shown.paragraphs);
  return `<!DOCTYPE html><html lang="en-us" dir="ltr"><head><meta name="generator" content="Hugo 0.152.2"><meta charset="UTF-8"><title>${shown.title} | ${shown.site}</title><link rel="manifest" href="/manifest.json"></head><body dir="ltr" class="book-kind-page book-type-docs"><input type="checkbox" class="hidden toggle" id="menu-control" /><input type="checkbox" class="hidden toggle" id="toc-control" /><main class="container flex"><aside class="book-menu"><div class="book-menu-content"><nav><h2 class="book-brand"><a class="flex align-center" href="/"><span>${shown.site}</span></a></h2><div class="book-search hidden"><input id="book-search-input" type="text" placeholder="Search" aria-label="Search" maxlength="64" data-hotkeys="s/" /><div class="book-search-spinner hidden"></div><ul id="book-search-results"></ul></div><ul class="book-languages"><li>English</li></ul><ul><li class="book-section-flat"><span>The quay</span><ul>${menu(shown)}</ul></li></ul></nav></div></aside><div class="book-page"><header class="book-header hidden"><div class="flex align-center justify-between"><label for="menu-control"><img src="/icons/menu.svg" class="book-icon" alt="Menu" /></label><h3>${shown.title}</h3><label for="toc-control"><img src="/icons/toc.svg" class="book-icon" alt="Table of Contents" /></label></div></header>
<article class="markdown book-article"><h1 id="${shown.areLoose ? 'here' : shown.slug}">${shown.title}<a class="anchor" href="#${shown.areLoose ? 'here' : shown.slug}">#</a></h1>${shown.notice === '' ? '' : `<blockquote class="book-hint warning"><p>${shown.notice}</p></blockquote>`}${html(first)}${second.length === 0 || shown.areLoose ? '' : '<h2 id="further">Further<a class="anchor" href="#further">#</a></h2>'}${html(second)}</article><footer class="book-footer">${shown.areLoose ? '' : `<div class="flex flex-wrap justify-between"><div><a class="flex align-center" title="Last modified by the quay team | November ${1 + (at % 28)}, 2026"><img src="/icons/calendar.svg" class="book-icon" alt="" /><span>November ${1 + (at % 28)}, 2026</span></a></div><div><a class="flex align-center" rel="noopener"><span>Edit this page</span></a></div></div>`}<div class="flex flex-wrap justify-between">${neighbours(
    shown,
    2,
    1,
  )
    .map(({ title }) => `<a class="flex align-center book-icon"><span>${title}</span></a>`)
    .join(
      '',
    )}</div></footer></div>${shown.areLoose ? '' : '<aside class="book-toc"><div class="book-toc-content"><nav id="TableOfContents"><ul><li><a href="#further">Further</a></li></ul></nav></div></aside>'}</main></body></html>`;
});

/** As ReadMe's hub shows a guide: a bar of versions, a sidebar, whether it helped, and the whole state in an attribute. */
const readMe = theme('like ReadMe', 'documentation', (shown) => {
  const at = keyOf(shown);
  const state = shown.areLoose
    ? { sidebars: { docs: [] } }
    : { document: { title: shown.title, slug: shown.slug, hidden: false, updatedAt: dated(at).iso } };
  return `<!DOCTYPE html><html lang="en" style="" data-color-mode="system" class=" useReactApp  "><head><meta charset="utf-8"><meta name="readme-deploy" content="5.5${shown.version[0]}.0"><title>${shown.title}</title><meta name="loadedProject" content="harbour"></head><body class="body-none theme-solid header-bg-size-auto header-bg-pos-tl reference-layout-row lumosity-normal hub-full"><div id="ssr-top"></div><div id="ssr-main"><div class="App ContentWithOwlbotx4PaFDoA1KMz"><div class="ContentWithOwlbot-content"><header class="Header3zzata9F_ZPQ rm-Header_classic"><div class="rm-Header-top"><div class="rm-Container rm-Container_flex"><a class="rm-Logo" href="/"><img alt="${shown.site}" class="rm-Logo-img" src="/logo.png"/></a><a class="Header-jumpTo" href="#content">Jump to Content</a><nav aria-label="Primary navigation" class="Header-leftADQdGVqx1wqU" role="navigation"><a href="/changelog">Changelog</a></nav><div class="Header-rightldG4ztKUpO6W"><a class="Button" to="/login">Log In</a></div></div></div><div class="Header-bottom2eLKOFXMEmh5 rm-Header-bottom"><nav aria-label="Secondary navigation" role="navigation"><div class="rm-VersionDropdown"><button>v${shown.version}</button></div>${links('Guides|API Reference|Changelog|Discussions')}</nav><button class="rm-SearchToggle">Search<kbd>CTRL-K</kbd></button></div></header>
<main class="rm-Guides" id="Guides"><div class="rm-Guides rm-Container"><nav aria-label="page navigation" class="rm-Sidebar hub-sidebar" role="navigation"><section class="Sidebar-listWrapper rm-Sidebar-section"><h2 class="Sidebar-headingTRQyOa2pk0gh rm-Sidebar-heading">Getting started</h2><ul class="rm-Sidebar-list">${menu(shown)}</ul></section></nav><article class="rm-Article"><header id="content"><div class="row clearfix"><div class="col-xs-9"><h1>${shown.title}</h1></div>${shown.areLoose ? '' : '<div class="col-xs-3 text-right"><a class="suggestEdits" href="/edit"><i class="icon icon-edit"></i><span>Suggest Edits</span></a></div>'}</div></header><div class="grid-container-fluid"><section class="content-body grid-75"><div class="rm-Markdown markdown-body" data-testid="RDMD">${shown.notice === '' ? '' : `<blockquote class="callout callout_warn" theme="🚧"><p>${shown.notice}</p></blockquote>`}${html(shown.paragraphs)}</div>${
    shown.areLoose
      ? ''
      : `<div class="UpdatedAt"><p class="DateLine"><i class="icon icon-watch"></i>Updated <!-- -->${1 + (at % 11)} months ago<!-- --> </p></div><hr class="NextStepsDivider"/><nav aria-label="Pagination Controls" class="PaginationControlsjDYuqu8pBMUy rm-Pagination">${neighbours(
          shown,
          2,
          1,
        )
          .map(({ title }) => `<a class="PaginationControls-link">${title}</a>`)
          .join(
            '',
          )}</nav><div class="PageThumbs-helpful"><div>Did this page help you?</div><button class="Button">Yes</button><button class="Button">No</button></div>`
  }</section><section class="content-toc grid-25"></section></div></article></div></main></div></div></div><div class="ModalWrapper" id="ChatGPT-modal"></div><script id="ssr-props" data-initial-props="${attribute(state)}"></script></body></html>`;
});

const branches = ['main', 'maint', 'next'];

const hashOf = (at: number, step: number): string =>
  Array.from({ length: 5 }, (_, i) =>
    ((at + 7) * (step + i * 2_654_435 + 40_503) + 268_435_456).toString(16).slice(-8).padStart(8, '0'),
  ).join('');

/** The hash by which a commit is called in its page and its address. */
export function commitHash(at: number, version: string): string {
  return hashOf(at, version === '1.0' ? 1 : 6);
}

/** As cgit shows a commit: tabs of a repository, a table of who and when, the message in lines, a table of changed files. */
const cgit = theme('like cgit', 'documentation', (shown) => {
  const at = keyOf(shown);
  const hash = (step: number): string => hashOf(at, step + (shown.version === '1.0' ? 0 : 5));
  const file = (i: number): string =>
    ['berth.c', 'Makefile', 'tests/t4100-quay.sh', 'lib/toll.c', 'doc/berth.txt'][(at + i) % 5];
  const tab = (name: string): string => `<a href='/harbour.git/${name}/'>${name}</a>`;
  return `<!DOCTYPE html>
<html lang='en'>
<head>
<title>harbour.git - ${shown.areLoose ? shown.site : shown.title}</title>
<meta name='generator' content='cgit v1.2.3'/>
<meta name='robots' content='index, nofollow'/>
<link rel='alternate' title='Atom feed' href='https://git.harbour.example/harbour.git/atom/?h=main' type='application/atom+xml'/>
</head>
<body>
<div id='cgit'><table id='header'>
<tr>
<td class='logo' rowspan='2'><a href='/'><img src='/cgit.png' alt='cgit logo'/></a></td>
<td class='main'><a href='/'>index</a> : <a title='harbour.git' href='/harbour.git/'>harbour.git</a></td><td class='form'><form method='get'>
<select name='h' onchange='this.form.submit();'>
${branches.map((each) => `<option value='${each}'>${each}</option>`).join('\n')}
</select> <input type='submit' value='switch'/></form></td></tr>
<tr><td class='sub'>The quay and what is moored at it</td><td class='sub right'>${shown.site}</td></tr></table>
<table class='tabs'><tr><td>
${['about', 'summary', 'refs', 'log', 'tree', 'commit', 'diff', 'stats'].map(tab).join('')}</td><td class='form'><form class='right' method='get' action='/harbour.git/log/'>
<select name='qt'>
<option value='grep'>log msg</option>
<option value='author'>author</option>
<option value='committer'>committer</option>
<option value='range'>range</option>
</select>
<input class='txt' type='search' size='10' name='q' value=''/>
<input type='submit' value='search'/>
</form>
</td></tr></table>
<div class='content'>${
    shown.areLoose
      ? `<div id='summary'><h1>${shown.title}</h1>${html(shown.paragraphs)}</div>`
      : `<div class='cgit-panel'><b>diff options</b><form method='get'><table><tr><td class='label'>context:</td><td class='ctrl'><select name='context'><option value='3' selected='selected'>3</option></select></td></tr><tr><td class='label'>mode:</td><td class='ctrl'><select name='dt'><option value='0' selected='selected'>unified</option><option value='1'>ssdiff</option><option value='2'>stat only</option></select></td></tr></table></form></div><table summary='commit info' class='commit-info'>
<tr><th>author</th><td>${['bosun', 'quartermaster', 'rigger'][at % 3]} &lt;${['bosun', 'quartermaster', 'rigger'][at % 3]}@harbour.example&gt;</td><td class='right'>2026-10-${10 + (at % 20)} ${10 + (at % 13)}:${10 + (at % 49)}:01 +0200</td></tr>
<tr><th>committer</th><td>quartermaster &lt;quartermaster@harbour.example&gt;</td><td class='right'>2026-11-${10 + (at % 19)} 09:${10 + (at % 49)}:44 +0100</td></tr>
<tr><th>commit</th><td colspan='2' class='oid'><a href='/harbour.git/commit/?id=${hash(1)}'>${hash(1)}</a> (<a href='/harbour.git/patch/?id=${hash(1)}'>patch</a>)</td></tr>
<tr><th>tree</th><td colspan='2' class='oid'><a>${hash(2)}</a></td></tr>
<tr><th>parent</th><td colspan='2' class='oid'><a>${hash(3)}</a> (<a>diff</a>)</td></tr><tr><th>download</th><td colspan='2' class='oid'><a>harbour-${hash(1).slice(0, 8)}.tar.gz</a><br/></td></tr></table>
<div class='commit-subject'>${shown.title}</div><div class='commit-msg'>${shown.notice === '' ? '' : `[ ${shown.notice} ]\n\n`}${shown.paragraphs.join('\n\n')}</div><div class='diffstat-header'><a>Diffstat</a> (limited to 'lib')</div><table summary='diffstat' class='diffstat'>
${Array.from({ length: 1 + (at % 3) }, (_, i) => `<tr><td class='mode'>-rw-r--r--</td><td class='upd'><a>${file(i)}</a></td><td class='right'>${1 + ((at >> i) % 60)}</td><td class='graph'><table summary='file diffstat' width='100%'><tr><td class='add' style='width: ${20 + (at % 40)}.0%;'/><td class='rem' style='width: 4.0%;'/></tr></table></td></tr>`).join('\n')}
</table><div class='diffstat-summary'>${1 + (at % 3)} files changed, ${1 + (at % 60)} insertions, ${at % 9} deletions</div>`
  }</div> <!-- class=content -->
<div class='footer'>generated by <a href='https://git.zx2c4.example/cgit/about/'>cgit v1.2.3</a> (<a>git 2.51.0</a>) at 2026-11-30 0${shown.version[0]}:15:28 +0000</div>
</div> <!-- id=cgit -->
</body>
</html>`;
});

/** As Trac shows a ticket: a bar of words, properties in a table, changes in order, download in other formats. */
const trac = theme('like Trac', 'wiki', (shown) => {
  const at = keyOf(shown);
  const property = (name: string, value: string): string =>
    `<th id="h_${name.toLowerCase()}">${name}:</th><td headers="h_${name.toLowerCase()}"><a>${value}</a></td>`;
  return `<!DOCTYPE html><html lang="en-US"><head><title>${shown.areLoose ? shown.title : `#${at} (${shown.title})`} – ${shown.site}</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8" /><link rel="start" href="/trac/wiki" /><script>var trac={};</script></head><body><div id="banner"><div id="header"><a id="logo" href="/trac"><img alt="${shown.site}" src="/chrome/site/logo.png" /></a></div><form id="search" action="/trac/search" method="get"><div><label for="proj-search">Search:</label><input type="text" id="proj-search" name="q" size="18" value="" /><input type="submit" value="Search" /></div></form><div id="metanav" class="nav"><ul>${links('Login|Preferences|Help/Guide|About Trac|Register')}</ul></div></div><div id="mainnav" class="nav"><ul>${links('Wiki|Timeline|Roadmap|Browse Source|View Tickets|Search')}</ul></div><div id="main"><div id="pagepath"></div>${shown.areLoose ? '' : `<div id="ctxtnav" class="nav"><h2>Context Navigation</h2><ul><li class="first"><span class="missing">&larr; Previous Ticket</span></li><li class="last"><a>Next Ticket →</a></li></ul><hr /></div>`}<div id="content" class="${shown.areLoose ? 'wiki' : 'ticket'}">${
    shown.areLoose
      ? `<div class="wikipage searchable"><h1>${shown.title}</h1>${html(shown.paragraphs)}</div>`
      : `<div id="ticket" class=""><div class="date"><p>Opened <a class="timeline">${2 + (at % 9)} months ago</a></p><p>Last modified <a class="timeline">${1 + (at % 4)} weeks ago</a></p></div><h1><a class="trac-id">#${at}</a> <span class="trac-status"><a>new</a></span> <span class="trac-type"><a>${['defect', 'enhancement', 'task'][at % 3]}</a></span></h1><h1 id="trac-ticket-title" class="searchable"><span class="summary">${shown.title}</span></h1><table class="properties"><tr>${property('Reported by', ['mooring', 'halyard', 'spinnaker'][at % 3])}${property('Owned by', 'quay-devs')}</tr><tr>${property('Priority', ['minor', 'major', 'blocker'][(at >> 2) % 3])}${property('Milestone', `${1 + (at % 4)}.${at % 7}`)}</tr><tr>${property('Component', ['toll', 'crane', 'pilotage'][(at >> 4) % 3])}${property('Version', `${1 + (at % 3)}.0`)}</tr></table><div class="description"><h2 id="comment:description">Description<a href="#comment:description" title="Permalink" class="trac-id"></a></h2><form id="addreply" method="get" action="#comment"><div class="inlinebuttons"><input type="submit" value="Reply" title="Reply, quoting this description" /></div></form><div class="searchable">${shown.notice === '' ? '' : `<div class="wikipage system-message"><p>${shown.notice}</p></div>`}${html(shown.paragraphs)}</div></div></div><div id="changelog-header"><h2 class="foldable">Change History <span class="trac-count">(${at % 3})</span></h2></div><div id="changelog">${Array.from({ length: at % 3 }, (_, i) => `<div class="change" id="trac-change-${i}"><h3 class="change"><span class="threading"><span id="comment:${i + 1}" class="cnum"><a href="#comment:${i + 1}">comment:${i + 1}</a></span></span> by <span class="trac-author">${['halyard', 'capstan'][(at + i) % 2]}</span>, <a class="timeline">${3 + i} weeks ago</a></h3><ul class="changes"><li class="trac-field-milestone"><strong class="trac-field-milestone">Milestone:</strong> <em>${1 + i}.${at % 9}</em> → <em>${2 + i}.0</em></li></ul><div class="comment searchable"><p>${['Set milestone; nobody has time for it in this one.', 'Can still be seen with the latest checkout.'][(at + i) % 2]}</p></div></div>`).join('')}</div><div class="trac-help"><strong>Note:</strong> See <a>TracTickets</a> for help on using tickets.</div>`
  }</div><div id="altlinks"><h3>Download in other formats:</h3><ul><li class="first"><a rel="nofollow" class="rss">RSS Feed</a></li><li><a class="csv">Comma-delimited Text</a></li><li class="last"><a class="tab">Tab-delimited Text</a></li></ul></div></div><div id="footer"><hr/><a id="tracpowered" href="http://trac.example/"><img src="/chrome/common/trac_logo_mini.png" height="30" width="107" alt="Trac Powered"/></a><p class="left">Powered by <a><strong>Trac 1.6</strong></a><br />By Edgewall Software.</p><p class="right">Visit the Trac open source project.</p></div></body></html>`;
});

const chapters = `Title 1: General Provisions|Definitions|Seals
Title 14: Ports and Ferries|Dues|Pilots|Salvage
Title 33: Evidence|Records|Oaths`;

/** As an institute shows a statute by section: the chapter above, notes of amendments, what stands before and after. */
const statutes = theme('statutes by section', 'documentation', (shown) => {
  const at = keyOf(shown);
  const amended = 1961 + (at % 60);
  return `<!DOCTYPE html><html lang="en" dir="ltr"><head><meta charset="utf-8" /><title>${shown.title} | ${shown.site} Code</title><meta name="Generator" content="Drupal 10 (https://www.drupal.org)" /></head><body class="path-uscode"><a href="#main-content" class="visually-hidden focusable">Skip to main content</a><header id="liiheader"><div class="hamburger"></div><a class="logo">${shown.site} Law Institute</a><nav id="li-nav"><ul>${panels(chapters, 'toc')}</ul></nav><form><input aria-label="search" placeholder="Search the Code"></form></header><main id="main" tabindex="-1"><nav aria-label="Breadcrumb" id="breadcrumb"><a>Code</a>${shown.areLoose ? '' : `<a>TITLE ${1 + (at % 50)}</a><a>CHAPTER ${1 + (at % 13)}</a>`}</nav><h1 class="title" id="page_title">${shown.areLoose ? '' : `§ ${100 + (at % 8000)}. `}${shown.title}</h1>${shown.areLoose ? `<div>${html(shown.paragraphs)}</div>` : `<div class="tabbable"><ul class="nav nav-tabs">${links('Statute|Notes|Authorities')}<li class="np"><a>prev</a> | <a>next</a></li></ul><div class="tab-content"><div class="tab-pane active" id="tab_default_1"><text><div class="text">${shown.notice === '' ? '' : `<div class="sidenote"><p>${shown.notice}</p></div>`}<div class="section">${shown.paragraphs.map((each, i) => `<div class="subsection indent0"><a name="${'abcdefghijklmnop'[i % 16]}"></a><span class="num bold" value="${'abcdefghijklmnop'[i % 16]}">(${'abcdefghijklmnop'[i % 16]})</span><div class="content">${each}</div></div>`).join('\n')}</div><p class="sourceCredit">(July ${1 + (at % 30)}, ${amended}, ch. ${at % 900}, ${40 + (at % 50)} Stat. ${at % 2000}; ${amended + 4}, § ${1 + (at % 9)}.)</p></div></text></div><div class="tab-pane" id="tab_default_2"><h2>Editorial Notes</h2><h3>Amendments</h3><p>${amended + 4}—Pub. L. ${90 + (at % 20)}–${at % 300} put the present words in place of the former ones.</p><p>${shown.shared[0]}</p></div></div></div>`}</main><aside id="supra-sidebar"><h2>Toolbox</h2><ul>${links('Law about... Articles|Table of Popular Names|Parallel Table of Authorities|How current is this?')}</ul></aside><footer id="liifooter"><ul>${links('Accessibility|About|Contact us|Advertise here|Help|Terms of use|Privacy')}</ul></footer></body></html>`;
});

/** Manuals, projects and laws of the seventh group. */
export const manualThemes: readonly Engine[] = [hugoBook, readMe, cgit, trac, statutes];
