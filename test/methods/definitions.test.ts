import { describe, expect, test } from 'vitest';
import { jaccard, overlapOfSorted } from '../../src/grams/jaccard.ts';
import { rankSets } from '../../src/grams/token-sets.ts';
import { exactJoin } from '../../src/join/exact-join.ts';
import { joinStatistics } from '../../src/join/statistics.ts';
import { Collection } from '../../src/methods/collection.ts';
import type { Method, MethodOptions } from '../../src/methods/method.ts';
import { methodNamed, methods } from '../../src/methods/registry.ts';
import { textProfile } from '../../src/methods/text-profile.ts';
import { bandHashes, chooseBands } from '../../src/sketch/bands.ts';
import { bottomK, bottomKResemblance } from '../../src/sketch/bottom-k.ts';
import { calibrate } from '../../src/sketch/calibrate.ts';
import { documentFrequencies, inverseDocumentWeights } from '../../src/sketch/gram-weights.ts';
import { agreeingComponents, minHash } from '../../src/sketch/minhash.ts';
import { pairSketches } from '../../src/sketch/pairing.ts';
import { groupedShingles, shingleSet } from '../../src/sketch/shingles.ts';
import { hammingDistance, simHash } from '../../src/sketch/simhash.ts';
import { simHashResemblance } from '../../src/sketch/simhash-estimate.ts';
import { nearPairs } from '../../src/sketch/simhash-tables.ts';
import { sharedSuperShingles, superShingles } from '../../src/sketch/super-shingles.ts';
import { crowded, setsOf, smallCrawl } from '../evaluate/collections.ts';
import { findAll } from './find-all.ts';

const thresholds = [0.9, 0.5];
const { sets } = crowded(smallCrawl(4), 6, 5);
// How often each gram occurs: some so often that a text profile drops the rare ones; not the same in all pages of equal grams.
const counts = Uint32Array.from(sets.values, (gram) => (gram % 50n === 0n ? 300 : 1 + Number(gram % 4n)));
for (let page = 0; page < sets.offsets.length - 1; page += 4) {
  for (let k = sets.offsets[page]; k < sets.offsets[page + 1]; k += 3) counts[k]++;
}
const crawl = new Collection(sets, { counts });

function asked(threshold: number): MethodOptions {
  return { similarity: 'jaccard', threshold, recall: 0.9, threads: 1, memoryBytes: 2 ** 28 };
}

/** What a method without confirmation estimates of two pages that have grams; `undefined` where it does not name them. */
type Definition = (a: number, b: number, threshold: number) => number | undefined;

function ofEach<T>(make: (page: number) => T, { pages } = crawl): T[] {
  return Array.from({ length: pages }, (_, page) => make(page));
}

function minima(components: number): Int32Array[] {
  return ofEach((page) => minHash(crawl.gramsOf(page), components));
}

function countsOfPage(page: number): Float64Array {
  return Float64Array.from(counts.subarray(sets.offsets[page], sets.offsets[page + 1]));
}

function simHashes(bits: number, weightsOf?: (page: number) => Float64Array): Definition {
  const prints = ofEach((page) => simHash(crawl.gramsOf(page), weightsOf?.(page)));
  return (a, b) =>
    hammingDistance(prints[a], prints[b]) <= bits
      ? simHashResemblance(prints[a], prints[b], crawl.sizeOf(a), crawl.sizeOf(b)).value
      : undefined;
}

const frequencies = documentFrequencies(sets);
const rarities = (page: number): Float64Array =>
  inverseDocumentWeights({ grams: crawl.gramsOf(page), weights: countsOfPage(page) }, frequencies).weights;

