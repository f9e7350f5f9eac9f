import { classNameOf, type Engine } from '../engines/engine.ts';
import { inheritedMembers } from '../engines/members.ts';
import { halves, html, menu, neighbours, type Shown, theme } from '../theme.ts';

const head = (title: string, language: string): string =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>`;

function previousAndNext({ documents, number }: Shown): [string, string] {
  const at = (i: number): string => documents[(i + documents.length) % documents.length].title;
  return [at(number - 1), at(number + 1)];
}

/** As Docsy shows it: tree at the left, what one may do with the page at the right, feedback below. Vietnamese. */
const docsy = theme('like Docsy', 'documentation', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  return `${head(`${shown.title} | ${shown.site}`, 'vi')}
<body class="td-page"><header><nav class="td-navbar"><a class="navbar-brand" href="/"><span>${shown.site}</span></a><ul><li>Tài liệu</li><li>Blog</li><li>Cộng đồng</li>
<li class="dropdown">Phiên bản<div><a>v${shown.version}</a><a>v0.9</a><a>v0.8</a></div></li></ul></nav></header>
<div class="container-fluid td-outer"><div class="td-main"><div class="row"><aside class="col-12 td-sidebar"><form class="td-search"><input type="search" placeholder="Tìm kiếm…"></form>
<nav class="td-sidebar-nav"><ul class="ul-0">${menu(shown)}</ul></nav></aside>
<aside class="d-none td-sidebar-toc"><div class="td-page-meta"><a>Xem mã nguồn trang</a> <a>Sửa trang này</a> <a>Tạo trang con</a> <a>Báo lỗi tài liệu</a> <a>Báo lỗi dự án</a></div></aside>
<main class="col-12 td-main" role="main"><nav aria-label="breadcrumb"><ol class="breadcrumb"><li>Tài liệu</li><li>Hướng dẫn</li><li aria-current="page">${shown.title}</li></ol></nav>
<div class="td-content"><h1>${shown.title}</h1>${shown.notice === '' ? '' : `<div class="pageinfo pageinfo-primary"><p>${shown.notice}</p></div>`}<header class="article-meta"><p class="reading-time"><i></i>&nbsp; ${1 + (shown.number % 6)} phút đọc &nbsp;</p></header>
${html(first)}${second.length === 0 ? '' : `<h2 id="chi-tiet">Chi tiết<a class="td-heading-self-link" href="#chi-tiet" aria-label="Heading self-link"></a></h2>`}${html(second)}
<div class="d-print-none"><h2 class="feedback--title">Phản hồi</h2><p class="feedback--question">Trang này có hữu ích không?</p><button>Có</button><button>Không</button><p class="feedback--response">Rất vui được biết! Hãy cho chúng tôi biết cách cải thiện.</p></div>
<div class="td-page-meta__lastmod">Cập nhật lần cuối ngày ${1 + (shown.number % 28)} tháng ${1 + (shown.number % 12)}, 2025: <a>cập nhật tài liệu (${(shown.number * 7907 + 4099).toString(16)})</a></div></div></main></div></div>
<footer class="td-footer"><span>&copy; 2019–2026 Các tác giả của ${shown.site}. Bảo lưu mọi quyền</span></footer></div></body></html>`;
});

/** As Antora shows it: components and versions, a table for admonitions, an article of sections. Polish. */
const antora = theme('like Antora', 'documentation', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  const [previous, next] = previousAndNext(shown);
  const paragraph = (each: string): string => `<div class="paragraph"><p>${each}</p></div>`;
  return `${head(`${shown.title} :: ${shown.site}`, 'pl')}<body class="article"><header class="header"><nav class="navbar"><a class="navbar-item" href="/">${shown.site}</a><a>Produkty</a><a>Usługi</a><a>Pobierz</a></nav></header>
