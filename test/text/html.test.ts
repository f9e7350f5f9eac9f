import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extractText } from '../../src/text/extract.ts';
import { inFull } from '../repetition.ts';
import { extractText as extractByHtmlparser2 } from './reference/extract.ts';

const names =
  'a b p div li ul dt dd dl td th tr table tbody html body head nav header footer aside main article h1 h2 pre span br hr img input link meta script style title textarea noscript template svg iframe plaintext xmp noembed noframes dialog scripts tit x-y DIV Script TITLE form button select'.split(
    ' ',
  );
const attributes = [
  'class="menu"',
  'class=content id=main',
  "role='navigation'",
  'id="a&amp;b" class="c&quot;d" role=e',
  'class="x" id="&lt;&lt;" role="r"',
  'class class="sidebar"',
  'CLASS=side&shy;bar',
  'style="display:none"',
  'style="display&#58;none"',
  'style=visibility:hidden',
  'hidden',
  'aria-hidden=true',
  'aria-hidden="tr&#117;e"',
  'href=/x',
  'name=sidebar',
  'NAME',
  'open',
  'Popover=auto',
  'role=dialog',
  'type=password',
  'type=hidden',
  'TYPE="Submit"',
  'type="PassWord"',
  'type="application/ld+json"',
  'type=text/template',
  'type=text/markdown',
  'rel=canonical href="/c?a&amp;b"',
  'rel="x&#32;canonical" href=/d',
  'http-equiv=refresh content="0;url=/e"',
  'HTTP-EQUIV=" Refresh " content="&#57;; /f" ',
  'content=0;/g http-equiv="re&#102;resh"',
  'http-equal=refresh content=0;/h',
  '/',
  '=',
  '"',
  '<',
  'data-x = "a > b"',
  `title='${'long '.repeat(30)}'`,
  `class="${'name '.repeat(40)}"`,
];
const pieces = [
  ...[
    'text',
    ' ',
    '\n',
    '\u00a0',
    'é漢\u{1f600}',
    '\ud800',
    'some words of a paragraph, with commas. ',
    'x < y',
    '<',
    '</',
    '<!',
    '<?',
    '>',
  ],
  ...[
    '&amp;',
    '&lt',
    '&nbsp;',
    '&hellip;more',
    '&#x41;',
    '&#',
    '&',
    '&unknown;',
    '&notit;',
    `&${'a'.repeat(40)};`,
  ],
  ...[
    '<!-- c -->',
    '<!-->',
    '<!--->',
    '<!--',
    '-->',
    '--!>',
    '<!-- a -- b --!>',
    '<!doctype html>',
    '<!doc',
    '<?xml ?>',
  ],
  ...['<![CDATA[x]]>', '<![CDATA[', ']]>', ']]]>', '<![CDAT', '</ x>', '</>', '<\u0001script>'],
  ...[
    'window.__S__ = {"a":"b c d e f g h i j k"};',
    '{"articleBody":"one two three"}',
    '.menu{display:none}',
  ],
  ...['.a, #main { visibility: hidden } .a.b{visibility:visible}', '\u001c/script>', '<\u000fscript>'],
];

