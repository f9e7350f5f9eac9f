import { countBoundary } from '../grams/boundary-grams.ts';
import type { JudgedPage } from '../site/pair-rule.ts';
import type { Journal } from './journal.ts';

/** A page of a journal. Only what is asked for is read from disk. */
export class JournalPage implements JudgedPage {
  readonly #journal: Journal;
  readonly #page: number;
  readonly identity: string;
  readonly contentSize: number;

  constructor(journal: Journal, page: number, identity: string, contentSize: number) {
    this.#journal = journal;
    this.#page = page;
    this.identity = identity;
    this.contentSize = contentSize;
  }

  get host(): string {
    return this.#journal.hostOf(this.#page);
  }

  get url(): string {
    return this.#journal.factsOf(this.#page).url;
  }

  get names(): readonly string[] {
    return this.#journal.factsOf(this.#page).names;
  }

  get size(): number {
    return this.#journal.sizeOf(this.#page);
  }

  get boundarySize(): number {
    return countBoundary(this.#journal.boundaryOf(this.#page));
  }
}
