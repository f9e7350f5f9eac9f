import { gramsOfMost, isOfOneMessage } from './one-message.ts';

/** Pages of one name whose gram sets are kept while no wall is known among them. */
const mostPages = 8;
/** Bound on what is kept of all names together; those met longest ago are forgotten. */
const mostBytes = 4 << 20;
/** Beside strings and grams. */
const bytesOfName = 300;
const bytesOfPage = 200;

/** A short page that does not name what its URL does. */
interface ShortPage {
  readonly key: string;
  /** Of its URL (`urlWords`), one space between two. */
  readonly words: string;
  readonly grams: BigUint64Array;
}

/** What is known of the short pages of a host that have all names in common. */
interface Name {
  pages: ShortPage[];
  /** What the pages of a wall have in common, once one is known. */
  wall: BigUint64Array | undefined;
  bytes: number;
}

/**
 * The short pages of a crawl by host and names, as many as have room in 4 MB: which of them are of one message.
 * To ask or to tell costs O(grams of 8 pages).
 */
export class Namesakes {
  readonly #names = new Map<string, Name>();
  #bytes = 0;

  /** Whether a page is of a message that is known for a wall. */
  isWall(host: string, identity: string, grams: BigUint64Array): boolean {
    const wall = this.#names.get(keyOf(host, identity))?.wall;
    return wall !== undefined && isOfOneMessage(grams, wall);
  }

  /** Adds a page; returns it and those before it that are of one message with it, none where it is of no message. */
  add(host: string, identity: string, page: ShortPage): readonly ShortPage[] {
    const key = keyOf(host, identity);
    const name = this.#names.get(key) ?? { pages: [], wall: undefined, bytes: 0 };
    const pages = [...name.pages.filter((earlier) => earlier.key !== page.key), page].slice(-mostPages);
    this.#set(key, { ...name, pages });
    if (pages.length < 2) return [];
    const common = gramsOfMost(pages.map(({ grams }) => grams));
    return isOfOneMessage(page.grams, common)
      ? pages.filter(({ grams }) => isOfOneMessage(grams, common))
      : [];
  }

  /** Notes that some pages that `add` returned are of a wall. */
  addWall(host: string, identity: string, pages: readonly ShortPage[]): void {
    const key = keyOf(host, identity);
    const left = this.#names.get(key)?.pages.filter((page) => !pages.includes(page)) ?? [];
    this.#set(key, { pages: left, wall: gramsOfMost(pages.map(({ grams }) => grams)), bytes: 0 });
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

function keyOf(host: string, identity: string): string {
  return `${host}\n${identity}`;
}

function bytesOf(key: string, { pages, wall }: Name): number {
  let bytes = bytesOfName + 2 * key.length + (wall?.byteLength ?? 0);
  for (const { key, words, grams } of pages)
    bytes += bytesOfPage + 2 * (key.length + words.length) + grams.byteLength;
  return bytes;
}
