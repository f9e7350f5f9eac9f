import {
  type CommonMessage,
  comparedToMessage,
  gramsOfMost,
  ofMessage,
  pagesOfOneMessage,
} from './one-message.ts';
import { type TextAtPattern, TextPatterns } from './url-patterns.ts';
import type { ComparedUrl } from './url-words.ts';

/** Most pages of one name whose gram sets are kept while no wall is known among them. */
const mostPages = 8;
/** Most earlier pages of one name, without their gram sets, that had the message when later ones took their places. */
const mostEarlier = 56;
/**
 * While fewer pages than these are known, each must share this much with their brief message outside the template. With as many, half is
 * enough, as in a collection.
 */
const leastOfFew = 2 / 3;
/** Most patterns of the URLs of one name: of those that one page fits, and of those that several do. */
const mostOfOne = 16;
const mostOfSeveral = 100;
/** Most names of a host whose pages are compared again when its template has changed: those met last. */
const mostAgain = 64;
/** Most bytes kept for all names together. Those met longest ago are forgotten. */
const mostBytes = 4 << 20;
/** Bytes of a name besides strings and grams. */
const bytesOfName = 300;
const bytesOfPage = 200;
const bytesOfPattern = 400;

/** A short page that does not name what its URL names, or names only its folder. */
export interface ShortPage extends ComparedUrl {
  readonly key: string;
  readonly url: string;
  /** Which parts of its URL it names (`namedParts`). */
  readonly named: number;
  /** As `isNamedByUrl` gives it: true if it names the folder. */
  readonly isNamedByUrl: boolean | undefined;
  /** Whether it names it, or says its words in a message that it shares. */
  readonly isNamed: boolean;
  /** What else its URL gave (`withTexts`). */
  readonly beside: number;
}

/** One whose gram set is kept. */
interface ComparedPage extends ShortPage {
  readonly grams: BigUint64Array;
}

/** What is known about the short pages of a host that have all names in common. */
interface Name {
  readonly pages: readonly ComparedPage[];
  /** How they relate to the message that most of them have (`ofMessage`), by place; empty if most have none. */
  readonly kinds: ArrayLike<number>;
  /** Earlier pages, and how they related to it when later ones took their places. */
  readonly earlier: readonly { readonly page: ShortPage; readonly kind: number }[];
  /** Patterns of the URLs of all pages met, and what the pages share at them. */
  readonly patterns: TextPatterns;
  readonly shared: readonly TextAtPattern[];
  /** What the pages of a wall have in common, once a wall is known. */
  readonly wall: (CommonMessage & { readonly isBrief: boolean; pages: number }) | undefined;
  /** Number of long pages that have the name. */
  long: number;
  bytes: number;
}

/** The pages of a name that have one message, as far as the pages so far show. */
export interface MessageOfName {
  /** All that have it; none if they are not more than the long pages of the name. */
  readonly alike: readonly ShortPage[];
  /** Those among them that say hardly more than the message, likewise. */
  readonly brief: readonly ShortPage[];
}

/** What `add` returns about a page: no pages where it lacks the message, or says more. */
interface Told extends MessageOfName {
  /** What pages of the name share at patterns of their URLs, before and now. */
  readonly before: readonly TextAtPattern[];
  readonly shared: readonly TextAtPattern[];
}

/**
 * Finds which short pages of a crawl have one message, by host and names. Keeps as many as fit in 4 MB.
 * Each call costs O(grams of 8 pages).
 */
export class Namesakes {
  readonly #names = new Map<string, Name>();
  readonly #contentOf: (host: string, grams: BigUint64Array) => BigUint64Array;
  #bytes = 0;

  /** @param contentOf gives the grams of a page outside the known template of its site. Default: all its grams */
  constructor(contentOf: (host: string, grams: BigUint64Array) => BigUint64Array = (_, grams) => grams) {
    this.#contentOf = contentOf;
  }

