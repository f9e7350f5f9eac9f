import { takeFirst } from '../first-entry.ts';

/** Code units of text that are kept: 4 Mi take 4 to 8 MB, and what was made of them about as much again. */
const MOST_UNITS = 4 << 20;
/** What a text takes beside its own units, in units. */
const ENTRY_UNITS = 128;

/**
 * What was made of the texts met last, so that equal texts are worked on once: about half of those of a site with
 * several versions of its documentation repeat.
 *
 * Longer texts than a sixteenth of what is kept are not kept. Cost of a look-up: O(text), some nanoseconds a unit; V8 looks
 * for strings of more than 16,383 units by their length alone, so that among many of one length it compares at most all
 * units that are kept.
 */
export class RecentTexts<Made> {
  readonly #most: number;
  /** The text met longest ago comes first. */
  readonly #known = new Map<string, { readonly made: Made }>();
  #units = 0;

  constructor(most: number = MOST_UNITS) {
    this.#most = most;
  }

  /** What `make` made of this text, now or earlier. */
  get(text: string, make: (text: string) => Made): Made {
    if (16 * text.length > this.#most) return make(text);
    const known = this.#known.get(text);
    if (known !== undefined) {
      this.#known.delete(text);
      this.#known.set(text, known);
      return known.made;
    }
    const made = make(text);
    this.#known.set(text, { made });
    this.#units += unitsOf(text);
    // the last one is not forgotten: it is a small part of what is kept
    while (this.#units > this.#most) this.#units -= unitsOf(takeFirst(this.#known)[0]);
    return made;
  }
}

function unitsOf(text: string): number {
  return ENTRY_UNITS + text.length;
}
