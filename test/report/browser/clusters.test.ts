import { resolveObjectURL } from 'node:buffer';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ReportedDeduplication } from '../../../plugins/report/index.ts';
import { fabricatedDeduplication, page } from '../fabricated.ts';
import { openReport } from './open-report.ts';

const shared = 'every morning the ferry leaves the small harbour before the fog has lifted from the bay';

/** Three pages, four pages of one URL, and as many pairs as wanted. */
function deduplication(pairs = 14): ReportedDeduplication {
  return fabricatedDeduplication([
    [
      page('a1', 'https://a.example/one', `${shared} and nobody waits\nthe end`, 'The ferry'),
      page('a2', 'https://a.example/two', `${shared} but somebody waits\nthe end`, 'The ferry'),
      page('a3', 'https://mirror.example/one', `${shared} and nobody waits`, 'Another ferry'),
    ],
    ['b1', 'b2', 'b3', 'b4'].map((id) => page(id, 'https://b.example/news')),
    ...Array.from({ length: pairs }, (_, i) => [
      page(`c${i}-1`, `https://c.example/${i}`),
      page(`c${i}-2`, '', undefined),
    ]),
  ]);
}

const optionsOf = (document: Document) => [
  ...document.querySelectorAll<HTMLElement>('#cluster-list [role=option]'),
];
const places = (document: Document) => optionsOf(document).map((option) => Number(option.dataset.place));
const chosenOf = (document: Document) => {
  const chosen = [...document.querySelectorAll('#cluster-list [aria-selected=true]')];
  return chosen.map((option) => Number(option.getAttribute('aria-posinset')));
};

