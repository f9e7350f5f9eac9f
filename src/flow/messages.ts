import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { ofMessage, pagesOfOneMessage } from '../site/one-message.ts';
import { nameToCompare } from '../site/own-names.ts';
import { KeyedPages, PageGroups } from '../site/page-groups.ts';
import { textHash } from '../site/text-hash.ts';
import { areVersions } from '../site/url-patterns.ts';
import type { Journal } from './journal.ts';
import type { PageFacts } from './page-grams.ts';

/** Groups of short articles with one message, as far as that is known without their URLs. Memory: 5 bytes for each page of a group. */
export interface Messages {
  /** Pages that differ only in numbers and their own URL, whatever their similarity: in a message of ten words a URL changes most grams. */
  readonly equal: PageGroups;
  /**
   * Pages of one host and name with one message (`pagesOfOneMessage`): a menu next to a message of ten words lacks the entry of its own
   * page, and a list of articles differs on each page.
   */
  readonly alike: PageGroups;
  /** Those of them that contain hardly anything else. */
  readonly brief: PageGroups;
  /** All pages of one host and name. */
  readonly namesakes: PageGroups;
}

/**
 * The messages among pages. O(pages + grams of the pages of one name). Further memory: 30 bytes for each page with a message while pages
 * are grouped, and the grams of 4,096 pages of one name.
 *
 * @param contents grams of pages outside the templates of their sites
 */
export function messagesAmong(journal: Journal, contents: Pick<GramSets, 'sizeOf' | 'read'>): Messages {
  const equal = groupsOf(journal, ({ message }) => message);
  const namesakes = groupsOf(journal, ({ url, names }, host) =>
    names.length === 0 ? undefined : namesKey(host, nameToCompare(url, names)),
  );
  const [gramsOf, contentOf] = [gramReader(journal), gramReader(contents)];
  const [alike, brief] = [new PageGroups(), new PageGroups()];
  for (const pages of namesakes) {
    if (areOfOnePage(pages, journal)) continue;
    const ordered = pages.slice().sort((x, y) => journal.hashOf(x) - journal.hashOf(y));
    const kinds = pagesOfOneMessage(ordered.length, {
      gramsOf: (place) => gramsOf(ordered[place]),
      contentOf: (place) => contentOf(ordered[place]),
    });
    if (kinds === undefined) continue;
    const atLeast = (least: number): Uint32Array =>
      ordered.filter((_, place) => kinds[place] >= least).sort();
    alike.add(atLeast(ofMessage.it));
    const briefly = atLeast(ofMessage.briefly);
    if (briefly.length > 0) brief.add(briefly);
  }
  return { equal, alike, brief, namesakes };
}

/**
 * Whether pages of one name are versions of a page, as most are: each names what its URL names, and the URLs differ in no part that a pattern may
 * leave open. If they do differ, what is named may be a folder: `/issues/17` of a page with the heading `Issues` above its menu.
 */
function areOfOnePage(pages: Uint32Array, journal: Journal): boolean {
  return (
    pages.every((page) => journal.isNamedByUrl(page) === true) &&
    areVersions(pages, (page) => journal.factsOf(page).url)
  );
}

/** A key of 53 bits for the pages of a host that have all names in common. */
export function namesKey(host: string, names: readonly string[]): number {
  const text = [host, ...names].join('\n');
  return textHash(text, 0) * 2 ** 21 + (textHash(text, 1) >>> 11);
}

/** The articles with a message, by a key of 53 bits. */
function groupsOf(
  journal: Journal,
  keyOf: (facts: PageFacts, host: string) => number | undefined,
): PageGroups {
  const keyed = new KeyedPages();
  for (let page = 0; page < journal.length; page++) {
    if (!journal.isArticle(page)) continue;
    const facts = journal.factsOf(page);
    const key = facts.message === undefined ? undefined : keyOf(facts, journal.hostOf(page));
    if (key !== undefined) keyed.add(page, key);
  }
  return keyed.groups();
}
