import { expect, test } from 'vitest';
import { deduplicateStored } from '../../src/deduplicate.ts';
import type { PageDecision } from '../../src/flow/decisions.ts';
import type { ResolvedPages } from '../../src/flow/resolved-pages.ts';
import { shinglePages } from '../../src/flow/shingle-pages.ts';

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
