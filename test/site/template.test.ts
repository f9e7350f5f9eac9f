import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdentityCounts } from '../../src/site/identity-counts.ts';
import { identifyPages } from '../../src/site/page-identities.ts';
import { modelSites } from '../../src/site/site-model.ts';
import { sitesAmong } from '../../src/site/site-pages.ts';
import { identityHash, mostIdentities } from '../../src/site/site-template.ts';
import { Template, templateOfParts } from '../../src/site/template.ts';
import { textHash } from '../../src/site/text-hash.ts';
import { randomSet, seededRandom } from '../sketch/sets.ts';
import { thaiName } from './thai-names.ts';

const sets = fc.array(fc.uniqueArray(fc.bigInt(0n, 30n), { maxLength: 12 }).map(ascending), {
  maxLength: 30,
});

function ascending(values: readonly bigint[]): BigUint64Array {
  return BigUint64Array.from(values).sort();
}

/** What each page calls itself. */
function identityIn(
  pages: readonly { readonly host: string; readonly names: readonly string[] }[],
): (page: number) => string {
  const identities = new Map<number, string>();
  identifyPages(
    sitesAmong(pages),
    (page) => pages[page]!.names,
    (page, identity) => identities.set(page, identity),
  );
  return (page) => identities.get(page)!;
}

/** Of pages in the order of their identities. */
function siteTemplate(grams: readonly BigUint64Array[], identities: readonly number[]): Template {
  const counts = new IdentityCounts(0n, grams.length * 100);
  for (const page of [...grams.keys()].sort((x, y) => identities[x] - identities[y]))
    counts.add(identities[page], grams[page]);
  expect(counts.to).toBeUndefined();
  return templateOfParts([counts.common()]);
}

/** The definition: grams that at least four identities have. */
function templateByDefinition(grams: readonly BigUint64Array[], identities: readonly number[]): bigint[] {
  const identitiesOfGram = new Map<bigint, Set<number>>();
  grams.forEach((set, page) => {
    for (const gram of set) {
      const known = identitiesOfGram.get(gram) ?? new Set();
      known.add(identities[page]);
      identitiesOfGram.set(gram, known);
    }
  });
  return [...identitiesOfGram].filter(([, known]) => known.size >= 4).map(([gram]) => gram);
}

test('the template of a site is what four identities have, however many pages have it', () => {
  fc.assert(
    fc.property(
      sets,
      fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 30, maxLength: 30 }),
      (grams, all) => {
        const identities = all.slice(0, grams.length);
        const template = siteTemplate(grams, identities);
        const expected = templateByDefinition(grams, identities);
        expect([...template.grams]).toEqual([...ascending(expected)]);
        const pagesOf = (identity: number) => grams.filter((_, page) => identities[page] === identity);
        const changing = expected.filter((gram) => {
          const mixed = [...new Set(identities)].filter((identity) => {
            const has = pagesOf(identity).map((set) => set.includes(gram));
            return has.includes(true) && has.includes(false);
          });
          return mixed.length >= 4;
        });
        expect([...template.grams].filter((_, i) => template.notices[i] === 1)).toEqual([
          ...ascending(changing),
        ]);
        expect(template.hasNotices).toBe(changing.length > 0);
        const percents = expected.map((gram) => {
          const carriers = grams.filter((set) => set.includes(gram)).length;
          return [gram, Math.floor((100 * carriers) / grams.length)] as const;
        });
        const percentOf = new Map(percents);
        for (const set of grams) {
          expect(template.percentsIn(set)).toEqual(Array.from(set, (gram) => percentOf.get(gram)));
          expect([...template.contentOf(set)]).toEqual([...set].filter((gram) => !expected.includes(gram)));
          expect([...template.lastingOf(set)]).toEqual([...set].filter((gram) => !changing.includes(gram)));
        }
      },
    ),
    { numRuns: 300 },
  );
});

test('content is what the template lacks, for grams of any bits', () => {
  const gram = fc.oneof(
    fc.bigInt(0n, 2n ** 64n - 1n),
    fc.constantFrom(0n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 1n),
  );
  const set = fc.uniqueArray(gram, { maxLength: 40 }).map(ascending);
  fc.assert(
    fc.property(set, set, (inTemplate, page) => {
      const content = new Template(inTemplate, new Uint8Array(inTemplate.length)).contentOf(page);
      expect([...content]).toEqual([...page].filter((each) => !inTemplate.includes(each)));
    }),
    { numRuns: 500 },
  );
});

