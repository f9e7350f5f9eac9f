import { expect, test } from 'vitest';
import type { ReportedDeduplication, ReportedPage } from '../../../plugins/report/index.ts';
import { fabricatedDeduplication, page } from '../fabricated.ts';
import { type OpenedReport, openReport } from './open-report.ts';

const shared = 'every morning the ferry leaves the small harbour before the fog has lifted from the bay';

const pages: readonly ReportedPage[] = [
  page('a1', 'https://a.example/one', `${shared} and nobody waits\nthe end of this page`, 'The ferry'),
  page('a2', 'https://a.example/two', `${shared} but somebody waits\nthe end of this page`, 'The ferry'),
  page('a3', '', `${shared} and nobody waits`, 'Another ferry'),
];

/** Opens a report and, in it, the pair that the n-th Compare of the first cluster is for. */
async function openPair(deduplication: ReportedDeduplication, n = 0): Promise<OpenedReport> {
  const report = await openReport({ title: 't', deduplication });
  report.click([...report.document.querySelectorAll('#cluster-detail tbody button')][n] ?? null);
  await ready(report);
  return report;
}

/** Texts are unpacked before the dialog shows its numbers. */
async function ready({ document }: OpenedReport): Promise<void> {
  const heads = document.getElementById('pair-heads')!;
  const areOthers = (): boolean => heads.children.length === 2 && heads.firstChild !== seen.get(heads);
  await expect.poll(areOthers, { interval: 2 }).toBe(true);
  seen.set(heads, heads.firstChild);
}

const seen = new WeakMap<Element, ChildNode | null>();

function numbers({ document }: OpenedReport): Record<string, string> {
  const rows = [...document.querySelectorAll('#pair-numbers > div')];
  return Object.fromEntries(rows.map((row) => [row.children[0]!.textContent, row.children[1]!.textContent]));
}

const values = ({ document }: OpenedReport) =>
  ['pair-left', 'pair-right'].map((id) => (document.getElementById(id) as HTMLSelectElement).value);

test('a pair opens with the numbers that decided it', async () => {
  const report = await openPair(fabricatedDeduplication([pages]));
  expect(report.document.getElementById('pair')?.hasAttribute('open')).toBe(true);
  expect(report.text('pair-heading')).toBe('0.9000 similar');
  expect(report.text('pair-verdict')).toBe('0.9000 ≥ 0.8: near-duplicates.');
  expect(numbers(report)).toEqual({
    'Similarity (jaccard)': '0.9000',
    Threshold: '0.8',
    'Grams in both': '90',
    'Grams left, right': '100, 100',
    'Grams in either': '110',
    'Of the left in the right': '0.9000',
    'Of the right in the left': '0.9000',
    'Grams are': 'word:4',
    'Found by': 'qp',
  });
});

test('numbers are of the pages as they stand: left and right may have other grams', async () => {
  const [a, b] = pages;
  const report = await openPair(fabricatedDeduplication([[{ ...a!, grams: 120 }, b!]]));
  expect(numbers(report)).toMatchObject({
    'Grams left, right': '120, 100',
    'Grams in either': '130',
    'Of the left in the right': '0.7500',
    'Of the right in the left': '0.9000',
  });
});

test('an estimate is marked, and nothing is derived from it', async () => {
  const deduplication = fabricatedDeduplication([pages]);
  const pairs = deduplication.pairs.map((pair) => ({ ...pair, estimated: true }));
  const report = await openPair({ ...deduplication, pairs });
  expect(report.text('pair-heading')).toBe('0.9000 (estimated) similar');
  expect(numbers(report)).toMatchObject({ 'Grams in both': '90 (estimated)' });
  expect(numbers(report)).not.toHaveProperty('Grams in either');
});

test('pages whose grams are not known, or that share all of them, are told so', async () => {
  const deduplication = fabricatedDeduplication([[{ id: 'x', url: '' }, pages[1]!]]);
  const pairs = deduplication.pairs.map((pair) => ({ ...pair, similarity: 1 }));
  const report = await openPair({ ...deduplication, pairs });
  expect(report.text('pair-heading')).toBe('Same grams');
  expect(numbers(report)).toMatchObject({ 'Grams left, right': 'not known' });
  expect(numbers(report)).not.toHaveProperty('Grams in either');
});

