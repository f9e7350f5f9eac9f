import fc from 'fast-check';
import { expect, test } from 'vitest';
import { escaped, lineOf, tags } from '../../plugins/mr/lines/format.ts';
import { ofNoSite, withPart } from '../../plugins/mr/pages/described.ts';
import { idField, parseTokens, sizeField, tokensField } from '../../plugins/mr/sets/set-text.ts';
import { partIds, siteParts } from '../../plugins/mr/verbs/pages.ts';
import { innerGrams } from '../../src/grams/boundary-grams.ts';
import { lastingGrams, namesakesOf } from '../../src/site/lasting-grams.ts';
import { identifyPages } from '../../src/site/page-identities.ts';
import { modelSites } from '../../src/site/site-model.ts';
import { sitesAmong } from '../../src/site/site-pages.ts';
import { identityHash } from '../../src/site/site-template.ts';
import { thaiName } from '../site/thai-names.ts';
import { runLines } from './stages.ts';

interface Page {
  readonly host: string;
  readonly names: readonly string[];
  readonly grams: BigUint64Array;
  readonly boundary?: string | undefined;
  /** A number of the folder of its URL. Default: 0, so that all pages are in one. */
  readonly folder?: number;
  /** A number of the path of its URL. Default: that of the page, so that each has its own. */
  readonly path?: number;
}

/** The fields of the lines that the reducer writes. */
async function staged(pages: readonly Page[]): Promise<string[][]> {
  const byHost = pages.map(({ host, names, grams, boundary, folder = 0, path }, page) =>
    lineOf(
      `:${host}`,
      tags.ofHost,
      idField(page),
      sizeField(grams.length),
      tokensField(grams),
      escaped(JSON.stringify({ names, folder, path: path ?? page, boundary })),
    ),
  );
  const text = byHost
    .sort()
    .map((line) => `${line}\n`)
    .join('');
  const output = await runLines(['site', '--memory', '1', '--names', 'on'], text, { isPartition: true });
  return output.split('\n').map((line) => line.split('\t'));
}

/** The sets that the reducer writes, by their ids. */
async function stagedSets(pages: readonly Page[]): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for (const [, , tag, id, size, tokens] of await staged(pages)) {
    if (tag !== tags.set) continue;
    expect(found.has(Number(id))).toBe(false);
    found.set(Number(id), parseTokens(tokens, Number(size)).join(' '));
  }
  return found;
}

/** The same by the model of sites in memory. */
async function modelled(pages: readonly Page[]): Promise<Map<number, string>> {
  const read = (page: number) => pages[page].grams;
  const identities: string[] = [];
  const put = (page: number, identity: string): void => {
    identities[page] = identity;
  };
  const unnamed = identifyPages(sitesAmong(pages), (page) => pages[page].names, put, {
    readGrams: read,
    folderOf: (page) => pages[page].folder ?? 0,
    pathOf: (page) => pages[page].path ?? page,
  });
  const identityOf = (page: number) => identities[page];
  const found = new Map<number, string>();
  const known = { unnamed: { hosts: unnamed, read } };
  for await (const site of modelSites(sitesAmong(pages), identityOf, read, known)) {
    for (const page of site.pages) {
      const { boundary = '' } = site.template.grams.length > 0 ? pages[page] : {};
      const content = site.template.contentOf(innerGrams(read(page), boundary));
      if (content.length > 0) found.set(partIds.content(page), content.join(' '));
    }
    // what marks the grams of a host is its key
    const marking = { ...site, host: `:${site.host}` };
    for (const namesakes of namesakesOf(site, identityOf)) {
      for (const { page, grams } of lastingGrams(marking, namesakes, read))
        if (grams.length > 0) found.set(partIds.lasting(page), grams.join(' '));
    }
  }
  return found;
}

const ascending = (grams: Iterable<number>): BigUint64Array =>
  BigUint64Array.from(new Set(grams), (gram) => BigInt(gram) << 40n).sort();

const page = fc.record({
  host: fc.constantFrom('a.example', 'a.example', 'b.example'),
  // a name in several lists would be the site's
  folder: fc.nat(5),
  names: fc.constantFrom(
    ['one'],
    ['two'],
    ['three'],
    ['four'],
    ['five', 'the site'],
    ['six', 'the site'],
    [],
  ),
  grams: fc.array(fc.oneof(fc.nat(8), fc.nat(300)), { maxLength: 20, size: 'max' }).map(ascending),
  boundary: fc.option(
    fc.uint8Array({ minLength: 3, maxLength: 3 }).map((bits) => Buffer.from(bits).toString('base64')),
    { nil: undefined },
  ),
});

