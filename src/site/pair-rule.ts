import { haveNamesApart } from './names-apart.ts';
import {
  addPlaces,
  type Closeness,
  endAlike,
  namesOfVersions,
  placedNames,
  standTogether,
} from './places.ts';

/** What the rule looks at of a page. */
export interface JudgedPage {
  readonly host: string;
  readonly url: string;
  /** What the page calls itself; empty where it does not say. */
  readonly identity: string;
  /** All its names, as `nameWords` gives them; none unless told. */
  readonly names?: readonly string[];
  /** Number of grams. */
  readonly size: number;
  /** Number of grams that cross into what stands around running text; none unless told. */
  readonly boundarySize?: number;
  /** Number of the others that are not of its site's template. */
  readonly contentSize: number;
}

/** How alike two pages are of which all grams or the content is similar. */
export interface PairLikeness {
  /** Whether all their grams are the same. */
  readonly equal: boolean;
  /** Whether the similarity of all their grams reaches the threshold; not so unless told. */
  readonly grams?: boolean;
  /** Similarity of the grams that are not of their sites' templates; undefined where that is below the threshold. */
  readonly content: number | undefined;
}

/**
 * What a likeness comes from: the `content` of both pages, or all `grams` of two pages of one name or without a
 * difference. `neither`: they are alike and about different things.
 */
export type LikenessBy = 'content' | 'grams' | 'neither';

/**
 * What makes two pages alike as far as they say themselves: content may still depend on whether pages of two names (`placedNames`)
 * stand so close to each other.
 */
export type OwnLikeness =
  | LikenessBy
  | { readonly unless: Closeness; readonly names: readonly [string, string] };

/** From which similarity on pages are alike, and whether what they call themselves counts. */
export interface LikenessOptions {
  readonly threshold: number;
  readonly namesCount: boolean;
}

/** Pages of fewer grams may be alike by chance or by a form that they fill in. */
export const fewestOfCopy = 25;
/** Fewer grams than these, of pages that are mostly template, are what is left of a heading or a number. */
const fewestOfContent = 8;
/** In longer pages what they say weighs more than their names. */
export const mostOfNamed = 128;

/**
 * Whether two pages that are alike are duplicates, as a person would have it.
 *
 * They are when what they have beside their sites' templates is similar. Two pages of one site that do not have the same
 * name must not be mostly template; unless their URLs end alike, both names must not stand side by side (`standTogether`) in
 * two releases, for one that was renamed has its old name in old releases and the new one in new; and not anywhere where the
 * pages are short or differ by more than half as much as they may. Short ones must not differ by so much at all. Of one name,
 * too, versions that the ends of URLs tell apart (`namesOfVersions`) must not stand side by side in two releases. Pages also
 * are duplicates when all they have is similar and they have the same name, or is the same: a text on many pages of a site,
 * such as a licence, looks like template to a count.
 */
export class PairRule {
  readonly #pageAt: (page: number) => JudgedPage;
  readonly #options: LikenessOptions;
  /** Where pages of each identity stand. */
  readonly #places = new Map<string, Set<string>>();
  readonly #asked = new Set<string>();

  /**
   * @param pageAt a page by its number
   * @param threshold from which similarity on two pages are alike
   * @param namesCount whether what pages call themselves counts
   */
  constructor(pageAt: (page: number) => JudgedPage, threshold: number, namesCount = true) {
    this.#pageAt = pageAt;
    this.#options = { threshold, namesCount };
  }

  /**
   * Learns where the pages of some identities stand: to be told of all pages of those that are `asked` about. Memory: up
   * to 64 places an identity.
   */
  learnPlaces(pages: Iterable<Pick<JudgedPage, 'identity' | 'url'>>): void {
    for (const page of pages) {
      for (const name of placedNames(page)) {
        let places = this.#places.get(name);
        if (places === undefined) this.#places.set(name, (places = new Set()));
        addPlaces(places, page.url);
      }
    }
  }

  /** The identities about whose places pairs that were judged asked: where these are not learned, they count as apart. */
  get asked(): ReadonlySet<string> {
    return this.#asked;
  }