test('what is no pair of the run is below the threshold, or not in the report', async () => {
  const deduplication = { ...fabricatedDeduplication([pages]), pairs: [] };
  const complete = await openPair(deduplication);
  // the cluster states the similarity to its representative all the same
  expect(complete.text('pair-heading')).toBe('0.9000 similar');
  expect(numbers(complete)).toMatchObject({ 'Grams in both': 'not in the report' });
  complete.change('pair-left', '1');
  complete.change('pair-right', '2');
  await ready(complete);
  await expect.poll(() => complete.text('pair-heading')).toBe('Not a pair of this run');
  expect(complete.text('pair-verdict')).toMatch(
    /^Less similar than 0\.8: in one cluster through pages similar to both\. The texts as shown here have \d+ grams of 4 words in common, of \d+: 0\.\d{4}\.$/,
  );
  expect(numbers(complete)).toMatchObject({ 'Similarity (jaccard)': 'below 0.8' });
  const cut = await openPair({ ...deduplication, pairsComplete: false });
  cut.change('pair-left', '1');
  cut.change('pair-right', '2');
  await expect.poll(() => cut.text('pair-heading')).toBe('Not a pair of this run');
  expect(cut.text('pair-verdict')).toMatch(
    /^This pair is not among those that the report carries\. The texts/,
  );
  expect(numbers(cut)).toMatchObject({ 'Similarity (jaccard)': 'not in the report' });
});

test('a similarity below the threshold is in the cluster through others', async () => {
  const deduplication = fabricatedDeduplication([pages]);
  const [cluster] = deduplication.clusters;
  const members = cluster!.members.map((member) => ({ ...member, similarity: 0.79996 }));
  const report = await openPair({ ...deduplication, pairs: [], clusters: [{ ...cluster!, members }] });
  expect(report.text('pair-verdict')).toBe('0.7999 < 0.8: in one cluster through pages similar to both.');
});

test('texts stand side by side, what differs is marked, and what is alike can be folded', async () => {
  const report = await openPair(fabricatedDeduplication([pages]));
  const cells = () =>
    [...report.document.querySelectorAll('#pair-texts .row')].map((row) => [
      row.className,
      ...[...row.children].map((cell) => `${cell.getAttribute('data-side')}: ${cell.textContent}`),
    ]);
  expect(cells()).toEqual([
    [
      'row',
      `left: ${shared} [only left: and nobody] waits`,
      `right: ${shared} [only right: but somebody] waits`,
    ],
    ['row same', 'left: the end of this page', 'right: the end of this page'],
  ]);
  expect([...report.document.querySelectorAll('#pair-heads .head')].map((head) => head.textContent)).toEqual([
    'The ferryhttps://a.example/oneid a1',
    'The ferryhttps://a.example/twoid a2',
  ]);
  expect(report.document.getElementById('pair-legend')?.hidden).toBe(false);
});

test('Next and Previous walk the cluster and pass over the page on the left', async () => {
  const report = await openPair(fabricatedDeduplication([pages, [page('b1', ''), page('b2', '')]]));
  const after = (action: () => void): string[] => {
    action();
    return values(report);
  };
  const button = (id: string) => () => report.click(report.document.getElementById(id));
  const key = (name: string) => () => report.press(report.document.getElementById('pair'), name);
  expect(values(report)).toEqual(['0', '1']);
  expect(after(button('pair-next'))).toEqual(['0', '2']);
  expect(after(button('pair-next'))).toEqual(['0', '1']);
  expect(after(button('pair-previous'))).toEqual(['0', '2']);
  expect(after(key('ArrowLeft'))).toEqual(['0', '1']);
  expect(after(key('ArrowRight'))).toEqual(['0', '2']);
  expect(after(key('ArrowUp'))).toEqual(['0', '2']);
  // in a choice the arrows are the choice's own
  expect(after(() => report.press(report.document.getElementById('pair-left'), 'ArrowRight'))).toEqual([
    '0',
    '2',
  ]);
  expect(after(() => report.change('pair-left', '2'))).toEqual(['2', '2']);
  expect(after(button('pair-next'))).toEqual(['2', '0']);
  report.click(report.document.getElementById('pair-close'));
  expect(report.document.getElementById('pair')?.hasAttribute('open')).toBe(false);
});