<div class="body"><div class="nav-container"><aside class="nav"><div class="panels"><div class="nav-panel-menu is-active"><nav class="nav-menu"><h3 class="title"><a>${shown.site}</a></h3><ul class="nav-list">${menu(shown)}</ul></nav></div>
<div class="nav-panel-explore"><div class="context"><span class="title">${shown.site}</span><span class="version">${shown.version}</span></div><ul class="components"><li>2.0</li><li>1.0</li></ul></div></div></aside></div>
<main class="article"><div class="toolbar" role="navigation"><button class="nav-toggle"></button><nav class="breadcrumbs"><ul><li>${shown.site}</li><li>${shown.title}</li></ul></nav><div class="page-versions"><button class="version-menu-toggle" title="Pokaż inne wersje">${shown.version}</button></div><div class="edit-this-page"><a>Edytuj tę stronę</a></div></div>
<div class="content"><aside class="toc sidebar" data-title="Spis treści"></aside><article class="doc"><h1 class="page">${shown.title}</h1>${
    shown.notice === ''
      ? ''
      : `<div class="admonitionblock important"><table><tbody><tr><td class="icon"><i class="fa icon-important" title="Ważne"></i></td><td class="content">${shown.notice}</td></tr></tbody></table></div>`
  }
<div id="preamble"><div class="sectionbody">${first.map(paragraph).join('\n')}</div></div>${second.length === 0 ? '' : `<div class="sect1"><h2 id="_szczegoly"><a class="anchor" href="#_szczegoly"></a>Szczegóły</h2><div class="sectionbody">${second.map(paragraph).join('\n')}</div></div>`}
<nav class="pagination"><span class="prev"><a>${previous}</a></span><span class="next"><a>${next}</a></span></nav></article></div></main></div><footer class="footer"><p>Ta strona została zbudowana z domyślnego interfejsu.</p></footer></body></html>`;
});

/**
 * As GitBook's hosted pages: no semantic marks but `main`, everything in nested boxes, the text once more in a script.
 */
const gitbook = theme('like GitBook', 'documentation', (shown) => {
  const [previous, next] = previousAndNext(shown);
  return `${head(`${shown.title} | ${shown.site}`, 'en')}<body class="bg-tint-base"><div class="site-background"><div id="header" class="flex flex-row sticky top-0"><a class="group/headerlogo" href="/"><div>${shown.site}</div></a><button><div>Ask or search…</div><kbd>Ctrl k</kbd></button></div>
<div class="flex"><aside class="group relative toclink"><div class="overflow-y-auto"><ul>${menu(shown)}</ul></div><div>Powered by a book</div></aside>
<div class="flex-1 flex flex-col"><main class="relative min-w-0 flex-1"><header class="max-w-3xl mx-auto"><h1 class="text-4xl font-bold flex items-center gap-4">${shown.title}</h1></header>
<div class="whitespace-pre-wrap grid">${shown.notice === '' ? '' : `<div class="hint flex"><div class="flex-1"><p class="w-full">${shown.notice}</p></div></div>`}${shown.paragraphs.map((each) => `<p class="mx-auto page-full-width:ml-0 w-full">${each}</p>`).join('')}</div>
<div class="flex flex-col md:flex-row mt-6 gap-2"><a class="group"><span class="flex flex-col"><span class="text-xs">Previous</span><span>${previous}</span></span></a><a class="group"><span class="flex flex-col"><span class="text-xs">Next</span><span>${next}</span></span></a></div>
<div class="flex flex-row items-center mt-6"><p>Last updated <time>${1 + (shown.number % 11)} months ago</time></p></div><div role="group"><p>Was this helpful?</p></div></main></div></div></div>
<script>self.__next_f=self.__next_f||[];self.__next_f.push([1,${JSON.stringify(`5:["$","p",null,{"children":"${shown.paragraphs[0]}"}]`).replaceAll('<', '\\u003c')}])</script></body></html>`;
});

/** As Doxygen shows a class: title in a box, tables of members, inherited ones in rows, the description below. */
const doxygen = theme(
  'like Doxygen',
  'reference',
  (shown) => {
    const name = shown.areLoose ? shown.title : classNameOf(shown);
    const rows = inheritedMembers.map(
      ([member, takes, says]) =>
        `<tr class="memitem inherit pub_methods"><td class="memItemLeft" align="right" valign="top">virtual Value&#160;</td><td class="memItemRight" valign="bottom"><b>${member}</b> (Value ${takes})</td></tr>
