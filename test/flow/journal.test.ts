import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Journal } from '../../src/flow/journal.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { pagesOfRecords, recordsOfPages } from '../../src/flow/page-records.ts';
import { gramsOf } from '../../src/grams/gram-sets.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';

let folder: string;
let path: string;
let work: WorkFolder;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-journal-'));
  path = join(folder, 'journal');
  work = new WorkFolder(folder);
});
afterEach(() => rm(folder, { recursive: true }));

const call = { inputs: ['a.warc'], gram: 'word:4' };

function pageGrams(number: number): PageGrams {
  return {
    facts: {
      id: `<urn:${number}> é\n`,
      url: `https://example.org/${number}`,
      fetchedAt: '',
      kind: 'article',
      names: [`page ${number}`],
      textLength: number,
      bodyLength: 2 * number,
      truncatedFrom: 0,
    },
    grams: BigUint64Array.from({ length: number }, (_, i) => BigInt(i) * 2n ** 60n),
  };
}

const pages = Array.from({ length: 12 }, (_, number) => pageGrams(number));

/** Page by page what a journal has. */
function all(journal: Journal): PageGrams[] {
  return Array.from({ length: journal.length }, (_, page) => {
    const frequencies = journal.frequenciesOf(page);
    return {
      facts: journal.factsOf(page),
      grams: gramsOf(journal, page),
      ...(frequencies && { frequencies }),
    };
  });
}

function journalOf(pages: readonly PageGrams[], journal = Journal.create(path, call, work)): Journal {
  for (const page of pages) journal.add(page);
  return journal;
}

test('a journal of records that another thread made is, byte for byte, that of the pages one by one; and they are those pages', async () => {
  const hosts = pages.map((page, i) => ({
    facts: {
      ...page.facts,
      url: `https://host-${i % 3}.org/`,
      ...(i % 2 === 0 && { canonical: 'https://c.org/' }),
    },
    grams: page.grams,
    ...(i % 4 < 2 && { frequencies: { counts: new Uint32Array(page.grams.length).fill(i), profile: 7n } }),
  }));
  const noted = (journal: Journal): unknown =>
    hosts.map((_, page) => [
      journal.hostOf(page),
      journal.hashOf(page),
      journal.isArticle(page),
      journal.isNamedByUrl(page),
    ]);
  const one = journalOf(hosts);
  const [notedOfOne, gramsOfOne] = [noted(one), one.grams];
  one.close();
  const bytes = await readFile(path);
  const other = Journal.create(path, call, work);
  for (const from of [0, 5]) {
    const records = recordsOfPages(hosts.slice(from, from === 0 ? 5 : undefined));
    expect([...pagesOfRecords(records)]).toEqual(hosts.slice(from, from === 0 ? 5 : undefined));
    other.addRecords(records);
    expect([records.bytes, records.starts, records.words].map(({ length }) => length)).toEqual([0, 0, 0]);
  }
  expect(all(other)).toEqual(hosts);
  expect(noted(other)).toEqual(notedOfOne);
  expect([...other.canonicalLinks()]).toEqual(
    hosts.flatMap(({ facts }, page) => ('canonical' in facts ? [{ page, canonical: facts.canonical }] : [])),
  );
  expect(other.grams).toBe(gramsOfOne);
  other.close();
  expect((await readFile(path)).equals(bytes)).toBe(true);
});

test('a journal has every page as it was added, read in any order, and so has one that goes on with its file', () => {
  const journal = journalOf(pages);
  expect(all(journal)).toEqual(pages);
  expect(gramsOf(journal, 3)).toEqual(pages[3]!.grams);
  journal.close();
  const resumed = Journal.resume(path, call, work)!;
  expect(all(resumed)).toEqual(pages);
  expect([resumed.length, resumed.grams]).toEqual([journal.length, journal.grams]);
  resumed.close();
});

test('what is known of a page without reading it is what its facts say', () => {
  const journal = journalOf([
    pageGrams(1),
    { ...pageGrams(2), facts: { ...pageGrams(2).facts, kind: 'empty', isNamedByUrl: true } },
    { ...pageGrams(3), facts: { ...pageGrams(3).facts, url: '', isNamedByUrl: false, known: true } },
  ]);
  const told = [0, 1, 2].map((page) => [
    ...[
      journal.isArticle(page),
      journal.isKnown(page),
      journal.isNamedByUrl(page),
      journal.hostOf(page),
      journal.sizeOf(page),
    ],
  ]);
  expect(told).toEqual([
    [true, false, undefined, 'example.org', 1],
    [false, false, true, 'example.org', 2],
    [true, true, false, '', 3],
  ]);
  expect(journal.newPages).toBe(2);
  journal.close();
});

test('no page of a journal is new if all are known', () => {
  const known = [1, 2]
    .map(pageGrams)
    .map((page) => ({ ...page, facts: { ...page.facts, known: true as const } }));
  const journal = journalOf(known);
  expect(journal.newPages).toBe(0);
  journal.close();
});

test('known pages are left out where a journal is gone on with: they are read again', () => {
  journalOf([...pages, { ...pageGrams(20), facts: { ...pageGrams(20).facts, known: true } }]).close();
  const resumed = Journal.resume(path, call, work)!;
  expect(all(resumed)).toEqual(pages);
  resumed.close();
});

test('frequencies of grams and words come back with their pages', () => {
  const counted = pages.map((page, number) => ({
    ...page,
    frequencies: { counts: new Uint32Array(number).fill(number), profile: 2n ** 63n + BigInt(number) },
  }));
  journalOf(counted).close();
  const resumed = Journal.resume(path, call, work)!;
  expect(all(resumed)).toEqual(counted);
  resumed.close();
});

test('a journal cut anywhere has exactly the pages before the cut, and can be gone on with', async () => {
  journalOf(pages).close();
  const bytes = await readFile(path);
  let most = 0;
  for (let size = bytes.length - 1; size > 100; size -= 37) {
    await writeFile(path, bytes);
    await truncate(path, size);
    const cut = Journal.resume(path, call, work)!;
    const { length } = cut;
    expect(all(cut)).toEqual(pages.slice(0, length));
    expect(length).toBeLessThan(pages.length);
    most = Math.max(most, length);
    journalOf(pages.slice(length), cut).close();
    const again = Journal.resume(path, call, work)!;
    expect(all(again)).toEqual(pages);
    again.close();
  }
  expect(most).toBe(pages.length - 1);
});

test('a flipped byte ends a journal before the page it belongs to', async () => {
  journalOf(pages).close();
  const bytes = await readFile(path);
  bytes[bytes.length - 3] ^= 1;
  await writeFile(path, bytes);
  const resumed = Journal.resume(path, call, work)!;
  expect(all(resumed)).toEqual(pages.slice(0, -1));
  resumed.close();
});

test('a journal of another call, or none, is not gone on with', async () => {
  expect(Journal.resume(path, call, work)).toBeUndefined();
  journalOf([]).close();
  expect(Journal.resume(path, { ...call, gram: 'char:4' }, work)).toBeUndefined();
  await writeFile(path, 'not a journal');
  expect(Journal.resume(path, call, work)).toBeUndefined();
});

test('a journal that is removed leaves no file behind', async () => {
  journalOf(pages).remove();
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
