import { measures, type Similarity } from '../../../src/join/index.ts';
import { lineOf, tags } from '../lines/format.ts';
import { idField } from '../sets/set-text.ts';
import { partIds } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { parseDescribed } from './described.ts';
import { type JudgeOptions, judgeShared, reaching, shared } from './judged-pair.ts';

/**
 * The parts of pages by which pairs are found, in the order of the fields after them: `all` grams, `content` without
 * templates, and what `lasts`, without notices.
 */
const pairParts = ['all', 'content', 'lasting'] as const;

/**
 * What a join has compared: all grams; all grams, which are also the content since no site has a template; parts
 * (`partIds`); or only the content parts, if names do not count.
 */
export const pairsOf = ['all', 'all-and-content', 'parts', 'content'] as const;

/** One of {@link pairsOf}. */
export type PairsOf = (typeof pairsOf)[number];

/** Pairs that a join found → pairs of pages by the first page, with the part that they share. */
export function likeness({ of }: { readonly of: PairsOf }): Verb {
  return (call) =>
    eachLine(call, ([, first, tag, second, overlap]) => {
      if (tag !== tags.found) return;
      const write = (a: string, b: string, part: (typeof pairParts)[number]): void =>
        call.output.line(lineOf(a, tags.similar, b, String(pairParts.indexOf(part)), overlap));
      if (of === 'all' || of === 'all-and-content') {
        write(first, second, 'all');
        if (of === 'all-and-content') write(first, second, 'content');
        return;
      }
      const [x, y] = [Number(first), Number(second)];
      if (partIds.isLasting(x) !== partIds.isLasting(y)) return;
      if (of === 'content' && partIds.isLasting(x)) return;
      const [a, b] = [x, y].map((id) => idField(partIds.pageOf(id)));
      write(a, b, partIds.isLasting(x) ? 'lasting' : 'content');
    });
}

/** Pages, and pairs by the first page → the pairs by the second, with all overlaps. Memory: a page and a pair. */
export function judgeFirst(): Verb {
  return async (call) => {
    let page = '';
    let second = '';
    let overlaps: string[] = [];
    const write = (first: string): void => {
      if (second !== '') call.output.line(lineOf(second, tags.similar, first, page, ...overlaps));
      second = '';
      overlaps = pairParts.map(() => '');
    };
    await eachKey(
      call,
      ([, id, tag, ...fields]) => {
        if (tag === tags.described) [page] = fields;
        else if (tag === tags.similar) {
          const [b, part, overlap] = fields;
          if (b !== second) write(id);
          second = b;
          overlaps[Number(part)] = overlap;
        }
      },
      write,
    );
  };
}

/**
 * Pages, and pairs by the second page → judged pairs, by the first page again. A pair whose verdict depends on where
 * other pages with its names are comes out by one of the names instead. Memory: a page and a pair.
 */
export function judgeSecond(options: JudgeOptions): Verb {
  return async (call) => {
    let page = '';
    await eachLine(call, ([, id, tag, ...fields]) => {
      if (tag === tags.described) [page] = fields;
      else if (tag === tags.similar)
        judgePair(call, options, [fields[0], id], [fields[1], page], fields.slice(2));
    });
  };
}

function judgePair(
  call: VerbCall,
  options: JudgeOptions,
  ids: readonly [string, string],
  pages: readonly [string, string],
  overlaps: readonly string[],
): void {
  const [x, y] = pages.map(parseDescribed);
  const { similarity, threshold } = options;
  const all = shared(similarity, overlaps[0], x.size, y.size);
  const ownContent = shared(similarity, overlaps[1], x.contentSize, y.contentSize);
  const content = reaching(ownContent, threshold);
  const lasting = reaching(shared(similarity, overlaps[2], x.lastingSize, y.lastingSize), threshold);
  const isOfTwoSites = ownContent !== undefined && content === undefined && x.host !== y.host;
  if (!isOfTwoSites && judgeShared(call, options, ids, [x, y], { all, content, lasting })) return;
  call.output.line(lineOf(ids[0], tags.compared, ids[1], ...pages, ...overlaps));
  call.count(isOfTwoSites ? 'two-sites' : 'one-site');
}

/**
 * Judged pairs of articles → duplicates in the form of pairs of distinct sets, the preferred page first; and pairs
 * about different things, once for each page.
 */
export function sides({ similarity }: { readonly similarity: Similarity }): Verb {
  const { value } = measures[similarity];
  return (call) =>
    eachLine(call, ([, a, tag, b, nameOfA, nameOfB, overlap, m, n, , articles, rankOfA, rankOfB]) => {
      if (articles !== '1') return;
      if (tag === tags.duplicates) {
        const [x, y] = [rankOfA + a, rankOfB + b];
        call.output.line(
          x < y ? lineOf(x, tags.pair, y, overlap, m, n) : lineOf(y, tags.pair, x, overlap, n, m),
        );
      }
      if (tag !== tags.alike) return;
      const similar = String(value(...([overlap, m, n].map(Number) as [number, number, number])));
      call.output.line(lineOf(a, tags.alikeTo, similar, b, nameOfB));
      call.output.line(lineOf(b, tags.alikeTo, similar, a, nameOfA));
    });
}