const sentence = 'One sentence of many words, which says what the page is about, and then some more of it. ';
/** What is seldom drawn: text that is long enough to be main text, ends of raw text, references as long as they come. */
const wholes = [
  ...['p', 'div', 'li'].map((name) => `<${name}>${sentence.repeat(5)}</${name}>`),
  `<div class="x" id="side&#98;ar">${sentence}</div>`,
  `<div class="m&#101;nu" role=x id=y>${sentence}</div>`,
  `<div role="navig&#97;tion" class='&lt;'>${sentence}</div>`,
  `<article role=complementary>${sentence}</article>`,
  `<ul>${'<li><a href=/a>some link</a>'.repeat(9)}</ul>`.repeat(5),
  ...['<script><</script>a', '<style><</style>b', '<title>c<</title>d', '<title>e\u001c/title>f</title>'],
  `<script>window.__S__ = {"a":"${sentence.repeat(2)}"};</script>`,
  `<script type="application/ld+json">{"articleBody":"${sentence.repeat(2)}"}</script>`,
  `<template><p>${sentence.repeat(2)}</p></template>`,
  ...['b hidden', 'b', 'template', 'svg'].map(
    (around) =>
      `<${around}><script type=application/json>{"a":"&lt;p&gt;${sentence.repeat(2)}&lt;/p&gt; &amp;amp;"}</script></${/^\w+/.exec(around)?.[0]}>`,
  ),
  `<div style="opacity:0"><h1>a</h1><p>${sentence.repeat(3)}</p></div>`,
  `<b style="visibility:hidden"><main>${sentence.repeat(4)}`,
  `<div hidden id="S:1f"><p>${sentence}</p></div>`,
  '<svg><![CDATA[ > ]]><p>a</p></svg>',
  `<i data-x='${JSON.stringify({ title: 'x', text: sentence.repeat(3) })}'>`,
  `<noscript><h1>a</h1><p>${sentence.repeat(3)}</p></noscript>`,
  `<frame><noframes><p>${sentence.repeat(3)}</noframes>`,
  `<script type=text/template><p>${sentence.repeat(2)}</script>`,
  `<script type=text/markdown>\n# a &amp; b\n${sentence.repeat(2)}</script>`,
  ...['xmp hidden', 'xmp', 'textarea', 'form><textarea', 'template><textarea', 'b hidden><textarea'].map(
    (opened) =>
      `<${opened}>\n# a &amp; b\n\n${sentence.repeat(2)}</${/\w+$/.exec(opened.replace(' hidden', ''))?.[0]}>`,
  ),
  ...[28, 29, 30, 31].map((zeros) => `&#${'0'.repeat(zeros)}65;`),
];

const tag: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...names), fc.array(fc.constantFrom(...attributes), { maxLength: 3 }), fc.nat(9))
  .map(([name, given, form]) => {
    if (form < 3) return `</${name}${form === 0 ? ' x' : ''}>`;
    const space = form === 4 ? '\t\n' : ' ';
    return `<${[name, ...given].join(space)}${form === 5 ? '/' : form === 6 ? ' / ' : ''}>`;
  });
const page = fc
  .tuple(
    fc.array(
      fc.oneof(
        { weight: 6, arbitrary: tag },
        { weight: 4, arbitrary: fc.constantFrom(...pieces) },
        { weight: 1, arbitrary: fc.constantFrom(...wholes) },
      ),
      { maxLength: 60 },
    ),
    fc.nat(12),
    fc.boolean(),
  )
  .map(([parts, cut, isXhtml]) => {
    const html = (isXhtml ? '<?xml version="1.0"?>' : '') + parts.join('');
    return html.slice(0, html.length - cut);
  });

function expectSame(html: string): void {
  for (const mode of ['main', 'visible'] as const) {
    const expected = extractByHtmlparser2(html, mode);
    expect(extractText(html, mode), html).toEqual(expected);
    if (!/\p{Cs}/u.test(html)) expect(extractText(Buffer.from(html), mode), html).toEqual(expected);
  }
}

function expectText(html: string, text: string): void {
  expect(extractText(html, 'visible').text).toBe(text);
  expectSame(html);
}

