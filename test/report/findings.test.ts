import { expect, test } from 'vitest';
import { deduplicationFindings, evaluationFindings, showFindings } from '../../plugins/report/findings.ts';
import type { Evaluation, EvaluationRow, Recommendation } from '../../src/evaluate/index.ts';
import { fabricatedDeduplication, fabricatedEvaluation, page } from './fabricated.ts';

const deduplication = fabricatedDeduplication([[page('a', ''), page('b', ''), page('c', '')]]);

function dedup(
  summary: Partial<(typeof deduplication)['summary']>,
  unclassifiable = new Map<string, number>(),
) {
  return deduplicationFindings({
    ...deduplication,
    summary: { ...deduplication.summary, ...summary },
    unclassifiable,
  });
}

test('a deduplication is told by the share of its pages that repeat another', () => {
  expect(dedup({ pages: 1000, dropped: 0 }).sentence).toBe('None of 1,000 pages repeats another.');
  expect(dedup({ pages: 1, dropped: 0 }).sentence).toBe('There is one page, so none repeats another.');
  expect(dedup({ pages: 0, dropped: 0 }).sentence).toBe('None of 0 pages repeats another.');
  expect(dedup({ pages: 1000, dropped: 1 }).sentence).toBe(
    '1 of 1,000 pages (0.1 %) repeats a page that is kept.',
  );
  expect(dedup({ pages: 1000, dropped: 99 }).sentence).toContain('(9.9 %) repeat a page');
  expect(dedup({ pages: 1000, dropped: 100 }).sentence).toContain('(10 %)');
  // some are kept: not all repeat another
  expect(dedup({ pages: 1000, dropped: 999 }).sentence).toContain('(99 %)');
});

test('clusters of short pages are warned of, where the length of all their pages is known', () => {
  const ofGrams = (...sizes: (number | undefined)[]) =>
    deduplicationFindings(
      fabricatedDeduplication([
        sizes.map((grams, i) => ({ ...page(`p${i}`, ''), ...(grams !== undefined && { grams }) })),
      ]),
    ).details.join(' ');
  expect(ofGrams(39, 12)).toContain('1 cluster is of short pages only (under 40 grams)');
  for (const sizes of [
    [40, 12],
    [12, 40],
    [undefined, 12],
    [12, undefined],
  ]) {
    expect(ofGrams(...sizes)).not.toContain('short pages');
  }
});

test('a gain over the exact join within what times differ by is none: then the exact join is named', () => {
  const evaluation = fabricatedEvaluation();
  const sentenceFor = (milliseconds: number): string => {
    const rows = evaluation.rows.map((row) =>
      row.variant === 'minhash-confirmed' ? { ...row, milliseconds: { total: milliseconds } } : row,
    );
    return evaluationFindings({ ...evaluation, rows }).sentence;
  };
  expect(sentenceFor(330)).toContain('use the exact join: it finds all pairs in 400 ms');
  expect(sentenceFor(310)).toContain('minhash-confirmed finds 99.0 % of the pairs in 310 ms');
});

test('a deduplication says what counted as alike, what was not judged, the most frequent reason first, and what is missing', () => {
  const { details, numbers } = dedup(
    {
      ...{
        pages: 10,
        kept: 6,
        dropped: 1,
        unclassifiable: 3,
        clusters: 1,
        pairs: 2,
        candidates: 1,
        damaged: 2,
      },
      codes: { 'same-grams': 1 },
    },
    new Map([
      ['no text', 1],
      ['soft 404', 2],
    ]),
  );
  expect(details).toEqual([
    'Two pages count as near-duplicates when the jaccard similarity of their word:4 grams is 0.8 or more; pairs were found by method qp from 1 candidate.',
    'Not judged: 2 × soft 404; 1 × no text.',
    'The input was damaged in 2 spots; what was there is missing here.',
  ]);
  expect(numbers).toEqual([
    ['10', 'pages read'],
    ['6', 'kept'],
    ['1', 'dropped: exact copies'],
    ['0', 'dropped: near-duplicates'],
    ['3', 'not judged'],
    ['1', 'clusters'],
    ['2', 'similar pairs'],
  ]);
  expect(dedup({ damaged: 0 }).details).toHaveLength(1);
  expect(dedup({ dropped: 3, codes: {} }).numbers.slice(2, 4)).toEqual([
    ['0', 'dropped: exact copies'],
    ['3', 'dropped: near-duplicates'],
  ]);
});

test('pages about different things and pages of walls have numbers of their own, where there are any', () => {
  const { numbers } = dedup({ alike: 12, dropped: 5, codes: { 'same-grams': 2, similar: 3, wall: 7 } });
  expect(numbers.slice(2, 4)).toEqual([
    ['2', 'dropped: exact copies'],
    ['3', 'dropped: near-duplicates'],
  ]);
  expect(numbers.slice(-2)).toEqual([
    ['12', 'pairs of same template, other subject'],
    ['7', 'pages of walls'],
  ]);
});

const evaluation = fabricatedEvaluation();
const rowsAt = (threshold: number) => evaluation.rows.filter((row) => row.threshold === threshold);

function sentence(rows: readonly EvaluationRow[], more: Partial<Evaluation> = {}): string {
  return evaluationFindings({ ...evaluation, rows, ...more }).sentence;
}

