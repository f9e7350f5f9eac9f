import { splitWords as splitWordsOfReport } from '../../plugins/report/browser/words.ts';
import { deduplicate } from '../../src/deduplicate.ts';
import { comparePages } from '../../src/flow/compare.ts';
import { shinglePage } from '../../src/flow/shingle-page.ts';
import { type GramSpec, gramSet } from '../../src/grams/grams.ts';
import { hostOf } from '../../src/store/layout/host.ts';
import { decode } from '../../src/text/decode.ts';
import { extractText } from '../../src/text/extract.ts';
import { hidingOf } from '../../src/text/hiding.ts';
import { HidingRules } from '../../src/text/hiding-rules.ts';
import type { Page } from '../../src/text/page.ts';
import { pageKind } from '../../src/text/page-kind.ts';
import { splitCharacters, splitLines, splitSentences, splitWords } from '../../src/text/words.ts';
import { dumpTargets } from './dump-targets.ts';
import { headerShapes, htmlShapes, prose, type Shape, textShapes } from './shapes.ts';
import type { Target } from './target.ts';

/** An ordinary page: prose in paragraphs, with usual markup. */
export const ordinaryPage: Shape = (size) =>
  `<!doctype html><html><head><title>A page</title></head><body><nav><a href="/">Home</a></nav><main>${prose(
    size,
  )
    .split('\n')
    .map((line) => `<p class="text">${line} <a href="/x">more</a></p>`)
    .join('\n')
    .slice(0, size)}</main></body></html>`;

const anything = { ...textShapes, ...htmlShapes };
/** An address with words, which are sought in what its page says. */
const url = 'https://site.example/harbour/old-bridge-over-river?view=whole';
const gram = (unit: GramSpec['unit'], q: number): GramSpec => ({ unit, q });

/** A body at three addresses with words, and three ordinary pages of the same site. */
async function* aloneAndBeside(body: string): AsyncGenerator<Page> {
  for (const [i, name] of ['harbour', 'bridge', 'river'].entries()) {
    // equal texts, up to some size, would be worked on once
    yield { id: `${i}`, url: `https://site.example/${name}`, body: `<p>${name}${body}` };
    yield { id: `${i}b`, url: `https://site.example/${name}/about`, body: ordinaryPage(1000 + i) };
  }
}

function ofText(read: (text: string) => unknown): Target {
  return { shapes: textShapes, read };
}

function ofHtml(read: (html: string) => unknown): Target {
  return { shapes: anything, read };
}

/** All functions of the text and gram layers that take parts of a page, its header or its URL. */
const textTargets: Readonly<Record<string, Target>> = {
  'decode a body': ofHtml((html) => decode(Buffer.from(html, 'utf8'), 'text/html')),
  'decode as UTF-16': ofText((text) => decode(Buffer.from(text, 'utf16le'), 'text/html; charset=utf-16le')),
  'decode bytes of no encoding': ofText((text) => decode(Buffer.from(text, 'latin1'))),
  'decode by a header': {
    shapes: headerShapes,
    read: (value) => decode(Buffer.from([0x80]), value),
  },
  'visible text': ofHtml((html) => extractText(html, 'visible')),
  'main text': ofHtml((html) => extractText(html, 'main')),
  'page kind': ofHtml((html) => pageKind(extractText(html, 'main'))),
  'a style': { shapes: anything, read: hidingOf },
  'a style sheet': { shapes: anything, read: (css) => new HidingRules().add(css) },
  words: ofText(splitWords),
  characters: ofText(splitCharacters),
  lines: ofText(splitLines),
  sentences: ofText(splitSentences),
  'word 4-grams': ofText((text) => gramSet(text)),
  'word 4-grams as a multiset': ofText((text) => gramSet(text, gram('word', 4), true)),
  'character 5-grams': ofText((text) => gramSet(text, gram('char', 5))),
  'line 2-grams': ofText((text) => gramSet(text, gram('line', 2))),
  'sentence 2-grams': ofText((text) => gramSet(text, gram('sentence', 2))),
  'a whole page': ofHtml((body) => shinglePage({ id: '', url, body })),
  'the URL of a page': {
    shapes: { ...headerShapes, ...textShapes },
    read: (text) =>
      shinglePage({ id: '', url: `https://site.example/${text}/${text}?${text}`, body: ordinaryPage(1000) }),
  },
  'a heading': ofText((text) => shinglePage({ id: '', url, body: `<h1>${text}</h1><p>${prose(1000)}` })),
  'decisions on pages': {
    shapes: anything,
    read: (body) => deduplicate(aloneAndBeside(body), { threads: 1 }),
  },
  'a page of a hostile type': {
    shapes: headerShapes,
    read: (contentType) => shinglePage({ id: '', url: '', body: 'a', contentType }),
  },
  'comparison of two pages': ofHtml((body) =>
    comparePages({ id: 'a', url, body }, { id: 'b', url: `${url}&page=2`, body: `${body}x` }),
  ),
  'words of a report': ofText((text) => splitWordsOfReport(text, new Map())),
  'host of a URL': {
    shapes: { ...headerShapes, ...textShapes },
    read: (text) => hostOf(`https://${text}/${text}`),
  },
};

/** All readers of untrusted input. */
export const targets: Readonly<Record<string, Target>> = { ...textTargets, ...dumpTargets };