  /** Whether a page has a message that is known to be a wall. */
  isWall(host: string, names: string, grams: BigUint64Array): boolean {
    const name = this.#names.get(keyOf(host, names));
    if (name?.wall === undefined || name.wall.pages <= name.long) return false;
    const { wall } = name;
    const kind = comparedToMessage(
      { grams, content: this.#contentOf(host, grams) },
      wall,
      leastOfBrief(wall.pages),
    );
    const isOfWall = kind >= (wall.isBrief ? ofMessage.briefly : ofMessage.it);
    if (isOfWall) wall.pages++;
    return isOfWall;
  }

  /**
   * Notes that a page that is no message has a name, if short pages have it, too. While such pages are as many as those of the message,
   * the name is that of a kind of pages, as `Source code` is of files that begin with one licence, and there is no message.
   */
  addLong(host: string, names: string): void {
    const name = this.#names.get(keyOf(host, names));
    if (name !== undefined) name.long++;
  }

  /** Adds a page. */
  add(host: string, names: string, page: ComparedPage): Told {
    const key = keyOf(host, names);
    const name = this.#names.get(key) ?? noName();
    const others = name.pages.filter(({ key }) => key !== page.key);
    const pages = [...others, page].slice(-mostPages);
    const before = name.earlier.filter(({ page: { key } }) => key !== page.key);
    const [first] = others;
    const kindOfFirst = kindOf(name, name.pages.indexOf(first));
    if (others.length === mostPages && kindOfFirst >= ofMessage.it) {
      const { grams: _, ...rest } = first;
      before.push({ page: rest, kind: kindOfFirst });
    }
    const earlier = before.slice(-mostEarlier);
    name.patterns.add(page.url, '', page.named);
    const shared = [...name.patterns.unlike()];
    const kinds = this.#kindsOf(host, pages);
    const now = { ...name, pages, kinds, earlier, shared };
    this.#set(key, now);
    const ofPage = kindOf(now, pages.length - 1);
    const atLeast = (least: number): readonly ShortPage[] => (ofPage >= least ? mostHaving(now, least) : []);
    return { alike: atLeast(ofMessage.it), brief: atLeast(ofMessage.briefly), before: name.shared, shared };
  }

  /**
   * Compares the pages of the names of a host again, with what is known of its template now. Returns those with one message, by name, where
   * more have it than before. O(names of all hosts, grams of 64 of the host)
   */
  again(host: string): readonly (MessageOfName & { readonly names: string })[] {
    const ofHost = keyOf(host, '');
    const several = Array.from(this.#names).filter(
      ([key, { pages, wall }]) => key.startsWith(ofHost) && pages.length > 1 && wall === undefined,
    );
    return several.slice(-mostAgain).flatMap(([key, name]) => {
      const kinds = this.#kindsOf(host, name.pages);
      if (name.pages.every((_, i) => kindOf({ kinds }, i) <= kindOf(name, i))) return [];
      const now = { ...name, kinds };
      this.#set(key, now);
      const [alike, brief] = [mostHaving(now, ofMessage.it), mostHaving(now, ofMessage.briefly)];
      return [{ names: key.slice(ofHost.length), alike, brief }];
    });
  }

  #kindsOf(host: string, pages: readonly ComparedPage[]): ArrayLike<number> {
    const contents = {
      gramsOf: (i: number) => pages[i].grams,
      contentOf: (i: number) => this.#contentOf(host, pages[i].grams),
    };
    return pagesOfOneMessage(pages.length, contents, leastOfBrief(pages.length)) ?? [];
  }

