import {
  addPlaces,
  areHalfAlike,
  type Closeness,
  contentOfTwoSites,
  type LikenessBy,
  type LikenessOptions,
  ownLikeness,
  type PageContent,
  placedNames,
  standTogether,
} from '../../../src/flow/index.ts';
import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, escaped, lineOf, padded, tags, unescaped } from '../lines/format.ts';
import { idField, parseTokens, sizeField } from '../sets/set-text.ts';
import { hostKey, partIds } from '../verbs/pages.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../verbs/verb.ts';
import { type DescribedPage, parseDescribed } from './described.ts';

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

/** The rule that makes two pages duplicates. */
interface JudgeOptions extends LikenessOptions {
  readonly similarity: Similarity;
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

/** The overlap of one part of two pages, and the sizes of the parts. */
interface SharedPart {
  readonly overlap: number;
  readonly sizes: readonly [number, number];
  readonly similarity: number;
}

/** The overlap of two pages, if they share anything. */
interface SharedParts {
  readonly all: SharedPart | undefined;
  readonly content: SharedPart | undefined;
  readonly lasting?: SharedPart | undefined;
  /** Of `PairLikeness`; undefined if the grams of the pages are not at hand. */
  readonly half?: () => boolean;
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

function shared(similarity: Similarity, overlap: string, m: number, n: number): SharedPart | undefined {
  if (overlap === '') return undefined;
  const value = measures[similarity].value(Number(overlap), m, n);
  return { overlap: Number(overlap), sizes: [m, n], similarity: value };
}

/** Pairs of parts are found from half the threshold on (`contentJoin`). */
function reaching(part: SharedPart | undefined, threshold: number): SharedPart | undefined {
  return part !== undefined && part.similarity >= threshold ? part : undefined;
}

/** Writes the verdict on a pair; false if it takes the grams of the pages. */
function judgeShared(
  call: VerbCall,
  { similarity: _, ...rule }: JudgeOptions,
  ids: readonly [string, string],
  [x, y]: readonly DescribedPage[],
  { all, content, lasting, half }: SharedParts,
): boolean {
  if ((all ?? content ?? lasting) === undefined) return true;
  const equal = all?.overlap === x.size && x.size === y.size;
  let isAsked = false;
  const asked = (): boolean => {
    isAsked = true;
    return true;
  };
  const likeness = { equal, grams: all !== undefined, content: content?.similarity };
  const by = ownLikeness(x, y, { ...likeness, half: half ?? asked }, rule);
  if (isAsked) return false;
  const fieldsBy = (likeness: LikenessBy): string[] =>
    pairFields([x, y], (likeness === 'content' ? content : (all ?? content ?? lasting))!, all);
  const [a, b] = ids;
  if (typeof by === 'string') {
    writeJudged(call, by === 'neither', a, [b, ...fieldsBy(by)]);
    return true;
  }
  const both = [b, ...fieldsBy('content'), ...fieldsBy('neither')];
  const [first, second] = by.names;
  call.output.line(lineOf(hostKey(first), tags.asked, hostKey(second), by.unless, a, ...both));
  call.count('asked');
  return true;
}

/** Sets of the grams that are not template → these sets by their pages. */
export function contents(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, id, ...set]) => {
      if (tag !== tags.set || partIds.isLasting(Number(id))) return;
      call.output.line(lineOf(idField(partIds.pageOf(Number(id))), tags.content, ...set));
    });
}

/** Fields of a page's lines: number and tokens of its grams and of its content. */
type ContentFields = readonly [grams: readonly string[], content: readonly string[]];

/**
 * Pages, contents, and pairs to compare again, by the first page → the pairs by the second, with the grams of the
 * first. Memory: a page.
 */
export function compareFirst(): Verb {
  return (call) =>
    eachAsked(call, ([grams, content], first, [second, ...asked]) =>
      call.output.line(lineOf(second, tags.compared, first, ...asked, ...grams, ...content)),
    );
}

/**
 * Pages, contents and the pairs of {@link compareFirst}, by the second page → the pairs judged: those of two sites by what
 * is content on either, those of one site by how many grams they share in all. Memory: two pages.
 */
