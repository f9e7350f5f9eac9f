import { expect, test } from 'vitest';
import type { Cluster } from '../../src/cluster/clusters.ts';
import { type DecidedPages, decisionOn, type PageDecision } from '../../src/flow/decisions.ts';
import type { PageFacts } from '../../src/flow/page-grams.ts';
import type { Similarity } from '../../src/join/similarity.ts';

/** What decisions are made by, page by page where it is not said otherwise. */
interface DecidedBy {
  readonly threshold: number;
  readonly similarity: Similarity;
  readonly estimated: ReadonlySet<number>;
  /** Pages that similar pages link to their representative. */
  readonly linked: ReadonlySet<number>;
  readonly rawSimilarity: ReadonlyMap<number, number>;
  /** Of the pages of a wall: how many others are of the same. */
  readonly walls: ReadonlyMap<number, number>;
  readonly alike: ReadonlyMap<number, { readonly page: number; readonly similarity: number }>;
}

const byJaccard: DecidedBy = {
  threshold: 0.8,
  similarity: 'jaccard',
  estimated: new Set(),
  linked: new Set(),
  rawSimilarity: new Map(),
  walls: new Map(),
  alike: new Map(),
};

function decide(pages: readonly PageFacts[], clusters: readonly Cluster[], by: DecidedBy): PageDecision[] {
  const standsFor = new Map<number, { readonly representative: number; readonly similarity: number }>();
  for (const { representative, members } of clusters) {
    for (const { page, similarity } of members) standsFor.set(page, { representative, similarity });
  }
  const representativeOf = (page: number): number => standsFor.get(page)?.representative ?? page;
  const decided: DecidedPages = {
    threshold: by.threshold,
    similarity: by.similarity,
    factsOf: (page) => pages[page]!,
    representativeOf,
    othersOf: (page) => pages.filter((_, other) => other !== page && representativeOf(other) === page).length,
    linkedOf: (representative) =>
      pages.filter((_, page) => by.linked.has(page) && representativeOf(page) === representative).length,
    wallOf: (page) => by.walls.get(page) ?? 0,
    similarityOf(page) {
      const { similarity: value } = standsFor.get(page)!;
      const raw = by.rawSimilarity.get(page) ?? value;
      return { value, raw, isEstimated: by.estimated.has(page), isLinked: by.linked.has(page) };
    },
    mostAlike: (page) => by.alike.get(page),
  };
  return pages.map((_, page) => decisionOn(page, decided));
}

function facts(id: string, more: Partial<PageFacts> = {}): PageFacts {
  return {
    id,
    url: `http://${id}/`,
    fetchedAt: '',
    kind: 'article',
    names: [],
    textLength: 1,
    bodyLength: 10,
    truncatedFrom: 0,
    ...more,
  };
}

/** Decisions on a, b, c … where a stands for others with these similarities. */
function decided(similarities: readonly number[], by: DecidedBy = byJaccard) {
  const pages = ['a', ...similarities.map((_, i) => String.fromCharCode(98 + i))].map((id) => facts(id));
  const members = similarities.map((similarity, i) => ({ page: i + 1, similarity }));
  return decide(pages, [{ representative: 0, members }], by);
}

test('a decision says what becomes of the page, for which page it is dropped, and why, by code and in words', () => {
  const pages = [facts('a'), facts('b'), facts('c'), facts('wall', { kind: 'consent-wall' })];
  const clusters: Cluster[] = [{ representative: 0, members: [{ page: 2, similarity: 0.9 }] }];
  expect(decide(pages, clusters, byJaccard)).toEqual([
    {
      id: 'a',
      url: 'http://a/',
      decision: 'keep',
      code: 'representative',
      reason: 'stands for 1 similar page',
    },
    {
      id: 'b',
      url: 'http://b/',
      decision: 'keep',
      code: 'distinct',
      reason: 'similar to no other page that is kept',
    },
    {
      id: 'c',
      url: 'http://c/',
      decision: 'drop',
      representative: 'a',
      similarity: 0.9,
      code: 'similar',
      reason: 'similar to its representative: 0.900 ≥ 0.8',
    },
    {
      id: 'wall',
      url: 'http://wall/',
      decision: 'unclassifiable',
      code: 'consent-wall',
      reason: 'consent wall: asks for consent before its text',
    },
  ]);
});

test('a dropped page has the same grams, reaches the threshold, or is linked below it', () => {
  const codes = decided([1, 0.8, 0.7999]).map(({ code }) => code);
  expect(codes).toEqual(['representative', 'same-grams', 'similar', 'linked']);
});

