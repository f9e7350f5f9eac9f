import { RecentValues, type SortedPairs, type StoredDeduplication } from '../../../src/flow/index.ts';
import { LinePieces } from './pieces.ts';

/** Pages whose part of a line stays in memory, and its longest: at most 16 MB, in most runs 5 MB. */
const RECENT_PAGES = 1 << 15;
const MOST_RECENT_BYTES = 512;

/** The numbers in a line. */
interface PairNumbers {
  readonly similarity: number;
  readonly overlap: number;
  readonly rawSimilarity?: number | undefined;
  readonly estimated?: boolean;
}

/** A line of `pairs.jsonl` or `alike.jsonl`. */
export function pairLine({
  format,
  a,
  b,
  known,
  ...numbers
}: PairNumbers & {
  readonly format: string;
  readonly a: string;
  readonly b: string;
  /** Whether `b` is a known page. */
  readonly known?: boolean;
}): string {
  return `${ofFirst(format, a)}${ofSecond(b, known)}${ofNumbers(numbers)}`;
}

/**
 * The lines of pairs, in pieces that are valid until the next but one is taken.
 *
 * There may be a hundred pairs to a page. Pairs of one page are together, and three quarters of pairs have the numbers of the pair before,
 * since versions of a page are often equal: these parts are encoded once.
 */
export function* pairLines(
  format: string,
  { journal, isEstimated: estimated }: Pick<StoredDeduplication, 'journal' | 'isEstimated'>,
  pairs: SortedPairs,
): Generator<Uint8Array> {
  const lines = new LinePieces();
  const recent = new RecentValues<Uint8Array>(RECENT_PAGES);
  const second = (page: number): Uint8Array => {
    const known = recent.get(page);
    if (known !== undefined) return known;
    const bytes = Buffer.from(ofSecond(journal.factsOf(page).id, journal.isKnown(page)));
    if (bytes.length <= MOST_RECENT_BYTES) recent.set(page, bytes);
    return bytes;
  };
  let [page, ofPage] = [-1, Buffer.alloc(0)];
  let [last, ofLast] = [{ similarity: -1, overlap: -1, raw: -1 }, Buffer.alloc(0)];
  for (const { length, a, b, overlap, values } of pairs.blocks()) {
    for (let i = 0; i < length; i++) {
      if (a[i] !== page) {
        page = a[i];
        ofPage = Buffer.from(ofFirst(format, journal.factsOf(page).id));
      }
      const similarity = values[0][i];
      const raw = Number.isNaN(values[1][i]) ? similarity : values[1][i];
      if (similarity !== last.similarity || overlap[i] !== last.overlap || raw !== last.raw) {
        last = { similarity, overlap: overlap[i], raw };
        const rawSimilarity = raw === similarity ? undefined : raw;
        ofLast = Buffer.from(ofNumbers({ similarity, overlap: overlap[i], rawSimilarity, estimated }));
      }
      lines.add(ofPage);
      lines.add(second(b[i]));
      lines.add(ofLast);
      if (lines.isFull) yield lines.take();
    }
  }
  yield lines.take();
}

// A line is concatenated, since `JSON.stringify` of an object for each pair took longer.

function ofFirst(format: string, a: string): string {
  return `{"format":${JSON.stringify(format)},"a":${JSON.stringify(a)}`;
}

function ofSecond(b: string, known?: boolean): string {
  return `,"b":${JSON.stringify(b)}${known ? ',"known":true' : ''}`;
}

function ofNumbers({ similarity, overlap, rawSimilarity, estimated }: PairNumbers): string {
  const raw = rawSimilarity === undefined ? '' : `,"rawSimilarity":${rawSimilarity}`;
  return `,"similarity":${similarity},"overlap":${overlap}${raw}${estimated ? ',"estimated":true' : ''}}\n`;
}
