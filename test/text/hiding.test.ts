import { parseDocument } from 'htmlparser2';
import { describe, expect, test } from 'vitest';
import { type DomNode, extractFromDom, extractText } from '../../src/text/extract.ts';

const visible = (html: string): string => extractText(html, 'visible').text;
const copied = 'a text that somebody copied from elsewhere '.repeat(40).trim();

/** Text of a page with an element of this style, class or id, between two paragraphs that are seen. */
function seen(attributes: string, head = '', tag = 'div'): string {
  const html = `<html><head>${head}</head><body><p>one</p><${tag} ${attributes}>x<b>y</b></${tag}><p>two</p>`;
  const text = visible(html);
  const dom = parseDocument(html) as unknown as DomNode;
  expect(extractFromDom(dom, 'visible').text).toBe(text);
  return text.replaceAll('\n', ' ');
}

describe('text that the markup hides counts nowhere', () => {
  test.each([
    'hidden',
    'style="display:none"',
    'style="color:red; DISPLAY : None !important"',
    'style="display:/**/none"',
    'style="displa\\79: none"',
    'style="visibility:hidden"',
    'style="visibility: collapse"',
    'style="font-size:0"',
    'style="font-size: 0.0em"',
    'style="width:0;height:0;overflow:hidden"',
    'style="height:1px;width:1px;overflow:hidden;position:absolute"',
    'style="max-height:0;overflow-y:clip"',
    'style="position:absolute;left:-9999px"',
    'style="position:fixed;top:-200vh"',
    'style="text-indent:-9999em"',
    'style="margin-left:-5000pt"',
    'style="clip:rect(0 0 0 0);position:absolute"',
    'style="clip: rect(1px, 1px, 1px, 1px)"',
    'style="clip-path:inset(50%)"',
    'style="clip-path: circle(0)"',
    'style="transform:scale(0)"',
    'style="transform:translateX(-9999px)"',
    'style="opacity:0"',
    'style="opacity: 0%"',
    // references are decoded in attributes, too
    'style="display&colon;none"',
    'style="displ&#97;y&#x3a;none"',
    "style='visibility:&Tab;hidden'",
    // of two attributes of one name, the first counts
    'style="display:none" style="display:block;visibility:visible;font-size:9px"',
    'hidden hidden=x',
  ])('%s', (attributes) => {
    expect(seen(attributes)).toBe('one two');
    expect(seen(attributes, '', 'span')).toBe('one two');
  });

  test.each([
    '',
    'hid="den"',
    'style="display:block"',
    'style="display:nonesuch"',
    'style="visibility:visible;overflow:hidden;width:300px"',
    'style="font-size:0.9em"',
    'style="height:0"',
    'style="overflow:hidden"',
    'style="left:-50%"',
    'style="margin-left:-240px"',
    'style="text-indent:2em"',
    'style="clip:rect(0,100px,100px,0)"',
    'style="clip-path:inset(10%)"',
    'style="transform:translate(-50%,-50%) scale(0.5)"',
    'style="opacity:0;transform:translate3d(0,100px,0)"',
    'style="opacity:0;transition:opacity 1s"',
    'style="opacity:0.5"',
    'style="background:url(display:none)"',
    'style=":;;:none;display"',
    'style="color:red" style="display:none"',
    'style="display&ampcolon;none"',
  ])('but %s is seen', (attributes) => {
    expect(seen(attributes)).toContain('xy');
  });

  test('by a window until it is opened', () => {
    for (const [tag, attributes, text] of [
      ['dialog', '', 'one two'],
      ['dialog', 'class=open', 'one two'],
      ['dialog', 'OPEN', 'one xy two'],
      ['div', 'popover', 'one two'],
      ['div', 'popover=manual class=a', 'one two'],
      ['div', 'open class=popover', 'one xy two'],
    ] as const)
      expect(seen(attributes, '', tag), `${tag} ${attributes}`).toBe(text);
  });

  test('however much of the page it is, and in the main text too', () => {
    const page = (hidden: string): string =>
      `<p>A page of its own, with little to say.</p><div ${hidden}><p>${copied}</div>`;
    for (const hidden of ['hidden', 'style="display:none"', 'style="position:absolute;left:-9999px"']) {
      expect(extractText(page(hidden), 'main').text).toBe('A page of its own, with little to say.');
      expect(extractText(page(hidden), 'main').visibleLength).toBe(38);
    }
    expect(extractText(page(''), 'main').text).toContain(copied);
  });

  test('sizes and visibility are inherited, and can be given back', () => {
    expect(
      visible(
        '<div style="font-size:0">a<p style="font-size:14px">b<i style="font-size:0">c</i></p>d</div>e',
      ),
    ).toBe('b\ne');
    expect(visible('<div style="visibility:hidden">a<p style="visibility:visible">b</p>c</div>d')).toBe(
      'b\nd',
    );
    expect(visible('<div style="display:none">a<p style="display:block;font-size:9px">b</p></div>c')).toBe(
      'c',
    );
    expect(visible('<div style="font-size:0;visibility:hidden">a<p style="font-size:1em">b</div>c')).toBe(
      'c',
    );
  });

  test('however deep in the page it lies', () => {
    const deep = (html: string): string => `${'<div>'.repeat(600)}${html}${'</div>'.repeat(600)}`;
    for (const [html, text] of [
      ['a<div hidden>x<div>y</div>z</div>b', 'a\nb'],
      ['a<div style="visibility:hidden">x<div>y</div></i></p>z</div>b', 'a\nb'],
      ['a<script>x</script><span style="font-size:0">y</span>b', 'ab'],
      ['<style>.x{display:none}</style>a<div class="x">y</div>b', 'a\ny\nb'],
    ] as const) {
      expect([html, visible(deep(html))]).toEqual([html, text]);
      expect(extractFromDom(parseDocument(deep(html)) as unknown as DomNode, 'visible').text).toBe(text);
    }
    // what ends nothing there must not end what hides
    const stray = `${'<div>'.repeat(508)}<div hidden><b><i><div>w</x></y></i></b>x</div>y</div><p>z`;
    expect(visible(stray)).toBe('z');
    const list = `${'<div>'.repeat(505)}<ul><li hidden><b><i><u><s><ul><li>x</ul>y</ul>z`;
    expect(visible(list)).toBe('z');
    expect(visible(`<style>.x{display:none}</style>${deep('a<div class="x">y</div>b')}`)).toBe('a\nb');
    expect(visible(deep('<p hidden>x')) + visible('a')).toBe('a');
  });

  test('what is hidden breaks no line of the text about it', () => {
    for (const part of ['<br>', '<hr>', '</br>', '</p>']) {
      expect(visible(`<div>a<i hidden>x${part}y</i>b</div>`)).toBe('ab');
      expect(visible(`<div>a<template>x${part}y</template>b</div>`)).toBe('ab');
    }
  });

  test('a page hidden as a whole waits for its script, and counts', () => {
    expect(visible('<html style="display:none"><body style="visibility:hidden"><p>a')).toBe('a');
  });

  test('aria-hidden is not hidden from readers: of blocks it only speaks against being main text', () => {
    expect(visible('<p>a <i aria-hidden="true">icon</i></p><div aria-hidden="true">b</div>')).toBe('a\nb');
  });
});

