import { gramReader } from '../grams/gram-sets.ts';
import type { SearchOptions } from '../methods/find-pairs.ts';
import { folderOf, pathNumberOf } from '../site/common-titles.ts';
import { identifyPages, type UnnamedHosts } from '../site/page-identities.ts';
import { namesByHost } from './by-host.ts';
import type { Journal } from './journal.ts';
import { StoredStrings } from './stored-strings.ts';

/** What the pages of a journal are called. */
export interface NamedPages {
  /** The identity of each page (`identifyPages`); empty if it has none. */
  readonly identities: StoredStrings;
  /** What each page lists (`SiteNames.listedBy`). */
  readonly listed: Uint32Array;
  /** How many headings of its own each page has (`SiteNames.countOwnHeadings`). */
  readonly ownHeadings: Uint8Array;
  /** Hosts with a title that is no name, and which pages have it. */
  readonly unnamed: UnnamedHosts;
}

/** Finds the identities of pages. Without a site model there are none. Memory: 21 bytes a page, 11 of which stay. */
export function namePages(
  journal: Journal,
  siteModel: boolean,
  { folder, memoryBytes }: Pick<SearchOptions, 'folder' | 'memoryBytes'>,
): NamedPages {
  const identities = new StoredStrings(journal.length, folder);
  const listed = new Uint32Array(siteModel ? journal.length : 0);
  const ownHeadings = new Uint8Array(listed.length);
  if (!siteModel) return { identities, listed, ownHeadings, unnamed: new Map() };
  const names = namesByHost((page) => journal.factsOf(page).names, { hosts: journal, folder, memoryBytes });
  const put = (page: number, own: string, pages: number, headings: number): void => {
    identities.put(page, own);
    listed[page] = pages;
    ownHeadings[page] = headings;
  };
  const unnamed = identifyPages(journal, names.read, put, {
    readGrams: gramReader(journal),
    folderOf: (page) => folderOf(journal.factsOf(page).url),
    pathOf: (page) => pathNumberOf(journal.factsOf(page).url),
  });
  names.close();
  return { identities, listed, ownHeadings, unnamed };
}