/** By variant, for some of each kind. */
const definitions: Readonly<Record<string, () => Definition>> = {
  'sp-32': () => {
    const sketches = minima(32).map(shingleSet);
    return (a, b, threshold) => {
      const shared = overlapOfSorted(sketches[a], sketches[b]);
      return jaccard(shared, 32, 32) >= threshold ? shared / 32 : undefined;
    };
  },
  'bottom-k-32': () => {
    const sketches = ofEach((page) => bottomK(crawl.gramsOf(page), 32));
    return (a, b, threshold) => {
      const { value } = bottomKResemblance(sketches[a], sketches[b]);
      return value >= threshold ? value : undefined;
    };
  },
  'minhash-unconfirmed': () => {
    const sketches = minima(128);
    const hashes = new Map(
      thresholds.map((t) => [t, sketches.map((sketch) => bandHashes(sketch, chooseBands(t, 0.9)))]),
    );
    return (a, b, threshold) => {
      const [ofA, ofB] = [a, b].map((page) => hashes.get(threshold)![page]);
      return ofA.some((hash, k) => hash === ofB[k])
        ? agreeingComponents(sketches[a], sketches[b]) / 128
        : undefined;
    };
  },
  'simhash-3': () => simHashes(3),
  'simhash-7': () => simHashes(7),
  'simhash-tf-6': () => simHashes(6, countsOfPage),
  'simhash-tfidf-6': () => simHashes(6, rarities),
  ...Object.fromEntries(
    [1, 2].map((least) => [
      `super-shingles-${least}`,
      () => {
        const sketches = minima(84);
        const supers = sketches.map((sketch) => superShingles(sketch));
        return (a: number, b: number) =>
          sharedSuperShingles(supers[a], supers[b]) >= least
            ? agreeingComponents(sketches[a], sketches[b]) / 84
            : undefined;
      },
    ]),
  ),
  pairing: () => {
    const sketches = minima(32);
    return (a, b, threshold) => {
      const share = agreeingComponents(sketches[a], sketches[b]) / 32;
      return share >= threshold ? share : undefined;
    };
  },
  'text-profile': () => {
    const profiles = ofEach((page) => textProfile(crawl.gramsOf(page), Uint32Array.from(countsOfPage(page))));
    return (a, b) => (profiles[a] === profiles[b] ? 1 : undefined);
  },
  'exact-hash': () => (a, b) => (String(crawl.gramsOf(a)) === String(crawl.gramsOf(b)) ? 1 : undefined),
};

/** Every pair that the definition names, by looking at every two pages: with its estimate and the overlap that has it. */
function named(definition: Definition, threshold: number): string[] {
  const lines: string[] = [];
  for (let a = 0; a < crawl.pages; a++) {
    for (let b = a + 1; b < crawl.pages; b++) {
      const [m, n] = [crawl.sizeOf(a), crawl.sizeOf(b)];
      const estimate = m > 0 && n > 0 ? definition(a, b, threshold) : undefined;
      if (estimate === undefined) continue;
      const overlap = Math.min(m, n, Math.round((estimate / (1 + estimate)) * (m + n)));
      lines.push(`${a} ${b} ${estimate} ${overlap}`);
    }
  }
  return lines;
}

test.each(Object.entries(definitions))(
  '%s names the pairs of its definition, with its estimates',
  async (variant, make) => {
    const definition = make();
    for (const threshold of thresholds) {
      const { pairs, estimated } = await findAll(methodNamed(variant), crawl, asked(threshold));
      const found = Array.from(pairs.a, (a, i) => `${a} ${pairs.b[i]} ${estimated?.[i]} ${pairs.overlap[i]}`);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(named(definition, threshold));
    }
  },
);

test.each([
  [0.95, 32],
  [0.9, 128],
  [0.5, 64],
])(
  'at %d, %d calibrated shingles are joined in the fewest equal groups of which two must agree',
  async (threshold, shingles) => {
    const differing = shingles - calibrate(threshold, shingles, 0.9).agreeing;
    const each = Array.from({ length: shingles }, (_, k) => k + 1);
    const groups = Math.min(
      shingles,
      ...each.map((k) => Math.floor(shingles / k)).filter((count) => count - differing >= 2),
    );
    const least = groups - differing;
    const few = smallCrawl(4);
    const sketches = ofEach((page) => page, few)
      .filter((page) => few.sizeOf(page) > 0)
      .map((page) => minHash(few.gramsOf(page), shingles));
    const likeBesideLike = sketches.toSorted(([x], [y]) => x - y);
    const joined = rankSets(setsOf(likeBesideLike.map((sketch) => groupedShingles(sketch, groups))));
    const statistics = joinStatistics();
    const at = (least / (2 * groups - least)) * (1 - 1e-9);
    await exactJoin(joined, { similarity: 'jaccard', threshold: at, statistics });
    const { candidates } = await methodNamed(`calibrated-${shingles}`).find(few, asked(threshold));
    expect(candidates).toBe(statistics.candidates);
  },
);