test('sites have their own templates, the same in any order of their pages', async () => {
  const pages: { host: string; names: string[]; grams: BigUint64Array }[] = [];
  for (let i = 0; i < 40; i++) {
    const host = i % 2 === 0 ? 'even.example' : 'odd.example';
    // six things, each in several versions; grams below 10 are on all, grams from 100 on only on one thing
    const thing = Math.floor(i / 2) % 6;
    const own = [100n + BigInt(thing), 200n + BigInt(i)];
    const template = Array.from({ length: 5 }, (_, k) => BigInt(2 * k + (i % 2)));
    pages.push({ host, names: [`thing ${thing}`], grams: ascending([...template, ...own]) });
  }
  const templatesOf = async (list: typeof pages): Promise<Map<string, bigint[]>> => {
    const found = new Map<string, bigint[]>();
    for await (const { host, template } of modelSites(
      sitesAmong(list),
      identityIn(list),
      (page) => list[page].grams,
    )) {
      found.set(host, [...template.grams]);
    }
    return found;
  };
  const templates = await templatesOf(pages);
  expect(templates.get('even.example')).toEqual([0n, 2n, 4n, 6n, 8n]);
  expect(templates.get('odd.example')).toEqual([1n, 3n, 5n, 7n, 9n]);
  const turned = await templatesOf([...pages].reverse());
  expect(Object.fromEntries(turned)).toEqual(Object.fromEntries(templates));
});

test('where letters count as words, grams on an eighth of the things of a site are its template, and rarer ones in a block', async () => {
  const pages = Array.from({ length: 64 }, (_, i) => ({
    host: 'thai.example',
    names: [`${thaiName(i)}`],
    grams: ascending([
      1n,
      ...(i < 8 ? [2n] : []),
      ...(i < 7 ? [3n] : []),
      // a block of six grams, and five that are on the same things
      ...(i >= 20 && i < 24 ? [10n, 11n, 12n, 13n, 14n, 15n] : []),
      ...(i >= 30 && i < 34 ? [20n, 21n, 22n, 23n, 24n] : []),
      100n + BigInt(i),
    ]),
  }));
  const templates: bigint[][] = [];
  for await (const { template } of modelSites(
    sitesAmong(pages),
    (page) => pages[page].names[0],
    (page) => pages[page].grams,
  ))
    templates.push([...template.grams]);
  expect(templates).toEqual([[1n, 2n, 10n, 11n, 12n, 13n, 14n, 15n]]);
});

test('a template that five of ten thousand things have is found', async () => {
  const pages = Array.from({ length: 10_000 }, (_, i) => ({
    host: 'large.example',
    names: [`thing ${i}`],
    grams: ascending([BigInt(i % 2000), 10_000n + BigInt(i)]),
  }));
  for await (const { template } of modelSites(
    sitesAmong(pages),
    identityIn(pages),
    (page) => pages[page].grams,
  )) {
    expect(template.grams).toHaveLength(2000);
  }
});

test('sets known to be equal are read once for each thing that has them, and the template is the same', async () => {
  const random = seededRandom(3);
  const draw = (below: number): number => Math.floor(random() * below);
  const pages = Array.from({ length: 300 }, () => {
    // few texts, each of several things and at several addresses of one
    const text = draw(40);
    const places = Array.from({ length: 6 }, (_, k) => (7 * text + 5 * k) % 31);
    const grams = ascending(
      places.flatMap((at) => Array.from({ length: 20 }, (_, k) => BigInt(20 * at + k))),
    );
    return { host: `${draw(2)}.example`, names: [`thing ${draw(9)}`], grams };
  });
  const keys = pages.map(({ grams }) => grams.join());
  const firstOf = Uint32Array.from(keys, (key) => keys.indexOf(key));
  const templatesOf = async (known: Parameters<typeof modelSites>[3] = {}) => {
    let reads = 0;
    const templates: unknown[] = [];
    const readGrams = (page: number) => {
      reads++;
      return pages[page].grams;
    };
    const sites = modelSites(sitesAmong(pages), identityIn(pages), readGrams, known);
    for await (const { template } of sites) {
      templates.push([[...template.grams], [...template.percents], [...template.notices]]);
    }
    return { reads, templates };
  };
  const [all, once] = [await templatesOf(), await templatesOf({ firstOf })];
  expect(once.templates).toEqual(all.templates);
  const withLittle = await templatesOf({ firstOf, countBytes: 4096 });
  expect(withLittle.templates).toEqual(all.templates);
  expect(withLittle.reads).toBeGreaterThan(once.reads);
  const ofThings = new Set(pages.map(({ host, names }, page) => [host, names, firstOf[page]].join()));
  expect(all.reads - once.reads).toBe(pages.length - ofThings.size);
  expect(ofThings.size).toBeLessThan(pages.length);
});

