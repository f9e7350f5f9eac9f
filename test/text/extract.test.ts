import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractText } from '../../src/text/extract.ts';
import { pageKind } from '../../src/text/page-kind.ts';
import { cpuMs } from '../cpu-time.ts';
import { often } from '../repetition.ts';

const main = (html: string): string => extractText(html, 'main').text;
const visible = (html: string): string => extractText(html, 'visible').text;
const sentence = 'This is a sentence of the article, long enough to count as one of its own. ';
const article = `<p>${sentence.repeat(4)}</p><p>${sentence.repeat(3)}</p><p>${sentence.repeat(5)}</p>`;
const links = '<ul><li><a href="/a">One page</a></li><li><a href="/b">Another page</a></li></ul>'.repeat(5);

describe('visible text', () => {
  test('has one block a line, white space collapsed, line breaks kept', () => {
    expect(visible('<div>\n a  <b>b</b>\tc<p>d&nbsp; e<br>f</div>g')).toBe('a b c\nd e\nf\ng');
    expect(visible('<pre>a  b\n  c\n</pre>')).toBe('a b\nc');
  });

  test('has no content of scripts, styles, templates, graphics, form values and hidden inline elements', () => {
    const unseen = [
      '<script>a<b></script>',
      '<style>p{}</style>',
      '<template><p>x</p></template>',
      '<svg><text>x</text></svg>',
      '<noscript>x</noscript>',
      '<textarea>x</textarea>',
      '<select><option>x<option>y</select>',
      '<iframe>x</iframe>',
      '<!-- x -->',
      '<![CDATA[x]]>',
      '<?php x ?>',
      '<span hidden>x</span>',
      '<i style="display: none">x</i>',
      '<title>x</title>',
    ];
    for (const part of unseen) expect(visible(`<p>left ${part}right</p>`)).toBe('left right');
  });

  test('ends paragraphs, items and cells that have no end tags', () => {
    expect(visible('<p>a<p>b<ul><li>c<li>d</ul><table><tr><td>e<td>f<tr><td>g</table>h')).toBe(
      'a\nb\nc\nd\ne\nf\ng\nh',
    );
    expect(visible('<dl><dt>a<dd>b<dt>c</dl><p><b>d<div>e</div>')).toBe('a\nb\nc\nd\ne');
  });

  test('ignores stray and crossed end tags', () => {
    expect(visible('</div></p>a</b><table><tr><td>b</div>c</td></tr></table><b><p>d</b>e</p>')).toBe(
      'a\nbc\nde',
    );
  });

  test('decodes character references by the rules of HTML', () => {
    expect(visible('&lt;b&gt; &copy &#x41;&#66; &#147;q&#148; &hellip; &unknown; R&D &amp;amp; &#0; &')).toBe(
      '<b> © AB “q” … &unknown; R&D &amp; \ufffd &',
    );
  });

  test('goes on after the self-closed elements of XHTML', () => {
    const xhtml = '<?xml version="1.0"?><html><head><title/><script src="a.js"/></head><body>';
    expect(visible(`${xhtml}<a href="b"/>text<div/>more</body></html>`)).toBe('text\nmore');
    expect(visible('<script src="a.js"/><p>text</p>')).toBe('text');
  });

  test('keeps NULs and lone surrogates from doing harm', () => {
    expect(visible('<p>a\0b \ud800c</p>')).toBe('a b \ud800c');
  });
});

describe('title, heading and what comes with them', () => {
  test('are read from their elements', () => {
    const page = extractText(
      '<title> A\n title &amp; more</title><svg><title>x</title></svg><noscript>Turn it <b>on</b></noscript>' +
        '<h1>The <i>heading</i></h1><h1>Second</h1><form><input type="Password"></form><p>text',
      'main',
    );
    expect(page).toMatchObject({ title: 'A title & more', heading: 'The heading', passwordField: true });
    expect(page.noscript).toBe('Turn it on');
    expect(page.opening).toBe('The heading\nSecond\ntext');
    expect(page.visibleLength).toBe('The headingSecondtext'.length);
  });
});

test('a page is named by each <h1> of its only <main>, or of the page, before its other headings', () => {
  const page = (part: string) =>
    extractText(`<h2>Menu</h2><h1>The Book</h1>${part}<title>T</title>`, 'main').names;
  expect(page('<main><h2>Part</h2><h1>Flag</h1></main>')).toEqual(['Flag', 'Menu', 'The Book', 'T']);
  expect(page('<main><h2>Part</h2></main>')).toEqual(['The Book', 'Menu', 'Part', 'T']);
  expect(page('<main><h2>Part</h2><h1>Flag</h1><h1>Pole</h1></main>')).toEqual(['Flag', 'Pole', 'Menu', 'T']);
  expect(page('<main><h1>Flag</h1></main><main><h1>Other</h1></main>')).toEqual([
    'The Book',
    'Flag',
    'Other',
    'T',
  ]);
  // on a page without any the first heading in there does, and not that of a list beside it
  const withoutH1 = `<div><h3>All topics</h3><ul><li>Sails</ul></div><main><h2>Knots</h2><p>${sentence}</main>`;
  expect(extractText(withoutH1, 'main').names).toEqual(['Knots', 'All topics']);
  expect(extractText(withoutH1, 'main').text).toBe(`Knots\n${sentence.trimEnd()}`);
  // a menu with headings, in which the site has an <h1>, too
  expect(page('<h2>Contents</h2><h2>Modules</h2><h1>Module flag</h1><h2>Functions</h2>')).toEqual([
    'The Book',
    'Module flag',
    'Menu',
    'T',
  ]);
});