  /**
   * Whether judging two pages of these identities may add to what is `asked`: where not, nothing is learned of it before places are.
   * O(1).
   *
   * @param hasVersion whether a version is in the end of either URL (`endsInVersion`): only then pages of one name ask
   */
  mayAskAnew(x: string, y: string, hasVersion: () => boolean): boolean {
    if (x === '' || y === '' || (this.#asked.has(x) && this.#asked.has(y))) return false;
    return x !== y || hasVersion();
  }

  /** What makes the pages number a and b alike. */
  judge(a: number, b: number, likeness: PairLikeness): LikenessBy {
    const [x, y] = [this.#pageAt(a), this.#pageAt(b)];
    const by = ownLikeness(x, y, likeness, this.#options);
    if (typeof by === 'string') return by;
    this.#asked.add(x.identity).add(y.identity);
    return this.#standTogether(by.names, by.unless) ? 'neither' : 'content';
  }

  /** Whether pages of two names stand together: then they are two things, and not one under a later name. */
  #standTogether(names: readonly [string, string], closeness: Closeness): boolean {
    const [places, others] = names.map((name) => this.#places.get(name));
    return places !== undefined && others !== undefined && standTogether(places, others, closeness);
  }
}

/** What makes two pages alike, by `PairRule`, as far as no other page is looked at. O(urls). */
export function ownLikeness(
  x: JudgedPage,
  y: JudgedPage,
  { equal, grams = false, content }: PairLikeness,
  { threshold, namesCount }: LikenessOptions,
): OwnLikeness {
  if (!namesCount) return equal ? 'grams' : content === undefined ? 'neither' : 'content';
  const named = x.identity !== '' && y.identity !== '';
  const sameName = named && x.identity === y.identity;
  if (equal && (sameName || !named || x.size >= fewestOfCopy)) return 'grams';
  const isOneSite = x.host === y.host;
  const isTooLittle = !isOneSite && Math.min(x.contentSize, y.contentSize) < fewestOfContent;
  if (content !== undefined && isTooLittle && areMostlyTemplate(x, y))
    return sameName && grams ? 'grams' : 'neither';
  if (sameName) return ofOneName(x, y, isOneSite, content !== undefined);
  if (content === undefined) return 'neither';
  if (isOneSite && areMostlyTemplate(x, y)) return 'neither';
  if (!named || !isOneSite) return 'content';
  if (endAlike(x.url, y.url)) return 'content';
  const isFar = content < leastOfNamed(threshold);
  const isLong = Math.min(x.contentSize, y.contentSize) >= mostOfNamed;
  if (isFar && !isLong) return 'neither';
  return { unless: isFar || !isLong ? 'one-place' : 'two-releases', names: [x.identity, y.identity] };
}

/** What makes two pages of one name alike: two versions of it that two releases have both are two things. */
function ofOneName(x: JudgedPage, y: JudgedPage, isOneSite: boolean, isContent: boolean): OwnLikeness {
  if (!isContent) return isOneSite && haveOtherNames(x, y) ? 'neither' : 'grams';
  const names = isOneSite ? namesOfVersions(x.identity, x.url, y.url) : undefined;
  return names === undefined ? 'content' : { unless: 'two-releases', names };
}

/** Similarity from which on pages of two names differ little: half way from the threshold to equality. */
function leastOfNamed(threshold: number): number {
  return (1 + threshold) / 2;
}

/**
 * Whether two pages of one site and identity, such as `Set` in two packages, have other names that tell them apart, and
 * something to say: a word of the names of one that the other's lack, and that its own URL has, too.
 */
function haveOtherNames(x: JudgedPage, y: JudgedPage): boolean {
  if (Math.min(x.contentSize, y.contentSize) < fewestOfCopy) return false;
  return haveNamesApart(x, y);
}

/** Whether less than half of the grams that do not cross are content. Which do is asked only where it matters. */
function areMostlyTemplate(x: JudgedPage, y: JudgedPage): boolean {
  const content = 2 * (x.contentSize + y.contentSize);
  if (content >= x.size + y.size) return false;
  const { boundarySize: ofX = 0 } = x;
  const { boundarySize: ofY = 0 } = y;
  return content < x.size - ofX + y.size - ofY;
}
