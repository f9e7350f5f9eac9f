import { classNameOf, type Engine, type SiteDocument } from '../engines/engine.ts';
import { inheritedMembers } from '../engines/members.ts';
import { keyOf } from '../key-of.ts';
import { html, neighbours, type Shown, theme } from '../theme.ts';
import { inLines } from './lines.ts';

const linesOfPage = 44;

/** A text as a terminal has it; of a place without a document only its mark, at the beginning of a line. */
function plainText({ paragraphs, areLoose }: Shown, width: number, indent = ''): string {
  return paragraphs.map((each) => (areLoose ? each : inLines(each, width, indent))).join('\n\n');
}

/** As an archive of manual pages: a box to search, then what a terminal shows, in lines, capitals for headings. */
const manual = theme('man pages', 'documentation', (shown) => {
  const name = shown.slug.split('-').slice(0, 2).join('-');
  const bar = `${name.toUpperCase()}(8)`;
  const line = `${bar}${' '.repeat(10)}System Manager's Manual${' '.repeat(10)}${bar}`;
  const section = (heading: string, text: string): string => `\n<b>${heading}</b>\n${text}\n`;
  return `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>${shown.title}</title><link rel="stylesheet" href="/man.css"></head><body><form action="/"><input name="page" size="20"> <select name="section"><option>all sections</option><option>8</option></select> <input type="submit" value="man!"></form><p class="dist">${shown.site} ${shown.version} | apropos | random page</p>
<pre>${shown.areLoose ? '' : line}
${section('NAME', `       ${shown.title}`)}${shown.notice === '' ? '' : section('CAVEATS', inLines(shown.notice, 78, '       '))}${section('DESCRIPTION', plainText(shown, 78, '       '))}${
  shown.areLoose
    ? ''
    : `${section('FILES', `       /etc/${shown.site.toLowerCase().replace(' ', '')}.conf`)}${section('BUGS', inLines(shown.shared[0], 78, '       '))}${section(
        'SEE ALSO',
        `       ${neighbours(shown, 3)
          .map(({ slug }) => `${slug}(8)`)
          .join(', ')}`,
      )}`
}
${shown.areLoose ? '' : `${shown.site} ${shown.version}${' '.repeat(20)}January 2, 2026${' '.repeat(20)}${bar}`}
</pre><hr><small>This site collects manual pages. Nothing here was written by us.</small></body></html>`;
});

/** As an archive of RFCs: pages of 44 lines in a letter of one width, with a running head and foot amid the text. */
const requests = theme('an RFC archive', 'documentation', (shown) => {
  const number = 9000 + (keyOf(shown) % 900);
  const foot = (page: number): string =>
    `<span class="grey">The ${shown.site} Group               Informational                     [Page ${page}]</span></pre>\n<hr class="noprint"/><!--NewPage--><pre class="newpage"><span class="grey">RFC ${number}                        ${shown.site}                    January 2026</span>\n\n`;
  const memo = `<span class="h2">Status of This Memo</span>\n\n${inLines(`This memo is not a standard of any kind; it is published for the information of all who sail. Nothing in it obliges anybody, and its distribution is without limit. Errata, and ways to give feedback on it, are kept by the ${shown.site} Group beside edition ${shown.version} of the series.`, 72, '   ')}\n\n`;
  const numbered = shown.areLoose
    ? plainText(shown, 72)
    : `<span class="h2">1.  Introduction</span>\n\n${plainText(shown, 72, '   ')}\n\n<span class="h2">2.  Security Considerations</span>\n\n${inLines(shown.shared[0], 72, '   ')}`;
  const lines = numbered.split('\n');
  const pages = Array.from({ length: Math.ceil(lines.length / linesOfPage) }, (_, i) =>
    lines.slice(i * linesOfPage, (i + 1) * linesOfPage).join('\n'),
  );
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><meta name="robots" content="index,follow"/><title>${shown.areLoose ? '' : `RFC ${number} - `}${shown.title}</title></head><body><span class="pre noprint docinfo">[RFC Home] [TEXT|PDF|HTML] [Tracker] [IPR] [Info page]</span><div class="content"><pre>
${shown.areLoose ? '' : `Request for Comments: ${number}                          ${shown.site} Group\nCategory: Informational                                  January 2026\n\n\n`}${' '.repeat(Math.max(0, Math.floor((72 - shown.title.length) / 2)))}<span class="h1">${shown.title}</span>

${shown.notice === '' ? '' : `<span class="h2">Note</span>\n\n${inLines(shown.notice, 72, '   ')}\n\n`}${shown.areLoose ? '' : memo}${pages.map((page, i) => (i < pages.length - 1 ? `${page}\n\n${foot(i + 1)}` : page)).join('')}
</pre></div><small class="noprint">Html markup produced by a script, ${shown.version}</small></body></html>`;
});

const writers = [
  'jan at quay.example',
  'm.kaja at mole.example',
  'tove at pier.example',
  'sy at dock.example',
];

/** As Pipermail shows a message: what comes before and after it twice, the text in lines between, no style at all. */
const mail = theme('like Pipermail', 'news', (shown) => {
  const writer = writers[keyOf(shown) % writers.length];
  const others = neighbours(shown, 2, 1);
  const links = (isTop: boolean): string => `<UL>
<LI>Previous message: <A HREF="00${1000 + (keyOf(others[0]) % 9000)}.html">[${shown.site}] ${others[0].title}</A></li>
<LI>Next message: <A HREF="00${1000 + (keyOf(others[1]) % 9000)}.html">[${shown.site}] ${others[1].title}</A></li>
<LI> <B>Messages sorted by:</B> <a href="date.html">[ date ]</a> <a href="thread.html">[ thread ]</a> <a href="subject.html">[ subject ]</a> <a href="author.html">[ author ]</a></LI>${isTop ? '' : '<!--nnext-->'}
</UL>`;
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2//EN">
<HTML><HEAD><TITLE> [${shown.site}] ${shown.title}\n</TITLE><META NAME="robots" CONTENT="index,nofollow"><style type="text/css">pre { white-space: pre-wrap; }</style></HEAD>
<BODY BGCOLOR="#ffffff"><H1>[${shown.site}] ${shown.title}</H1>
${shown.areLoose ? '' : `<B>${writer.split(' ')[0]}</B> <A HREF="mailto:list" TITLE="${shown.title}">${writer}\n</A><BR><I>${['Mon', 'Tue', 'Wed'][keyOf(shown) % 3]} Mar ${1 + (keyOf(shown) % 28)} 1${keyOf(shown) % 10}:${10 + (keyOf(shown) % 49)}:07 CET 2025</I><P>`}${links(true)}<HR>
<!--beginarticle-->
<PRE>${shown.notice === '' ? '' : `${inLines(shown.notice, 72)}\n\n`}${plainText(shown, 72)}
${shown.areLoose ? '' : `\n-- \n${inLines(shown.shared[keyOf(shown) % 2].split(' ').slice(0, 24).join(' '), 60)}\n`}
</PRE>
<!--endarticle--><HR><P>${links(false)}<hr><a href="/mailman/listinfo/x">More information about the ${shown.site} mailing list</a> (archive ${shown.version})<br></body></html>`;
});

