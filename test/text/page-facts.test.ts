import { describe, expect, test } from 'vitest';
import { extractText } from '../../src/text/extract.ts';

const read = (html: string) => extractText(html, 'main');
const sentence = 'This is a sentence of the article, long enough to count as one of its own. ';
const article = `<p>${sentence.repeat(4)}</p><p>${sentence.repeat(3)}</p><p>${sentence.repeat(5)}</p>`;
const articleText = [4, 3, 5].map((times) => sentence.repeat(times).trim()).join('\n');

describe('beside its text a page has', () => {
  test('a password field, where an input says so, hidden or not, and by nothing else', () => {
    for (const html of ['<input type=password>', '<p hidden><input TYPE="PASSWORD" /></p>'])
      expect(read(html).passwordField).toBe(true);
    for (const html of ['<input type=text><br><hr><img>', '<p type=password>x', '<input name=password>', ''])
      expect(read(html).passwordField).toBe(false);
  });

  test('the start of its visible text, 1,000 code units of it at most, and the length of all', () => {
    const blocks = ['a'.repeat(400), 'b'.repeat(400), 'c'.repeat(400), 'd'];
    const { opening, visibleLength } = read(blocks.map((block) => `<p>${block}</p>`).join(''));
    expect(opening).toBe(`${blocks[0]}\n${blocks[1]}\n${'c'.repeat(198)}`);
    expect(visibleLength).toBe(1201);
    const exact = ['a'.repeat(500), 'b'.repeat(499)];
    expect(read(`<p>${exact.join('<p>')}`).opening).toBe(exact.join('\n'));
    expect(read(`<p>${exact.join('<p>')}<p>c`).opening).toBe(exact.join('\n'));
  });

  test('a title and a noscript text, of which some 2,000 code units are kept', () => {
    const parts = (length: number) => Array.from({ length: length / 10 }, () => 'ab &amp; cde ').join('');
    const { title, noscript } = read(`<title>${parts(9000)}</title><noscript>${parts(9000)}</noscript>`);
    expect('ab & cde '.repeat(900).startsWith(title)).toBe(true);
    for (const { length } of [title, noscript]) expect([length > 1900, length < 2100]).toEqual([true, true]);
    expect(read('<title>a</title><title> b</title><svg><title>c</title></svg>').title).toBe('a b');
  });

  test('names: three headings of any level that say something, and the title, each cut after 200 code units', () => {
    const long = 'x'.repeat(250);
    const html = `<title>Of ${long}</title><h2> </h2><h2>One</h2><nav><h1>No</h1></nav><h4>${long}</h4><aside><p><h3>No</h3></aside>
      <footer><h2>No</h2></footer><form><input><h2>No</h2></form><h6>Three <b>times</b><br>more</h6><h2>Four</h2>`;
    expect(read(html).names).toEqual([
      'One',
      'x'.repeat(200),
      'Three times more',
      `Of ${long}`.slice(0, 200),
    ]);
    expect(read('<h1>One</h1><header><h2>Two</h2></header>').names).toEqual(['One', 'Two']);
    expect(read('<p>no name').names).toEqual([]);
  });

  test('names: on a page without headings what is shown with all words of the title or a part of it, and more, stands before it', () => {
    const page = '<title>Lib: Member List</title><div>A library</div><div>%</div><p>All members';
    const names = (shown: string): readonly string[] => read(page.replace('%', shown)).names;
    expect(names('Lib::Tree Member List')).toEqual(['Lib::Tree Member List', 'Lib: Member List']);
    expect(names('<h2>Members</h2>Lib::Tree Member List')).toEqual(['Members', 'Lib: Member List']);
    expect(names('Tree Member List')).toEqual(['Tree Member List', 'Lib: Member List']);
    for (const none of ['Tree', 'Member List', 'Member List of Tree', 'A Lib'])
      expect(names(none)).toEqual(['Lib: Member List']);
    // no part of a title
    expect(read('<title>Member List</title><p>Tree Member  List').names[0]).toBe('Tree Member List');
    expect(read('<title>Of a: member-list</title><p>Tree member-list').names[0]).toBe('Tree member-list');
    expect(read('<title>Of a:member-list</title><p>Tree member-list').names).toHaveLength(1);
    expect(names(`Lib Member List ${'and more '.repeat(30)}`)).toEqual(['Lib: Member List']);
    expect(read('<title>—</title><p>A text').names).toEqual(['—']);
  });

  test('names: each h1 outside of other parts before the headings that stand before it', () => {
    const html =
      '<div><h3>Contents</h3><h4>Previous</h4><h4>Next</h4></div><nav><h1>No</h1></nav><h1>Own</h1><h1>More</h1>';
    expect(read(html).names).toEqual(['Own', 'More', 'Contents']);
  });

  test('a heading: the first h1 that says something', () => {
    expect(read('<h2>no</h2><h1> </h1><h1>One <i>two</i></h1><h1>three</h1>').heading).toBe('One two');
    expect(read('<h2>no</h2>').heading).toBe('');
  });
});

