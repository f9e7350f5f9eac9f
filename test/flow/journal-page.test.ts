import { expect, test } from 'vitest';
import type { Journal } from '../../src/flow/journal.ts';
import { judgedPages } from '../../src/flow/journal-page.ts';
import type { StoredStrings } from '../../src/flow/stored-strings.ts';
import { countBoundary } from '../../src/grams/boundary-grams.ts';

test('a page is judged by what the journal has of it, whichever pages were asked for before', () => {
  const boundaryOf = (page: number): string => Buffer.from([page & 255, 1]).toString('base64');
  const journal = {
    hostOf: (page: number) => `host ${page}`,
    sizeOf: (page: number) => page,
    factsOf: (page: number) => ({ url: `url ${page}`, names: [`name ${page}`] }),
    boundaryOf,
  } as unknown as Journal;
  const named = {
    identities: { at: (page: number) => `identity ${page}` } as StoredStrings,
    listed: Uint32Array.from({ length: 70_001 }, (_, page) => page + 1),
    ownHeadings: Uint8Array.from({ length: 70_001 }, (_, page) => page % 5),
  };
  const pageAt = judgedPages(journal, named, (page) => page >> 1);
  // pages that are kept in one place are among them
  for (const page of [5, 70_000, 5, 5 + 2 ** 15, 5, 5 + 2 ** 16, 70_000, 0, 2 ** 15, 0]) {
    const { host, url, identity, names, listed, ownHeadings, size, contentSize, boundarySize } = pageAt(page);
    expect({ host, url, identity, names, listed, ownHeadings, size, contentSize, boundarySize }).toEqual({
      ...{ listed: page + 1, ownHeadings: page % 5 },
      ...{ host: `host ${page}`, url: `url ${page}`, identity: `identity ${page}`, names: [`name ${page}`] },
      ...{ size: page, contentSize: page >> 1, boundarySize: countBoundary(boundaryOf(page)) },
    });
  }
});

test('pages with equal names have one list of them, so that comparing these of two versions takes a single step', () => {
  const journal = {
    ...{ hostOf: () => 'host', sizeOf: () => 1 },
    factsOf: (page: number) => ({ url: `url ${page}`, names: ['name', `of ${page % 2}`] }),
  } as unknown as Journal;
  const named = {
    identities: { at: () => 'identity' } as unknown as StoredStrings,
    listed: new Uint32Array(3),
    ownHeadings: new Uint8Array(3),
  };
  const pageAt = judgedPages(journal, named, () => 1);
  expect(pageAt(2).names).toEqual(['name', 'of 0']);
  expect(pageAt(2).names).toBe(pageAt(0).names);
  expect(pageAt(1).names).toEqual(['name', 'of 1']);
});