test('the choices name the pages of the cluster, the kept one first', async () => {
  const report = await openPair(fabricatedDeduplication([pages, [page('b1', ''), page('b2', '')]]));
  const names = [...report.document.querySelectorAll('#pair-left option')].map(
    (option) => option.textContent,
  );
  expect(names).toEqual(['kept: https://a.example/one', 'https://a.example/two', 'a3']);
});

test('of a very large cluster the choice lists five hundred pages and the one that is shown', async () => {
  const cluster = Array.from({ length: 503 }, (_, i) => page(`p${i}`, ''));
  const report = await openPair(fabricatedDeduplication([cluster]));
  const count = () => report.document.querySelectorAll('#pair-right option').length;
  expect(count()).toBe(500);
  report.click(report.document.getElementById('pair-previous'));
  report.click(report.document.getElementById('pair-previous'));
  expect([values(report)[1], count()]).toEqual(['501', 501]);
});

test('without texts the numbers stand alone, and a text that was cut says how much is shown', async () => {
  const without = await openPair(fabricatedDeduplication([[page('a', ''), page('b', '')]]));
  expect(without.text('pair-texts')).toBe(
    'The report carries no text of these two pages: see the notes above the clusters.',
  );
  expect(without.document.getElementById('pair-legend')?.hidden).toBe(true);
  const long = { title: 'Long', text: 'words', length: 12_345 };
  const cut = await openPair(fabricatedDeduplication([[{ id: 'a', url: '', text: long }, pages[1]!]]));
  expect(cut.document.querySelector('#pair-heads .cut')?.textContent).toBe(
    'Shown: the first 5 of 12,345 characters.',
  );
  expect(cut.document.querySelectorAll('#pair-heads .cut')).toHaveLength(1);
});

test('paragraphs that are alike are folded together, and open at a toggle or without folding', async () => {
  const paragraphs = Array.from({ length: 4 }, (_, i) => `paragraph ${i} of both pages is the same`).join(
    '\n',
  );
  const texts = [
    `${paragraphs}\nleft has this\nsame end of the page`,
    `${paragraphs}\nright has that\nsame end of the page`,
  ];
  const report = await openPair(fabricatedDeduplication([texts.map((text, i) => page(`p${i}`, '', text))]));
  const parts = () => [...report.document.querySelectorAll('#pair-texts > *')].map((part) => part.className);
  expect(parts()).toEqual(['alike', 'row', 'row same']);
  const folded = report.document.querySelector<HTMLDetailsElement>('#pair-texts details')!;
  expect([folded.textContent, folded.open]).toEqual(['4 paragraphs alike', false]);
  folded.dispatchEvent(new window.Event('toggle'));
  folded.dispatchEvent(new window.Event('toggle'));
  expect(folded.querySelectorAll('.row')).toHaveLength(4);
  report.change('pair-fold', false);
  await expect.poll(parts).toEqual([...Array(4).fill('row same'), 'row', 'row same']);
});

test('equal texts are open although they are folded', async () => {
  const text = 'one paragraph of some words\nanother paragraph of words';
  const report = await openPair(fabricatedDeduplication([[page('a', '', text), page('b', '', text)]]));
  expect(report.document.querySelector<HTMLDetailsElement>('#pair-texts details')?.open).toBe(true);
  await expect.poll(() => report.document.querySelectorAll('#pair-texts details .row.same').length).toBe(2);
});

test('the address of a view opens that view: filters, order, cluster and pair', async () => {
  const others = Array.from({ length: 14 }, (_, i) => [page(`b${i}`, ''), page(`c${i}`, '')]);
  const report = { title: 't', deduplication: fabricatedDeduplication([pages, ...others]) };
  const view = ({ document, text }: OpenedReport) => ({
    fields: [...new FormData(document.getElementById('filters') as HTMLFormElement)],
    clusters: document.getElementById('cluster-list')!.innerHTML,
    pages: text('cluster-detail'),
    pair: text('pair'),
  });
  const first = await openReport(report);
  await first.filter({ search: 'b', 'most-pages': '3', order: 'smallest', kind: 'similar' });
  first.press(first.document.getElementById('cluster-list'), 'End');
  first.click(first.document.querySelector('#cluster-detail tbody button'));
  await ready(first);
  const [seen, hash] = [view(first), location.hash];
  expect(hash).toMatch(/cluster=.*pair=/);
  const second = await openReport(report, hash);
  await ready(second);
  expect(view(second)).toEqual(seen);
  expect(location.hash).toBe(hash);
});

