import { mkdtemp, readdir, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { realPages } from '../../bench/real-pages.ts';
import { deduplicateGrams, type PageGrams, shinglePages } from '../../src/flow/index.ts';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { type Deduplication, deduplicate, evaluate, type Page } from '../../src/index.ts';
import { gramSet } from '../../src/sketch/index.ts';
import { missing } from '../data.ts';
import { inFull } from '../repetition.ts';

async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

function textPage(id: number, body: string): Page {
  return { id: String(id), url: '', body, contentType: 'text/plain' };
}

/** Every pair with resemblance ≥ threshold, by comparing every two pages. */
function bruteForce(sets: readonly BigUint64Array[], threshold: number): string[] {
  const pairs: string[] = [];
  for (let a = 0; a < sets.length; a++) {
    for (let b = a + 1; b < sets.length; b++) {
      const overlap = overlapOfSorted(sets[a], sets[b]);
      const similarity = jaccard(overlap, sets[a].length, sets[b].length);
      if (similarity >= threshold) pairs.push(`${a} ${b} ${overlap} ${similarity}`);
    }
  }
  return pairs;
}

async function found(pages: readonly Page[], threshold: number, method: string): Promise<string[]> {
  return listed(await deduplicate(each(pages), { threshold, method }));
}

function listed({ pairs, similarity }: Deduplication): string[] {
  return Array.from(similarity, (s, i) => `${pairs.a[i]} ${pairs.b[i]} ${pairs.overlap[i]} ${s}`);
}

// few words and many repeats, so that pairs at and around every threshold occur
const texts = fc.array(
  fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 }).map((words) => words.join(' ')),
  { maxLength: 25 },
);