describe('main text', () => {
  test('has the first h1 from elsewhere, unless that is long, or another is in it', () => {
    const page = (heading: string, own = '') =>
      read(`<header><h1>${heading}</h1><h1>Second</h1></header><div>${own}${article}</div>`).text;
    expect(page('y'.repeat(300))).toBe(`${'y'.repeat(300)}\n${articleText}`);
    expect(page('y'.repeat(301))).toBe(articleText);
    expect(page('Elsewhere', '<h1>Own</h1>')).toBe(`Own\n${articleText}`);
    expect(read(`<div><h1>Print</h1></div><div><h1>Own</h1>${article}</div>`).text).toBe(
      `Print\nOwn\n${articleText}`,
    );
  });

  test('leaves boilerplate out by its tag, its role or its name, and all that is in it', () => {
    const inner = `<div><p>${sentence}</p></div>`;
    for (const [start, end] of [
      ['<nav>', '</nav>'],
      ['<aside>', '</aside>'],
      ['<div aria-hidden="true">', '</div>'],
      ['<div role="navigation">', '</div>'],
      ['<div class="x footer-links">', '</div>'],
    ]) {
      expect([start, read(`<div>${start}${inner}${end}${article}</div>`).text]).toEqual([start, articleText]);
      expect([start, read(`<div>${article}</div>${start}${inner}${end}`).text]).toEqual([start, articleText]);
    }
    // Of most of the page it is no boilerplate.
    expect(read(`<p>a</p><form>${article}</form>`).text).toContain(articleText);
  });

  test('of little text is its prose without lists of links, from 200 code units of prose on', () => {
    const links = '<ul><li><a href="/a">One page</a></li><li><a href="/b">Another page</a></li></ul>';
    const page = (lines: number) =>
      read(`${links}${'<p>twenty units of text</p>'.repeat(lines)}`).text.split('\n').length;
    expect([page(10), page(9)]).toEqual([10, 9 + 2]);
  });

  test('of one page says nothing of the next', () => {
    const pages = [`<nav><p>x</nav><div>${article}</div>`, '<p>short', `<ul><li>${sentence}</ul>`, ''];
    const alone = pages.map((page) => read(page).text);
    expect(alone[0]).toBe(articleText);
    for (let round = 0; round < 2; round++)
      for (const [i, page] of [...pages.entries()].reverse()) expect(read(page).text).toBe(alone[i]);
  });

  test('drops line numbers only: digits in a pre that is kept', () => {
    const pre = (text: string) => read(`<div>${article}<pre>${text}</pre></div>`).text;
    expect(pre('1\n2\n 30')).toBe(articleText);
    for (const kept of ['1\n2a\n3', '1.\n2.', '1/2', '7:', 'x']) expect(pre(kept)).toContain(`\n${kept}`);
    expect(read(`<div>${article}<p>12 34</p></div>`).text).toContain('12 34');
  });
});
