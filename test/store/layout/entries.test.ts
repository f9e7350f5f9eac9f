import { expect, test } from 'vitest';
import { recordOfPage } from '../../../src/store/decisions.ts';
import { pageEntries, searchEntries, sketchSet } from '../../../src/store/layout/entries.ts';
import { completeParameters, layoutOf } from '../../../src/store/layout/parameters.ts';

test.each(['exact', 'compact'] as const)(
  'no entry of a page has an empty value, for each of which LevelDB would lose memory (%s)',
  (setting) => {
    const layout = layoutOf(completeParameters({ gram: 'word:4', threshold: 0.8, recall: 0.99, setting }));
    const page = { key: 'a', url: 'http://a.example/', grams: BigUint64Array.of(1n, 2n, 3n) };
    const set = sketchSet(page.grams, page.url, layout);
    const entries = [
      ...pageEntries(0, recordOfPage(page, set), set, layout),
      ...searchEntries(0, set, layout),
    ];
    expect(entries.length).toBeGreaterThan(10);
    expect(entries.filter(({ value }) => value === undefined || value.length === 0)).toEqual([]);
  },
);
