import { countBoundary } from '../grams/boundary-grams.ts';
import type { JudgedPage } from '../site/judged-pages.ts';
import { type UrlEnd, urlEnd } from '../site/places.ts';
import type { Journal } from './journal.ts';
import type { NamedPages } from './named-pages.ts';
import { RecentValues } from './recent-values.ts';

/** Pages that stay in memory, some 3 MB, and the ends of their URLs, as much again. */
const RECENT_PAGES = 1 << 15;

/** The pages of a journal by number, as they are judged. A page has many pairs, so that recent ones are made once. */
export function judgedPages(
  journal: Journal,
  named: Omit<NamedPages, 'unnamed'>,
  contentSizeOf: (page: number) => number,
): (page: number) => JudgedPage {
  const recent = new RecentValues<JournalPage>(RECENT_PAGES);
  const lists = new SharedLists();
  return (page) =>
    recent.get(page) ?? recent.set(page, new JournalPage(journal, page, named, contentSizeOf(page), lists));
}

/** Lists of names, so that equal ones are the same: pairs of versions compare them, which took an eighth of the time of judging. */
class SharedLists {
  readonly #known = new Map<string, readonly string[]>();

  share(names: readonly string[]): readonly string[] {
    const text = names.join('\n');
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (this.#known.size === RECENT_PAGES) this.#known.clear();
    this.#known.set(text, names);
    return names;
  }
}

/** A page of a journal. Only what is asked for is read from disk. */
class JournalPage implements JudgedPage {
  readonly #journal: Journal;
  readonly #page: number;
  readonly host: string;
  readonly identity: string;
  readonly listed: number;
  readonly ownHeadings: number;
  readonly size: number;
  readonly contentSize: number;
  readonly #lists: SharedLists;
  #names: readonly string[] | undefined;
  #end: UrlEnd | undefined;
  #boundarySize = -1;

  constructor(
    journal: Journal,
    page: number,
    { identities, listed, ownHeadings }: Omit<NamedPages, 'unnamed'>,
    contentSize: number,
    lists: SharedLists,
  ) {
    this.#journal = journal;
    this.#page = page;
    this.#lists = lists;
    this.host = journal.hostOf(page);
    this.identity = identities.at(page);
    this.listed = listed[page];
    this.ownHeadings = ownHeadings[page];
    this.size = journal.sizeOf(page);
    this.contentSize = contentSize;
  }

  get url(): string {
    return this.#journal.factsOf(this.#page).url;
  }

  /** Looking it up for each pair took a fifth of the time of judging. */
  get end(): UrlEnd {
    this.#end ??= urlEnd(this.url);
    return this.#end;
  }

  get names(): readonly string[] {
    this.#names ??= this.#lists.share(this.#journal.factsOf(this.#page).names);
    return this.#names;
  }

  get boundarySize(): number {
    if (this.#boundarySize < 0) this.#boundarySize = countBoundary(this.#journal.boundaryOf(this.#page));
    return this.#boundarySize;
  }
}
