/** What is looked at of pages, by number. */
export interface WallPages {
  readonly length: number;
  /** How many hosts there are. */
  readonly hosts: number;
  /** The number of a page's host, from 0. */
  hostNumberOf(page: number): number;
  urlOf(page: number): string;
  /** Pages of other kinds are none that a wall stands for. */
  isArticle(page: number): boolean;
  /** What a page with a message calls itself; undefined of other pages, and of a label without a name. */
  namesOf(page: number): OwnNames | undefined;
  /** A digest (32 bits) of what a page calls itself, as a short one shows it; 0 of a page without a name. */
  nameOf(page: number): number;
  /** Whether a page names what its URL does; undefined where the URL has no words. */
  isNamedByUrl(page: number): boolean | undefined;
  /** Whether two pages of no cluster in common repeat each other all the same, themselves or by others: known pages stand each for itself. */
  areLinked?(a: number, b: number): boolean;
}

/** What a page calls itself. */
export interface OwnNames {
  /** Equal for equal names. */
  readonly key: number;
  /** Which parts of its URL do as well (`urlParts`). */
  readonly named: number;
}

/** Pages by text: those of each one, in any order, gone through more than once. */
export type TextGroups = Iterable<ArrayLike<number> & Iterable<number>>;
