import { expect, test } from 'vitest';
import { deduplicateStored } from '../../src/deduplicate.ts';
import type { PageDecision } from '../../src/flow/decisions.ts';
import type { ResolvedPages } from '../../src/flow/resolved-pages.ts';
import { shinglePages } from '../../src/flow/shingle-pages.ts';
import { overlapOfSorted } from '../../src/grams/jaccard.ts';
import { pageOf, prose } from './prose-pages.ts';

const texts = [
  '',
  'one text of some words',
  'another text, of other words',
  'a third text that nobody repeats',
];

/** What is decided on pages of these texts, by their numbers. */
async function resolved<Result>(numbers: readonly number[], use: (resolved: ResolvedPages) => Result) {
  async function* pages() {
    for (const [i, number] of numbers.entries()) yield { id: `${i}`, url: '', body: texts[number]! };
  }
  const options = { extract: 'none', siteModel: false } as const;
  return deduplicateStored(shinglePages(pages(), options), options, (found) => use(found.resolved));
}

const pagesOfAllKinds = [0, 1, 2, 1, 0, 3, 2, 1];

test('the pages that are dropped are those of the decisions that drop, with these, up to any end', async () => {
  await resolved(pagesOfAllKinds, (found) => {
    for (let end = 0; end <= pagesOfAllKinds.length; end++) {
      const expected = [...found.decisions(end)]
        .map((decision, page) => ({ page, decision }))
        .filter(({ decision }) => decision.decision === 'drop');
      expect([...found.dropped(end)]).toEqual(expected);
    }
    expect([...found.dropped()].map(({ page }) => page)).toEqual([3, 6, 7]);
  });
});

test('decisions are counted alike before they are gone through, after, and after a part of them was', async () => {
  const counted = { decisions: { keep: 3, drop: 3, unclassifiable: 2 } };
  // of the words of reasons, not of the pages: the stages of a distributed run do not know which page is first
  const codes = ['distinct', 'representative', 'same-grams', 'empty'] satisfies PageDecision['code'][];
  await resolved(pagesOfAllKinds, (found) => {
    for (const _ of found.decisions(2));
    expect(found.counts()).toMatchObject(counted);
    expect(Object.keys(found.counts().codes)).toEqual(codes);
    for (const _ of found.decisions()) break;
    expect(found.counts(2)).toMatchObject({ decisions: { keep: 1, drop: 0, unclassifiable: 1 } });
    for (const _ of found.decisions());
    expect(found.counts()).toMatchObject(counted);
  });
});

test('of two pages that are alike by their template alone, each is said to be as alike as all of their grams are', async () => {
  const template = prose(1, 300);
  const site = [40, 50, 60, 70, 80, 90].map((words, i) =>
    pageOf(
      `https://a.example/page-${i}`,
      `Thing ${prose(900 + i, 2)}`,
      `${template} ${prose(10 + i, words)}`,
    ),
  );
  const grams: BigUint64Array[] = [];
  async function* each() {
    yield* site;
  }
  async function* shingled() {
    for await (const page of shinglePages(each(), {})) {
      grams.push(page.grams.slice());
      yield page;
    }
  }
  await deduplicateStored(shingled(), { threshold: 0.6 }, ({ resolved }) => {
    const resemblance = (x: number, y: number): number => {
      const overlap = overlapOfSorted(grams[x]!, grams[y]!);
      return overlap / (grams[x]!.length + grams[y]!.length - overlap);
    };
    for (const page of site.keys()) {
      const others = [...site.keys()].filter((other) => other !== page);
      const most = Math.max(...others.map((other) => resemblance(page, other)));
      const alike = resolved.mostAlike(page)!;
      expect(resemblance(page, alike.page)).toBe(most);
      expect(alike.similarity).toBe(most);
    }
  });
});