export function compareSecond(options: JudgeOptions): Verb {
  return (call) =>
    eachAsked(call, (ofSecond, second, [first, a, b, ofAll, ofContent, ofLasting, ...fields]) => {
      const [x, y] = [a, b].map(parseDescribed);
      const [ofX, ofY] = [[fields.slice(0, 2), fields.slice(2)] as const, ofSecond].map(pageContent);
      const { similarity, threshold } = options;
      const all = shared(similarity, ofAll, x.size, y.size);
      const half = (): boolean => areHalfAlike(ofX.grams, ofY.grams, options);
      const judge = (content: SharedPart | undefined, lasting?: SharedPart): boolean =>
        judgeShared(call, options, [first, second], [x, y], {
          ...{ all, half, content: reaching(content, threshold), lasting: reaching(lasting, threshold) },
        });
      if (x.host === y.host) {
        const content = shared(similarity, ofContent, x.contentSize, y.contentSize);
        judge(content, shared(similarity, ofLasting, x.lastingSize, y.lastingSize));
      } else {
        const { overlap, sizes } = contentOfTwoSites(ofX, ofY);
        judge({ overlap, sizes, similarity: measures[similarity].value(overlap, ...sizes) });
      }
    });
}

function pageContent(fields: ContentFields): PageContent {
  const [grams, content] = fields.map(([size, tokens]) => parseTokens(tokens, Number(size)));
  return { grams, content };
}

/** The fields of no grams: a page without content has no line about it. */
const none: readonly string[] = [sizeField(0), ''];

/** Calls `answer` with each question and the page before it, which it is about. */
async function eachAsked(
  call: VerbCall,
  answer: (fields: ContentFields, id: string, asked: readonly string[]) => void,
): Promise<void> {
  let [page, grams, content] = ['', none, none];
  await eachLine(call, ([, id, tag, ...fields]) => {
    if (id !== page) [page, grams, content] = [id, none, none];
    if (tag === tags.content) content = fields;
    else if (tag === tags.page) grams = fields.slice(0, 2);
    else if (tag === tags.compared) answer([grams, content], id, fields);
  });
}

/**
 * The fields of a pair in the result files: ids, overlap, similarity over all grams; and whether both pages can be
 * clustered, and their ranks.
 */
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

/** Described pages → by their identities. */
export function named(): Verb {
  return (call) =>
    eachLine(call, ([, id, tag, field]) => {
      if (tag !== tags.described) return;
      const { identity, url } = parseDescribed(field);
      for (const name of placedNames({ identity, url }))
        call.output.line(lineOf(hostKey(name), tags.named, id, escaped(url)));
    });
}

/**
 * Pages by name, and pairs that ask where the pages of their first name are → the pairs by their second name, with the
 * answer. Memory: up to 64 places of one name.
 */
export function placesFirst(): Verb {
  return (call) =>
    eachPlaces(call, (places, [other, ...pair]) =>
      call.output.line(lineOf(other, tags.asked, escaped(JSON.stringify([...places])), ...pair)),
    );
}

/** Pages and pairs by the second name → judged pairs. Pairs judged elsewhere pass unchanged. */
export function placesSecond(): Verb {
  return (call) =>
    eachPlaces(
      call,
      (places, [others, closeness, a, b, ...both]) => {
        const ofFirst = new Set(JSON.parse(unescaped(others)) as string[]);
        const isAlike = standTogether(places, ofFirst, closeness as Closeness);
        const pair = isAlike ? both.slice(PAIR_FIELDS) : both.slice(0, PAIR_FIELDS);
        writeJudged(call, isAlike, a, [b, ...pair]);
      },
      ([, a, tag, ...pair]) => writeJudged(call, tag === tags.alike, a, pair),
    );
}

/** Calls `answer` with each question and the places of the pages with its name. */
async function eachPlaces(
  call: VerbCall,
  answer: (places: ReadonlySet<string>, asked: readonly string[]) => void,
  pass?: (judged: readonly string[]) => void,
): Promise<void> {
  let places = new Set<string>();
  await eachKey(
    call,
    (line) => {
      const [, , tag, ...fields] = line;
      if (tag === tags.named) addPlaces(places, unescaped(fields[1]));
      else if (tag === tags.asked) answer(places, fields);
      else if (tag === tags.duplicates || tag === tags.alike) pass?.(line);
    },
    () => {
      places = new Set();
    },
  );
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
