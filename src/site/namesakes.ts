import {
  type CommonMessage,
  comparedToMessage,
  gramsOfMost,
  ofMessage,
  pagesOfOneMessage,
} from './one-message.ts';
import { type TextAtPattern, TextPatterns } from './url-patterns.ts';

/** Pages of one name whose gram sets are kept while no wall is known among them. */
const mostPages = 8;
/** What a brief message shares beside the template at least: the first of some pages that are alike say less than all of them, of which half is enough. */
const leastOfBrief = 2 / 3;
/** Bound on what is kept of all names together; those met longest ago are forgotten. */
const mostBytes = 4 << 20;
/** Beside strings and grams. */
const bytesOfName = 300;
const bytesOfPage = 200;
const bytesOfPattern = 400;

/** A short page that does not name what its URL does. */
interface ShortPage {
  readonly key: string;
  readonly url: string;
  /** Which parts of its URL it names (`namedParts`). */
  readonly named: number;
  /** Of its URL (`urlWords`), one space between two. */
  readonly words: string;
  readonly grams: BigUint64Array;
}

/** What is known of the short pages of a host that have all names in common. */
interface Name {
  readonly pages: readonly ShortPage[];
  /** Of the URLs of all pages that were met, and what they share there. */
  readonly patterns: TextPatterns;
  readonly shared: readonly TextAtPattern[];
  /** What the pages of a wall have in common, once one is known. */
  readonly wall: (CommonMessage & { readonly isBrief: boolean }) | undefined;
  bytes: number;
}

/** What is told of a page when it is added, by what has come. */
interface Told {
  /** The page and those before it that are of one message with it; none where it is of no message. */
  readonly alike: readonly ShortPage[];
  /** Those that say hardly more, the page among them, or none. */
  readonly brief: readonly ShortPage[];
  /** What pages of the name share at patterns of their URLs, before and now. */
  readonly before: readonly TextAtPattern[];
  readonly shared: readonly TextAtPattern[];
}

/**
 * The short pages of a crawl by host and names, as many as have room in 4 MB: which of them are of one message.
 * To ask or to tell costs O(grams of 8 pages).
 */
export class Namesakes {
  readonly #names = new Map<string, Name>();
  readonly #contentOf: (host: string, grams: BigUint64Array) => BigUint64Array;
  #bytes = 0;

  /** @param contentOf what a page has beside the template of its site, as far as that is known: all of it unless told */
  constructor(contentOf: (host: string, grams: BigUint64Array) => BigUint64Array = (_, grams) => grams) {
    this.#contentOf = contentOf;
  }

  /** Whether a page is of a message that is known for a wall. */
  isWall(host: string, identity: string, grams: BigUint64Array): boolean {
    const wall = this.#names.get(keyOf(host, identity))?.wall;
    if (wall === undefined) return false;
    const kind = comparedToMessage({ grams, content: this.#contentOf(host, grams) }, wall, leastOfBrief);
    return kind >= (wall.isBrief ? ofMessage.briefly : ofMessage.it);
  }

  /** Adds a page. */
  add(host: string, identity: string, page: ShortPage): Told {
    const key = keyOf(host, identity);
    const name = this.#names.get(key) ?? noName();
    const pages = [...name.pages.filter((earlier) => earlier.key !== page.key), page].slice(-mostPages);
    name.patterns.add(page.url, '', page.named);
    const shared = [...name.patterns.unlike()];
    this.#set(key, { ...name, pages, shared });
    const contents = {
      gramsOf: (i: number) => pages[i].grams,
      contentOf: (i: number) => this.#contentOf(host, pages[i].grams),
    };
    const kinds = pagesOfOneMessage(pages.length, contents, leastOfBrief) ?? [];
    const atLeast = (least: number): readonly ShortPage[] =>
      kinds[pages.length - 1] >= least ? pages.filter((_, i) => kinds[i] >= least) : [];
    return { alike: atLeast(ofMessage.it), brief: atLeast(ofMessage.briefly), before: name.shared, shared };
  }

  /** Notes that some pages that `add` returned are of a wall, as brief ones or as alike; returns what the name shared at patterns until now. */
  addWall(
    host: string,
    identity: string,
    pages: readonly ShortPage[],
    isBrief = false,
  ): readonly TextAtPattern[] {
    const key = keyOf(host, identity);
    const name = this.#names.get(key) ?? noName();
    const wall = {
      grams: gramsOfMost(pages.map(({ grams }) => grams)),
      content: gramsOfMost(pages.map(({ grams }) => this.#contentOf(host, grams))),
      isBrief,
    };
    this.#set(key, { ...noName(), pages: name.pages.filter((page) => !pages.includes(page)), wall });
    return name.shared;
  }

  /** Forgets a page of these names. */
  forget(host: string, identity: string, key: string): void {
    const name = this.#names.get(keyOf(host, identity));
    if (name === undefined) return;
    this.#set(keyOf(host, identity), { ...name, pages: name.pages.filter((page) => page.key !== key) });
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

function noName(): Name {
  return { pages: [], patterns: new TextPatterns(), shared: [], wall: undefined, bytes: 0 };
}

function keyOf(host: string, identity: string): string {
  return `${host}\n${identity}`;
}

function bytesOf(key: string, { pages, shared, wall }: Name): number {
  let bytes = bytesOfName + 2 * key.length + bytesOfPattern * (1 + shared.length);
  if (wall !== undefined) bytes += wall.grams.byteLength + wall.content.byteLength;
  for (const { key, url, words, grams } of pages)
    bytes += bytesOfPage + 2 * (key.length + url.length + words.length) + grams.byteLength;
  return bytes;
}