<tr class="memdesc inherit"><td class="mdescLeft">&#160;</td><td class="mdescRight">${says}<br /></td></tr>`,
    );
    const members = shown.areLoose
      ? ''
      : `<table class="memberdecls"><tr class="heading"><td colspan="2"><h2 class="groupheader">Public Member Functions</h2></td></tr><tr class="memitem"><td>&#160;</td><td><b>${name}</b> (Options options)</td></tr>
<tr class="inherit_header"><td colspan="2">Public Member Functions inherited from Base</td></tr>${rows.join('\n')}</table>`;
    return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${shown.site}: ${name} Class Reference</title></head><body>
<div id="top"><div id="titlearea"><table><tbody><tr><td id="projectalign"><div id="projectname">${shown.site}<span id="projectnumber">&#160;${shown.version}</span></div><div id="projectbrief">Things for ships</div></td></tr></tbody></table></div>
<div id="main-nav"><ul class="sm"><li>Main Page</li><li>Related Pages</li><li>Namespaces</li><li>Classes</li><li>Files</li></ul></div><div id="nav-path" class="navpath"><ul><li class="navelem">harbour</li><li class="navelem">${name}</li></ul></div></div>
<div class="header"><div class="summary"><a>Public Member Functions</a> | <a>List of all members</a></div><div class="headertitle"><div class="title">${name}${shown.areLoose ? '' : ' Class Reference'}</div></div></div>
<div class="contents">${members}<a id="details"></a>${shown.areLoose ? '' : '<h2 class="groupheader">Detailed Description</h2>'}<div class="textblock">${shown.notice === '' ? '' : `<dl class="section attention"><dt>Attention</dt><dd>${shown.notice}</dd></dl>`}${html(shown.paragraphs)}</div>
${shown.areLoose ? '' : `<hr/>The documentation for this class was generated from the following file:<ul><li>src/${shown.slug}.h</li></ul>`}</div>
<hr class="footer"/><address class="footer"><small>Generated by a program 1.9.8</small></address></body></html>`;
  },
  classNameOf,
);

/**
 * As an old office's pages: tables for everything, no heading at all, a ticker and the same notice on each page. Hindi.
 */
const office = theme('like an office', 'documentation', (shown) => {
  const others = neighbours(shown, 6);
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${shown.title}</title></head><body topmargin=0><table width=100%><tr><td colspan=3><img src="/emblem.gif"><font size=5>${shown.site}</font> <font size=2>संस्करण ${shown.version}</font></td></tr>
<tr><td colspan=3><a href=/>मुखपृष्ठ</a> | <a href=/about>हमारे बारे में</a> | <a href=/acts>अधिनियम</a> | <a href=/tenders>निविदाएं</a> | <a href=/rti>सूचना का अधिकार</a> | <a href=/contact>संपर्क करें</a></td></tr>
<tr><td width=180 valign=top><table>${shown.documents.map(({ title, slug }) => `<tr><td><a href="${slug}.html">${title}</a></td></tr>`).join('')}</table></td>
<td valign=top>${shown.notice === '' ? '' : `<font color=red>${shown.notice}</font><br>`}<b>${shown.title}</b><br><br><div align=justify>${shown.paragraphs.join('<br><br>\n')}</div><br><i>${shown.areLoose ? '' : shown.shared[0]}</i></td>
<td width=160 valign=top><marquee direction=up>${others.map(({ title }) => `<a>${title}</a><br>`).join('')}</marquee></td></tr><tr><td colspan=3 align=center>सामग्री का स्वामित्व ${shown.site} के पास है। अंतिम अद्यतन: ${1 + (shown.number % 28)}-${1 + (shown.number % 12)}-2025 आगंतुक: ${104729 + 31 * shown.number}</td></tr></table></body></html>`;
});

/** Documentation of the second group. */
export const documentationThemes: readonly Engine[] = [docsy, antora, gitbook, doxygen, office];