test('pages that name nothing have no template: the plain definition holds', async () => {
  const pages = Array.from({ length: 20 }, () => ({ host: '', names: [] }));
  for await (const { template } of modelSites(sitesAmong(pages), identityIn(pages), () =>
    ascending([1n, 2n]),
  )) {
    expect(template.grams.length).toBe(0);
  }
});

test('of many versions of a thing some are looked at, fewer where a site has more things, the same in any order', async () => {
  const templateOf = async (things: number, versions: number): Promise<bigint[]> => {
    const pages = Array.from({ length: things }, (_, thing) =>
      Array.from({ length: versions }, (_, version) => ({
        host: 'a.example',
        names: [`thing ${thing}`],
        // all things have the same in their versions of one number
        grams: ascending([BigInt(10 + version), 1000n, BigInt(2000 + version)]),
      })),
    ).flat();
    const found: bigint[][] = [];
    for (const list of [pages, [...pages].reverse()]) {
      const readGrams = (page: number) => list[page]!.grams;
      for await (const { template } of modelSites(sitesAmong(list), identityIn(list), readGrams)) {
        found.push([...template.grams]);
      }
    }
    expect(found[1]).toEqual(found[0]);
    return found[0]!;
  };
  expect(await templateOf(4, 40)).toHaveLength(2 * 32 + 1);
  expect(await templateOf(2048, 9)).toHaveLength(2 * 4 + 1);
});

test('a template that is counted in parts of the range of hashes is the one that is counted at once', async () => {
  const random = seededRandom(4);
  const common = randomSet(random, 2000);
  const pages = Array.from({ length: 5 }, (_, i) => {
    // one of the five has none of them
    const shared = i === 4 ? [] : [...common];
    return ascending([...shared, ...randomSet(random, 240_000)]);
  });
  const named = pages.map((_, i) => ({ host: 'a.example', names: [`thing ${i}`] }));
  for await (const { template } of modelSites(sitesAmong(named), identityIn(named), (page) => pages[page]!)) {
    expect([...template.grams]).toEqual([...common]);
    expect(template.percents.every((percent) => percent === 80)).toBe(true);
  }
});

test('each site has its own pages, sites in the order of their first pages, also where hosts share a hash', async () => {
  const seen = new Map<number, string>();
  let alike: string[] = [];
  for (let i = 0; alike.length === 0; i++) {
    const host = `host-${i}.example`;
    const hash = textHash(host, 0);
    if (seen.has(hash)) alike = [seen.get(hash)!, host];
    seen.set(hash, host);
  }
  const hosts = ['b.example', alike[1]!, alike[0]!, 'b.example', '', alike[1]!, 'a.example', alike[0]!, ''];
  const pages = hosts.map((host) => ({ host, names: [] }));
  const sites: [string, number[]][] = [];
  for await (const site of modelSites(sitesAmong(pages), identityIn(pages), () => ascending([]))) {
    sites.push([site.host, [...site.pages]]);
  }
  expect(sites).toEqual([
    ['b.example', [0, 3]],
    [alike[1], [1, 5]],
    [alike[0], [2, 7]],
    ['', [4, 8]],
    ['a.example', [6]],
  ]);
});

test('of more identities than are counted those with the smallest hashes decide, whatever their order', async () => {
  // each gram is on six things: whether four of these are among those that are counted is left to their hashes
  const pages = Array.from({ length: 20_000 }, (_, i) => ({
    host: 'a.example',
    grams: BigUint64Array.of(BigInt(i % 3_334)),
    identity: `thing ${i}`,
  }));
  const templateOf = async (list: typeof pages): Promise<BigUint64Array> => {
    const identityOf = (page: number) => list[page]!.identity;
    for await (const { template } of modelSites(sitesAmong(list), identityOf, (page) => list[page]!.grams))
      return template.grams;
    throw new Error('no site');
  };
  const hashed = pages.map(({ identity, grams: [gram] }) => ({ hash: identityHash(identity), gram: gram! }));
  hashed.sort((x, y) => (x.hash < y.hash ? -1 : 1));
  const counts = new Map<bigint, number>();
  for (const { gram } of hashed.slice(0, mostIdentities)) counts.set(gram, (counts.get(gram) ?? 0) + 1);
  const expected = [...counts].filter(([, count]) => count >= 4).map(([gram]) => gram);
  expect(expected.length).toBeLessThan(3334);
  for (const list of [pages, pages.toReversed()]) expect(await templateOf(list)).toEqual(ascending(expected));
});