test('the list shows twelve clusters at a time, the largest first, and the first is chosen', async () => {
  const { document, text } = await openReport({ title: 't', deduplication: deduplication() });
  expect(text('filter-result')).toBe('All 16 clusters shown');
  expect(places(document)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  expect(optionsOf(document).map((option) => option.textContent)).toEqual([
    '4 pages: /newsb.example · similarity from 0.900',
    '3 pages: The ferrya.example · similarity from 0.900',
    ...Array.from({ length: 10 }, (_, i) => `2 pages: /${i}c.example · similarity from 0.900`),
  ]);
  expect(chosenOf(document)).toEqual([1]);
  expect(optionsOf(document).map((option) => option.tabIndex)).toEqual([0, ...Array(11).fill(-1)]);
  expect(optionsOf(document)[1]?.getAttribute('aria-setsize')).toBe('16');
  expect(text('cluster-range')).toBe('1–12 of 16 clusters');
});

test('a page that only similar pages link to the kept one is marked, and no other', async () => {
  const whole = fabricatedDeduplication([
    ['k', 'near', 'far'].map((id) => page(id, `https://a.example/${id}`)),
  ]);
  const clusters = whole.clusters.map(({ members, ...cluster }) => ({
    ...cluster,
    members: members.map((each) => (each.page.id === 'far' ? { ...each, linked: true as const } : each)),
  }));
  const { document } = await openReport({ title: 't', deduplication: { ...whole, clusters } });
  const marked = [...document.querySelectorAll('#cluster-detail tbody tr')].filter(({ textContent }) =>
    textContent.includes('linked by similar pages'),
  );
  expect(marked.map(({ textContent }) => /near|far/.exec(textContent)?.[0])).toEqual(['far']);
});

test('keys choose: arrows one, Page a screenful, Home and End, and Enter goes to the pages', async () => {
  const { document, text, press } = await openReport({ title: 't', deduplication: deduplication() });
  const list = document.getElementById('cluster-list');
  const after = (key: string, init?: KeyboardEventInit): number[] => {
    press(list, key, init);
    return chosenOf(document);
  };
  expect(after('ArrowUp')).toEqual([1]);
  expect(after('ArrowDown')).toEqual([2]);
  expect(document.activeElement).toBe(optionsOf(document)[1]);
  expect(after('ArrowDown', { ctrlKey: true })).toEqual([2]);
  expect(after('ArrowDown', { altKey: true })).toEqual([2]);
  expect(after('ArrowDown', { metaKey: true })).toEqual([2]);
  expect(after('PageDown')).toEqual([14]);
  expect(text('cluster-range')).toBe('13–16 of 16 clusters');
  expect(places(document)).toEqual([12, 13, 14, 15]);
  expect(after('PageDown')).toEqual([16]);
  expect(after('PageUp')).toEqual([4]);
  expect(after('End')).toEqual([16]);
  expect(after('Home')).toEqual([1]);
  expect(after('x')).toEqual([1]);
  press(list, 'Enter');
  expect(document.activeElement?.textContent).toBe('Compare');
});

test('a key that does something is not passed on, any other is', async () => {
  const { document } = await openReport({ title: 't', deduplication: deduplication() });
  const list = document.getElementById('cluster-list')!;
  const passedOn = (key: string) =>
    list.dispatchEvent(new window.KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  expect(['ArrowDown', 'End', ' ', 'Enter', 'Tab', 'a'].map(passedOn)).toEqual([
    ...[false, false, false, false, true, true],
  ]);
});

test('a click chooses, and the buttons below turn the page', async () => {
  const { document, text, click } = await openReport({ title: 't', deduplication: deduplication() });
  const [previous, next] = ['cluster-previous', 'cluster-next'].map((id) => document.getElementById(id)!);
  const disabled = () => [previous!, next!].map((button) => button.hasAttribute('disabled'));
  click(optionsOf(document)[1]!.querySelector('.title'));
  expect(chosenOf(document)).toEqual([2]);
  expect(text('cluster-heading')).toBe('3 pages that repeat each other');
  click(document.getElementById('cluster-list'));
  expect(chosenOf(document)).toEqual([2]);
  expect(disabled()).toEqual([true, false]);
  click(next!);
  expect([chosenOf(document), disabled()]).toEqual([[13], [false, true]]);
  click(previous!);
  expect([chosenOf(document), disabled()]).toEqual([[1], [true, false]]);
});

test('filters leave the clusters that pass, and say how many; reset brings all back', async () => {
  const { document, text, filter } = await openReport({ title: 't', deduplication: deduplication() });
  const titles = () => optionsOf(document).map((option) => option.querySelector('.title')?.textContent);
  await filter({ search: 'FERRY mirror' });
  expect(text('filter-result')).toBe('1 of 16 clusters shown');
  expect(titles()).toEqual(['The ferry']);
  await filter({ search: '', host: 'b.example' });
  expect(titles()).toEqual(['/news']);
  await filter({ host: '', 'least-pages': '3', order: 'smallest' });
  expect(titles()).toEqual(['The ferry', '/news']);
  await filter({ 'least-pages': '', 'most-pages': '2', order: 'file' });
  expect(text('filter-result')).toBe('14 of 16 clusters shown');
  await filter({ 'most-pages': '', 'most-similarity': '0.95' });
  expect(text('filter-result')).toBe('All 16 clusters shown');
  await filter({ 'most-similarity': '0.5' });
  expect(text('filter-result')).toBe('0 of 16 clusters shown');
  expect(text('cluster-range')).toBe('none');
  expect(text('cluster-detail')).toBe('No cluster passes these filters.');
  (document.getElementById('filters') as HTMLFormElement).reset();
  await expect.poll(() => text('filter-result')).toBe('All 16 clusters shown');
});

test('a choice that the address leaves out or does not know is the first one', async () => {
  const { document } = await openReport(
    { title: 't', deduplication: deduplication() },
    '#clusters?host=nowhere.example&order=sideways',
  );
  const fields = Object.fromEntries(new FormData(document.getElementById('filters') as HTMLFormElement));
  expect(fields).toMatchObject({ host: '', order: 'largest', kind: '' });
});

test('lists are saved as files of the clusters that are shown', async () => {
  const { document, filter, click } = await openReport({ title: 't', deduplication: deduplication() });
  await filter({ search: 'mirror' });
  const saved: { name: string; href: string }[] = [];
  const { HTMLAnchorElement } = document.defaultView as unknown as typeof globalThis;
  HTMLAnchorElement.prototype.click = function click() {
    saved.push({ name: this.download, href: this.href });
  };
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  for (const list of ['clusters', 'redirects']) click(document.getElementById(`save-${list}`));
  expect(saved.map(({ name }) => name)).toEqual(['clusters.csv', 'redirects.csv']);
  const texts = await Promise.all(saved.map(({ href }) => resolveObjectURL(href)!.bytes()));
  const lines = texts.map((bytes) => Buffer.from(bytes).toString().split('\r\n'));
  expect(lines[0]![0]).toBe('\ufeffcluster,kind,page,url,title,closest to,similarity');
  expect(lines[0]).toHaveLength(5);
  expect(lines[1]).toEqual([
    '\ufefffrom,to',
    'https://a.example/two,https://a.example/one',
    'https://mirror.example/one,https://a.example/one',
    '',
  ]);
  vi.runAllTimers();
  expect(saved.map(({ href }) => resolveObjectURL(href))).toEqual([undefined, undefined]);
});

test('similarity from which on clusters are shown counts at its bound, and a filter that is no number for nothing', async () => {
  const { text, filter } = await openReport({ title: 't', deduplication: deduplication() });
  await filter({ 'least-similarity': '0.9' });
  expect(text('filter-result')).toBe('All 16 clusters shown');
  await filter({ 'least-similarity': '0.91' });
  expect(text('filter-result')).toBe('0 of 16 clusters shown');
});

test('Enter in the search sends nothing', async () => {
  const { document } = await openReport({ title: 't', deduplication: deduplication() });
  const sent = document
    .getElementById('filters')!
    .dispatchEvent(new window.Event('submit', { cancelable: true }));
  expect(sent).toBe(false);
});

test('hosts are offered by the number of their clusters, the first three hundred', async () => {
  const clusters = Array.from({ length: 302 }, (_, i) => [
    page(`x${i}`, `https://host${String(i).padStart(3, '0')}.example/`),
    page(`y${i}`, i < 2 ? 'https://most.example/' : ''),
  ]);
  const { document } = await openReport({ title: 't', deduplication: fabricatedDeduplication(clusters) });
  const options = [...document.querySelectorAll('#filter-host option')].map((option) => option.textContent);
  expect(options.slice(0, 3)).toEqual(['all hosts', 'most.example (2)', 'host000.example (1)']);
  expect(options).toHaveLength(302);
  expect(options.at(-1)).toBe('3 more: use the search');
});

test('the pages of a cluster stand below the kept one, the least similar first, with a title where it differs', async () => {
  const { document, text, click } = await openReport({ title: 't', deduplication: deduplication() });
  click(optionsOf(document)[1]!);
  expect(text('cluster-detail')).toContain(
    'keptThe ferryhttps://a.example/oneRepeated by, the least similar first',
  );
  const rows = [...document.querySelectorAll('#cluster-detail tbody tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent),
  );
  expect(rows).toEqual([
    ['0.9000', 'https://a.example/two', '100', 'Compare'],
    ['0.9500', 'Another ferryhttps://mirror.example/one', '100', 'Compare'],
  ]);
  const heads = [...document.querySelectorAll('#cluster-detail th')];
  expect(heads.map((head) => [head.textContent, head.className])).toEqual([
    ['Similarity', ''],
    ['Page', ''],
    ['Grams', 'number'],
    ['Side by side', ''],
  ]);
  const meter = document.querySelector('#cluster-detail meter')!;
  expect([meter.getAttribute('value'), meter.getAttribute('max')]).toEqual(['0.9', '1']);
  expect(document.querySelector<HTMLElement>('#cluster-detail > button')?.hidden).toBe(true);
});

test('pages of one URL are told apart by their ids; a page without one has no link and may have no grams', async () => {
  const unknown = { id: 'plain', url: '' };
  const clusters = [[page('kept', 'https://b.example/'), page('copy', 'https://b.example/'), unknown]];
  const { document } = await openReport({ title: 't', deduplication: fabricatedDeduplication(clusters) });
  const rows = [...document.querySelectorAll('#cluster-detail tbody tr')];
  expect(rows.map((row) => row.children[1]!.textContent)).toEqual(['https://b.example/id copy', 'plain']);
  expect(rows.map((row) => row.children[2]!.textContent)).toEqual(['100', '–']);
  expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
    'https://b.example/',
    undefined,
  ]);
  expect(rows.map((row) => row.querySelector('button')?.getAttribute('aria-label'))).toEqual([
    'Compare with the kept page: https://b.example/ (copy)',
    'Compare with the kept page: plain',
  ]);
});

test('a large cluster shows twenty-five pages, and more at a click', async () => {
  const clusters = [Array.from({ length: 56 }, (_, i) => page(`p${i}`, `https://a.example/${i}`))];
  const { document, click, text } = await openReport({
    title: 't',
    deduplication: fabricatedDeduplication(clusters),
  });
  const rows = () => document.querySelectorAll('#cluster-detail tbody tr').length;
  const more = document.querySelector<HTMLElement>('#cluster-detail > button')!;
  expect([rows(), more.textContent, more.hidden]).toEqual([25, 'Show 25 more of 30', false]);
  click(more);
  expect([rows(), more.textContent, more.hidden]).toEqual([50, 'Show 5 more of 5', false]);
  expect(document.activeElement?.getAttribute('data-page')).toBe('26');
  click(more);
  expect([rows(), more.hidden]).toEqual([55, true]);
  expect(text('cluster-heading')).toBe('56 pages that repeat each other');
});

test('a cluster of equal pages says so, and two pages need no order', async () => {
  const equal = fabricatedDeduplication([[page('a', 'https://a.example/'), page('b', 'https://b.example/')]]);
  const members = equal.clusters[0]!.members.map((member) => ({ ...member, similarity: 1 }));
  const clusters = [{ ...equal.clusters[0]!, members }];
  const { document, text } = await openReport({ title: 't', deduplication: { ...equal, clusters } });
  expect(optionsOf(document)[0]?.textContent).toBe('2 pages: /a.example · all equal');
  expect(text('cluster-detail')).toContain('Repeated bySimilarity');
});

test('pages that share one gram are not called equal where similarity is a count', async () => {
  const jaccard = fabricatedDeduplication([
    [page('a', 'https://a.example/'), page('b', 'https://b.example/')],
  ]);
  const deduplication = {
    ...jaccard,
    summary: { ...jaccard.summary, similarity: 'overlap', threshold: 1 },
    clusters: jaccard.clusters.map((cluster) => ({
      ...cluster,
      members: cluster.members.map((member) => ({ ...member, similarity: 1 })),
    })),
    pairs: jaccard.pairs.map((pair) => ({ ...pair, similarity: 1, overlap: 1 })),
  };
  const { document, filter, text, click } = await openReport({ title: 't', deduplication });
  expect(optionsOf(document)[0]?.textContent).toBe('2 pages: /a.example · similarity from 1');
  click(document.querySelector('#cluster-detail tbody button'));
  await expect.poll(() => text('pair-heading')).toBe('1 similar');
  await filter({ kind: 'equal' });
  expect(optionsOf(document)).toHaveLength(0);
});

test('a report whose data are torn says so in place of the clusters', async () => {
  const failed = new Promise((resolve) => process.once('unhandledRejection', resolve));
  await openReport({ title: 't', deduplication: fabricatedDeduplication([]) });
  document.body.innerHTML = '<div id="cluster-detail"></div><p id="data-clusters">no base64 of gzip</p>';
  vi.resetModules();
  await import('../../../plugins/report/browser/main.ts');
  await expect
    .poll(() => document.getElementById('cluster-detail')?.textContent)
    .toMatch(/^The clusters of this report cannot be shown: /);
  await failed;
});