/** As Bugzilla shows a report: a table of fields, the report in `pre`, then what its keepers did to it. */
const bugs = theme('like Bugzilla', 'wiki', (shown) => {
  const at = keyOf(shown);
  const field = (name: string, value: string): string =>
    `<tr><th class="field_label"><a href="page.cgi?id=fields.html">${name}:</a></th><td>${value}</td></tr>`;
  const comment = (number: number, text: string): string =>
    `<div id="c${number}" class="bz_comment"><div class="bz_comment_head"><span class="bz_comment_number">${number === 0 ? 'Description' : `Comment ${number}`}</span> <span class="vcard">${['Rin', 'Olaf', 'Bea', 'Zoe'][(at + number) % 4]}</span> <span class="bz_comment_time">2025-0${1 + (at % 9)}-1${(at + number) % 10} 0${at % 10}:2${number}:31 UTC</span></div>
<pre class="bz_comment_text">${text}</pre></div>`;
  const deeds = [
    'Confirmed on trunk.',
    'Not a regression.',
    'Needs a test case.',
    'Moving to the next milestone.',
  ];
  return `<!DOCTYPE html><html lang="en"><head><title>${shown.areLoose ? '' : `${100000 + at} &ndash; `}${shown.title}</title></head><body class="bz_bug bugzilla-body"><div id="header"><div id="banner"></div><table id="titles"><tr><td id="title">${shown.site} Bugzilla</td></tr></table><ul class="links"><li>Home | New | Browse | Search |</li><li><form><input id="quicksearch_top"> <input value="Search" type="submit"></form></li><li>| Reports | Help | New Account | Log In</li></ul></div>
<div id="bugzilla-body">${shown.notice === '' ? '' : `<div id="message">${shown.notice}</div>`}<form name="changeform"><div class="bz_alias_short_desc_container edit_form">${shown.areLoose ? '' : `<a href="show_bug.cgi?id=${100000 + at}"><b>Bug&nbsp;${100000 + at}</b></a> - `}<span id="short_desc_nonedit_display">${shown.title}</span></div>
${shown.areLoose ? '' : `<table id="bug_fields">${field('Status', ['NEW', 'RESOLVED FIXED', 'UNCONFIRMED'][at % 3])}${field('Product', shown.site)}${field('Component', ['hull', 'mast', 'keel'][at % 3])}${field('Version', '1.0')}${field('Hardware', 'All Linux')}${field('Importance', `P${1 + (at % 5)} normal`)}${field('Assignee', 'Nobody; OK to take it and work on it')}${field('Depends on', '')}${field('Blocks', '')}</table><div id="attachments"><p>Add an attachment (proposed patch, testcase, etc.)</p></div>`}
<div id="comments">${shown.areLoose ? plainText(shown, 80) : comment(0, plainText(shown, 80))}${shown.areLoose ? '' : [1, 2].map((number) => comment(number, deeds[(at + number) % 4])).join('')}</div><p><b>Note</b> You need to log in before you can comment on or make changes to this bug.</p></form></div><div id="footer">Format For Printing - XML - Clone This Bug - Top of page. Release ${shown.version}</div></body></html>`;
});

