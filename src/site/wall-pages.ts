/** The properties of pages by which walls are found, by page number. */
export interface WallPages {
  readonly length: number;
  /** Number of hosts. */
  readonly hosts: number;
  /** The number of a page's host, from 0. */
  hostNumberOf(page: number): number;
  urlOf(page: number): string;
  /** Whether a page is an article. A wall never replaces pages of other kinds. */
  isArticle(page: number): boolean;
  /** The `messageDigest` of a page's text; undefined if that is no message: it is long, or states the number of its URL. */
  messageOf(page: number): number | undefined;
  /** What a page with a message calls itself; undefined for other pages, and for a label without a name. */
  namesOf(page: number): OwnNames | undefined;
  /** 32-bit digest of what a page calls itself, as a short page shows it; 0 for a page without a name. */
  nameOf(page: number): number;
  /** Whether a page names what its URL names; undefined if the URL has no words. */
  isNamedByUrl(page: number): boolean | undefined;
  /**
   * Whether a page's message says all words of its URL (`Naming.saysUrl`), and other pages have this message, too. What it says is then no
   * echo of the address that was asked for: `cos, cosf, cosl: cosine function` is the page of each of these.
   */
  saysUrl(page: number): boolean;
  /** Whether pages of two clusters repeat each other, perhaps through others: no cluster has two known pages. */
  areLinked?(a: number, b: number): boolean;
}

/** What a page calls itself. */
export interface OwnNames {
  /** Equal for equal names. */
  readonly key: number;
  /** Which parts of its URL the names contain (`urlParts`). */
  readonly named: number;
  /** A number for its title, if this is none of these, as the page hides it (`Naming`). */
  readonly hiddenTitle?: number;
}

/** The pages of one text. */
export type TextGroup = ArrayLike<number> & Iterable<number>;

/** The pages of each text, in any order. Iterated more than once. */
export type TextGroups = Iterable<TextGroup>;

/** The pages of a text on each of its hosts, ascending: one host after the other, since a message may be on a million. */
export function* pagesOfEachHost(
  members: TextGroup,
  { hostNumberOf }: Pick<WallPages, 'hostNumberOf'>,
): Generator<Uint32Array> {
  const byHost = Uint32Array.from(members).sort((x, y) => hostNumberOf(x) - hostNumberOf(y) || x - y);
  for (let from = 0, to = 0; from < byHost.length; from = to) {
    do to++;
    while (to < byHost.length && hostNumberOf(byHost[to]) === hostNumberOf(byHost[from]));
    yield byHost.subarray(from, to);
  }
}