describe('main text', () => {
  const wanted = visible(article);

  test('is the article without header, navigation, asides, forms and footer', () => {
    for (const name of ['nav', 'header', 'footer', 'aside', 'form']) {
      const field = name === 'form' ? '<input name=q>' : '';
      expect(main(`<body><${name}>${field}<p>${sentence}</p></${name}><div>${article}</div></body>`)).toBe(
        wanted,
      );
      expect(
        main(`<body><div class="${name === 'form' ? 'sidebar' : name}-x"><div>${article}</div></div>`),
      ).toBe(wanted);
    }
    expect(main(`<div role="navigation"><p>${sentence}</p></div><div>${article}</div>`)).toBe(wanted);
    expect(main(`<div>${article}</div><div id="footer"><p>${sentence}</p></div>`)).toBe(wanted);
  });

  test('has what is said in a form without anything to fill in, as forums put posts beside buttons', () => {
    const post = (fields: string, text = article) =>
      `<form action=/vote>${fields}<h2>Re: it</h2><div>${text}</div></form>`;
    const answer = (fields: string) => main(`${post(fields, article.repeat(3))}<div>${article}</div>`);
    const whole = visible(`<h2>Re: it</h2>${article.repeat(3)}`);
    const buttons = ['hidden', 'submit', 'IMAGE', 'reset', 'button']
      .map((type) => `<input type=${type} value=x>`)
      .join('');
    const unseen = '<div hidden><input><textarea></textarea></div>';
    for (const none of ['', buttons, unseen]) expect(answer(none).startsWith(whole), none).toBe(true);
    for (const field of [
      '<input>',
      '<input type=checkbox>',
      '<textarea></textarea>',
      '<select><option>a</select>',
    ])
      expect(main(`${post(field)}<div>${article.repeat(2)}</div>`), field).toBe(visible(article.repeat(2)));
    // a form within a form is none in HTML, and what is filled in there belongs to the outer one
    expect(main(`${post('<form><input></form>')}<div>${article.repeat(2)}</div>`)).toBe(
      visible(article.repeat(2)),
    );
    expect(extractText(`<title>Site</title>${post(buttons)}`, 'main').names).toEqual(['Re: it', 'Site']);
    expect(extractText(`<title>Site</title>${post('<input>')}`, 'main').names).toEqual(['Site']);
  });

  test('is the article without lists of links, around it and within it', () => {
    expect(main(`<body><div>${links}</div><div>${article}</div><div>${links}</div></body>`)).toBe(wanted);
    expect(main(`<body><div>${article}${links}${links}</div></body>`)).toBe(wanted);
  });

  test('is the article without lists of what stands for links, such as the entry of a menu that is shown', () => {
    const about = (a: string) =>
      `<li>${a}Another page of this site, which is about something else</a><div>${sentence.repeat(2)}</div></li>`;
    expect(main(`<body><div>${article}<ul>${about('<a>').repeat(9)}</ul></div></body>`)).toBe(wanted);
    // what has a name is where links lead to
    for (const a of ['<a name="x">', '<a id="x">'])
      expect(main(`<body><div>${article}<ul>${about(a).repeat(9)}</ul></div></body>`)).not.toBe(wanted);
  });

  test('has the rows of a table in which a form begins, as it holds none of them in HTML, and what is filled in there is in no form', () => {
    const box = '<td><input type=checkbox name=a></td>';
    const rows = ['Steve', 'Nina', 'Lee', 'Devil'].map(
      (name) =>
        `<tr><td>${name} is the name of a fighter in this list</td><td>Lord of the fist, rank ${name.length}</td>${box}</tr>`,
    );
    const list = (form: string, end: string): string =>
      main(
        `<div>${links.repeat(9)}</div><h1>Fighters</h1><table><tr><td>Name</td><td>Rank</td></tr>${form}${rows.join('')}${end}</table>`,
      );
    const wantedRows = list('', '');
    expect(wantedRows).toContain('Nina is the name of a fighter');
    expect(list('<form action=/pick>', '</form>')).toBe(wantedRows);
    expect(list('<tbody><form action=/pick>', '</form></tbody>')).toBe(wantedRows);
    // in a cell, or around the table, it holds what it looks like
    const side = `<div>${article}</div>`;
    expect(main(`${side}<table><tr><td><form>${rows.join('')}</form></td></tr></table>`)).toBe(main(side));
    expect(main(`${side}<form><table>${rows.join('')}</table></form>`)).toBe(main(side));
  });

  test('keeps an article whose whole page is a form, or has a name like a sidebar', () => {
    expect(main(`<form><div>${article}</div></form>`)).toBe(wanted);
    expect(main(`<div class="sidebar comment share"><div>${article}</div></div>`)).toBe(wanted);
    expect(main(`<header><div>${article}</div></header>`)).toBe(wanted);
  });

  test('keeps a table of short cells in rows, whatever is linked in them, and no table that is a menu or lays one out', () => {
    const row = (i: number): string =>
      `<tr><td><a href=/${i}>CO ${i}</a><td><a href=/${i}>Course number ${i}</a><td>4</tr>`;
    const rows = (of: (i: number) => string): string => [1, 2, 3, 4, 5, 6].map(of).join('');
    const data = `<table><thead><tr><th colspan=3>Required</thead><tbody>${rows(row)}</tbody></table>`;
    expect(main(`<div>${article}${data}</div>`)).toBe(`${wanted}\n${visible(data)}`);
    const link = (i: number): string => `<a href=/${i}>Some page of number ${i}</a>`;
    for (const menu of [
      `<table>${rows((i) => `<tr><td>${link(i)}`)}</table>`,
      `<table><tr>${rows((i) => `<td>${link(i)}`)}</table>`,
      `<table>${rows((i) => `<tr><td><p>${link(i)}</p><td><p>${link(i)}</p>`)}</table>`,
      // a table of data does not speak for the one around it
      `<table><tr><td>${data}<td>${rows((i) => `<p>${link(i)}</p>`)}</table>`,
    ])
      expect(main(`<div>${article}${menu}</div>`)).not.toContain('Some page');
  });

  test('has what stands above its longest section and below a higher heading, but for links: what a page of parameters is about', () => {
    const longest = `<div><h3>Details</h3>${article}</div>`;
    const about = '<h2>plugin:wrap</h2><p>Wraps a jar.</p>';
    const list = '<h3>Names</h3><p>depth</p><p><a href="#a">archive</a></p>';
    const text = main(`<div>Menu</div><div>${about}<div>${list}</div>${longest}</div><div>${links}</div>`);
    expect(text.split('\n').slice(0, 5)).toEqual([
      'plugin:wrap',
      'Wraps a jar.',
      'Names',
      'depth',
      'Details',
    ]);
    // a heading of the same level begins another part
    expect(main(`<div><h3>Wrap</h3><p>Wraps a jar.</p>${longest}</div>`)).not.toContain('Wraps');
    expect(main(`<div><p>By Ann.</p><h2>Wrap</h2>${longest}</div>`)).not.toContain('Ann');
  });

  test('has text that is called a comment, as in the manual of a program, but no comments of readers', () => {
    const page = (name: string) =>
      `<div>${article}</div><div><div class="${name}">${sentence.repeat(4)}<p>Ann</p></div></div>`;
    expect(main(page('tsd-comment'))).toContain('Ann');
    for (const name of ['comments', 'commentlist', 'comment-12', 'comment_tree', 'fullcomment'])
      expect(main(page(name))).not.toContain('Ann');
  });

  test('keeps short lines without a link, such as ingredients, terms and figures, and none beside links', () => {
    const lines = (tag: string, link = ''): string =>
      [1, 2, 3, 4, 5, 6].map((i) => `<${tag}>${i} cups of flour`).join('') + link;
    for (const part of [
      `<ul>${lines('li')}</ul>`,
      `<dl>${lines('dt')}${lines('dd')}</dl>`,
      `<div>${lines('p')}<section>${lines('p')}</section></div>`,
    ])
      expect(main(`<div>${article}${part}</div>`)).toBe(`${wanted}\n${visible(part)}`);
    for (const part of [
      `<ul>${lines('li', '<li><a href=/7>7 cups of flour</a>')}</ul>`,
      // marks of versions under a manual's page, which differ in each release
      `<table>${lines('tr><td')}</table>`,
    ])
      expect(main(`<div>${article}${part}</div>`)).toBe(wanted);
  });

  test('has the rows of a list, not only the notice below them, on a page without headings', () => {
    const row = (i: number): string =>
      `<tr><td><a href=/${i}>Topic ${i}</a></td><td>Ann</td><td>${i} replies, the last one by Bob</td></tr>`;
    const rows = Array.from({ length: 30 }, (_, i) => row(i)).join('');
    const text = main(`<table>${rows}</table><div><p>${sentence.repeat(6)}</p></div>`);
    expect(text).toContain('7 replies');
    expect(text.startsWith('This')).toBe(false);
    expect(main(`<div>By Ann</div><div>${article}</div>`)).toBe(wanted);
  });

  test('does not take drawings and lines of signs for what is said, however long', () => {
    for (const sign of ['█', '▄ ▀', '=', '★', '🟩', '⠀', '\ue001', '※', '。', '«'])
      expect(main(`<div>${article}</div><div>${`<p>${sign.repeat(90)}</p>`.repeat(60)}</div>`), sign).toBe(
        wanted,
      );
  });

  test('takes any letter and number of Unicode for what is said', () => {
    const drawn = '█'.repeat(90);
    const said = (character: string): boolean =>
      main(`<div>${article}</div><div>${`<p>${drawn}${character}</p>`.repeat(60)}</div>`).includes(character);
    const lost: string[] = [];
    for (let point = 0x80; point < 0x20000; point++) {
      // of the long rows of Chinese and Korean letters some
      if (point > 0x3400 && point < 0xd7a4 && point % 97 !== 0) continue;
      const character = String.fromCodePoint(point);
      if (/[\p{L}\p{N}]/u.test(character) && !said(character)) lost.push(point.toString(16));
    }
    expect(lost).toEqual([]);
  });

  test('keeps the heading that stands outside of the article', () => {
    expect(main(`<header><h1>Title</h1><p>by me</p></header><div>${article}</div>`)).toBe(`Title\n${wanted}`);
  });

  test('begins with the line that is the title, or else a part of it, where it says none of that: the name of a module in no heading', () => {
    const page = (title: string, line: string) =>
      main(`<title>${title}</title><div class="header"><p>${line}</p></div><div>${article}</div>`);
    const text = page('Trees', 'Data.Tree.Balanced');
    expect(page('Data.Tree.Balanced', 'Data.Tree.Balanced')).toBe(`Data.Tree.Balanced\n${text}`);
    expect(page('Trees: Member List', 'Member List')).toBe(`Member List\n${text}`);
    // the current entry of a menu, the name of a site, a longer line
    expect(page('Member List', '<a href="/list">Member List</a>')).toBe(text);
    expect(page('Trees', 'Trees')).toBe(text);
    expect(page('Member List', 'All of the Member List')).toBe(text);
    // the text says a part of it
    expect(page('a sentence of the article | Member List', 'Member List')).toBe(text);
  });

  test('has the headers of articles where it has little else, as in a list of posts that shows their titles', () => {
    const post = (title: string) =>
      `<article><header><h2><a href="/x">${title}</a></h2></header><p>Comments 0</p></article>`;
    expect(main(`<h1>June</h1>${post('Snow')}${post('Rain')}`)).toBe(
      'June\nSnow\nComments 0\nRain\nComments 0',
    );
    // the page's own header says nothing of it, nor do those of posts that are shown in full
    expect(main(`<header><p>A site</p></header>${post('Snow')}`)).toBe('Snow\nComments 0');
    const inFull = `<article><header><h2>Snow</h2><p>by me</p></header>${article}</article>`;
    expect(main(`<h1>June</h1>${inFull}`)).toBe(`June\n${wanted}`);
  });

  test('has the titles beside dates and versions, in lists and tables that say little else, and no menu', () => {
    const menu = `<ul><li>Here<ul>${'<li><a href="/a">Another page</a>'.repeat(5)}</ul></ul>`;
    const days = Array.from({ length: 30 }, (_, day) => day + 1);
    const list = days.map((day) => `<li>${day} January 2010<h3><a href="/${day}">Title ${day}</a></h3>`);
    const ofList = main(`${menu}<h1>News</h1><ul>${list.join('')}</ul>`);
    expect(ofList).toContain('7 January 2010\nTitle 7\n8 January 2010\nTitle 8');
    expect(ofList).not.toContain('Another page');
    const table = days.map((day) => `<tr><td>group<td><a href="/${day}">thing-${day}</a><td>1.${day}`);
    expect(main(`<h1>Plugins</h1><div><table>${table.join('')}</table></div>`)).toContain(
      'group\nthing-7\n1.7',
    );
    // where there are as many sentences, links are what they lead to
    expect(main(`<h1>News</h1>${`<p>${sentence}</p>`.repeat(31)}<ul>${list.join('')}</ul>`)).not.toContain(
      'Title 7',
    );
  });

  test('has what is linked beside numbers where these are half of what it says: the topics of a forum below a notice', () => {
    const topics = Array.from({ length: 4 }, (_, i) => {
      const title = `<li class="title"><a href="/${i}">Topic ${i}</a><p>by <a href="/ann">Ann Smith</a></p></li>`;
      return `<ul>${title}<li>${i}</li><li>1${i}</li><li><a href="/${i}#last">yesterday</a></li></ul>`;
    });
    const menu = `<nav>${'<a href="/">Another page</a> '.repeat(9)}</nav>`;
    const page = (rows: readonly string[]): string =>
      main(
        `${menu}<main><h1>Topics</h1><p>${sentence.repeat(3)}</p><ul><li>${rows.join('')}</li></ul></main>`,
      );
    expect(page(topics)).toContain('Topic 2\nby Ann Smith\n2\n12\nyesterday\nTopic 3');
    expect(page(topics)).not.toContain('Another page');
    // three rows beside a message are few
    expect(page(topics.slice(1))).not.toContain('Topic 2');
  });

  test('has what is linked beside a line that it says again and again: the members of a class, each of which can be copied', () => {
    const page = (members: number): string => {
      const row = (i: number): string => `<div><a href="/${i}">MEMBER</a></div><div>Link copied</div>`;
      const rows = Array.from({ length: members }, (_, i) => row(i).replace('MEMBER', 'ABCDEFGHIJ'[i]!));
      return main(`<main><h1>Kind</h1><p>${sentence.repeat(3)}</p>${rows.join('')}</main>`);
    };
    expect(page(8)).toContain('A\nLink copied\nB\nLink copied\nC');
    expect(page(7)).not.toContain('B\n');
  });

  test('is what the only main part says, though a dialog beside it says more', () => {
    const event = Array.from({ length: 12 }, (_, i) => `<p>Label ${i}</p><div>some value of it</div>`).join(
      '',
    );
    const dialog = `<div class="join-modal"><div>${article}</div></div>`;
    expect(main(`<main><h1>Meeting</h1>${event}</main>${dialog}`)).toBe(visible(`<h1>Meeting</h1>${event}`));
    // also where one of its paragraphs alone would be kept beside the dialog
    const withParagraph = `<h1>Meeting</h1><p>${sentence.repeat(2)}</p>${event}`;
    expect(main(`<div><main>${withParagraph}</main>${dialog}</div>`)).toBe(visible(withParagraph));
    // a part that says next to nothing is not what the page is about
    expect(main(`<main><h1>Meeting</h1><p>Label</p></main><div>${article}</div>`)).toBe(`Meeting\n${wanted}`);
  });

  test('is what the only part says that an id or a role calls the main one, in a page without <main>, though a list of other pages beside it says more', () => {
    const member = Array.from({ length: 12 }, (_, i) => `<p>Label ${i}</p><div>some value of it</div>`).join(
      '',
    );
    const packages = `<div id="packages"><h1>Packages</h1><div>${article}</div></div>`;
    const page = (attribute: string): string =>
      `${packages}<div ${attribute}><h1>Harbour</h1>${member}</div>`;
    for (const attribute of [
      'id="content"',
      'id="main"',
      'id="main-content"',
      'role="main"',
      'id="site" role="main"',
    ]) {
      expect(main(page(attribute)), attribute).toBe(visible(`<h1>Harbour</h1>${member}`));
      expect(extractText(page(attribute), 'main').names[0]).toBe('Harbour');
    }
    // the inner one of two, and none of two beside each other, nor a class
    expect(main(`<div id="content">${page('id="main"')}</div>`)).toBe(visible(`<h1>Harbour</h1>${member}`));
    for (const other of [`${page('id="content"')}<p role="main">Next</p>`, page('class="content"')])
      expect(main(other)).toContain(wanted);
    // <main> says more
    expect(main(`<div id="content"><p>Label</p></div><main>${article}</main>`)).toBe(wanted);
  });

  test('has no menu beside the part that an id calls the main one, however long it is', () => {
    const page = (id: string): string =>
      `<aside>${links.repeat(20)}</aside><div id="${id}"><h1>Ann</h1><p>Speaks twice.</p></div>`;
    expect(main(page('content'))).toBe('Ann\nSpeaks twice.');
    expect(main(page('speaker'))).not.toBe('Ann\nSpeaks twice.');
  });

  test('has no footer beside the only article of a page, however much that says', () => {
    const footer = `<footer>${article}</footer>`;
    const post = '<h2>Ann</h2><p>Speaks twice.</p>';
    expect(main(`<article>${post}<article>A reply.</article></article>${footer}`)).toBe(
      'Ann\nSpeaks twice.\nA reply.',
    );
    // of several, or of none, it may be the one that the page is about
    for (const other of [`<article>${post}</article><article>Next</article>`, `<div>${post}</div>`])
      expect(main(`${other}${footer}`)).toContain(wanted);
  });

  test('is what stands in a form around the whole page, whatever a part of it calls itself', () => {
    const page = (around: string, text: string): string =>
      main(`<form><input name="q"><p>Menu</p>${around}<h1>Ann</h1>${text}</div><aside>Terms</aside></form>`);
    for (const around of ['<div>', '<div id="content">', '<div role="main">'])
      expect(page(around, article), around).toBe(`Ann\n${wanted}`);
    expect(page('<div>', `${article}<aside><article>Next</article></aside>`)).toBe(`Ann\n${wanted}`);
  });

  test('has no <nav> of links, however long it is', () => {
    const menu = `<nav>${links.repeat(20)}</nav>`;
    const page =
      '<div><h2>Ann</h2><ul><li><a href="/talk">A talk on harbours</a></li><li>May 2022</li></ul></div>';
    expect(main(`${menu}${page}<footer>Terms</footer>`)).toBe('Ann\nA talk on harbours\nMay 2022');
  });

  test('has no element called a sidebar that says hardly more than links and headings, however long it is', () => {
    const sidebar = (more = ''): string =>
      `<div class="sidebar"><ol><li><a href="/">Docs</a><li>blue</ol><h2>Colors</h2>${links.repeat(20)}${more}</div>`;
    const page = (text: string, beside: string): string =>
      `<main><div><h1>blue</h1>${text}</div>${beside}</main>`;
    const text = '<p>The colour of the sea, of the sky and of the harbours.</p>';
    const wanted = visible(`<h1>blue</h1>${text}`);
    expect(main(page(text, sidebar()))).toBe(wanted);
    expect(main(page(text, sidebar('<p>A sentence that is no link of a menu.'.repeat(20))))).not.toBe(wanted);
    // a page that is nothing but a menu
    expect(main(page('', sidebar()))).toBe(visible(page('', sidebar())));
  });

  test('is more than the longest of the members below one heading, if less is said there than in those above it', () => {
    const member = (i: number): string =>
      `<div><code>val member${i} : t</code><p>Says what member ${i} does with a t.</p></div>`;
    const page = (members: number): string => {
      const all = Array.from({ length: members }, (_, i) => member(i)).join('');
      return `<h1>Module Map</h1><div>${all}<div><code>val find : t</code><div>${article}</div></div>${member(99)}</div>`;
    };
    expect(main(page(60))).toBe(visible(page(60)));
    expect(main(page(3))).toBe(visible(`<h1>Module Map</h1>${article}`));
  });

  test('is more of an article than one of its members or steps, if that has less than two fifths of what is said', () => {
    const step = (i: number) => `<h3>Step ${i}</h3><p>Type this and that.</p><pre>some-command --${i}</pre>`;
    const page = (steps: number, name = 'article'): string =>
      `<${name}><h1>Title</h1>${Array.from({ length: steps }, (_, i) => step(i)).join('')}<div>${article}</div></${name}>`;
    expect([20, 50].map((steps) => main(page(steps)).includes('some-command --7'))).toEqual([false, true]);
    // what no article surrounds may be a menu
    expect(main(page(50, 'div'))).not.toContain('some-command --7');
  });

  test('has what the main part says beside an example of code, which other pages may give, too, but is a listing that is nearly all of it', () => {
    const lines = Array.from({ length: 20 }, (_, i) => `let value${i} = read(${i});`).join('\n');
    const listing = `<pre>${lines}</pre>`;
    const example = `<div>This example reads values.${listing}</div>`;
    const about = '<div>Gets the defaults of all parameters.</div><div>get defaults(): Parameters</div>';
    for (const part of ['<div id="main">', '<main>'])
      expect(main(`${part}${about}<a href="#p">Parameters</a>${example}</div>`)).toBe(
        visible(`${about}${example}`),
      );
    expect(main(`<main>By Ann${listing}</main>`)).toBe(visible(listing));
    // a letter, below what says from whom it is
    expect(main(`<div>${about}${listing}</div>`)).toBe(visible(listing));
  });

  test('has articles whatever their role, which only an article may not have that surrounds the main text', () => {
    const part = (tag: string): string =>
      `<${tag} role="complementary"><p>${sentence.repeat(4)}</p></${tag}>`;
    const page = (tag: string): string =>
      `<main><h1>Title</h1>${part(tag).repeat(4)}<p>${sentence.repeat(4)}</p></main>`;
    expect(main(page('article'))).toBe(visible(page('article')));
    expect(main(page('div'))).toBe(visible(`<h1>Title</h1><p>${sentence.repeat(4)}</p>`));
  });

  test('is that of the only <main> where one of its sections says more than each of the others, and less than all of them', () => {
    const sections = `<section>${article}</section>${`<section><h2>Section</h2><p>${sentence.repeat(4)}</p>${links}</section>`.repeat(6)}`;
    expect(main(`<main>${sections}</main>`)).toBe(
      visible(`${article}${`<h2>Section</h2><p>${sentence.repeat(4)}</p>`.repeat(6)}`),
    );
  });

  test('is no window over the page, such as a request for consent, however much it says, unless it is nearly all', () => {
    const window = `<div role="dialog" aria-label="Consent"><div>${article.repeat(2)}</div></div>`;
    expect(main(`<div><h1>Title</h1>${article}</div>${window}`)).toBe(`Title\n${wanted}`);
    expect(main(`<p>Menu</p>${window}`)).toBe(visible(article.repeat(2)));
  });

  test('has the results of a search, which are called so, too, and not its form', () => {
    const form = `<div class="search"><p>${sentence}</p></div>`;
    const result = `<div class="search post bg2"><p>${sentence.repeat(4)}</p></div>`;
    const found = `<div role="main"><h2>Search found 5 matches</h2>${form}${result.repeat(5)}</div>`;
    expect(main(found)).toBe(visible(`<h2>Search found 5 matches</h2>${result.repeat(5)}`));
  });

  test('is all articles of a list that shows several in full, each below a heading of its own, and not their beginnings beside an article', () => {
    const named = (title: string, times: number) =>
      `<article><h1>${title}</h1><p>${sentence.repeat(times)}</p></article>`;
    const list = ['A note', 'Another', 'A third', 'A fourth'].map((title) => named(title, 4)).join('');
    expect(main(`<main><div>${list}</div></main>`)).toBe(visible(list));
    const beginnings = ['Another', 'A third'].map((title) => named(title, 1)).join('');
    const page = `<main><article><h1>Title</h1>${article}</article><section>${beginnings}</section></main>`;
    expect(main(page)).not.toContain('Another');
  });

  test('is the one article of a page with a heading of its own, or the only one, though more stands beside it', () => {
    const beginning = `<article><h3>Another</h3><p>${sentence.repeat(3)}</p></article>`;
    const author = `<div><p>${sentence.repeat(3)}</p></div>`;
    const beside = `<section>${beginning.repeat(3)}</section>${author}`;
    const named = `<h1>Title</h1>${article}`;
    expect(main(`<main><article>${named}</article>${beside}</main>`)).toBe(`Title\n${wanted}`);
    expect(main(`<main><article><header><h1>Title</h1></header>${article}</article>${beside}</main>`)).toBe(
      `Title\n${wanted}`,
    );
    expect(main(`<main><h1>Title</h1><article>${article}</article>${author}</main>`)).toBe(
      `Title\n${wanted}`,
    );
    // of many without such a heading none is the page's
    const many = `<main><article>${article}</article>${beside}</main>`;
    expect(main(many)).toBe(visible(many));
    // nor is one that is next to nothing of it
    const label = '<article><p>Some words of a label, and then some more.</p></article>';
    const little = `<main><div>${label}</div><div>${article}</div></main>`;
    expect(main(little)).toBe(visible(little));
  });

  test('has what a class is said to be in the header of its section, whose only article lists members', () => {
    const said = sentence.repeat(10);
    const names = '<h4>clone(depth, options, and what else it takes of what was given before it)</h4>'.repeat(
      8,
    );
    const member =
      '<div>Copies the object, and what is below it down to the given depth, with all of it.</div>';
    const members = `<article><h2>Methods</h2>${names}${member.repeat(2)}</article>`;
    const section = `<section><header><h2>Name(options)</h2><div>${said}</div></header>${members}</section>`;
    expect(main(`<div id="main"><h1>Class: Name</h1>${section}</div>`)).toContain(visible(said));
  });

  test('keeps short paragraphs of a section that is called as boxes beside a text are', () => {
    const short = '<p>The last paragraph of it, which says little.</p>';
    const html = `<main><section id="share-ratings-of-related-banks">${article}${short}</section></main><div>${links.repeat(20)}</div>`;
    expect(main(html)).toContain('The last paragraph of it');
    // in a text that is called nothing of the kind, such a box goes
    expect(main(`<main>${article}<div class="related-box">${short}</div></main>`)).toBe(wanted);
  });

  test('keeps what is said in the short posts of a thread beside a long one, and not who said it', () => {
    const post = (text: string, title = 'Re: it') =>
      `<div><dl><dt>Somebody</dt><dd>since 2014</dd><dd>31 posts</dd></dl><div><h3>${title}</h3><div>${text}</div></div></div>`;
    const long = sentence.repeat(6).trim();
    const short = 'An answer of a few words, no more than that.';
    expect(main(`<main>${post(short)}${post(long)}${post(short, `Re: ${sentence}`)}</main>`)).toBe(
      `Re: it\n${short}\n${long}\n${short}`,
    );
    // answers have a list of their own, below the question or above it
    const answers = `<div><h2>Answers</h2>${post(short)}${post(short)}</div>`;
    expect(main(`<main>${post(long)}${answers}</main>`)).toBe(`Re: it\n${long}\n${short}\n${short}`);
    const longer = `<div><h2>Answers</h2>${post(long)}</div>`;
    expect(main(`<main>${post(short)}${longer}</main>`)).toBe(`Re: it\n${short}\n${long}`);
    // what is built otherwise is no post
    const other = `<div><p>${short}</p></div>`;
    expect(main(`<main>${post(long)}${other}${links}${links}</main>`)).not.toContain(short);
  });

  test('keeps a short post beside a long one where an empty paragraph stands beside both', () => {
    const post = (text: string): string => `<div><h3><a href=/a>A post</a></h3><p>${text}</p></div>`;
    const beside = '<p></p><a href=/a>link</a><br><p></p>';
    expect(main(`<main>${post(sentence.repeat(5))}${post('I agree. '.repeat(9))}${beside}</main>`)).toContain(
      'I agree.',
    );
  });

  test('keeps the posts of a thread that each lie in three tables beside their authors’ names and buttons', () => {
    const cell = (name: string, text: string): string => `<td><a href=/u>${name}</a> posts: 31<td>${text}`;
    const post = (text: string): string =>
      `<tr><td><table><tr><td><table><tr>${cell('Somebody', `<table><tr>${cell('Re: it', 'today')}</table><div>${text}</div>`)}</table></table>`;
    const long = sentence.repeat(5).trim();
    const short = [
      'An answer of a few words, no more than that.',
      'Thanks, but that is not what I asked at all.',
    ];
    expect(main(`<table>${post(long)}${short.map(post).join('')}</table>`)).toBe([long, ...short].join('\n'));
  });

  test('has what is said below a list of other things, such as the description of a product below its features, and no list of short lines', () => {
    const about = Array.from({ length: 40 }, (_, i) => `feature${i}`).join(' ');
    const others = (item: string) => `<div><h2>Others</h2><ol>${item.repeat(6)}</ol></div>`;
    const linked = others('<li><a href="/x">Another lamp, of brass</a> <i>3.6 of 5</i></li>');
    const text =
      'A lamp for a harbour of your own, with a green glass, a wick that lasts the winter, and a hook to hang it.';
    const told = `<div><h2>Description</h2><div><p>${text}</p></div></div>`;
    const shop = (beside: string) =>
      `<div><div><h1>Lamp</h1><ul><li>${about}</li></ul></div>${linked.repeat(4)}${beside}${linked}</div>`;
    expect(main(shop(told))).toBe(`Lamp\n${about}\n${text}`);
    const short = others('<li>Another lamp, of brass and glass, for 40 pounds</li>');
    expect(main(shop(short))).toBe(`Lamp\n${about}`);
    expect(main(`<article>${shop('')}</article>${told}`)).toBe(`Lamp\n${about}`);
  });

  test('has the lines and rows beside its only paragraph, such as the facts of a record above a notice, but not those among links', () => {
    const notice = `<p>${sentence.repeat(5)}</p>`;
    const rows = ['Name Ann', 'Room 12', 'Phone 555']
      .map((row) => `<tr><td>${row.replace(' ', '</td><td>')}</td></tr>`)
      .join('');
    const page = (facts: string): string =>
      `${links}<div><h1>Staff</h1><div>${facts}${notice}</div></div>${links}`;
    const facts = `<p>Ann Other</p><table>${rows}</table><dl><dt>Born</dt><dd>1960</dd></dl>`;
    expect(main(page(facts))).toBe(
      `Staff\nAnn Other\nName\nAnn\nRoom\n12\nPhone\n555\nBorn\n1960\n${sentence.repeat(5).trim()}`,
    );
    expect(main(page(`${facts}<p><a href="/c">All staff</a></p>`))).toBe(
      `Staff\nName\nAnn\nRoom\n12\nPhone\n555\n${sentence.repeat(5).trim()}`,
    );
    // of several paragraphs the longest alone may be the main text
    expect(main(page(`<p>Ann Other</p>${notice}`))).toContain('Ann Other');
  });

  test('has the record beside its main text, a table of two columns or a list of terms whose values may be links, but no calendar and no menu', () => {
    const notes = `<div><p>${sentence.repeat(5)}</p><p>${sentence.repeat(4)}</p></div>`;
    const text = [5, 4].map((times) => sentence.repeat(times).trim()).join('\n');
    const table = (...rows: string[][]): string =>
      `<table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;
    const link = (name: string): string => `<a href="/${name}">${name}</a>`;
    const pairs = [
      ['Born', '1960'],
      ['Mother', link('Eve')],
      ['Died', '2001'],
    ];
    const terms = `<dl>${pairs.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('')}</dl>`;
    const own = 'Born\n1960\nMother\nEve\nDied\n2001';
    const page = (record: string): string =>
      `${links}<div><h1>Ann</h1>${record}${notes}</div>${links}<p>Elsewhere</p>`;
    for (const record of [table(...pairs), terms, `<div>${terms}</div>`])
      expect(main(page(record))).toBe(`Ann\n${own}\n${text}`);
    expect(main(`<div><h1>Ann</h1>${notes}${terms}</div>`)).toBe(`Ann\n${text}\n${own}`);
    const week = ['1', '2', '3', '4', '5', '6', '7'];
    const menu = pairs.map(([term, value]) => [link(term!), value!]);
    for (const other of [
      table(week, week, week),
      table(...menu),
      table(...pairs.slice(1)),
      `<nav>${terms}</nav>`,
    ])
      expect(main(page(other))).toBe(`Ann\n${text}`);
    // it is beside another thing
    expect(main(`<section><h1>Ann</h1>${notes}</section><section>${terms}</section>`)).toBe(`Ann\n${text}`);
  });

  test('is that of the only <main> of a page that says little, however long the menus around it are', () => {
    const short = '<h1>flag</h1><p>The issue for this flag is #12.</p>';
    const menu = links.repeat(20);
    const around = (part: string) =>
      `<nav>${menu}</nav><div><h1>The Book</h1><p>Light Rust Coal</p>${part}</div><div>${menu}</div>`;
    expect(main(around(`<main>${short}</main>`))).toBe('flag\nThe issue for this flag is #12.');
    expect(main(around(`<main>${article}</main>`))).toBe(`The Book\n${main(article)}`);
    // which of two, or one that shows nothing, says nothing about the rest
    for (const part of [`<main>${short}</main><main><p>More of it.</p></main>`, `<main></main>${short}`]) {
      expect(main(around(part))).toContain('Light Rust Coal');
    }
    expect(main(around(`<main><h1>flag</h1></main>`))).toContain('Light Rust Coal');
    expect(main(`<form><main>${short}</main></form>`)).toBe('flag\nThe issue for this flag is #12.');
  });

  test('has the article in Japanese, Chinese or Korean, whose sentences have few letters, beside a notice in English', () => {
    const notice = `<section><div>${'This is no place for questions, which belong in our list. '.repeat(7)}</div></section>`;
    for (const sentences of [
      [
        'フィルタとは、送受信されるデータに適用する処理です。',
        '一つのデータに複数のフィルタを順に適用できます。',
      ],
      [
        '过滤器是对服务器发送或接收的数据进行的处理，可以叠加。',
        '同一份数据可以依次通过多个过滤器，顺序可以改变。',
      ],
      [
        '필터는 서버가 보내거나 받는 자료에 적용하는 처리이다.',
        '한 자료에 여러 필터를 순서대로 적용할 수 있다.',
      ],
    ]) {
      const article = `<div>${sentences.map((each) => `<p>${each}</p>`.repeat(12)).join('')}</div>`;
      expect(main(`<h1>x</h1>${article}${notice}`)).toContain(sentences[0]);
    }
  });

  test('drops line numbers beside code', () => {
    const code = 'call(something, with_arguments, of_some_length)\n'.repeat(8);
    const page = `<div>${article}<table><tr><td><pre>1\n2\n 3</pre></td><td><pre>${code}</pre></td></tr></table></div>`;
    expect(main(page)).toBe(visible(`${article}<pre>${code}</pre>`));
  });

  test('is all that is no boilerplate where there is little prose, and lists of links where there is none', () => {
    expect(main('<nav><a href="/">Home</a></nav><h1>Class: A</h1><dl><dt>Inherits:<dd>B</dl>')).toBe(
      'Class: A\nInherits:\nB',
    );
    expect(main(`<nav>x</nav><h1>Index</h1>${links}`)).toBe(visible(`<h1>Index</h1>${links}`));
  });

  test('has no banner above the heading of a short page, which says of which version it is, but a notice below it, and a banner that says much of it', () => {
    const banner =
      '<div class="version-banner"><p>This is documentation for version 3.1, see version 3.7.</div>';
    const name = '<h1>KeyConsumer</h1>';
    const said = `<ul>${'<li>A key of the store that is being processed'.repeat(5)}</ul>`;
    expect(main(`${banner}${name}${said}`)).not.toContain('version');
    expect(main(`${name}${banner}${said}`)).toContain('version 3.1');
    expect(main(`<p>Of the store</p>${name}${said}`)).toContain('Of the store');
    expect(main(`${banner}${banner}${name}${said}`)).toContain('version 3.1');
  });

  test('is what the only <main> says, even if all of that calls itself navigation, but for a breadcrumb', () => {
    const menu = '<li><a href="/elsewhere">Elsewhere on this site</a></li>'.repeat(40);
    const around = (part: string) => `<nav>${menu}</nav><main>${part}</main><footer>Made with care</footer>`;
    for (const start of ['<nav class="toc">', '<aside>', '<div role="navigation">']) {
      expect(main(around(start + links.repeat(3)))).toBe(visible(links.repeat(3)));
    }
    expect(main(around('<nav><a href="/">Home</a> <a href="/b">Books</a></nav>'))).toBe('');
  });
});

describe('hostile input', () => {
  const costOf = (page: string): number => {
    const start = cpuMs();
    main(page);
    return cpuMs() - start;
  };
  const linear = (name: string, size: number, page: (size: number) => string): void => {
    test(`takes time linear in its size: ${name}`, () => {
      // Eight times the size takes 8 times as long, or 64 times where time is quadratic; the second is for the
      // collection of garbage.
      expect(costOf(page(size))).toBeLessThan(30 * costOf(page(size / 8)) + 1000);
    });
  };
  const bytes = 8_000_000;
  linear('nested elements', 100_000, (n) => `${'<div>'.repeat(n)}x${'</div>'.repeat(n)}`);
  linear('nested elements of all kinds', 100_000, (n) => '<b><p><table><td><li><a href=x>'.repeat(n));
  linear('siblings', 1_000_000, (n) => '<p>x</p>'.repeat(n));
  linear(
    'stray end tags below deep elements',
    500_000,
    (n) => '<i>'.repeat(n / 1000) + '</b></x-y></p>'.repeat(n),
  );
  linear('one text', bytes, (n) => 'word '.repeat(n / 5));
  linear('only <', bytes, (n) => '<'.repeat(n));
  linear('only &', bytes, (n) => '&'.repeat(n));
  linear('unknown references', 500_000, (n) => Array.from({ length: n }, (_, i) => `&a${i};`).join(''));
  linear('attributes', 100_000, (n) => `<p ${Array.from({ length: n }, (_, i) => `a${i}="x"`).join(' ')}>x`);
  linear('an unclosed quote', bytes, (n) => `<p class="${'x" y=\''.repeat(n / 6)}`);
  linear('unclosed comments', bytes, (n) => '<!--'.repeat(n / 4));
  linear('unclosed scripts', bytes, (n) => '<script>'.repeat(n / 8));
  linear(
    'class names for the expressions to chew on',
    bytes,
    (n) => `<div class="${'author- nav '.repeat(n / 12)}">x`,
  );
  linear(
    'a style for the expression to chew on',
    bytes,
    (n) => `<p style="${'display '.repeat(9)}${' '.repeat(n)}">x`,
  );
  linear('a number without an end that is one', 60_000, (n) => `<p style="width:${'1'.repeat(n)}_">x`);
  linear(
    'functions that do not end',
    240_000,
    (n) => `<p style="transform:${'translate('.repeat(n / 10)}">x`,
  );
  linear('spaces in a function', 120_000, (n) => `<p style="transform:translate(${' '.repeat(n)}_">x`);
  linear('tags in a template', 600_000, (n) => `<template>${'1<p>'.repeat(n / 4)}`);
  linear('tags in a <noscript>', 600_000, (n) => `<noscript>${'1<p>'.repeat(n / 4)}`);
  linear(
    'a rule that names one class again and again',
    80_000,
    (n) =>
      `<style>.a{display:none}${'.a'.repeat(n / 2)}.b{display:block}</style>${'<i class="a">x</i>'.repeat(n / 4)}`,
  );

  test('that WebAssembly has no memory for is refused with a line that says so, and the next page is read', () => {
    // each `<` may begin an element: 82 bytes
    expect(() => main('<'.repeat(54_000_000))).toThrow(
      /^text: expected one that takes at most \d+ bytes of memory; got \d+$/,
    );
    expect(main('<p>text')).toBe('text');
  });

  test('of one word of many megabytes, in the text or the title, is read like any other', () => {
    // from some eight million characters on V8 has no room for the ways back of a repeated class
    const long = 'a'.repeat(15 << 20);
    expect(main(`<p>${long}`)).toBe(long);
    expect(extractText(`<title>${long} b</title><p>text`, 'main').title).toBe(`${long} b`);
  });

  test('of any markup never throws, and main text is a part of visible text', () => {
    const part = fc.constantFrom(
      '<p>',
      '</p>',
      '<div class="nav">',
      '</div>',
      '<a href=x>',
      '</a>',
      '<table>',
      '<tr>',
      '<td>',
      '</table>',
      '<li>',
      '<ul>',
      '</ul>',
      '<h1>',
      '</h1>',
      '<br/>',
      '<script>',
      '</script>',
      '<form>',
      '</form>',
      '<svg>',
      '</svg>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<',
      '&',
      '&amp;',
      '"',
      "'",
      '\0',
      '\ud800',
      sentence,
      'x',
      ' ',
      '<pre>',
      '</pre>',
      '<select>',
      '<option>',
      '<button>',
      '</body>',
      '</html>',
      '<title>',
      '</title>',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const html = parts.join('');
        const seen = visible(html).split('\n');
        let from = 0;
        // a script may show more
        const { text, shown = text } = extractText(html, 'main');
        for (const line of shown.split('\n')) {
          from = seen.indexOf(line, from) + 1;
          expect(from).toBeGreaterThan(0);
        }
      }),
      { numRuns: often(2000) },
    );
  });
});

describe('text for scripts to show', () => {
  const shown = `<div class="crumbs">Home / Guides / <b>Install</b></div>`;
  const words = Array.from({ length: 30 }, (_, i) => `word${i}`).join(' ');

  test('is read where the markup shows next to nothing: templates, JSON-LD, data of frameworks', () => {
    const pages = [
      `<script type="text/x-handlebars-template"><h1>{{title}}</h1><p>${words}</p></script>`,
      `<x-md><script type="text/markdown">${words}</script></x-md>`,
      `<template><section><p>${words}</p></section></template>`,
      `<script type="application/ld+json">{"@type":"Article","author":"x","articleBody":"${words}"}</script>`,
      `<script type="application/ld+json">{"@graph":[{"x":[{"articleBody":"${words}"}]}]}</script>`,
      `<script id="__NEXT_DATA__" type="application/json">{"props":{"html":"<p>${words}</p>","id":"7"}}</script>`,
    ];
    for (const page of pages) {
      const { text } = extractText(`<html><body>${shown}${page}</body></html>`, 'main');
      expect(text.replace(/\s+/g, ' '), page).toBe(`Home / Guides / Install ${words}`);
    }
  });

  test('is read from Markdown in elements that a script replaces, and called as its first heading', () => {
    const markdown = `\n\n# Harbour *guide*\n\n${words}\n\n## More\n`;
    const held = (start: string, end: string, source = markdown): string =>
      `<title>A site</title>${start}${source}${end}<script src=a.js></script>`;
    for (const page of [
      held('<xmp theme="united" style="display:none;">', '</xmp>'),
      held('<textarea id="source">', '</textarea>'),
      held('<div hidden><textarea>', '</textarea></div>'),
      held('<section data-markdown><script type="text/template">', '</script></section>'),
      held('<textarea>', '</textarea><textarea>and more</textarea>', markdown.replace('## More', '')),
      held('<textarea>', '</textarea>', markdown.replace('# Harbour *guide*', 'Harbour *guide*\r\n====')),
    ]) {
      const { text, names } = extractText(page, 'main');
      expect(text.split(/[\s#=]+/).filter(Boolean), page).toEqual(
        expect.arrayContaining(['Harbour', '*guide*', ...words.split(' '), expect.stringMatching(/more/i)]),
      );
      expect(names, page).toEqual(['Harbour *guide*', 'A site']);
    }
    const named = (source: string): readonly string[] =>
      extractText(held('<script type="text/x-mustache">', '</script>', source), 'main').names;
    expect(named(`<p>${words}</p><h1>Harbour <b>guide</b></h1>`)).toEqual(['Harbour guide', 'A site']);
    expect(named(`<h1>{{title}}</h1><p>${words}</p>`)).toEqual(['A site']);
    expect(named(`#harbour ${words}\n    # code\n==\n====`)).toEqual(['A site']);
  });

  test('is not read from elements that hold Markdown in forms, nor where the page shows its own', () => {
    const sources = [`<textarea>${words}</textarea>`, `<xmp hidden>${words}</xmp>`];
    for (const source of sources) expect(main(`${article}${source}`), source).not.toContain('word7');
    expect(main(`<p>Write to us</p><form><p><textarea>${words}</textarea></form>`)).toBe('Write to us');
    expect(main(`<form hidden><textarea>${words}</textarea></form>${shown}`)).not.toContain('word7');
    expect(main(`${shown}<textarea>Your message</textarea>`)).not.toContain('message');
    expect(main(`<p>An example</p><xmp>${words}</xmp>`)).toBe(`An example\n${words}`);
    expect(visible(`${shown}${sources.join('')}`)).not.toContain('word7');
  });

  test('is no style sheet or script within a template', () => {
    const aside = `<style>.a { ${'color: red; '.repeat(30)} }</style><script>call(${'"a", '.repeat(30)})</script>`;
    expect(main(`${shown}<template>${aside}<p>${words}</p></template>`)).toBe(
      `Home / Guides / Install\n${words}`,
    );
  });

  test('is read from attributes that hold data, in any script', () => {
    const state = (text: string) => JSON.stringify({ props: { body: `<p>${text}</p>` }, version: '7' });
    const escaped = state(words).replaceAll('"', '&quot;').replaceAll('<', '&lt;');
    for (const page of [`<div id=app data-page="${escaped}"></div>`, `<i data-x='${state(words)}'></i>`])
      expect(main(page).trim(), page).toBe(words);
    const thai = 'ท่าเรือเปิดทุกวัน'.repeat(20);
    expect(main(`<div data-props='${state(thai)}'></div>`).trim()).toBe(thai);
    expect(main(`<p>${thai}</p><div data-props='${state(words)}'></div>`)).toBe(thai);
    // the brace in every way that HTML has for it, and references that look like one of these
    for (const brace of ['&#123;', '&#x7b', '&#X7B;', '&#0000000123;', '&lcub;', '&lbrace;', '{'])
      expect(main(`<div data-x="${brace}${escaped.slice(1)}"></div>`).trim(), brace).toBe(words);
    for (const none of ['&lt;', '&lcub', '&amp;#123;', '&', '&#125;', '&quot;'])
      expect(main(`<div data-x="${none}${escaped.slice(1)}"></div>`), none).toBe('');
    // a short value, and one that is no JSON
    expect(main(`<div data-x='["${words.slice(0, 150)}"]'></div>`)).toBe('');
    expect(main(`<div data-x="${words}"></div>`)).toBe('');
  });

  test('is read from scripts within hidden elements, which are run, and not from those in templates', () => {
    const data = `<script type="application/json">{"text":"${words}"}</script>`;
    const run = `<script>go("${sentence.repeat(3)}")</script>`;
    for (const around of ['div hidden', 'b style="display:none"', 'i aria-hidden=true'])
      for (const [script, text] of [
        [data, words],
        [run, sentence.trim()],
      ] as const) {
        const page = extractText(`<${around}>${script}</${around.split(' ')[0]}>`, 'main');
        expect(page.text, around).toContain(text);
        expect(page.hasScript).toBe(true);
      }
    for (const around of ['template', 'svg', 'noscript', 'textarea', 'div hidden><template'])
      expect(main(`<${around}>${data}</${around}>`), around).not.toContain('word7');
  });

  test('has its character references decoded, and no tags, escaped as a whole or not', () => {
    const told = (text: string) =>
      extractText(
        `<script type="application/ld+json">${JSON.stringify({ headline: 'Bridge &amp; ferries', articleBody: text })}</script>`,
        'main',
      );
    const inHtml = `<p>It&#39;s open&nbsp;again.</p><pre>&lt;b&gt;</pre> ${words}`;
    expect(told(inHtml).text.split(/\s+/)).toEqual(["It's", 'open', 'again.', '<b>', ...words.split(' ')]);
    const escaped = "<p>It's open again.</p> ".replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(told(`${escaped}${words}`).text.split(/\s+/)).toEqual([
      "It's",
      'open',
      'again.',
      ...words.split(' '),
    ]);
    expect(told(words).names).toEqual(['Bridge & ferries']);
    expect(told(`a &lt b && c; ${words}`).text).toBe(`a < b && c; ${words}`);
  });

  test('is called what the data calls it, and data within strings of data is read', () => {
    const named = (data: unknown) =>
      extractText(
        `<title>A site</title><script type="application/json">${JSON.stringify(data)}</script>`,
        'main',
      );
    const post = { title: 'Harbour bridge', paragraphs: [words, 'and more'] };
    const others = { user: { name: 'Ada' }, related: [{ title: 'Other', text: words.slice(0, 60) }] };
    expect(named({ ...others, post }).names).toEqual(['Harbour bridge', 'A site']);
    const within = named({ ...others, status: 200, body: JSON.stringify(post) });
    expect(within.names).toEqual(['Harbour bridge', 'A site']);
    expect(within.text).not.toContain('{');
    expect(within.text).toContain('word29');
    expect(named({ body: `{${words}` }).text).toBe(`{${words}`);
    expect(named({ ...post, title: { long: 1 } }).names).toEqual(['A site']);
  });

  test('for readers without scripts or frames is read where the page has no other, and a notice is none', () => {
    const long = `<h1>Harbour</h1><p>${words} and ${words.replaceAll('word', 'other')}</p>`;
    const text = `Harbour ${words} and ${words.replaceAll('word', 'other')}`;
    const frames = (none: string) =>
      `<html><frameset cols="1,*"><frame src=a.htm><noframes><body>${none}</body></noframes></frameset></html>`;
    for (const page of [`<div id=app></div><noscript>${long}</noscript>`, frames(long)]) {
      expect(main(page).replace(/\s+/g, ' ').trim(), page).toBe(text);
      expect(pageKind(extractText(page, 'main'))).toBe('article');
    }
    const notice = `<p>${words}</p>`;
    expect(main(`<noscript>${notice}</noscript>`)).toBe('');
    expect(main(`${article}<noscript>${long}</noscript>`)).not.toContain('other7');
    const called = (title: string) =>
      `<title>${title}</title><noscript><h1>The old lock</h1><p>Closed.</noscript>`;
    expect(extractText(called('The old lock - Harbour'), 'main')).toMatchObject({
      text: 'The old lock Closed.',
      names: ['The old lock', 'The old lock - Harbour'],
    });
    for (const title of ['Harbour', 'The old lock Closed.', 'The - lock'])
      expect(main(called(title)), title).toBe('');
    expect(pageKind(extractText(frames('No frames?'), 'main'))).toBe('text-not-in-html');
    expect(pageKind(extractText('<p></p>', 'main'))).toBe('empty');
  });

  const paragraphs = [
    'The harbour bridge was closed on Monday, after engineers found cracks in two of its pillars.',
    '"It will take weeks," said one – ferries run every ten minutes until it is open again.',
  ];
  const literal = (text: string): string => JSON.stringify(text).replaceAll('<', '\\u003c');
  const classes = 'mx-auto flex max-w-2xl flex-col items-center justify-between px-4 py-2 text-sm';

  test('is read from strings of scripts that hand over little else: streams in pieces, flat lists, objects', () => {
    const [first, second] = paragraphs as [string, string];
    const flight = `1:"$Sreact.fragment"\n2:I[17,["/a.js"],"default"]\n0:{"b":"x","f":[["$","main",null,{"className":"${classes}","children":[["$","h1",null,{"children":"Harbour bridge"}],["$","p",null,{"children":"${first}"}],"$L5"]}]]}\n5:["$","p",null,{"children":"$6"}]\n6:T${Buffer.byteLength(second).toString(16)},${second}7:null\n`;
    const push = (piece: string): string => `<script>self.__next_f.push([1,${literal(piece)}])</script>`;
    const pieces = flight
      .match(/[\s\S]{1,90}/g)!
      .map(push)
      .join('');
    const flat = [
      { _1: 2 },
      'data',
      { _3: 4, _5: 6 },
      'title',
      'Harbour bridge',
      'text',
      [7, 8],
      first,
      second,
    ];
    const pages = {
      'flight data': `<script>(self.__next_f=self.__next_f||[]).push([0])</script>${pieces}`,
      'turbo-stream': `<script>window.ctx = {"ssr":true};window.ctx.stream = new ReadableStream({start(c){window.ctx.c = c;}});</script>
        <script>window.ctx.c.enqueue(${literal(`${JSON.stringify(flat)}\n`)});</script><script>window.ctx.c.close();</script>`,
      seroval: `<script>(self.$R=self.$R||{}).x=[];$_TSR.router=($R=>$R[0]={m:$R[1]=[$R[2]={i:"/post\\u002F1",l:$R[3]={title:"Harbour bridge",text:$R[4]=[${literal(first)},${literal(second)}]}}]})($R["x"])</script>`,
      'an object': `<script>window.state = {title: 'Harbour bridge', html: "<p>${first}</p>" +\n ${literal(`<p>${second}</p>`)}};start();</script>`,
      'JSON in a string': `<script>start(JSON.parse(${literal(JSON.stringify({ title: 'Harbour bridge', paragraphs }, null, 1))}))</script>`,
    };
    for (const [name, scripts] of Object.entries(pages)) {
      const found = extractText(`<title>A site</title><div id=app></div>${scripts}`, 'main');
      const said = found.text.replace(/^Harbour bridge\n/, '').replace(/\s+/g, ' ');
      expect(said, name).toBe(paragraphs.join(' '));
      expect(found.names, name).toEqual(['Harbour bridge', 'A site']);
      expect(pageKind(found), name).toBe('article');
      expect(main(`${article}${scripts}`), name).not.toContain('ferries');
    }
  });

  test('is not what Next.js sends along for pages that are missing, nor called as that', () => {
    const [first, second] = paragraphs as [string, string];
    const element = (name: string, text: string): unknown[] => ['$', name, null, { children: text }];
    const missing = [element('h1', 'Nothing here'), element('p', `No page has this address. ${first}`)];
    const page = [element('h1', 'Harbour bridge'), element('p', `${second} ${second}`)];
    const called = { title: '$undefined', text: `${second} ${second}` };
    for (const rows of [
      [{ notFound: [missing, []], forbidden: '$undefined' }, page],
      [{ notFound: ['$L1', []], page: '$L2' }, missing, page],
      [{ unauthorized: '$L1' }, missing, page],
      // of two headings the one above the longest text counts
      [element('h1', 'Nothing here'), page],
      [page, element('h1', 'Nothing here')],
      [element('h1', 'Harbour bridge'), called],
    ]) {
      const stream = rows.map((row, i) => `${i}:${JSON.stringify(row)}\n`).join('');
      const found = extractText(`<title>A site</title><script>push(${literal(stream)})</script>`, 'main');
      expect(found.text, stream).not.toContain('address');
      expect(found.text, stream).toContain(second);
      expect(found.names, stream).toEqual(['Harbour bridge', 'A site']);
    }
  });

  test('is not read from programs, whose strings are few beside their code, nor where it is no prose', () => {
    const code = 'function a(b){for(const c of b)d(c,e[c])}'.repeat(40);
    const message = `if(!x)throw Error(${literal(paragraphs.join(' '))});`;
    expect(main(`<div id=app></div><script>${message}</script>`)).toContain('ferries');
    expect(main(`<div id=app></div><script>${code}${message}</script>`)).toBe('');
    expect(main(`<div id=app></div><script>go(${literal(`${classes} `.repeat(9))})</script>`)).toBe('');
  });

  test('is the data where that says more than scripts do, and the other way round', () => {
    const scripts = `<script>go(${literal(paragraphs.join(' '))})</script>`;
    const data = (text: string): string => `<script type="application/ld+json">{"x":"${text}"}</script>`;
    expect(main(`${scripts}${data(words)}`)).toBe(words);
    expect(main(`${scripts}${data(words.slice(0, 170))}`)).toBe(paragraphs.join(' '));
  });

  test('is not read where the page shows its own, nor from scripts that do not say it, nor as visible text', () => {
    const data = `<script type="application/json">{"html":"${words}"}</script>`;
    expect(main(`${article}${data}`)).not.toContain('word7');
    expect(main(`${shown}<script>const text = "${words}";</script>`)).not.toContain('word7');
    expect(visible(`${shown}${data}`)).not.toContain('word7');
    expect(main(`${shown}<script type="application/json">{"html": "${words}</script>`)).not.toContain(
      'word7',
    );
  });

  test('that cannot be read leaves a page that says so', () => {
    const script = `<script>${'render(state[17]);'.repeat(300)}</script>`;
    expect(pageKind(extractText(`${shown}${script}`, 'main'))).toBe('text-not-in-html');
    expect(pageKind(extractText(`<p>${words}</p>${script}`, 'main'))).toBe('article');
    expect(pageKind(extractText(shown, 'main'))).toBe('article');
  });

  test('costs time linear in its size, however it nests', () => {
    const nested = (units: number): string =>
      `<script type="application/json">${'['.repeat(units / 2)}${']'.repeat(units / 2)}</script>`;
    const pieces = (units: number): string => `<template>${'<i>{{<'.repeat(units / 6)}</template>`;
    const values = (units: number): string => `<p a="[${'['.repeat(200)}">`.repeat(units / 208);
    const told = (units: number): string => `<noscript>${'<i>a '.repeat(units / 5)}`;
    const streamed = (units: number): string => `<script>push("0:T1,a0:T1,")</script>`.repeat(units / 37);
    const quotes = (units: number): string => `<script>${'"\\"'.repeat(units / 3)}</script>`;
    const empty = (units: number): string => '<script>a</script>'.repeat(units / 18);
    for (const make of [nested, pieces, values, told, streamed, quotes, empty]) {
      const time = (html: string): number => {
        const startedAt = cpuMs();
        main(html);
        return cpuMs() - startedAt;
      };
      const [small, large] = [make(200_000), make(800_000)];
      // the first of two also compiles what it runs
      const leastTime = (html: string): number => Math.min(time(html), time(html));
      expect(leastTime(large)).toBeLessThan(10 * leastTime(small) + 200);
    }
  });
});