describe('extractText', () => {
  test('reads pages of any markup, whole or cut, as a string or as UTF-8, as htmlparser2’s Tokenizer does', () => {
    // the header of a section, which counts where there is little else, and a part sent later that is no block are seldom drawn
    const examples: [string][] = [['<main>text<header>&#x41;'], [`<b hidden id="S:1f">${sentence}</b>`]];
    fc.assert(fc.property(page, expectSame), { numRuns: inFull ? 20_000 : 1000, examples });
  });

  test('reads units of any kind as htmlparser2’s Tokenizer does', () => {
    const unit = fc.constantFrom(...'<></!-?[] =\'"&;#abp\n\t\u001c\u000f\u00a0é');
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 40 }).map((units) => units.join('')),
        expectSame,
      ),
      {
        numRuns: inFull ? 20_000 : 1000,
      },
    );
  });

  test('reads elements beyond the greatest depth, hidden ones among them, as htmlparser2’s Tokenizer tells them', () => {
    const deep = fc.array(fc.oneof(tag, fc.constantFrom('text ', '<p>', '<b hidden>', '</b>', '<i>')), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(deep, fc.integer({ min: 500, max: 515 }), (parts, depth) => {
        expectSame(`${'<div>'.repeat(depth)}a${parts.join('')}z`);
      }),
      { numRuns: inFull ? 1000 : 60 },
    );
  });

  test('beyond the greatest depth ends each element with its own end tag, so that none of those around ends early', () => {
    const deep = `${'<div>'.repeat(600)}x${'</div>'.repeat(600)}`;
    const html = `<main><p>what the page is about</p><div><aside>${deep}beside it</aside></div></main>`;
    expect(extractText(html, 'main').text).toBe('what the page is about');
    expectSame(html);
  });

  test('of a page that ends within a tag takes no more than what stands before it', () => {
    for (const end of ['</p ', '<br /', '<br/', '</p\n<b', '<p class=a', '<p class="a>', '<p a'])
      expect(extractText(`<p>words</p>${end}`, 'visible').text).toBe('words');
  });

  test('knows names that hide an element, however they are written and joined', () => {
    for (const given of [
      'class=a id="h&#105;d"',
      'class="h&#105;d" id="x&amp;y"',
      'class="x&amp;y" id="h&#105;d" role=b',
    ])
      expectText(
        `<style>.hid{display:none}</style>seen <b ${given}>unseen</b> <i class="a&amp;b" id=c role=hi>x`,
        'seen x',
      );
    expectText(
      '<style>.hid{display:none}</style><p class=hid id="&amp;&amp;&amp;" role=x>unseen</p>seen',
      'seen',
    );
  });

  test('takes for the main text what the definition does where articles, posts, tables, lists and examples stand beside each other', () => {
    const text = fc.integer({ min: 0, max: 6 }).map((n) => sentence.repeat(n));
    const post = text.map(
      (said) => `<div><dl><dt>who<dd>since</dl><div><h3>Re: it</h3><div>${said}</div><p>${said}</div></div>`,
    );
    const article = fc
      .tuple(fc.constantFrom('<h1>A name</h1>', '<h3>Another</h3>', '<nav><h1>Hidden</h1></nav>', ''), text)
      .map(([heading, said]) => `<article>${heading}<p>${said}</p></article>`);
    const box = fc
      .tuple(fc.constantFrom('', ' id=related', ' class=menu', ' id=share-it'), text)
      .map(([given, said]) => `<div${given}><p>${said}<p>short</div>`);
    const cell = fc.constantFrom(
      '<td>4',
      '<td><a href=/a>some link to a course</a>',
      '<td><p>text',
      '<th>name',
    );
    const rows = fc.array(
      fc.array(cell, { maxLength: 3 }).map((cells) => `<tr>${cells.join('')}</tr>`),
      { maxLength: 9 },
    );
    const table = fc
      .tuple(fc.constantFrom('', '<tbody>', '<tr><td><table>'), rows)
      .map(([start, all]) => `<table>${start}${all.join('')}</table></table>`);
    const item = fc.constantFrom(
      '<li>20 May 2010<h3><a href=/a>some link to a text</a></h3>',
      '<li><a href=/a>some link</a>',
      '<li>short<ul><li><a href=/a>a link within</a><li>more</ul>',
      `<li><a href=/a>some link</a><p>${sentence.repeat(4)}`,
    );
    const list = fc.array(item, { maxLength: 20 }).map((items) => `<ul>${items.join('')}</ul>`);
    const example = fc
      .tuple(text, text)
      .map(([about, code]) => `<div>${about}<ul><li>short</ul><pre>${code}</pre></div>`);
    const thread = fc
      .array(text, { maxLength: 4 })
      .map((posts) =>
        posts.map((said) => `${'<table><tr><td>'.repeat(3)}${said}${'</table>'.repeat(3)}`).join(''),
      );
    const entry = fc.constantFrom(
      '<dt>term<dd>value',
      '<dt>term<dd><a href=/a>a value</a>',
      '<dt><a href=/a>a term</a><dd>value',
      '<dt>term<dt>another<dd>value',
      '<dt>term<dd><p>value',
    );
    const terms = fc.array(entry, { maxLength: 9 }).map((entries) => `<dl>${entries.join('')}</dl>`);
    const record = fc
      .tuple(fc.constantFrom('<h1>A name</h1>', '<h3>Another</h3>', ''), fc.oneof(terms, table), text, text)
      .chain(([heading, facts, first, second]) => {
        const told = `<p>${first}</p><p>${second}</p>`;
        const inParts = `<div>${facts}</div><div>${told}</div>`;
        return fc
          .constantFrom(facts + told, told + facts, inParts)
          .map((all) => `<div>${heading}${all}</div>`);
      });
    const parts = fc
      .array(fc.oneof(post, article, box, table, list, example, thread, record), { maxLength: 6 })
      .map((some) => some.join(''));
    const wrapped = fc
      .tuple(parts, parts, fc.constantFrom('article', 'section', 'main', 'div class=related'), parts)
      .map(([before, within, name, after]) => `${before}<${name}>${within}</${name.split(' ')[0]}>${after}`);
    fc.assert(fc.property(wrapped, expectSame), { numRuns: inFull ? 5000 : 500 });
  });

  test('takes for the main text what the definition does where an example of code is the longest part of the main one', () => {
    const text = fc.integer({ min: 0, max: 6 }).map((n) => sentence.repeat(n));
    const lines = fc.nat(40).map((n) => '<p>a short line</p>'.repeat(n));
    const part = fc
      .tuple(fc.constantFrom('main', 'div id=main', 'div'), lines, text, text)
      .map(([name, about, said, code]) => `<${name}>${about}<div>${said}<pre>${code}</pre></div>`);
    fc.assert(fc.property(part, expectSame), { numRuns: inFull ? 5000 : 500 });
  });

  test('ends the text above a list of other pages where the definition does', () => {
    const heading = fc.constantFrom('<h1>A name</h1>', '<h2><a href=/a>A name</a></h2>', '');
    const words = fc.integer({ min: 0, max: 4 }).map((n) => `<p>${sentence.repeat(n)}</p>`);
    const line = fc.constantFrom('<p>short</p>', '<p>some words</p>', '<p>.....</p>', '<h2>More</h2>');
    const lines = fc.array(fc.oneof({ weight: 4, arbitrary: line }, words), { minLength: 1, maxLength: 4 });
    const after = fc.oneof(
      fc.constant(''),
      lines.map((of) => of.join('')),
    );
    const teaser = fc.constantFrom('', '3 min', sentence, sentence.repeat(3), sentence.repeat(4), '.....');
    const card = teaser.map((said) => `<div><h3><a href=/a>some link</a></h3><p>${said}</p></div>`);
    const linked = teaser.map((said) => `<article><a href=/a><h3>some text</h3><p>${said}</p></a></article>`);
    const other = fc.constantFrom(
      '<h2>More</h2>',
      '<p>short</p>',
      '<nav>menu</nav>',
      '<a href=/a>link</a><br>',
    );
    const list = fc.array(fc.oneof(card, linked, other), { maxLength: 9 }).map((cards) => cards.join(''));
    const part = fc
      .tuple(fc.constantFrom('main', 'div'), fc.oneof(fc.constant(''), list), heading, words, list, after)
      .map(([name, ...parts]) => `<${name}>${parts.join('')}</${name}>`);
    let lists = 0;
    fc.assert(
      fc.property(part, (html) => {
        expectSame(html);
        if (extractText(html, 'main').aboveList !== undefined) lists++;
      }),
      { numRuns: inFull ? 5000 : 2000 },
    );
    expect(lists).toBeGreaterThan(40);
  });

  test('takes lists of links in five parts within a text no worse than in three', () => {
    const links = `<ul>${'<li><a href=/a>some link</a>'.repeat(9)}</ul>`;
    const paragraph = `<p>${'some words '.repeat(36)}</p>`;
    const html = `<div>${paragraph}${paragraph}${links.repeat(5)}</div>`;
    expect(extractText(html, 'main').text.split('\n')).toHaveLength(2);
    expectSame(html);
  });

  test('keeps apart names, styles and references of which it has met thousands', () => {
    const html = Array.from(
      { length: 5000 },
      (_, i) =>
        `<div class="n${i} ${i % 7 === 0 ? 'sidebar' : 'x'}" style="order: ${i}">&#${1000 + i};</div>`,
    ).join('');
    for (let round = 0; round < 2; round++) expectSame(html);
  });

  test('reads a page of nothing but tags, and one of a single text, as htmlparser2’s Tokenizer does', () => {
    expectSame('<p>x'.repeat(50_000));
    expectSame('<p>'.repeat(50_000));
    expectSame('é '.repeat(500_000));
    expectSame(
      `<p class="${'a '.repeat(100_000)}" id="&amp;${'b '.repeat(100_000)}" role="&lt;${'c'.repeat(100_000)}">x`,
    );
  });
});

test('pages after a large one are read as before it, while its memory is kept and when it is given back', () => {
  const page = (n: number) => `<title>${n}</title><p>Page ${n}, and what it says.</p>`;
  for (const size of [1 << 20, 4 << 20, 8 << 20]) {
    extractText('<p>a '.repeat(size / 5), 'main');
    for (let n = 0; n < 150; n++)
      expect(extractText(page(n), 'main').text).toBe(`Page ${n}, and what it says.`);
  }
});
