import { ChangedUrls, NamesAtUrl, TextsAtUrl, withTexts } from './changed-urls.ts';
import { isNamedByUrl as isNamed } from './named-by-url.ts';
import { type Naming, nameToCompare, ownNamesOf } from './own-names.ts';
import { textHash } from './text-hash.ts';
import { NamesOfText } from './unlike-urls.ts';
import { patternsOf, type TextAtPattern, TextPatterns } from './url-patterns.ts';
import { type ComparedUrl, comparedUrl } from './url-words.ts';
import { type Named, none } from './wall-evidence.ts';

/** A page of a crawl. */
export interface CrawledText extends Naming {
  readonly key: string;
  readonly url: string;
  readonly host: string;
  /** Ascending and distinct. */
  readonly grams: BigUint64Array;
  /** All names that the page calls itself. */
  readonly identity?: string;
  /** What its URL gave the last time, if that was something else. */
  readonly before?: Pick<CrawledText, 'key' | 'identity'> & {
    /** The key of the page whose text that was: its own, or that of the page that it repeated. */
    readonly text?: string;
  };
  /** The earlier page that it repeats, if it does. */
  readonly repeats?: {
    readonly key: string;
    readonly url: string;
    /** If it is not that of the page. */
    readonly host?: string;
    readonly isNamedByUrl?: boolean | undefined;
  };
}

/** A page of a text. */
interface SeenPage extends ComparedUrl {
  readonly url: string;
  readonly isNamedByUrl: boolean | undefined;
  /** Whether it names its URL, or has the message of another page and says the words of its URL there. */
  readonly isNamed: boolean;
  /** What a page with a message calls itself. */
  readonly own: ReturnType<typeof ownNamesOf>;
  /** A digest of its names (`NamesOfText`); 0 without. */
  readonly name: number;
  /** What else its URL gave (`withTexts`). */
  readonly beside: number;
}

/** A text that more than one page of a site has, or a message. */
export interface Text {
  /** The pages that have it, by key. */
  readonly pages: Map<string, SeenPage>;
  named: Named;
  /** What `Site.patterns` counts as shared by its pages. */
  shared: readonly TextAtPattern[];
  /** Whether pages that are no messages share it, so that they count also where messages are compared by their names. */
  isLong: boolean;
  isWall: boolean;
}

/** A text with one page, or with none yet. */
export function textOf(page?: Pick<CrawledText, 'key' | 'url' | 'isNamedByUrl'>): Text {
  if (page === undefined) return { pages: new Map(), named: none, shared: [], isLong: false, isWall: false };
  return { ...textOf(), pages: new Map([[page.key, seen(page)]]), named: added(none, page.isNamedByUrl) };
}

/** What is remembered of a page for its text. @param isShared whether other pages have its message, too (`WallPages.saysUrl`) */
export function seen(
  {
    url,
    isNamedByUrl,
    message,
    saysUrl,
    hidesTitle,
    identity = '',
    before,
  }: Omit<CrawledText, 'key' | 'host' | 'grams' | 'repeats'>,
  isShared = false,
): SeenPage {
  const own = message === undefined ? undefined : ownNamesOf(url, namesIn(identity), message, hidesTitle);
  const beside = before === undefined ? 0 : givenBeside(url, identity, before.identity, before.text);
  const isNamed = isNamedByUrl === true || (saysUrl === true && isShared);
  const name = message === undefined ? identity : comparedNames(url, identity);
  return {
    url,
    ...comparedUrl(url),
    isNamedByUrl,
    isNamed,
    own,
    beside,
    name: name === '' ? 0 : textHash(name, 0),
  };
}

/**
 * What a URL gave besides a page with an identity, if it also gave a page with another text and identity.
 *
 * @param text the key of the page whose text that other one was
 */
export function givenBeside(url: string, identity = '', other = '', text?: string): number {
  const nameOf = (identity: string): number =>
    identity === '' ? 0 : textHash(comparedNames(url, identity), 0);
  const names = new NamesAtUrl();
  for (const each of [identity, other]) names.add(nameOf(each));
  const texts = new TextsAtUrl();
  texts.add(text === undefined ? undefined : textHash(text, 0));
  return withTexts(names.beside(nameOf(identity), true), texts.beside(-1));
}

/** Whether a page has a message and does not name what its URL names. */
export function isShort({ own, isNamedByUrl }: SeenPage): boolean {
  return own !== undefined && isNamedByUrl !== true;
}

/** Whether pages of one text are those of a wall, by what else their URLs gave. @param isShort as for `ChangedUrls.add` */
export function haveChanged<Page extends Pick<SeenPage, 'url' | 'beside'>>(
  pages: Iterable<Page>,
  isShort: (page: Page) => boolean,
): boolean {
  const urls = new ChangedUrls();
  for (const page of pages) urls.add(page.url, page.beside, isShort(page));
  return urls.areOfWall;
}

/** Whether each page of a text has a name of its own (`NamesOfText`). The first page, which the others repeat, may have come without its name. */
export function haveNamesEach(pages: readonly SeenPage[]): boolean {
  const names = new NamesOfText();
  for (const { name } of pages[0]?.name === 0 ? pages.slice(1) : pages) names.add(name);
  return names.areApart;
}

/** What pages with a message share at the patterns for which they have unlike URLs. */
export function unlikeIn(pages: Iterable<SeenPage>): TextAtPattern[] {
  const patterns = new TextPatterns();
  for (const { url, own } of pages) {
    if (own !== undefined) patterns.add(url, own.names.join('\n'), own.named, own.hiddenTitle);
  }
  return [...patterns.unlike()];
}

/** What pages with a text that is no message share at the patterns for which they have unlike URLs, whatever their names. */
export function unlikeWithoutMessage(pages: Iterable<SeenPage>): TextAtPattern[] {
  const patterns = new TextPatterns();
  for (const { url } of pages) patterns.add(url, '', 0);
  return [...patterns.unlike()];
}

/** The names by which a page with an identity is compared with others (`nameToCompare`), one a line. */
export function comparedNames(url: string, identity: string): string {
  return nameToCompare(url, namesIn(identity)).join('\n');
}

/** The names in an identity, one a line. */
function namesIn(identity: string): string[] {
  return identity === '' ? [] : identity.split('\n');
}

/**
 * Whether a text belongs to a page: it names what the page's URL names, and not only a folder or the like, as all pages of a
 * pattern do. Such a page stands for no other one, wherever else its site shows it.
 */
export function ownsText(page: CrawledText): boolean {
  const { url, isNamedByUrl, message } = page;
  if (isNamedByUrl !== true) return false;
  const own = message === undefined ? undefined : seen(page).own;
  return own === undefined || patternsOf(url).every(({ open }) => (open & own.named) !== 0);
}

/** Whether a page repeats one that names what its URL names, by the names that both have. */
export function isCopy({ repeats, identity = '' }: CrawledText): boolean {
  return repeats !== undefined && identity !== '' && isNamed(repeats.url, '', [identity]) === true;
}

/** The counts with one more page. */
export function added({ worded, named }: Named, isNamedByUrl: boolean | undefined): Named {
  if (isNamedByUrl === undefined) return { worded, named };
  return { worded: worded + 1, named: named + (isNamedByUrl ? 1 : 0) };
}
