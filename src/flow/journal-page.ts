import { countBoundary } from '../grams/boundary-grams.ts';
import type { JudgedPage } from '../site/pair-rule.ts';
import type { Journal } from './journal.ts';

/** Pages that stay in memory, some 3 MB. */
const RECENT_PAGES = 1 << 15;

/** The pages of a journal by number, as they are judged. A page has many pairs, so that recent ones are made once. */
export function judgedPages(
  journal: Journal,
  identityOf: (page: number) => string,
  contentSizeOf: (page: number) => number,
): (page: number) => JudgedPage {
  // of this length from the start: an array that grows by leaps becomes a table
  const recent = new Array<JournalPage | undefined>(RECENT_PAGES);
  return (page) => {
    const known = recent[page % RECENT_PAGES];
    if (known?.number === page) return known;
    const made = new JournalPage(journal, page, identityOf(page), contentSizeOf(page));
    recent[page % RECENT_PAGES] = made;
    return made;
  };
}

/** A page of a journal. Only what is asked for is read from disk. */
class JournalPage implements JudgedPage {
  readonly #journal: Journal;
  readonly number: number;
  readonly host: string;
  readonly identity: string;
  readonly size: number;
  readonly contentSize: number;
  #boundarySize = -1;

  constructor(journal: Journal, page: number, identity: string, contentSize: number) {
    this.#journal = journal;
    this.number = page;
    this.host = journal.hostOf(page);
    this.identity = identity;
    this.size = journal.sizeOf(page);
    this.contentSize = contentSize;
  }

  get url(): string {
    return this.#journal.factsOf(this.number).url;
  }

  get names(): readonly string[] {
    return this.#journal.factsOf(this.number).names;
  }

  get boundarySize(): number {
    if (this.#boundarySize < 0) this.#boundarySize = countBoundary(this.#journal.boundaryOf(this.number));
    return this.#boundarySize;
  }
}