describe('deduplicate', () => {
  test.each(['qp', 'qa', 'auto'] as const)(
    'by %s names the pairs of brute force, with their overlaps, in order',
    async (method) => {
      await fc.assert(
        fc.asyncProperty(texts, fc.constantFrom(0.5, 2 / 3, 0.8, 1), async (bodies, threshold) => {
          const expected = bruteForce(
            bodies.map((body) => gramSet(body)),
            threshold,
          );
          expect(
            await found(
              bodies.map((body, id) => textPage(id, body)),
              threshold,
              method,
            ),
          ).toEqual(expected);
        }),
        { numRuns: 60 },
      );
    },
  );

  test('by minhash-disk reports nothing that brute force does not', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (bodies) => {
        const expected = new Set(
          bruteForce(
            bodies.map((body) => gramSet(body)),
            0.8,
          ),
        );
        const pairs = await found(
          bodies.map((body, id) => textPage(id, body)),
          0.8,
          'minhash-disk',
        );
        expect(pairs.filter((pair) => !expected.has(pair))).toEqual([]);
      }),
      { numRuns: 15 },
    );
  });

  test('gives every page one decision, and every cluster a kept representative that its members are similar to', async () => {
    await fc.assert(
      fc.asyncProperty(texts, async (bodies) => {
        const pages = bodies.map((body, id) => textPage(id, body));
        const { decisions, clusters } = await deduplicate(each(pages), { threshold: 0.6 });
        expect(decisions.map(({ id }) => id)).toEqual(pages.map(({ id }) => id));
        for (const { decision, representative, similarity } of decisions) {
          expect(decision === 'drop').toBe(representative !== undefined);
          if (representative === undefined) continue;
          expect(decisions[Number(representative)].decision).toBe('keep');
          expect(similarity).toBeGreaterThanOrEqual(0.6);
        }
        const members = clusters.flatMap((cluster) => cluster.members);
        expect(members.length).toBe(decisions.filter(({ decision }) => decision === 'drop').length);
      }),
      { numRuns: 40 },
    );
  });

  test('keeps shells out of clusters: alike soft 404s do not repeat each other', async () => {
    const shell =
      '<title>404 Not Found</title><h1>Page not found</h1><p>Sorry, this page does not exist.</p>';
    const pages = ['a', 'b'].map((id) => ({ id, url: '', body: shell, contentType: 'text/html' }));
    const { pairs, clusters, decisions } = await deduplicate(each(pages));
    expect(pairs.length).toBe(1);
    expect(clusters).toEqual([]);
    expect(decisions.map(({ decision }) => decision)).toEqual(['unclassifiable', 'unclassifiable']);
    expect(decisions[0].reason).toContain('404');
  });

  test('chains pages under the policy components, and says how alike the ends are', async () => {
    const words = Array.from({ length: 100 }, (_, i) => `w${i}`);
    const window = (from: number): string => words.slice(from, from + 60).join(' ');
    const pages = [0, 8, 16].map((from) => textPage(from, window(from)));
    const { decisions } = await deduplicate(each(pages), { threshold: 0.7, cluster: 'components' });
    expect(decisions.map(({ decision }) => decision)).toEqual(['keep', 'drop', 'drop']);
    expect(decisions[2]).toMatchObject({ representative: '0', similarity: 41 / 73 });
    const apart = await deduplicate(each(pages), { threshold: 0.7 });
    expect(apart.decisions.map(({ decision }) => decision)).toEqual(['keep', 'drop', 'keep']);
  });

  test('calls a page of a component linked unless it is in a pair with the representative, also where both are as alike', async () => {
    const words = Array.from({ length: 30 }, (_, i) => `w${i}`);
    const windows = fc.array(fc.nat(10), { maxLength: 12 });
    let alike = 0;
    await fc.assert(
      fc.asyncProperty(windows, async (starts) => {
        // pages of one host are no pair in this scope
        const pages = starts.map((from, i) => ({
          ...textPage(i, words.slice(from, from + 20).join(' ')),
          url: `https://${i % 2}.example/`,
        }));
        const options = {
          threshold: 0.6,
          cluster: 'components',
          scope: 'cross-host',
          siteModel: false,
        } as const;
        const { pairs, clusters, decisions } = await deduplicate(each(pages), options);
        const paired = new Set(Array.from(pairs.a, (a, i) => `${a} ${pairs.b[i]}`));
        for (const { representative, members } of clusters) {
          for (const { page, similarity, linked = false } of members) {
            expect(linked).toBe(!paired.has(`${representative} ${page}`));
            expect(decisions[page].code === 'linked').toBe(linked);
            if (linked && similarity >= 0.6) alike++;
          }
        }
      }),
      { numRuns: 60 },
    );
    expect(alike).toBeGreaterThan(0);
  });

  test('refuses an option out of range before it reads a page', async () => {
    let read = 0;
    const pages = (async function* () {
      read++;
      yield textPage(0, 'a page');
    })();
    await expect(deduplicate(pages, { threshold: 1.2 })).rejects.toThrow(/threshold: expected/);
    await expect(deduplicate(pages, { method: 'magic' as never })).rejects.toThrow(
      /method: expected auto, qp/,
    );
    await expect(deduplicate(pages, { method: 'minhash', similarity: 'dice' })).rejects.toThrow(
      /expected jaccard/,
    );
    for (const [option, value] of [
      ['keep', 'oldest'],
      ['cluster', 'none'],
      ['scope', 'host'],
      ['extract', 'body'],
      ['memoryBytes', Number.NaN],
      ['memoryBytes', 0],
      ['workDirectory', '/no/such/folder'],
    ] as const) {
      await expect(deduplicate(pages, { [option]: value })).rejects.toThrow(
        new RegExp(`^${option}: expected .*; got ${typeof value === 'string' ? `"${value}"` : value}$`),
      );
    }
    const grams = (async function* () {
      for await (const page of pages) yield { facts: page, grams: gramSet('a page') } as unknown as PageGrams;
    })();
    await expect(deduplicateGrams(grams, { threshold: 1.2 })).rejects.toThrow(/threshold: expected/);
    expect(read).toBe(0);
  });
});

const noData = missing('ota-demo');
test.skipIf(noData)(
  `auto, the exact joins and the confirmed sketches find the exact pairs of real recrawls: precision 1, recall ≥ 0.98${noData ? ` (${noData})` : ''}`,
  async () => {
    const pages = (await realPages('ota-demo'))!.slice(0, inFull ? 160 : 90);
    // Extracted once: what differs by method comes after.
    const grams: PageGrams[] = [];
    for await (const page of shinglePages(each(pages), {})) grams.push(page);
    const expected = new Set(
      bruteForce(
        grams.map((page) => page.grams),
        0.8,
      ),
    );
    expect(expected.size).toBeGreaterThan(500);
    for (const method of ['auto', 'qp', 'qa', 'calibrated', 'minhash', 'minhash-disk'] as const) {
      const pairs = listed(await deduplicateGrams(each(grams), { threshold: 0.8, method, siteModel: false }));
      expect(pairs.filter((pair) => !expected.has(pair))).toEqual([]);
      const sketched = !['auto', 'qp', 'qa'].includes(method);
      expect(pairs.length).toBeGreaterThanOrEqual((sketched ? 0.98 : 1) * expected.size);
    }
  },
);