test('what cannot be seen in a text is shown, in words that differ and in those that do not', async () => {
  const texts = ['one two\u202e left\u200f\u0007', 'one two\u202e right\u200f\u0007'];
  const report = await openPair(fabricatedDeduplication([texts.map((text, i) => page(`p${i}`, '', text))]));
  expect(report.document.querySelector('#pair-texts .cell')?.textContent).toBe(
    'one two‹U+202E› [only left: left‹U+200F›␇]',
  );
});

test('a long run that is alike is shown by its ends, cut at spaces, and opens at a click', async () => {
  const run = Array.from({ length: 120 }, (_, i) => `word${i}`).join(' ');
  const report = await openPair(
    fabricatedDeduplication([[page('a', '', `${run} left end`), page('b', '', `${run} right end`)]]),
  );
  const cell = report.document.querySelector('#pair-texts .cell')!;
  const [head, button, tail] = [...cell.childNodes];
  expect(head?.textContent).toMatch(/^word0 .*word1\d $/);
  expect(head!.textContent!.length).toBeLessThanOrEqual(121);
  expect(tail?.textContent).toMatch(/^word1\d\d .* word119 $/);
  expect(tail!.textContent!.length).toBeLessThanOrEqual(120);
  const hidden = run.length + 1 - head!.textContent!.length - tail!.textContent!.length;
  expect(button?.textContent).toBe(`⋯ ${hidden} characters alike ⋯`);
  report.click(button as Element);
  expect(cell.textContent).toBe(`${run} [only left: left] end`);
});

test('a long run without spaces is cut between characters, not within one', async () => {
  const run = `a${'\u{1f600}'.repeat(400)}`;
  const report = await openPair(
    fabricatedDeduplication([[page('a', '', `${run}left`), page('b', '', `${run}right`)]]),
  );
  const cell = report.document.querySelector('#pair-texts .cell')!;
  expect(cell.querySelector('button')).not.toBe(null);
  for (const { textContent } of cell.childNodes) expect(textContent).not.toMatch(/\p{Surrogate}/u);
});

test('pages about different things are told so, and two that are no pair are not said to be similar', async () => {
  const deduplication = fabricatedDeduplication([pages]);
  const [cluster] = deduplication.clusters;
  const alike: ReportedDeduplication = {
    ...deduplication,
    clusters: [{ ...cluster!, kind: 'other-subject' }],
    pairs: [{ a: 'a1', b: 'a2', similarity: 0.9, overlap: 90, alike: true }],
  };
  const report = await openPair(alike);
  expect(report.text('cluster-heading')).toBe('3 pages that are alike and about different things');
  expect(report.text('cluster-detail')).not.toContain('kept');
  expect(report.text('pair-verdict')).toMatch(
    /^0\.9000 ≥ 0\.8, and about different things: .* No duplicates\.$/,
  );
  const other = await openPair(alike, 1);
  expect(other.text('pair-heading')).toBe('Not a pair of this run');
});

test('what does not count is greyed, and says on how many pages of the site it stands', async () => {
  const withTemplate = pages.map((each) => {
    const text = each.text!;
    const words = text.text.split(/\s+/).length;
    return {
      ...each,
      text: { ...text, template: { units: words, runs: [{ from: 0, to: 5, percent: 60 }] } },
    };
  });
  const { document } = await openPair(fabricatedDeduplication([withTemplate]));
  const greyed = [...document.querySelectorAll('#pair-texts .template')];
  expect(greyed[0]?.textContent).toBe('every morning the ferry leaves ');
  expect(greyed[0]?.getAttribute('title')).toBe('does not count: on 60 % or more of the pages of this site');
});