describe('style sheets within a page hide by class and id', () => {
  const style = (css: string): string => `<style>${css}</style>`;

  test.each([
    ['.x{display:none}', 'class="x"'],
    ['.x{display:none}', 'class="a x b"'],
    ['#x{position:absolute;left:-9999px}', 'id="x"'],
    ['div.x , .y { color:red; font-size:0 }', 'class="y"'],
    ['/* .x{} */ @charset "utf-8"; p{margin:0} .x/**/{visibility:hidden}', 'class="x"'],
    ['@media print{.x{display:block}} .x{display:none}', 'class="x"'],
    ['<!-- .x{display:none} -->', 'class="x"'],
    ['.x{display:block}.x{display:none}', 'class="x"'],
    ['.x{display:none', 'class="x"'],
  ])('%s', (css, attributes) => {
    expect(seen(attributes, style(css))).toBe('one two');
    expect(seen(attributes, style(css), 'span')).toBe('one two');
  });

  test.each([
    ['.x{color:red}', 'class="x"'],
    ['.x{display:none}', 'class="xx y-x"'],
    ['.x{display:none}.x{display:block}', 'class="x"'],
    ['@media print{.x{display:none}}', 'class="x"'],
    ['.js .x{display:none}', 'class="x"'],
    ['.x:hover{display:none}', 'class="x"'],
    ['.x>b{display:none}', 'class="x"'],
    ['.x{display:none}.x.active{display:block}', 'class="x active"'],
    ['@keyframes a{from{opacity:0}to{opacity:1}}', 'class="a"'],
  ])('but %s does not', (css, attributes) => {
    expect(seen(attributes, style(css))).toContain('xy');
  });

  test('of one page are forgotten with the next', () => {
    expect(visible(`${style('.x{display:none}')}<p class="x">a</p>b`)).toBe('b');
    expect(visible('<p class="x">a</p>b')).toBe('a\nb');
  });
});
