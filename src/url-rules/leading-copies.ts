import { BoundedMap } from './bounded-map.ts';
import { hash53 } from './url-parts.ts';

/** Most copies that are remembered until they lead to something new, and most contents of those that did; some 50 bytes each. */
const MOST_COPIES = 1 << 15;
/**
 * So many copies of one content may lead to something new before that counts against a parameter. Copies with session ids
 * do so by chance, when they come before their originals; the pages of a gallery all have one content.
 */
const FEW_LEADING = 8;

/** Which contents have many copies whose links are content of their own. Not stored: each process begins with none. */
export class LeadingCopies {
  /** Hashes of the URLs of copies that have led to nothing new so far, with those of their contents. */
  readonly #contents = new BoundedMap<number, number>(MOST_COPIES);
  /** How many copies of a content have. */
  readonly #counts = new BoundedMap<number, number>(MOST_COPIES);

  /** Learns that a page repeats another one. @param content hash of its content */
  add(page: string, content: number): void {
    this.#contents.set(hash53(page), content);
  }

  /** Learns that a page led to something new. Returns whether it is a copy, and many of its content have before. */
  ledOn(page: string): boolean {
    const content = this.#contents.get(hash53(page));
    if (content === undefined) return false;
    this.#contents.delete(hash53(page));
    const leading = (this.#counts.get(content) ?? 0) + 1;
    this.#counts.set(content, leading);
    return leading > FEW_LEADING;
  }
}
