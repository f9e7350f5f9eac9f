import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import iconv from 'iconv-lite';
import { decode } from '../src/text/decode.ts';
import { realData } from '../test/data.ts';
import { printTable } from './measure.ts';

/** A cell of the grid: documents of some languages in one encoding under one label. */
export interface Cell {
  readonly encoding: string;
  readonly label: string;
  readonly documents: number;
  /** Of which the text came out as in the encoding they are in. */
  readonly right: number;
  readonly milliseconds: number;
  /** What the others were taken for, and how often. */
  readonly takenFor: Readonly<Record<string, number>>;
}

/**
 * The folder of texts: in it one of each language, with Markdown or plain text in UTF-8, at any depth. `git clone --depth 1
 * https://github.com/progit/progit` is such a one, and looked for among the real data.
 */
export const textsFolder: string | undefined = process.env.NEARDUP_BENCH_TEXTS ?? realData('progit');
/** Languages by encoding, each the name of a folder, and the encoding that a wrong label of the same language names. */
const encodings: Readonly<Record<string, readonly [languages: readonly string[], other: string]>> = {
  'utf-8': [['zh', 'zh-tw', 'ja', 'ko', 'ru', 'pl', 'cs', 'de', 'fr', 'en'], 'windows-1252'],
  'utf-16le': [['zh', 'ja', 'ko', 'ru', 'de', 'en'], 'gbk'],
  'utf-16be': [['zh', 'ja', 'ko', 'ru', 'de', 'en'], 'windows-1251'],
  gbk: [['zh'], 'big5'],
  gb18030: [['zh'], 'shift_jis'],
  big5: [['zh-tw'], 'gb2312'],
  shift_jis: [['ja'], 'euc-jp'],
  'euc-jp': [['ja'], 'shift_jis'],
  'iso-2022-jp': [['ja'], 'euc-jp'],
  'euc-kr': [['ko'], 'gbk'],
  'windows-1251': [['ru', 'uk'], 'koi8-r'],
  'koi8-r': [['ru'], 'windows-1251'],
  'iso-8859-2': [['pl', 'cs', 'hu'], 'windows-1251'],
  'windows-1252': [['de', 'fr', 'es', 'it', 'pt-br', 'nl'], 'iso-8859-2'],
};
const leastCharacters = 500;

/** The grid over documents of at least 500 characters, of which at most `mostCharacters` are read; `undefined` where the texts are missing. */
export function charsetGrid(mostCharacters: number, mostDocuments: number): Cell[] | undefined {
  const texts = textsFolder;
  if (texts === undefined) return undefined;
  const documents = new Map(
    [...new Set(Object.values(encodings).flatMap(([languages]) => languages))].map((language) => [
      language,
      sectionsIn(join(texts, language)).slice(0, mostDocuments),
    ]),
  );
  return Object.entries(encodings).flatMap(([encoding, [languages, other]]) => {
    const pages = languages.flatMap((language) => documents.get(language)!);
    return labelsOf(encoding, other).map(([label, header, meta]) => {
      const takenFor: Record<string, number> = {};
      let right = 0;
      let milliseconds = 0;
      for (const text of pages) {
        const bytes = encode(pageOf(text.slice(0, mostCharacters), meta), encoding);
        const expected = new TextDecoder(encoding).decode(bytes);
        const before = performance.now();
        const found = decode(bytes, header === undefined ? 'text/html' : `text/html; charset=${header}`);
        milliseconds += performance.now() - before;
        if (found.text === expected) right++;
        else takenFor[found.encoding] = (takenFor[found.encoding] ?? 0) + 1;
      }
      return { encoding, label, documents: pages.length, right, milliseconds, takenFor };
    });
  });
}

/** The sections of the files of a folder that are long enough: what stands between two headings of Markdown. */
function sectionsIn(language: string): string[] {
  return readdirSync(language, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|markdown|txt)$/.test(name))
    .sort()
    .flatMap((name) => readFileSync(join(language, name), 'utf8').split(/^(?=#+ )/m))
    .map((text) => text.trim())
    .filter((text) => text.length >= leastCharacters);
}

/** Prints the grid, for whole documents and for their first 500 characters. */
export async function run(): Promise<void> {
  for (const most of [leastCharacters, Number.POSITIVE_INFINITY]) {
    const cells = charsetGrid(most, 40);
    if (cells === undefined) {
      process.stdout.write('skipped: no folder of texts (set NEARDUP_BENCH_TEXTS)\n');
      return;
    }
    const sum = (key: 'right' | 'documents' | 'milliseconds'): number =>
      cells.reduce((total, cell) => total + cell[key], 0);
    process.stdout.write(
      `${most === leastCharacters ? 'first 500 characters' : 'whole documents'}: ${sum('right')} of ` +
        `${sum('documents')} right (${((100 * sum('right')) / sum('documents')).toFixed(2)} %), ` +
        `${(sum('milliseconds') / sum('documents')).toFixed(2)} ms a document\n`,
    );
    printTable(
      ['encoding', 'label', 'documents', 'right', '%', 'ms each', 'taken for'],
      cells.map(({ encoding, label, documents, right, milliseconds, takenFor }) => [
        encoding,
        label,
        String(documents),
        String(right),
        ((100 * right) / documents).toFixed(1),
        (milliseconds / documents).toFixed(1),
        Object.entries(takenFor)
          .map(([name, count]) => `${name} ${count}`)
          .join(', '),
      ]),
    );
  }
}

type Label = readonly [label: string, header: string | undefined, meta: string | undefined];

function labelsOf(encoding: string, other: string): readonly Label[] {
  const marked = encoding.startsWith('utf-16');
  return [
    ['right header', encoding, undefined],
    ...(marked ? [] : [['right meta', undefined, encoding] as Label]),
    ['none', undefined, undefined],
    ['header utf-8', 'utf-8', undefined],
    ['meta utf-8', undefined, 'utf-8'],
    ['header iso-8859-1', 'iso-8859-1', undefined],
    [`header ${other}`, other, undefined],
    [`meta ${other}`, undefined, other],
  ];
}

function pageOf(text: string, meta: string | undefined): string {
  const head = meta === undefined ? '' : `<meta charset="${meta}">`;
  const paragraphs = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').split('\n\n');
  return `<!doctype html><html><head>${head}<title>page</title></head><body>\n<p>${paragraphs.join('</p>\n<p class="text">')}</p>\n</body></html>\n`;
}

function encode(text: string, encoding: string): Buffer {
  if (encoding === 'iso-2022-jp') return iso2022Jp(text);
  if (encoding === 'utf-16be') return iconv.encode(text, 'utf-16be', { addBOM: false });
  return iconv.encode(text, encoding);
}

/** What EUC-JP has of two bytes with their high bits off, between escape sequences. */
function iso2022Jp(text: string): Buffer {
  const parts: Buffer[] = [];
  let isJapanese = false;
  const turn = (to: boolean): void => {
    if (isJapanese !== to) parts.push(Buffer.from(to ? '\x1b$B' : '\x1b(B', 'latin1'));
    isJapanese = to;
  };
  for (const character of text) {
    const bytes = iconv.encode(character, 'euc-jp');
    const isPair = bytes.length === 2 && bytes[0]! >= 0xa1;
    turn(isPair);
    parts.push(
      isPair
        ? Buffer.from([bytes[0]! & 0x7f, bytes[1]! & 0x7f])
        : bytes.length === 1
          ? bytes
          : Buffer.from('?'),
    );
  }
  turn(false);
  return Buffer.concat(parts);
}
