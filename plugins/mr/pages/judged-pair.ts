import { type LikenessBy, type LikenessOptions, ownLikeness } from '../../../src/flow/index.ts';
import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, escaped, lineOf, padded, tags } from '../lines/format.ts';
import { sizeField } from '../sets/set-text.ts';
import { hostKey } from '../verbs/pages.ts';
import type { VerbCall } from '../verbs/verb.ts';
import type { DescribedPage } from './described.ts';

/** The rule that makes two pages duplicates. */
export interface JudgeOptions extends LikenessOptions {
  readonly similarity: Similarity;
}

/** The overlap of one part of two pages, and the sizes of the parts. */
export interface SharedPart {
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

/** What two pages share of a part, by the field of its overlap; undefined if that is empty. */
export function shared(
  similarity: Similarity,
  overlap: string,
  m: number,
  n: number,
): SharedPart | undefined {
  if (overlap === '') return undefined;
  const value = measures[similarity].value(Number(overlap), m, n);
  return { overlap: Number(overlap), sizes: [m, n], similarity: value };
}

/** Pairs of parts are found from half the threshold on (`contentJoin`). */
export function reaching(part: SharedPart | undefined, threshold: number): SharedPart | undefined {
  return part !== undefined && part.similarity >= threshold ? part : undefined;
}

/** Writes the verdict on a pair; false if it takes the grams of the pages. */
export function judgeShared(
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
  const [grams, isLasting] = [all !== undefined, lasting !== undefined];
  const apart = lasting === undefined ? 0 : Math.max(...lasting.sizes) - lasting.overlap;
  const ofEach = all === undefined ? 0 : Math.min(x.size, y.size) - all.overlap;
  const likeness = { equal, grams, content: content?.similarity, lasting: isLasting, apart, ofEach };
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
  const [first, second] = [x, y].map(({ identity }) => hostKey(identity));
  call.output.line(lineOf(first, tags.asked, second, by.unless, a, ...both));
  call.count('asked');
  return true;
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

/** Number of the fields that {@link pairFields} gives. */
export const PAIR_FIELDS = 9;

/** Writes a pair of pages that are duplicates, or alike and about different things. */
export function writeJudged(
  { output, count }: VerbCall,
  isAlike: boolean,
  a: string,
  pair: readonly string[],
): void {
  output.line(lineOf(a, isAlike ? tags.alike : tags.duplicates, ...pair));
  count(isAlike ? 'alike' : 'duplicates');
}
