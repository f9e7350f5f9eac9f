import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import { shinglePage } from '../../src/index.ts';
import { printTable } from '../measure.ts';
import { realPageStream } from '../real-pages.ts';

const sets = process.env.NEARDUP_BENCH_SETS?.split(',').filter((name) => name.startsWith('docs-')) ?? [
  'docs-crawlee',
  'docs-struts',
  'docs-rspec',
  'docs-ipython',
  'docs-opengl',
  'docs-openlayers',
];
/** Folder for the list of pages that lost their heading. */
const listFolder = process.env.NEARDUP_BENCH_OUT;
const headingsOfPage = 4;
/**
 * A heading on at least this share of a set's pages belongs to the site. A word on at least `commonShare` of them is
 * no page's own.
 */
const siteShare = 0.05;
const commonShare = 0.3;

/**
 * A heading or title with its words: all, those that are not in its page's main text, and those that are not in its
 * names either.
 */
interface Heading {
  readonly text: string;
  readonly words: readonly string[];
  readonly outOfText: readonly string[];
  readonly missing: readonly string[];
}

interface HeadedPage {
  readonly url: string;
  /** The first of its `h1` and `h2`, then its title. */
  readonly headings: readonly Heading[];
}

/**
 * Checks whether pages keep what they are about. For each page with a heading of its own (the first `h1` or `h2` that
 * does not belong to the site, else the title): are all content words of it in the main text or in the page's names?
 *
 * `NEARDUP_BENCH_SETS` names other sets; `NEARDUP_BENCH_OUT` a folder for the pages that lost their heading.
 */
export async function measureIdentityKept(): Promise<void> {
  process.stdout.write('pages whose own heading is in their main text or names (wanted: 99.5 %)\n\n');
  const rows: (string | number)[][] = [];
  for (const name of sets) {
    const stream = realPageStream(name);
    if (stream === undefined) continue;
    const pages: HeadedPage[] = [];
    for await (const page of stream) {
      const { text, names } = shinglePage(page);
      const [inText, inNames] = [new Set(wordsOf(text)), new Set(names.flatMap(wordsOf))];
      const headings = headingsIn(page.body.toString()).map((heading) => {
        const words = wordsOf(heading);
        const outOfText = words.filter((word) => !inText.has(word));
        return { text: heading, words, outOfText, missing: outOfText.filter((word) => !inNames.has(word)) };
      });
      pages.push({ url: page.url || page.group, headings });
    }
    const { asked, lost, outOfText } = judged(pages);
    rows.push([
      ...[name, pages.length, asked, lost.length],
      ...[lost.length, outOfText].map((count) => `${(100 - (100 * count) / asked).toFixed(2)} %`),
    ]);
    if (listFolder !== undefined) {
      await mkdir(join(listFolder, 'identity'), { recursive: true });
      await writeFile(join(listFolder, 'identity', `${name}.tsv`), `${lost.join('\n')}\n`);
    }
  }
  printTable(['set', 'pages', 'with a heading of their own', 'lost it', 'kept', 'kept in the text'], rows);
}

function judged(pages: readonly HeadedPage[]): { asked: number; lost: string[]; outOfText: number } {
  const pagesWith = countPages(pages, ({ headings }) => headings.map(({ text }) => text));
  const pagesWithWord = countPages(pages, ({ headings }) => headings.flatMap(({ words }) => words));
  const lost: string[] = [];
  let asked = 0;
  let outOfText = 0;
  for (const { url, headings } of pages) {
    const own = headings.find(
      ({ text, words }) => words.length > 0 && pagesWith.get(text)! <= siteShare * pages.length,
    );
    if (own === undefined) continue;
    const isContent = (word: string): boolean => pagesWithWord.get(word)! <= commonShare * pages.length;
    if (!own.words.some(isContent)) continue;
    asked++;
    if (own.outOfText.some(isContent)) outOfText++;
    const missing = own.missing.filter(isContent);
    if (missing.length > 0) lost.push([url, own.text, missing.join(' ')].join('\t'));
  }
  return { asked, lost, outOfText };
}

function countPages<T>(
  pages: readonly HeadedPage[],
  itemsOf: (page: HeadedPage) => readonly T[],
): Map<T, number> {
  const counts = new Map<T, number>();
  for (const page of pages) {
    for (const item of new Set(itemsOf(page))) counts.set(item, (counts.get(item) ?? 0) + 1);
  }
  return counts;
}

/** The texts of a page's first headings and of its title, in this order, found by a parser alone. */
function headingsIn(html: string): string[] {
  const headings: string[] = [];
  let title = '';
  let inside: 'heading' | 'title' | undefined;
  let unseen = 0;
  let text = '';
  const end = (): void => {
    const shown = text.replace(/\s+/g, ' ').trim();
    if (inside === 'title') title ||= shown;
    else if (shown !== '') headings.push(shown);
    inside = undefined;
  };
  const parser = new Parser({
    onopentag(name) {
      if (/^(?:script|style|noscript|template|svg)$/.test(name)) unseen++;
      if (name === 'br') text += ' ';
      if (unseen > 0 || !/^(?:h1|h2|title)$/.test(name)) return;
      inside = name === 'title' ? 'title' : 'heading';
      text = '';
    },
    ontext(piece) {
      if (inside !== undefined && unseen === 0) text += piece;
    },
    onclosetag(name) {
      if (/^(?:script|style|noscript|template|svg)$/.test(name)) unseen--;
      if (inside !== undefined && /^(?:h1|h2|title)$/.test(name)) end();
    },
  });
  parser.end(html);
  return [...headings.slice(0, headingsOfPage), title].filter(Boolean);
}

/** Words of two or more characters that are neither numbers nor words of grammar. */
function wordsOf(text: string): string[] {
  const words =
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{2,}/gu) ?? [];
  return words.filter((word) => !/^\p{N}+$/u.test(word) && !grammar.has(word));
}

const grammar = new Set('an and are as at by for from in is it of on or the to with'.split(' '));
