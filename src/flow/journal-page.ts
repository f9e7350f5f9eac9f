import { countBoundary } from '../grams/boundary-grams.ts';
import type { JudgedPage } from '../site/pair-rule.ts';
import type { Journal } from './journal.ts';
import { RecentValues } from './recent-values.ts';

/** Pages that stay in memory, some 3 MB. */
const RECENT_PAGES = 1 << 15;

/** The pages of a journal by number, as they are judged. A page has many pairs, so that recent ones are made once. */
export function judgedPages(
  journal: Journal,
  identityOf: (page: number) => string,
  contentSizeOf: (page: number) => number,
): (page: number) => JudgedPage {
  const recent = new RecentValues<JournalPage>(RECENT_PAGES);
  return (page) =>
    recent.get(page) ??
    recent.set(page, new JournalPage(journal, page, identityOf(page), contentSizeOf(page)));
}

/** A page of a journal. Only what is asked for is read from disk. */
class JournalPage implements JudgedPage {
  readonly #journal: Journal;
  readonly #page: number;
  readonly host: string;
  readonly identity: string;
  readonly size: number;
  readonly contentSize: number;
  #boundarySize = -1;

  constructor(journal: Journal, page: number, identity: string, contentSize: number) {
    this.#journal = journal;
    this.#page = page;
    this.host = journal.hostOf(page);
    this.identity = identity;
    this.size = journal.sizeOf(page);
    this.contentSize = contentSize;
  }

  get url(): string {
    return this.#journal.factsOf(this.#page).url;
  }

  get names(): readonly string[] {
    return this.#journal.factsOf(this.#page).names;
  }

  get boundarySize(): number {
    if (this.#boundarySize < 0) this.#boundarySize = countBoundary(this.#journal.boundaryOf(this.#page));
    return this.#boundarySize;
  }
}