describe('candidates are counted in pages, however many of them are equal', () => {
  const pages = ofEach((page) => page).filter((page) => crawl.sizeOf(page) > 0);
  const candidatesOf = async (variant: string): Promise<number> =>
    (await methodNamed(variant).find(crawl, asked(0.8))).candidates;
  const ofJoin = async (sketches: readonly BigUint64Array[], threshold: number): Promise<number> => {
    const statistics = joinStatistics();
    await exactJoin(rankSets(setsOf(sketches)), { similarity: 'jaccard', threshold, statistics });
    return statistics.candidates;
  };
  const near = (bits: number, weightsOf?: (page: number) => Float64Array): number =>
    nearPairs(
      pages.map((page) => simHash(crawl.gramsOf(page), weightsOf?.(page))),
      bits,
      () => {},
    );
  /** Pairs of pages that agree in a column. */
  const agreeing = (rows: readonly ArrayLike<number>[]): number => {
    let count = 0;
    for (const [a, x] of rows.entries()) {
      for (const y of rows.slice(a + 1)) if (Array.from(x).some((value, k) => value === y[k])) count++;
    }
    return count;
  };

  test('by joins of sketches those of the join of all', async () => {
    const shingles = pages.map((page) => shingleSet(minHash(crawl.gramsOf(page), 64)));
    expect(await candidatesOf('sp-64')).toBe(await ofJoin(shingles, 0.8));
    const smallest = ofEach((page) => bottomK(crawl.gramsOf(page), 32).smallest);
    expect(await candidatesOf('bottom-k-32')).toBe(await ofJoin(smallest, (0.8 / 1.2) * (1 - 1e-9)));
  });

  test('by SimHash the pairs with equal keys in each table', async () => {
    expect(await candidatesOf('simhash-3-confirmed')).toBe(near(3));
    expect(await candidatesOf('simhash-6')).toBe(near(6));
    expect(await candidatesOf('simhash-tf-7')).toBe(near(7, countsOfPage));
    expect(await candidatesOf('simhash-tfidf-1')).toBe(near(1, rarities));
  });

  test('by sketches on disk and in memory the pairs that agree in a band, confirmed or not', async () => {
    const bands = chooseBands(0.8, 0.9);
    const hashes = pages.map((page) => bandHashes(minHash(crawl.gramsOf(page), 128), bands));
    const expected = agreeing(hashes);
    for (const variant of ['minhash-unconfirmed', 'minhash-confirmed', 'minhash-disk'])
      expect(await candidatesOf(variant), variant).toBe(expected);
  });

  test('by the pairing the entries of unlike sketches, or the pairs where these are more', async () => {
    const sketches = pages.map((page) => minHash(crawl.gramsOf(page), 32));
    let named = 0;
    const { entries } = pairSketches(sketches, () => named++, { minShared: 26 });
    expect(await candidatesOf('pairing')).toBe(Math.max(entries, named));
  });
});