test('what the reducer of a host writes of its pages is what the model of sites gives in memory', async () => {
  let lasting = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(page, { maxLength: 90, size: 'max' }), async (pages) => {
      const expected = await modelled(pages);
      lasting += [...expected.keys()].filter(partIds.isLasting).length;
      expect(await stagedSets(pages)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
  expect(lasting).toBeGreaterThan(100);
});

test('what the reducer tells of the names of a page is what is found in memory: its identity, what it lists, and its own headings', async () => {
  const heading = fc.oneof(
    fc.constant('votes'),
    fc.nat(40).map((i) => `page ${i}`),
  );
  const named = fc.record({
    host: fc.constantFrom('a.example', 'b.example'),
    names: fc.uniqueArray(heading, { maxLength: 4, size: 'max' }).map((all) => [...all, 'a title']),
    grams: fc.array(fc.nat(8), { minLength: 1, maxLength: 5 }).map(ascending),
  });
  let [listing, withSections] = [0, 0];
  await fc.assert(
    fc.asyncProperty(fc.array(named, { maxLength: 60, size: 'max' }), async (pages) => {
      const expected = new Map<string, object>();
      const put = (page: number, ...of: readonly [string, number, number]): void => {
        const { names } = pages[page];
        if (of[1] > 0) listing++;
        if (of[2] < names.length - 2) withSections++;
        expected.set(idField(page), { identity: of[0], listed: of[1], ownHeadings: of[2] });
      };
      identifyPages(sitesAmong(pages), (page) => pages[page].names, put);
      const found = new Map<string, object>();
      for (const fields of await staged(pages)) {
        const [, id, tag, part] = fields;
        if (tag !== tags.ofSite || part !== siteParts.content) continue;
        const { identity, listed, ownHeadings } = withPart(ofNoSite, fields);
        found.set(id, { identity, listed, ownHeadings });
      }
      expect(found).toEqual(expected);
    }),
    { numRuns: 40 },
  );
  expect(Math.min(listing, withSections)).toBeGreaterThan(30);
});

test('pages of a host that calls all of them alike are counted by what they say, as in memory', async () => {
  const pages = Array.from({ length: 90 }, (_, i) => ({
    host: 'a.example',
    names: [i % 8 === 0 ? `page ${i}` : 'my home page'],
    // of versions of one thing every other one has a notice; from 1000 on is a template
    grams: ascending([
      ...Array.from({ length: 12 }, (_, k) => 10 + 12 * (i % 30) + k),
      ...Array.from({ length: 20 }, (_, k) => 1000 + k),
      ...(i < 30 ? [2000, 2001, 2002] : []),
    ]),
  }));
  const expected = await modelled(pages);
  for (let page = 0; page < pages.length; page++)
    expect(expected.get(partIds.content(page))?.split(' ')).toHaveLength(12);
  expect(await stagedSets(pages)).toEqual(expected);
});

test('an article at twelve addresses that recommends another one at each is one page where these have one path, as in memory', async () => {
  const pagesAt = (pathOf: (article: number, page: number) => number) =>
    Array.from({ length: 480 }, (_, i) => ({
      host: 'a.example',
      names: [`article ${i % 40}`, `recommended ${i}`, `article ${i % 40} a blog`],
      path: pathOf(i % 40, i),
      grams: ascending([...Array.from({ length: 40 }, (_, k) => 40 * (i % 40) + k), 10_000 + i]),
    }));
  const sizes = (sets: ReadonlyMap<number, string>): Set<number | undefined> =>
    new Set(Array.from({ length: 480 }, (_, page) => sets.get(partIds.content(page))?.split(' ').length));
  // what one page says at twelve addresses is no template, and what twelve pages say is
  for (const [pages, size] of [
    [pagesAt((article) => article), 41],
    [pagesAt((_, page) => page), 1],
  ] as const) {
    const expected = await modelled(pages);
    expect(sizes(expected)).toEqual(new Set([size]));
    expect(await stagedSets(pages)).toEqual(expected);
  }
});

test('pages of a folder that calls all of them alike are counted by what they say, as in memory', async () => {
  const pages = Array.from({ length: 120 }, (_, i) => ({
    host: 'a.example',
    names: [i < 60 ? `exhibition ${i % 2}` : `page ${i}`],
    folder: i < 60 ? i % 2 : 2,
    // what all pages of a folder have, and what each has
    grams: ascending([
      ...Array.from({ length: 20 }, (_, k) => (i < 60 ? 1000 * (1 + (i % 2)) : 50_000 + 20 * i) + k),
      ...Array.from({ length: 12 }, (_, k) => 10_000 + 12 * i + k),
    ]),
  }));
  const expected = await modelled(pages);
  const sizes = pages.map((_, page) => expected.get(partIds.content(page))?.split(' ').length);
  expect(sizes).toEqual(pages.map((_, i) => (i < 60 ? 12 : 32)));
  expect(await stagedSets(pages)).toEqual(expected);
});

test('where letters count as words, a template is what it is in memory', async () => {
  const pages = Array.from({ length: 64 }, (_, i) => ({
    host: 'a.example',
    names: [thaiName(i)],
    grams: ascending([
      ...[1000, i + 1],
      ...(i < 8 ? [2000] : []),
      ...(i < 7 ? [3000] : []),
      ...(i < 5 ? [4000, 4001, 4002, 4003, 4004, 4005] : []),
    ]),
  }));
  const expected = await modelled(pages);
  expect(expected.get(partIds.content(0))?.split(' ')).toHaveLength(2);
  expect(await stagedSets(pages)).toEqual(expected);
});

test('names whose hashes begin alike are told apart, and those of a site with more names than a template is counted on are the same', async () => {
  const seen = new Map<bigint, string>();
  const alike: string[] = [];
  for (let i = 0; alike.length < 2; i++) {
    const hash = identityHash(`thing ${i}`) >> 32n;
    const other = seen.get(hash);
    if (other !== undefined) alike.push(other, `thing ${i}`);
    seen.set(hash, `thing ${i}`);
  }
  // the words of a name that half of the names have are left out, so none of them is in so many
  const names = [...alike, ...Array.from({ length: 9000 }, (_, i) => `name${i % 4501}`)];
  const pages = names.map((name, i) => ({
    host: 'a.example',
    names: [name],
    // of versions of one thing every other one has a notice; below 20 is a template
    grams: ascending([1, 2, 3, 20 + i, ...(i % 2 === 0 ? [10, 11, 12] : []), 20_000 + (i % 3)]),
  }));
  const turned = [...pages, ...[...pages].reverse()];
  const expected = await modelled(turned);
  expect([...expected.keys()].some(partIds.isLasting)).toBe(true);
  expect(await stagedSets(turned)).toEqual(expected);
});
