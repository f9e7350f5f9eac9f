import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { fileFormats } from '../../src/flow/index.ts';
import {
  CLUSTERS_ELEMENT,
  type EmbeddedClusters,
  type EmbeddedPairs,
  type EmbeddedText,
  TEXT_BLOCK_ELEMENT,
} from './embedded.ts';
import { pageKey } from './page-key.ts';
import type { ReportedDeduplication, ReportedPage, ReportedText } from './report.ts';
import { idShortener } from './shown-ids.ts';

const packed = promisify(gzip);

/** Characters of text in a block. The browser unpacks one or two blocks to show a pair. */
const BLOCK_CHARACTERS = 1 << 18;

/** Number of words in the grams that mark shared text if the run's grams are not of words. */
const DEFAULT_MARKED_WORDS = 4;

/**
 * The data of the clusters as elements, in pieces: gzipped JSON in base64, which has no character with a meaning in
 * HTML.
 *
 * Texts are in blocks of their own, so that opening the report unpacks none of them.
 */
export async function* embeddedElements(deduplication: ReportedDeduplication): AsyncGenerator<string> {
  const pages = deduplication.clusters.flatMap(({ representative, members }) => [
    representative,
    ...members.map(({ page }) => page),
  ]);
  const blocks = textBlocks(pages);
  yield await dataElement(CLUSTERS_ELEMENT, embeddedClusters(deduplication, pages, blocks));
  for (const [number, block] of blocks.blocks.entries()) {
    const texts = block.map((page) => embeddedText(pages[page]!.text!));
    yield await dataElement(TEXT_BLOCK_ELEMENT + number, texts);
  }
}

function embeddedText({ text, length, template }: ReportedText): EmbeddedText {
  if (template === undefined) return [text, length];
  return [
    text,
    length,
    [template.units, ...template.runs.flatMap(({ from, to, percent }) => [from, to, percent])],
  ];
}

/** An element whose content is neither run nor shown. */
async function dataElement(id: string, data: unknown): Promise<string> {
  const bytes = await packed(JSON.stringify(data));
  return `<script type="text/plain" id="${id}">${bytes.toString('base64')}</script>\n`;
}

function embeddedClusters(
  { summary, clusters, pairs, pairsComplete }: ReportedDeduplication,
  pages: readonly ReportedPage[],
  { blockOf, placeOf }: TextBlocks,
): EmbeddedClusters {
  const shownId = idShortener([...(summary.inputs ?? []), ...(summary.against?.inputs ?? [])]);
  const starts = [0];
  const similarities: number[] = [];
  const linkedPages: number[] = [];
  for (const { members } of clusters) {
    similarities.push(1);
    // one by one, since a cluster can have more members than a call may have arguments
    for (const { similarity, linked } of members) {
      if (linked) linkedPages.push(similarities.length);
      similarities.push(similarity);
    }
    starts.push(similarities.length);
  }
  return {
    format: fileFormats.report,
    method: summary.method,
    threshold: summary.threshold,
    similarity: summary.similarity,
    gram: summary.gram,
    markedWords: Number(/^word:(\d{1,2})$/.exec(summary.gram)?.[1] ?? DEFAULT_MARKED_WORDS),
    pairsComplete,
    kinds: clusters.map(({ kind = 'copies' }) => kind),
    starts,
    ids: pages.map(({ id }) => shownId(id)),
    known: pages.map(({ known }) => (known ? 1 : 0)),
    urls: pages.map(({ url }) => url),
    titles: pages.map(({ text }) => text?.title ?? ''),
    grams: pages.map(({ grams }) => grams ?? -1),
    similarities,
    linked: linkedPages,
    pairs: embeddedPairs(pairs, clusters),
    textBlocks: blockOf,
    textPlaces: placeOf,
  };
}

function embeddedPairs(
  pairs: ReportedDeduplication['pairs'],
  clusters: ReportedDeduplication['clusters'],
): EmbeddedPairs {
  const numbersOf = { alike: new Map<string, number>(), copies: new Map<string, number>() };
  let number = 0;
  for (const { kind, representative, members } of clusters) {
    const numbers = kind === 'other-subject' ? numbersOf.alike : numbersOf.copies;
    numbers.set(pageKey(representative), number++);
    for (const { page } of members) numbers.set(pageKey(page), number++);
  }
  const result = {
    a: [] as number[],
    b: [] as number[],
    similarity: [] as number[],
    overlap: [] as number[],
  };
  let estimated = false;
  for (const pair of pairs) {
    const numbers = pair.alike ? numbersOf.alike : numbersOf.copies;
    const x = numbers.get(pageKey({ id: pair.a }));
    const y = numbers.get(pageKey({ id: pair.b, known: pair.known }));
    if (x === undefined || y === undefined) continue;
    result.a.push(Math.min(x, y));
    result.b.push(Math.max(x, y));
    result.similarity.push(pair.similarity);
    result.overlap.push(pair.overlap);
    estimated ||= pair.estimated === true;
  }
  return { ...result, estimated };
}

interface TextBlocks {
  /** The pages of each block. */
  readonly blocks: readonly (readonly number[])[];
  readonly blockOf: readonly number[];
  readonly placeOf: readonly number[];
}

/** Puts the pages with a text into blocks in order, so that the pages of a cluster are together. */
function textBlocks(pages: readonly ReportedPage[]): TextBlocks {
  const blocks: number[][] = [];
  const blockOf: number[] = [];
  const placeOf: number[] = [];
  let room = 0;
  for (const [page, { text }] of pages.entries()) {
    if (text === undefined) {
      blockOf.push(-1);
      placeOf.push(-1);
      continue;
    }
    if (room <= 0) {
      blocks.push([]);
      room = BLOCK_CHARACTERS;
    }
    room -= text.text.length;
    const block = blocks.at(-1)!;
    blockOf.push(blocks.length - 1);
    placeOf.push(block.length);
    block.push(page);
  }
  return { blocks, blockOf, placeOf };
}