test('a page that is only linked to its representative is not called similar to it, however alike the two are', () => {
  const [kept, similar, ...linked] = decided([0.9, 0.7, 0.9, 1], {
    ...byJaccard,
    linked: new Set([2, 3, 4]),
  });
  expect(kept!.reason).toBe('stands for 1 similar page and 3 linked to it by similar pages');
  expect(similar!.code).toBe('similar');
  expect(linked.map(({ code }) => code)).toEqual(['linked', 'linked', 'linked']);
  expect(linked.map(({ reason }) => reason)).toEqual([
    'linked to its representative by similar pages (itself 0.700 < 0.8)',
    'linked to its representative by similar pages (itself 0.900, but not found to repeat it)',
    'linked to its representative by similar pages (itself 1.000, but not found to repeat it)',
  ]);
});

test('an overlap of one gram and sketches that agree are not called the same grams', () => {
  const byOverlap: DecidedBy = { ...byJaccard, threshold: 1, similarity: 'overlap' };
  expect(decided([1], byOverlap)[1]).toMatchObject({
    code: 'similar',
    reason: expect.stringMatching(/: 1 ≥ 1$/),
  });
  const [, exact, agreeing, below] = decided([1, 1, 0.7], { ...byJaccard, estimated: new Set([2, 3]) });
  expect(exact).toMatchObject({ code: 'same-grams' });
  expect(exact).not.toHaveProperty('estimated');
  expect(agreeing).toMatchObject({ code: 'similar', estimated: true, similarity: 1 });
  expect(below).toMatchObject({
    code: 'similar',
    estimated: true,
    reason: expect.stringMatching(/estimate 0\.700, threshold 0\.8\)$/),
  });
});

test('a page that was read in part says so, whatever becomes of it', () => {
  const cut = { truncatedFrom: 99 };
  const pages = [facts('a', cut), facts('b', cut), facts('c', cut), facts('d', { ...cut, kind: 'empty' })];
  const decisions = decide(pages, [{ representative: 1, members: [{ page: 2, similarity: 1 }] }], byJaccard);
  for (const { reason, truncatedFrom } of decisions) {
    expect(reason).toMatch(/\w \(read up to 10 of 99 bytes or more\)$/);
    expect(truncatedFrom).toBe(99);
  }
  expect(decide([facts('e')], [], byJaccard)[0]).not.toHaveProperty('truncatedFrom');
  expect(decisions.map(({ code }) => code)).toEqual(['distinct', 'representative', 'same-grams', 'empty']);
});

test('a page as similar as a duplicate, but about another thing, is kept and names the page it is most like', () => {
  const pages = [facts('a'), facts('b'), facts('c'), facts('wall', { kind: 'consent-wall' })];
  const alike = new Map([
    [0, { page: 2, similarity: 0.9 }],
    [2, { page: 0, similarity: 0.9 }],
    [3, { page: 0, similarity: 0.9 }],
  ]);
  const decisions = decide(pages, [], { ...byJaccard, alike });
  expect(decisions.map(({ alike: id }) => id)).toEqual(['c', undefined, 'a', undefined]);
  expect(decisions[0]).toMatchObject({ decision: 'keep', code: 'other-subject' });
  expect(decisions[0].reason).toMatch(/0\.900.* about another thing/);
  const standing = decide(pages, [{ representative: 0, members: [{ page: 1, similarity: 1 }] }], {
    ...byJaccard,
    alike,
  });
  expect(standing[0]).toMatchObject({ decision: 'keep', alike: 'c', code: 'representative' });
});

test('a dropped page whose content is that of its representative, but not all its grams, says both similarities', () => {
  const pages = [facts('a'), facts('b')];
  const clusters = [{ representative: 0, members: [{ page: 1, similarity: 1 }] }];
  const [, dropped] = decide(pages, clusters, { ...byJaccard, rawSimilarity: new Map([[1, 0.6]]) });
  expect(dropped).toMatchObject({ code: 'similar', similarity: 1, rawSimilarity: 0.6 });
});

test('a page of a wall is unclassifiable, whatever it is like', () => {
  const pages = [facts('a'), facts('b')];
  const decisions = decide(pages, [], { ...byJaccard, walls: new Map([[1, 4]]) });
  expect(decisions[1]).toMatchObject({ decision: 'unclassifiable', code: 'wall' });
  expect(decisions[1].reason).toMatch(/^wall: one text for 5 unlike URLs/);
});
