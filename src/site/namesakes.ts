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
const briefShareOfFew = 2 / 3;
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

/** A page, with its gram set if that is kept: of the last eight. */
interface KnownPage {
  readonly page: ShortPage & { readonly grams?: BigUint64Array };
  /** How it relates to the message that most pages of its name have (`ofMessage`), or did when its gram set was let go. */
  readonly kind: number;
}

/** What is known about the short pages of a host that have all names in common. */
interface Name {
  /** Those without gram sets come first. */
  readonly pages: readonly KnownPage[];
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
      briefShareOf(wall.pages),
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
  add(host: string, names: string, page: ShortPage & { readonly grams: BigUint64Array }): Told {
    const key = keyOf(host, names);
    const name = this.#names.get(key) ?? noName();
    const others = name.pages.filter(({ page: { key } }) => key !== page.key);
    const earlier = others.filter((each) => !isCompared(each));
    const compared = [...others.filter(isCompared), { page, kind: ofMessage.not }];
    if (compared.length > mostPages) {
      const { page: first, kind } = compared.shift()!;
      const { grams: _, ...rest } = first;
      if (kind >= ofMessage.it) earlier.push({ page: rest, kind });
    }
    const pages = this.#compare(host, [...earlier.slice(-mostEarlier), ...compared]);
    name.patterns.add(page.url, '', page.named);
    const shared = [...name.patterns.unlike()];
    const now = { ...name, pages, shared };
    this.#set(key, now);
    const ofPage = pages.at(-1)!.kind;
    const atLeast = (least: number): readonly ShortPage[] => (ofPage >= least ? mostHaving(now, least) : []);
    return { alike: atLeast(ofMessage.it), brief: atLeast(ofMessage.briefly), before: name.shared, shared };
  }

  /**
   * Compares the pages of the names of a host again, with what is known of its template now. Returns those with one message, by name, where
   * more have it than before. O(names of all hosts, grams of 64 of the host)
   */
  compareAgain(host: string): readonly (MessageOfName & { readonly names: string })[] {
    const ofHost = keyOf(host, '');
    const several = Array.from(this.#names).filter(
      ([key, { pages, wall }]) =>
        key.startsWith(ofHost) && wall === undefined && pages.filter(isCompared).length > 1,
    );
    return several.slice(-mostAgain).flatMap(([key, name]) => {
      const pages = this.#compare(host, name.pages);
      if (pages.every(({ kind }, i) => kind <= name.pages[i].kind)) return [];
      const now = { ...name, pages };
      this.#set(key, now);
      const [alike, brief] = [mostHaving(now, ofMessage.it), mostHaving(now, ofMessage.briefly)];
      return [{ names: key.slice(ofHost.length), alike, brief }];
    });
  }

  /** The same pages, with what their gram sets show now. */
  #compare(host: string, pages: readonly KnownPage[]): readonly KnownPage[] {
    const compared = pages.filter(isCompared);
    const gramsOf = (i: number): BigUint64Array => compared[i].page.grams!;
    const contents = { gramsOf, contentOf: (i: number) => this.#contentOf(host, gramsOf(i)) };
    const kinds = pagesOfOneMessage(compared.length, contents, briefShareOf(compared.length));
    return [
      ...pages.filter((each) => !isCompared(each)),
      ...compared.map(({ page }, i) => ({ page, kind: kinds?.[i] ?? ofMessage.not })),
    ];
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
    const isOfWall = ({ page }: KnownPage): boolean => pages.includes(page);
    const compared = name.pages.filter(isCompared);
    const sets = compared.filter(isOfWall).map(({ page }) => page.grams!);
    const wall = {
      grams: gramsOfMost(sets),
      content: gramsOfMost(sets.map((grams) => this.#contentOf(host, grams))),
      isBrief,
      pages: pages.length,
    };
    const others = compared.filter((each) => !isOfWall(each));
    const unlike = others.map(({ page }) => ({ page, kind: ofMessage.not }));
    this.#set(key, { ...noName(), pages: unlike, wall, long: name.long });
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
    const pages = name.pages.map(({ page, kind }) => ({
      page: page.key === key ? { ...page, beside } : page,
      kind,
    }));
    this.#set(id, { ...name, pages });
    const alike = havingMessage(pages, ofMessage.it);
    return alike.some((page) => page.key === key) ? alike : [];
  }

  /** Forgets a page of these names. */
  forget(host: string, names: string, key: string): void {
    const name = this.#names.get(keyOf(host, names));
    if (name === undefined) return;
    const pages = name.pages.filter(({ page }) => page.key !== key);
    this.#set(keyOf(host, names), { ...name, pages });
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
function briefShareOf(pages: number): number | undefined {
  return pages < mostPages ? briefShareOfFew : undefined;
}

function noName(): Name {
  const patterns = new TextPatterns(mostOfOne, mostOfSeveral);
  return { pages: [], shared: [], patterns, wall: undefined, long: 0, bytes: 0 };
}

function isCompared({ page }: KnownPage): boolean {
  return page.grams !== undefined;
}

/** The pages that relate to the message of their name in this way or more (`ofMessage`), the earlier ones first. */
function havingMessage(pages: readonly KnownPage[], least: number): readonly ShortPage[] {
  return pages.flatMap(({ page, kind }) => (kind >= least ? [page] : []));
}

/** Like `havingMessage`; none unless they are more than the long pages of the name. */
function mostHaving({ pages, long }: Name, least: number): readonly ShortPage[] {
  const having = havingMessage(pages, least);
  return having.length > long ? having : [];
}

/** @param names by which pages are compared (`comparedNames`) */
function keyOf(host: string, names: string): string {
  return `${host}\n${names}`;
}

function bytesOf(key: string, { pages, patterns, wall }: Name): number {
  let bytes = bytesOfName + 2 * key.length + bytesOfPattern * patterns.size;
  if (wall !== undefined) bytes += wall.grams.byteLength + wall.content.byteLength;
  for (const { page } of pages) {
    const { key, url, words, folders, grams } = page;
    bytes += bytesOfPage + 2 * (key.length + url.length + words.length + folders.length);
    bytes += grams?.byteLength ?? 0;
  }
  return bytes;
}