  /**
   * Notes that pages returned by `add`, `brief` or `alike`, are a wall. Returns what the name shared at patterns until
   * now.
   */
  addWall(
    host: string,
    names: string,
    pages: readonly ShortPage[],
    isBrief = false,
  ): readonly TextAtPattern[] {
    const key = keyOf(host, names);
    const name = this.#names.get(key) ?? noName();
    const sets = name.pages.flatMap((page) => (pages.includes(page) ? [page.grams] : []));
    const wall = {
      grams: gramsOfMost(sets),
      content: gramsOfMost(sets.map((grams) => this.#contentOf(host, grams))),
      isBrief,
      pages: pages.length,
    };
    const others = name.pages.filter((page) => !pages.includes(page));
    this.#set(key, { ...noName(), pages: others, wall, long: name.long });
    return name.shared;
  }

  /**
   * Notes what else the URL of a page gave (`ShortPage.beside`). Returns all pages with the same message; none if the page is not
   * remembered or has no message.
   */
  change(host: string, names: string, key: string, beside: number): readonly ShortPage[] {
    const id = keyOf(host, names);
    const name = this.#names.get(id);
    if (name === undefined) return [];
    const changed = <T extends ShortPage>(page: T): T => (page.key === key ? { ...page, beside } : page);
    const pages = name.pages.map(changed);
    const earlier = name.earlier.map(({ page, kind }) => ({ page: changed(page), kind }));
    this.#set(id, { ...name, pages, earlier });
    const alike = havingMessage({ ...name, pages, earlier }, ofMessage.it);
    return alike.some((page) => page.key === key) ? alike : [];
  }

  /** Forgets a page of these names. */
  forget(host: string, names: string, key: string): void {
    const name = this.#names.get(keyOf(host, names));
    if (name === undefined) return;
    const kept = name.pages.map((page, place) => ({ page, kind: kindOf(name, place) }));
    const others = kept.filter(({ page }) => page.key !== key);
    this.#set(keyOf(host, names), {
      ...name,
      pages: others.map(({ page }) => page),
      kinds: others.map(({ kind }) => kind),
      earlier: name.earlier.filter(({ page }) => page.key !== key),
    });
  }

  #set(key: string, name: Name): void {
    this.#bytes -= this.#names.get(key)?.bytes ?? 0;
    name.bytes = bytesOf(key, name);
    this.#bytes += name.bytes;
    this.#names.delete(key);
    this.#names.set(key, name);
    for (const [first, { bytes }] of this.#names) {
      if (this.#bytes <= mostBytes || first === key) break;
      this.#bytes -= bytes;
      this.#names.delete(first);
    }
  }
}

/** How much each of so many pages must share with their brief message (`pagesOfOneMessage`); undefined if no more than in a collection. */
function leastOfBrief(pages: number): number | undefined {
  return pages < mostPages ? leastOfFew : undefined;
}

function noName(): Name {
  const none = { pages: [], kinds: [], earlier: [], shared: [] };
  return {
    ...none,
    patterns: new TextPatterns(mostOfOne, mostOfSeveral),
    wall: undefined,
    long: 0,
    bytes: 0,
  };
}

/** How a page relates to the message of its name (`ofMessage`). @param place of the page */
function kindOf({ kinds }: Pick<Name, 'kinds'>, place: number): number {
  return kinds[place] ?? ofMessage.not;
}

/** The pages of a name that relate to its message in this way or more (`ofMessage`), the earlier ones first. */
function havingMessage(
  { pages, kinds, earlier }: Pick<Name, 'pages' | 'kinds' | 'earlier'>,
  least: number,
): readonly ShortPage[] {
  return [
    ...earlier.flatMap(({ page, kind }) => (kind >= least ? [page] : [])),
    ...pages.filter((_, i) => kinds[i] >= least),
  ];
}

/** Like `havingMessage`; none unless they are more than the long pages of the name. */
function mostHaving(name: Name, least: number): readonly ShortPage[] {
  const having = havingMessage(name, least);
  return having.length > name.long ? having : [];
}

/** @param names by which pages are compared (`comparedNames`) */
function keyOf(host: string, names: string): string {
  return `${host}\n${names}`;
}

function bytesOf(key: string, { pages, earlier, patterns, wall }: Name): number {
  let bytes = bytesOfName + 2 * key.length + bytesOfPattern * patterns.size;
  if (wall !== undefined) bytes += wall.grams.byteLength + wall.content.byteLength;
  for (const { grams } of pages) bytes += grams.byteLength;
  for (const { key, url, words, folders } of [...pages, ...earlier.map(({ page }) => page)])
    bytes += bytesOfPage + 2 * (key.length + url.length + words.length + folders.length);
  return bytes;
}
