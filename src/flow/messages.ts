import { type GramSets, gramReader } from '../grams/gram-sets.ts';
import { ofMessage, pagesOfOneMessage } from '../site/one-message.ts';
import { nameToCompare } from '../site/own-names.ts';
import { KeyedPages, PageGroups } from '../site/page-groups.ts';
import { textHash } from '../site/text-hash.ts';
import type { Journal } from './journal.ts';
import type { PageFacts } from './page-grams.ts';

/** The short articles that say one thing, as far as that is told without their URLs. Memory: 5 bytes a page of each. */
export interface Messages {
  /** Those alike but for numbers and their own address, whatever their similarity: in a message of ten words an address changes most grams. */
  readonly equal: PageGroups;
  /**
   * Those of one host and name of one message (`pagesOfOneMessage`): a menu beside a message of ten words lacks the entry
   * that each page has on the others, and a list of articles is another on each.
   */
  readonly alike: PageGroups;
  /** Those of them that say hardly more. */
  readonly brief: PageGroups;
  /** All of one host and name. */
  readonly namesakes: PageGroups;
}

/**
 * The messages among pages. O(pages + grams of those of one name). Memory beside them: 30 bytes a page with a message while they
 * are grouped, and the grams of 4,096 pages of one name.
 *
 * @param contents what pages have beside the templates of their sites
 */
export function messagesAmong(journal: Journal, contents: Pick<GramSets, 'sizeOf' | 'read'>): Messages {
  const equal = groupsOf(journal, ({ message }) => message);
  const namesakes = groupsOf(journal, ({ url, names }, host) =>
    names.length === 0 ? undefined : namesKey(host, nameToCompare(url, names)),
  );
  const [gramsOf, contentOf] = [gramReader(journal), gramReader(contents)];
  const [alike, brief] = [new PageGroups(), new PageGroups()];
  for (const pages of namesakes) {
    // most are versions of a page, each of which names what its URL does
    if (pages.every((page) => journal.isNamedByUrl(page) === true)) continue;
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
