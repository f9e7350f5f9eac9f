import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { load } from 'cheerio';
import { describe, expect, test } from 'vitest';
import { readGoldPages } from '../../bench/extract.ts';
import { type DomNode, extractFromDom, extractText } from '../../src/text/extract.ts';
import { missing, realData } from '../data.ts';
import { inFull } from '../repetition.ts';

const modes = ['main', 'visible'] as const;

function expectSame(html: string): void {
  for (const mode of modes) {
    const expected = extractText(html, mode);
    expect(extractFromDom(load(html, { xml: { xmlMode: false } }).root()[0] as DomNode, mode)).toEqual(
      expected,
    );
    expect(extractFromDom(load(html).root()[0] as DomNode, mode).text).toBe(expected.text);
  }
}

describe('extractFromDom', () => {
  test('gives what extractText gives, for both of cheerio’s parsers', () => {
    expectSame(
      `<!doctype html><html><head><title>T &amp; t</title></head><body><nav><a href="/">Home</a></nav>
      <h1>Heading</h1><div class="content"><p>${'Some text, with commas, &lt;here&gt;. '.repeat(12)}</p>
      <pre>a\n b</pre><ul><li>x<br>y</li></ul><p hidden>z</p></div><script>no</script>
      <footer>end</footer></body></html>`,
    );
  });

  test('reads what a page declares in its head as extractText does', () => {
    const declared =
      '<link rel=canonical href="/a?b&amp;c"><meta http-equiv=Refresh content="0; url=/x&amp;y">';
    for (const html of [
      declared,
      `<noscript>${declared}</noscript>`,
      declared.replaceAll('content', 'value'),
    ])
      expectSame(`<head>${html}</head><p>Moved.</p>`);
  });

  test('leaves the tree as it was, and takes a single element as its root', () => {
    const $ = load('<div><p>a</p><p>b</p></div>');
    const before = $.html();
    expect(extractFromDom($('div')[0] as DomNode, 'visible').text).toBe('a\nb');
    expect($.html()).toBe(before);
  });

  test('reads 10,000 nested elements', () => {
    const $ = load(`${'<div>'.repeat(10_000)}deep`, { xml: { xmlMode: false } });
    expect(extractFromDom($.root()[0] as DomNode, 'visible').text).toBe('deep');
  });

  test('makes room for more blocks than elements, as lines between rules are', () => {
    expectSame(Array.from({ length: 5000 }, (_, i) => `line ${i}`).join('<hr>'));
  });

  test('gives what extractText gives of a tree that is larger than there was room for', () => {
    const rows = Array.from(
      { length: 3000 },
      (_, i) => `<tr><td>row ${i}<td>${'of some length '.repeat(i % 40)}`,
    );
    expectSame(`<h1>Rows</h1><p>${'x y '.repeat(50_000)}</p><table>${rows.join('')}</table>`);
  });

  const articles = 'extract-scrapinghub';
  test.skipIf(missing(articles))('gives what extractText gives on real articles', () => {
    for (const { html } of readGoldPages(realData(articles)!, inFull ? 6 : 30)) expectSame(html);
  });

  const pages = 'docs-rspec';
  test.skipIf(missing(pages))('gives what extractText gives on real documentation', () => {
    const lines = gunzipSync(readFileSync(join(realData(pages)!, 'pages.jsonl.gz')))
      .toString('utf8')
      .split('\n');
    for (let i = 0; i < lines.length - 1; i += 200)
      expectSame((JSON.parse(lines[i]!) as { html: string }).html);
  });
});