test('of the methods that are right and complete the quickest is named, at the lowest threshold', () => {
  const at = rowsAt(0.8);
  expect(sentence(evaluation.rows)).toBe(
    'At similarity ≥ 0.8, minhash-confirmed finds 99.0 % of the pairs in 120 ms, where the exact join takes 400 ms.',
  );
  expect(sentence(at.filter(({ method }) => method !== 'qp'))).toBe(
    'At similarity ≥ 0.8, minhash-confirmed finds 99.0 % of the pairs in 120 ms.',
  );
  expect(sentence(at.filter(({ recall }) => recall === 1))).toBe(
    'At similarity ≥ 0.8, the exact join is the fastest way to find 99 % of the pairs or more: 400 ms.',
  );
  expect(sentence(at.filter(({ variant }) => variant === 'minhash-slow'))).toBe(
    'At similarity ≥ 0.8, no method looked at finds 99 % of the pairs without wrong ones.',
  );
  expect(sentence(at.filter(({ variant }) => variant === 'minhash-unconfirmed'))).toMatch(
    /no method looked at/,
  );
});

test('no method is recommended by pages without a pair, of which each method has all', () => {
  const none = rowsAt(0.8).map((row) => ({ ...row, truePairs: 0, recall: 1, precision: 1 }));
  expect(sentence(none)).toBe(
    'At similarity ≥ 0.8, no pair of these pages is known: they do not show which method finds such pairs.',
  );
});

const recommendation: Recommendation = {
  threshold: 0.8,
  targetRecall: 0.975,
  reached: true,
  variant: 'minhash-confirmed',
  parameters: '128 components',
  recall: 0.99,
  recallLow: 0.98,
  precision: 1,
  milliseconds: 120,
  reason: '',
} as Recommendation;

test('where a recall was asked for, what reaches it is named, or what comes nearest', () => {
  const at = rowsAt(0.8);
  expect(sentence(at, { recommendations: [recommendation] })).toBe(
    'minhash-confirmed is the quickest method here that surely finds 97.5 % of the pairs with similarity ≥ 0.8: 120 ms; the exact join takes 400 ms.',
  );
  expect(
    sentence(at, { recommendations: [{ ...recommendation, maxMilliseconds: 100, reached: false }] }),
  ).toBe(
    'No method here surely finds 97.5 % of the pairs with similarity ≥ 0.8 within 100 ms. Nearest comes minhash-confirmed, with 99.0 % in 120 ms; the exact join takes 400 ms.',
  );
  // that of another threshold is not what is told
  expect(sentence(at, { recommendations: [{ ...recommendation, threshold: 0.9 }] })).toMatch(
    /^At similarity/,
  );
});

test('the exact join, where it is recommended, is not called quicker than what took less time', () => {
  const exact = { ...recommendation, variant: 'qp', milliseconds: 400 };
  expect(sentence(rowsAt(0.8), { recommendations: [exact] })).toBe(
    'Use the exact join, which finds all pairs with similarity ≥ 0.8 in 400 ms: no method here that surely finds 97.5 % of them is clearly quicker.',
  );
});

test('recommendations of all thresholds stand in a table', () => {
  const { table } = evaluationFindings({
    ...evaluation,
    recommendations: [recommendation, { ...recommendation, threshold: 0.9, reached: false }],
  });
  expect(table?.markup).toContain('What to use for a recall of 0.975 or more');
  expect(table?.markup.match(/<tr>/g)).toHaveLength(3);
  expect(table?.markup.match(/comes nearest/g)).toHaveLength(1);
  expect(table?.markup.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')).toContain(
    'Time 0.8 minhash-confirmed 128 components 0.9900 0.9800 1.0000 120 ms 0.9',
  );
  expect(table?.markup.match(/<th scope="col" class="">/g)).toHaveLength(3);
  expect(evaluationFindings({ ...evaluation, recommendations: [] }).table).toBeFalsy();
});

test('an evaluation says what its truth is and of how many pages it is', () => {
  const { details, numbers } = evaluationFindings(evaluation);
  expect(details).toEqual([
    'Grams: word:4. Pairs are held against the exact q-gram join (qp): every pair whose similarity reaches the threshold, and no other.',
  ]);
  expect(numbers).toEqual([
    ['500', 'pages'],
    ['2', 'without a gram'],
    ['90,000', 'grams'],
    ['40,000', 'distinct grams'],
    ['1,000', 'pairs with similarity ≥\u00a00.8'],
    ['5', 'methods'],
  ]);
  const labelled = evaluationFindings({
    ...evaluation,
    dataset: { ...evaluation.dataset, multiset: true, emptyPages: 0 },
    truth: 'labels',
    labels: { pairs: 7, unknownIds: 3 },
    sample: { pages: 1, how: 'drawn' },
  });
  expect(labelled.details).toEqual([
    'Grams: word:4, repeats counted. Pairs are held against 7 labelled pairs; ids of no page here: 3.',
    'Estimated from 1 page: drawn.',
  ]);
  expect(labelled.numbers.map(([, name]) => name)).toEqual([
    ...['pages', 'grams', 'distinct grams', 'labelled pairs', 'methods'],
  ]);
  const known = evaluationFindings({ ...evaluation, truth: 'labels', labels: { pairs: 7, unknownIds: 0 } });
  expect(known.details[0]).toMatch(/against 7 labelled pairs\.$/);
});

test('findings are shown as a headline, tiles and details', () => {
  const shown = showFindings({ sentence: 'a < b', details: ['one'], numbers: [['7', 'pages']] }).markup;
  expect(shown).toContain('<p class="headline">a &lt; b</p>');
  expect(shown).toContain('<div><dt>pages</dt><dd>7</dd></div>');
  expect(shown).toContain('<p class="detail">one</p>');
});