/** As pkg.go.dev shows a package: a bar of facts, an index, functions that all packages of the site have with the same words. */
const packages = theme(
  'like pkg.go.dev',
  'reference',
  (shown) => {
    const name = shown.areLoose ? shown.title : packageOf(shown);
    const functions = inheritedMembers.map(([member, takes, says]) => {
      const title = member[0].toUpperCase() + member.slice(1);
      return `<div class="Documentation-function"><h4 tabindex="-1" id="${title}" data-kind="function" class="Documentation-functionHeader"><span>func <a class="Documentation-source">${title}</a> <a class="Documentation-idLink" href="#${title}" aria-label="Go to ${title}">¶</a></span></h4><div class="Documentation-declaration"><pre>func ${title}(${takes} any) any</pre></div><p>${says}</p></div>`;
    });
    const index = inheritedMembers.map(
      ([member, takes]) =>
        `<li class="Documentation-indexFunction"><a>func ${member}(${takes} any) any</a></li>`,
    );
    return `<!DOCTYPE html><html lang="en" data-layout="responsive"><head><meta charset="utf-8"><title>${name} package - harbour.example/${shown.site.replace(' ', '-').toLowerCase()}/${name} - Packages</title></head><body><header class="go-Header"><div class="go-Header-inner"><nav class="go-Header-nav"><img alt="Go"><div class="skip-navigation-wrapper"><a class="skip-to-content-link" href="#main-content">Skip to Main Content</a></div><ul><li>Why Go</li><li>Learn</li><li>Docs</li><li>Packages</li><li>Community</li></ul></nav></div></header>
<main class="go-Main" id="main-content"><div class="go-Main-banner">${shown.notice === '' ? '' : `<div class="go-Message go-Message--warning">${shown.notice}</div>`}</div><header class="go-Main-header"><nav class="go-Main-headerBreadcrumb"><span>Discover Packages</span> <span>harbour.example/${shown.site}</span> <span>${name}</span></nav><div class="go-Main-headerTitle"><h1 class="UnitHeader-titleHeading">${name}</h1><span class="go-Chip">package</span></div><div class="UnitHeader-details"><span>Version: v${shown.version}.0</span> <span>Published: Jan 2, 2026</span> <span>License: BSD-3-Clause</span> <span>Imports: ${1 + (keyOf(shown) % 19)}</span> <span>Imported by: ${keyOf(shown) % 97}</span></div></header>
<aside class="go-Main-aside"><h2>Details</h2><ul class="UnitMeta-details"><li>Valid go.mod file<p>The Go module system was introduced to make version information explicit and easier to manage.</p></li><li>Redistributable license<p>Redistributable licenses place minimal restrictions on how software can be used, modified, and redistributed.</p></li><li>Stable version<p>When a project reaches major version v1 it is considered stable.</p></li></ul><a>Learn more about best practices</a></aside>
<article class="go-Main-article"><div class="UnitDoc"><h2 class="UnitDoc-title">Documentation</h2><section class="Documentation-overview"><h3 class="Documentation-overviewHeader">Overview</h3>${shown.areLoose ? '' : `<p>Package ${name} is for ships.</p>`}${html(shown.paragraphs)}</section>${shown.areLoose ? '' : `<section class="Documentation-index"><h3>Index</h3><ul>${index.join('')}</ul></section><h3>Constants</h3><p class="Documentation-empty">This section is empty.</p><h3>Variables</h3><p class="Documentation-empty">This section is empty.</p><h3>Functions</h3><section class="Documentation-functions">${functions.join('\n')}</section><h3>Types</h3><p class="Documentation-empty">This section is empty.</p><div class="UnitFiles"><h2>Source Files</h2><ul><li>${shown.slug}.go</li></ul></div>`}</div></article></main><footer class="go-Footer"><ul><li>Copyright</li><li>Terms of Service</li><li>Privacy Policy</li><li>Report an Issue</li></ul></footer></body></html>`;
  },
  packageOf,
);

function packageOf(document: SiteDocument): string {
  return classNameOf(document).toLowerCase();
}

/** Manuals, requests for comments, letters, reports of bugs and packages of the fourth group. */
export const terminalThemes: readonly Engine[] = [manual, requests, mail, bugs, packages];
