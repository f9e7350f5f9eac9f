import { hash64 } from '../grams/hash.ts';

/** Code units of text that are kept: 4 Mi take 4 to 8 MB, and what was made of them about as much again. */
const MOST_UNITS = 4 << 20;
/** What a text takes beside its own units, in units. */
const ENTRY_UNITS = 128;

/**
 * What was made of the texts met last, so that equal texts are worked on once: about half of those of a site with
 * several versions of its documentation repeat.
 *
 * Texts are told apart as they are; their hash only says where to look, so that nobody gains by two texts of one
 * hash. Longer texts than a sixteenth of what is kept are not kept. Cost of a look-up: O(text), about a twentieth of
 * making its grams.
 */
export class RecentTexts<Made> {
  readonly #most: number;
  /** The text met longest ago comes first. */
  readonly #known = new Map<bigint, { readonly text: string; readonly made: Made }>();
  #units = 0;

  constructor(most: number = MOST_UNITS) {
    this.#most = most;
  }

  /** What `make` made of this text, now or earlier. */
  get(text: string, make: (text: string) => Made): Made {
    if (16 * text.length > this.#most) return make(text);
    const hash = hash64(Buffer.from(text, 'utf16le'));
    const known = this.#known.get(hash);
    if (known !== undefined) {
      this.#known.delete(hash);
      if (known.text === text) {
        this.#known.set(hash, known);
        return known.made;
      }
      this.#units -= unitsOf(known.text);
    }
    const made = make(text);
    this.#known.set(hash, { text, made });
    this.#units += unitsOf(text);
    for (const [oldest, { text: forgotten }] of this.#known) {
      if (this.#units <= this.#most) break;
      this.#known.delete(oldest);
      this.#units -= unitsOf(forgotten);
    }
    return made;
  }
}

function unitsOf(text: string): number {
  return ENTRY_UNITS + text.length;
}
