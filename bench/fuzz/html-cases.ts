import { parseDocument } from 'htmlparser2';
import { splitWords as splitWordsOfReport } from '../../plugins/report/browser/words.ts';
import { comparePages } from '../../src/flow/compare.ts';
import { shinglePage } from '../../src/flow/shingle-page.ts';
import { hostOf } from '../../src/store/layout/host.ts';
import { decode } from '../../src/text/decode.ts';
import { type DomNode, extractFromDom, extractText } from '../../src/text/extract.ts';
import type { Case } from './case.ts';
import { drawPage } from './html-grammar.ts';
import { mutated } from './mutations.ts';

const modes = ['main', 'visible'] as const;

/** Well-nested pages: in every mode of parsing, hidden text does not come out, and visible text does. */
export const wellNestedPage: Case = (draw, finding) => {
  const { html, seen } = drawPage(draw);
  for (const mode of modes) {
    const extracted = extractText(html, mode);
    if (/gone/.test(extracted.text)) finding(`${mode}: hidden text comes out`, html, extracted.text);
    const dom = extractFromDom(parseDocument(html) as unknown as DomNode, mode);
    if (JSON.stringify(dom) !== JSON.stringify(extracted)) {
      finding(`${mode}: the tree gives another text than the markup`, html, [extracted, dom]);
    }
    const fromBytes = extractText(decode(Buffer.from(html, 'utf8')).text, mode).text;
    // lone surrogates are not UTF-8, and a byte order mark is not part of the text
    if (isWellFormed(html) && !html.includes('\ufeff') && fromBytes !== extracted.text) {
      finding(`${mode}: the bytes give another text than the markup`, html, [extracted.text, fromBytes]);
    }
  }
  const words = new Set(extractText(html, 'visible').text.match(/seen\d+x/g));
  const lost = seen.filter((word) => !words.has(word));
  if (lost.length > 0) finding('text that is seen is lost', html, lost);
};

const fragments = [
  ...[
    '<',
    '>',
    '</',
    '"',
    "'",
    '=',
    '&',
    '<!--',
    '-->',
    '--!>',
    '<![CDATA[',
    ']]>',
    '<?',
    '<script>',
    '</script>',
  ],
  ...[
    '<style>',
    '</style>',
    '<p',
    '</div>',
    '<div>',
    '<table>',
    '<td>',
    '<a href=x>',
    '</a>',
    '<title>',
    '<svg/>',
  ],
  ...[
    '<textarea>',
    '<plaintext>',
    '<template>',
    '<p hidden>',
    '<p style="',
    '&#',
    '&#x',
    '\0',
    '\ufeff',
    '\ud800',
  ],
  ...[
    '<html xmlns="x">',
    '<!doctype html PUBLIC "xhtml">',
    '<select>',
    '<frameset>',
    '<body hidden>',
    '<xmp>',
  ],
];

/** Pages with mistakes: none throws, and none leaves a trace in the text of the next. */
export const brokenPage: Case = (draw, finding) => {
  const { html: whole } = drawPage(draw);
  const other = drawPage(draw).html;
  const html = mutated(Buffer.from(whole, 'utf16le'), fragments.map(asUtf16), draw).toString('utf16le');
  for (const mode of modes) {
    const first = extractText(html, mode);
    extractText(other, mode);
    const again = extractText(html, mode);
    if (JSON.stringify(first) !== JSON.stringify(again)) {
      finding(`${mode}: another text the second time`, html, [first, again]);
    }
  }
  const page = { id: 'a', url: `https://${html.slice(0, 40)}/`, body: html };
  checkGrams(shinglePage(page).grams, finding, html);
  hostOf(page.url);
  splitWordsOfReport(extractText(html, 'visible').text, new Map());
  const { resemblance } = comparePages(page, { ...page, id: 'b' });
  if (resemblance !== 1 && shinglePage(page).grams.length > 0)
    finding('a page is unlike itself', html, resemblance);
};

const charsets = [
  'utf-8',
  'utf-16',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'shift_jis',
  'gb18030',
  'big5',
  'x-user-defined',
];
const labels = [
  ...charsets,
  'utf-7',
  'replacement',
  'iso-2022-jp',
  'iso-2022-kr',
  'hz-gb-2312',
  'nonesuch',
  '',
  '"',
  '\0',
];
const marks = [
  [],
  [],
  [0xef, 0xbb, 0xbf],
  [0xff, 0xfe],
  [0xfe, 0xff],
  [0x00, 0x00, 0xfe, 0xff],
  [0x1b, 0x24, 0x42],
];

/** Bytes of one encoding, with the label of another, or of no encoding. */
export const trickyBytes: Case = (draw, finding) => {
  const { html } = drawPage(draw);
  const meta = draw.pick([
    '',
    `<meta charset=${draw.pick(labels)}>`,
    `<meta http-equiv=content-type content="text/html; charset=${draw.pick(labels)}">`,
    `<?xml version="1.0" encoding="${draw.pick(labels)}"?>`,
  ]);
  const coding = draw.pick(['utf8', 'latin1', 'utf16le'] as const);
  const text = Buffer.from(meta + html, coding);
  const bytes = Buffer.concat([Buffer.from(draw.pick(marks)), draw.chance(0.3) ? swapped(text) : text]);
  const body = draw.chance(0.5) ? mutated(bytes, fragments, draw) : bytes;
  const contentType = draw.pick([undefined, 'text/html', `text/html; charset=${draw.pick(labels)}`]);
  const { text: decoded } = decode(body, contentType);
  if (decoded !== decode(body, contentType).text)
    finding('decoded otherwise the second time', body, contentType);
  if (!isWellFormed(decoded)) finding('lone surrogates are decoded', body, contentType);
  const page = { id: 'a', url: '', body, ...(contentType === undefined ? {} : { contentType }) };
  checkGrams(shinglePage(page).grams, finding, body);
};

function checkGrams(grams: BigUint64Array, finding: Parameters<Case>[1], input: string | Buffer): void {
  for (let i = 1; i < grams.length; i++) {
    if (grams[i] > grams[i - 1]) continue;
    finding('grams are not ascending and distinct', input, i);
    return;
  }
}

function asUtf16(fragment: string): Buffer {
  return Buffer.from(fragment, 'utf16le');
}

function isWellFormed(text: string): boolean {
  return !/[\ud800-\udfff]/u.test(text);
}

/** Swaps each pair of bytes: UTF-16 of the other byte order. */
function swapped(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(0, bytes.length & ~1)).swap16();
}
