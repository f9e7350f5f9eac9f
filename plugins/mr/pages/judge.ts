import {
  addPlaces,
  haveOneInCommon,
  type LikenessBy,
  type LikenessOptions,
  ownLikeness,
} from '../../../src/flow/index.ts';
import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { idField, sizeField } from '../sets/set-text.ts';
import { hostKey, partIds } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { type DescribedPage, parseDescribed } from './described.ts';

/**
 * By what pairs were found, in the order of the fields behind them: `all` grams, `content` beside templates, and what `lasts`
 * beside notices.
 */
const pairParts = ['all', 'content', 'lasting'] as const;

/**
 * What the pairs of a join are of: all grams; all, where no site has a template and they are the content, too; parts
 * (`partIds`), or of these the content alone, where names do not count.
 */
export const pairsOf = ['all', 'all-and-content', 'parts', 'content'] as const;

/** One of {@link pairsOf}. */
export type PairsOf = (typeof pairsOf)[number];

/** Pairs that a join found → pairs of pages by the first, with what they are of. */
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

/** Pages, and pairs by their first → the pairs by their second, with all that they are alike by. Memory: a page and a pair. */
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

/** What makes two pages duplicates. */
interface JudgeOptions extends LikenessOptions {
  readonly similarity: Similarity;
}

/**
 * Pages, and pairs by their second → the pairs judged, each by its first again; those that depend on where other pages of
 * their names stand by one of the names. Memory: a page and a pair.
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

/** What two pages share of some part, and its sizes. */
interface SharedPart {
  readonly overlap: number;
  readonly sizes: readonly [number, number];
  readonly similarity: number;
}

function judgePair(
  call: VerbCall,
  { similarity, ...rule }: JudgeOptions,
  ids: readonly [string, string],
  pages: readonly [string, string],
  overlaps: readonly string[],
): void {
  const [x, y] = pages.map(parseDescribed);
  const shared = (overlap: string, m: number, n: number): SharedPart | undefined =>
    overlap === ''
      ? undefined
      : {
          overlap: Number(overlap),
          sizes: [m, n],
          similarity: measures[similarity].value(Number(overlap), m, n),
        };
  const all = shared(overlaps[0], x.size, y.size);
  const content = shared(overlaps[1], x.contentSize, y.contentSize);
  const lasting = shared(overlaps[2], x.lastingSize, y.lastingSize);
  const equal = all?.overlap === x.size && x.size === y.size;
  const by = ownLikeness(x, y, { equal, grams: all !== undefined, content: content?.similarity }, rule);
  const fieldsBy = (likeness: LikenessBy): string[] =>
    pairFields([x, y], (likeness === 'content' ? content : (all ?? content ?? lasting))!, all);
  const [a, b] = ids;
  if (by !== 'content-unless-side-by-side') {
    writeJudged(call, by === 'neither', a, [b, ...fieldsBy(by)]);
    return;
  }
  const both = [b, ...fieldsBy('content'), ...fieldsBy('neither')];
  call.output.line(lineOf(hostKey(x.identity), tags.asked, hostKey(y.identity), a, ...both));
  call.count('asked');
}

/** A pair as the files of results have it: names, what is shared, the similarity over all grams; whether both pages can be clustered, and their ranks. */
function pairFields(
  [x, y]: readonly DescribedPage[],
  judged: SharedPart,
  all: SharedPart | undefined,
): string[] {
  return [
    ...[x.name, y.name].map(escaped),
    ...[padded(judged.overlap, digits.size), ...judged.sizes.map(sizeField)],
    all === undefined ? '' : String(all.similarity),
    x.isArticle && y.isArticle ? '1' : '0',
    ...[x.rank, y.rank],
  ];
}

/** Of {@link pairFields}. */
const PAIR_FIELDS = 9;

function writeJudged(
  { output, count }: VerbCall,
  isAlike: boolean,
  a: string,
  pair: readonly string[],
): void {
  output.line(lineOf(a, isAlike ? tags.alike : tags.duplicates, ...pair));
  count(isAlike ? 'alike' : 'duplicates');
}

/** Pages as they were described → by what they call themselves. */
export function named(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, field]) => {
      if (tag !== tags.described) return;
      const { identity, url } = parseDescribed(field);
      if (identity !== '') call.output.line(lineOf(hostKey(identity), tags.named, id, escaped(url)));
    });
}

/**
 * Pages by name, and pairs that ask where those of their first name stand → the pairs by their second name, with the
 * answer. Memory: the places of one name, up to 64.
 */
export function placesFirst(): Verb {
  return (call) =>
    eachPlaces(call, (places, [other, ...pair]) =>
      call.output.line(lineOf(other, tags.asked, escaped(JSON.stringify([...places])), ...pair)),
    );
}

/** The same of the second name → the pairs judged. */
export function placesSecond(): Verb {
  return (call) =>
    eachPlaces(call, (places, [others, a, b, ...both]) => {
      const isAlike = haveOneInCommon(places, new Set(JSON.parse(unescaped(others)) as string[]));
      const pair = isAlike ? both.slice(PAIR_FIELDS) : both.slice(0, PAIR_FIELDS);
      writeJudged(call, isAlike, a, [b, ...pair]);
    });
}

/** Calls `answer` with what each line asks, and where the pages of its name stand. */
async function eachPlaces(
  call: VerbCall,
  answer: (places: ReadonlySet<string>, asked: readonly string[]) => void,
): Promise<void> {
  let places = new Set<string>();
  await eachKey(
    call,
    ([, , tag, ...fields]) => {
      if (tag === tags.named) addPlaces(places, unescaped(fields[1]));
      else if (tag === tags.asked) answer(places, fields);
    },
    () => {
      places = new Set();
    },
  );
}

/**
 * Judged pairs of articles → duplicates as pairs of distinct sets are, the page that is rather kept first, and of those about
 * different things each page's own.
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