test('methods that only estimate say so, and name what evaluate says they name', async () => {
  const words = (from: number): string => Array.from({ length: 150 }, (_, i) => `w${from + i}`).join(' ');
  const bodies = [0, 0, 2, 40, 900, 900].map(words);
  const pages = bodies.map((body, i) => ({ id: `${i}`, url: '', body, contentType: 'text/plain' }));
  for (const method of ['sp-32', 'simhash-tfidf-3', 'bottom-k-128', 'super-shingles-1', 'text-profile']) {
    const { pairs, similarity, estimated, ...result } = await deduplicate(each(pages), {
      threshold: 0.8,
      method,
    });
    const named = Array.from(similarity, (_, i) => `${pairs.a[i]} ${pairs.b[i]}`);
    expect([result.method, estimated]).toEqual([method, true]);
    const dropped = result.decisions.filter(({ decision }) => decision === 'drop');
    expect(dropped.map(({ id, estimated }) => `${id} ${estimated}`)).toEqual(
      expect.arrayContaining(['1 true', '5 true']),
    );
    expect(named).toEqual(expect.arrayContaining(['0 1', '4 5']));
    expect(named.filter((pair) => pair.includes('3'))).toEqual([]);
    const { rows } = await evaluate(each(pages), { thresholds: [0.8], methods: [method] });
    expect(rows).toMatchObject([{ pairs: pairs.length, candidates: result.candidates }]);
  }
});

test('every method and variant that evaluate prints can be run: as many pairs, after as many candidates', async () => {
  const text = (seed: number, changed: number): string =>
    Array.from({ length: 120 }, (_, i) =>
      i % 15 === 0 && i < 15 * changed ? `c${i}` : `w${seed} ${i % 50}`,
    ).join(' ');
  const pages = Array.from({ length: 24 }, (_, i) => textPage(i, text(i >> 1, i % 2 === 0 ? 0 : i >> 3)));
  const { rows } = await evaluate(each(pages), { thresholds: [0.8] });
  for (const { method, variant, ...row } of rows) {
    const { pairs, candidates } = await deduplicate(each(pages), { threshold: 0.8, method: variant });
    expect([variant, pairs.length, candidates]).toEqual([variant, row.pairs, row.candidates]);
    const usual = await deduplicate(each(pages), { threshold: 0.8, method });
    expect(rows.some((other) => other.method === method && other.variant === usual.method)).toBe(true);
  }
});

test('more pages than the memory has room for are an error with the numbers, and no page is read beyond', async () => {
  let read = 0;
  async function* pages(): AsyncGenerator<Page> {
    for (;;) yield textPage(read, `page ${read++}`);
  }
  await expect(deduplicate(pages(), { memoryBytes: 2 ** 20 })).rejects.toThrow(
    /^memory: expected at most 12926 pages in 1 MB, of which each takes 73 bytes and a host 53; got more: give 2 MB for twice as many$/,
  );
  expect(read).toBe(12927);
});

test('two runs at once with one work directory do not disturb each other, and leave it empty', async () => {
  const workDirectory = await mkdtemp(join(tmpdir(), 'neardup-shared-'));
  const bodies = Array.from({ length: 300 }, (_, i) =>
    Array.from({ length: 60 }, (_, k) => `w${i % 40} ${k}`).join(' '),
  );
  const pages = bodies.map((body, id) => textPage(id, body));
  for (const method of ['qp', 'minhash-disk']) {
    const run = async (): Promise<string[]> => {
      const options = { method, workDirectory, memoryBytes: 1 << 17, threshold: 0.9 };
      return listed(await deduplicate(each(pages), options));
    };
    const [one, other] = await Promise.all([run(), run()]);
    expect(one.length).toBeGreaterThan(500);
    expect(other).toEqual(one);
  }
  expect(await readdir(workDirectory)).toEqual([]);
  await rmdir(workDirectory);
});

test('in memory or out of core, the result is the same', async () => {
  const bodies = Array.from({ length: 400 }, (_, i) =>
    Array.from({ length: 60 }, (_, k) => (k % 20 === 0 ? `v${i % 7}` : `w${i % 40} ${k}`)).join(' '),
  );
  const pages = bodies.map((body, id) => ({
    ...textPage(id, body),
    url: `http://h${id % 3}.example/${id % 90}`,
  }));
  for (const options of [
    { method: 'qp' },
    { method: 'qp', cluster: 'components', keep: 'longest' },
  ] as const) {
    const [inMemory, outOfCore] = [
      await deduplicate(each(pages), options),
      await deduplicate(each(pages), { ...options, memoryBytes: 1 << 17 }),
    ];
    expect(inMemory.pairs.length).toBeGreaterThan(500);
    for (const result of [inMemory, outOfCore]) {
      expect(result.candidates).toBeGreaterThanOrEqual(result.pairs.length);
      Object.assign(result, { milliseconds: {}, candidates: 0 });
    }
    expect(outOfCore).toEqual(inMemory);
  }
});