describe('what a run tells of itself', () => {
  const sketchBytes: Readonly<Record<string, number>> = {
    ...{ sp: 4, calibrated: 4, 'bottom-k': 8 },
    ...{ 'minhash-unconfirmed': 512, 'minhash-confirmed': 512, simhash: 8 },
    ...{ 'super-shingles': 6 * 8 + 84 * 4, pairing: 128, 'exact-hash': 16, 'text-profile': 8 },
  };
  /** Bytes that a method keeps of a page of the crawl on average. */
  function bytesOf({ name, variant, confirmed, exact }: Method): number {
    if (exact) return 4 * crawl.gramsPerPage;
    const components = Number(/-(\d+)$/.exec(variant)?.[1]);
    const kept = ofEach((page) => Math.min(components, crawl.sizeOf(page))).reduce((sum, k) => sum + k, 0);
    const each = sketchBytes[variant] ?? sketchBytes[name];
    const times = name === 'bottom-k' ? kept / crawl.pages : /^(sp|calibrated)$/.test(name) ? components : 1;
    return each * times + (confirmed ? 8 * crawl.gramsPerPage : 0);
  }
  /** Names of its phases. */
  function phasesOf({ name, confirmed, exact }: Method): string[] {
    if (exact) return ['rank', 'join'];
    const ranks = /^(sp|calibrated|bottom-k)$/.test(name) ? ['rank'] : [];
    return ['sketch', ...ranks, 'join', confirmed ? 'confirm' : 'estimate'];
  }
  const inMemory = methods.filter(({ variant }) => variant !== 'minhash-disk');

  test.each(inMemory.map((method) => [method.variant, method] as const))(
    '%s tells its phases, and the bytes it keeps of a page',
    async (_, method) => {
      const { milliseconds, bytesPerPage } = await method.find(crawl, asked(0.8));
      expect(Object.keys(milliseconds)).toEqual([...phasesOf(method), 'total']);
      expect(bytesPerPage).toBeCloseTo(bytesOf(method), 9);
    },
  );

  test('what each is set to, where frequencies are known and where they are not', () => {
    const plain = new Collection(sets);
    const lines = methods
      .filter(({ variant }) => !/^simhash.*-[2-7](-confirmed)?$/.test(variant))
      .flatMap((method) => {
        const [known, not] = [crawl, plain].map((collection) => method.parameters(asked(0.8), collection));
        return known === not ? `${method.variant}: ${known}` : [`${method.variant}: ${known}`, `  or ${not}`];
      });
    expect(lines.join('\n')).toMatchInlineSnapshot(`
      "qp: prefix-filtered join, the engine of exactJoin
      qa: AllPairs as published
      sp-32: 32 shingles of 4 bytes
      sp-64: 64 shingles of 4 bytes
      sp-128: 128 shingles of 4 bytes
      sp-256: 256 shingles of 4 bytes
      calibrated-32: 32 shingles of 4 bytes, 23 of them must agree, for recall 0.9
      calibrated-64: 64 shingles of 4 bytes, 47 of them must agree, for recall 0.9
      calibrated-128: 128 shingles of 4 bytes, 97 of them must agree, for recall 0.9
      bottom-k-32: the 32 smallest gram hashes
      bottom-k-128: the 128 smallest gram hashes
      minhash-unconfirmed: 128 components, 16 bands of 8, for recall 0.9
      minhash-confirmed: 128 components, 16 bands of 8, for recall 0.9
      minhash-disk: 128 components, 16 bands of 8, for recall 0.9
      simhash-1: at most 1 of 64 bits differ, weight 1
      simhash-1-confirmed: at most 1 of 64 bits differ, weight 1
      simhash-tf-1: at most 1 of 64 bits differ, weight tf
        or at most 1 of 64 bits differ, weight tf (counts are not known: 1)
      simhash-tf-1-confirmed: at most 1 of 64 bits differ, weight tf
        or at most 1 of 64 bits differ, weight tf (counts are not known: 1)
      simhash-tfidf-1: at most 1 of 64 bits differ, weight tf · idf
        or at most 1 of 64 bits differ, weight tf (counts are not known: 1) · idf
      simhash-tfidf-1-confirmed: at most 1 of 64 bits differ, weight tf · idf
        or at most 1 of 64 bits differ, weight tf (counts are not known: 1) · idf
      super-shingles-1: 6 super-shingles of 14 minima, 1 in common
      super-shingles-2: 6 super-shingles of 14 minima, 2 in common
      pairing: 32 shingles of 4 bytes, 26 of them in common
      exact-hash: one 128-bit hash of the gram set
      text-profile: quantised frequencies of grams (words are not known), quantum 1 % of the most frequent"
    `);
    const words = new Collection(sets, { profiles: new BigUint64Array(crawl.pages) });
    expect(methodNamed('text-profile').parameters(asked(0.8), words)).toMatchInlineSnapshot(
      `"quantised frequencies of words, quantum 1 % of the most frequent; made while pages were read, which its time leaves out"`,
    );
    expect(methodNamed('pairing').parameters(asked(0.01), crawl)).toContain(', 1 of them');
  });
});
