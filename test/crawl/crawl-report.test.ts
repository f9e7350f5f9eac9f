import { expect, test } from 'vitest';
import { crawlReport } from '../../plugins/crawl/crawl-report.ts';
import type { CrawlVerdict } from '../../plugins/crawl/index.ts';
import { packedText, unpackedText } from '../../plugins/crawl/kept-text.ts';

const page = (name: string) => ({ key: `http://a.example/${name}`, url: `http://a.example/${name}` });

function unique(name: string, more: object = {}): CrawlVerdict {
  const code = {
    verdict: 'unique',
    code: 'distinct',
    reason: 'similar to no other page that is kept',
  } as const;
  return { ...page(name), ...code, size: 10, replayed: false, ...more } as CrawlVerdict;
}

function copy(name: string, of: string, similarity: number): CrawlVerdict {
  const code = { verdict: 'duplicate', code: 'similar', reason: `similar: ${similarity}` } as const;
  return {
    ...page(name),
    ...code,
    of: page(of),
    similarity,
    overlap: 7,
    size: 10,
    replayed: false,
  } as CrawlVerdict;
}

function report(threshold: number, verdicts: readonly CrawlVerdict[], mostPages?: number) {
  const findings = {
    title: 'a crawl',
    threshold,
    gram: { unit: 'word', q: 4 } as const,
    async *verdicts() {
      yield* verdicts;
    },
    text: () => Promise.resolve(undefined),
  };
  return crawlReport(findings, mostPages);
}

const empty = {
  ...unique('empty'),
  verdict: 'unclassifiable',
  code: 'empty',
  reason: 'no text',
} as CrawlVerdict;

test('the numbers of a report are those of its verdicts, and its clusters come by their size', async () => {
  const verdicts = [unique('a'), copy('a1', 'a', 0.9), unique('b'), copy('b1', 'b', 1), copy('b2', 'b', 0.8)];
  const more = [unique('like-a', { alike: page('a') }), empty, { ...empty, ...page('empty-2') }];
  const { deduplication } = await report(0.8, [...verdicts, ...more]);
  const { summary, clusters, clusterSizes, unclassifiable, pairs } = deduplication!;
  expect(summary).toMatchObject({
    ...{ pages: 8, kept: 3, dropped: 3, unclassifiable: 2, pairs: 3, clusters: 2, alike: 1, candidates: 4 },
    codes: { distinct: 3, similar: 3, empty: 2 },
  });
  expect(clusters.map(({ representative, members }) => [representative.url, members.length])).toEqual([
    ['http://a.example/b', 2],
    ['http://a.example/a', 1],
  ]);
  expect([...clusterSizes]).toEqual([
    [3, 1],
    [2, 1],
  ]);
  expect([...unclassifiable]).toEqual([['no text', 2]]);
  expect(pairs).toContainEqual({
    ...{ a: 'http://a.example/a', b: 'http://a.example/a1', similarity: 0.9, overlap: 7 },
  });
});

test('clusters of one size are counted together', async () => {
  const verdicts = ['a', 'b', 'c'].flatMap((name) => [unique(name), copy(`${name}1`, name, 0.9)]);
  const { clusterSizes } = (await report(0.8, verdicts)).deduplication!;
  expect([...clusterSizes]).toEqual([[2, 3]]);
});

test('where there are more pages than a browser can show the largest clusters are shown that fit, and all are counted', async () => {
  const cluster = (name: string, copies: number) => [
    unique(name),
    ...Array.from({ length: copies }, (_, i) => copy(`${name}${i}`, name, 1)),
  ];
  const verdicts = [...cluster('small', 1), ...cluster('large', 5), ...cluster('middle', 3)];
  const { clusters, summary, clusterSizes, notes } = (await report(0.8, verdicts, 8)).deduplication!;
  expect(clusters.map(({ representative }) => representative.url)).toEqual([
    'http://a.example/large',
    'http://a.example/small',
  ]);
  expect([summary.clusters, [...clusterSizes.keys()]]).toEqual([3, [6, 4, 2]]);
  expect(notes[0]).toMatch(/^1 of 3 clusters are left out here/);
});

test('the pairs of a report stand in forty bins from the threshold to 1, which is in the last', async () => {
  const similarities = [0.8, 0.804, 0.806, 0.9, 0.9999, 1, 1];
  const verdicts = [unique('a'), ...similarities.map((similarity, i) => copy(`a${i}`, 'a', similarity))];
  const { similarities: bins } = (await report(0.8, verdicts)).deduplication!;
  expect(bins).toHaveLength(40);
  expect([bins[0]!.from, bins[39]!.to]).toEqual([0.8, 1]);
  expect(bins[20]!.from).toBeCloseTo(0.9, 12);
  // each begins where the one before it ends
  expect(bins.slice(1).map(({ from }) => from)).toEqual(bins.slice(0, -1).map(({ to }) => to));
  expect(bins.flatMap(({ pairs }, i) => (pairs > 0 ? [[i, pairs]] : []))).toEqual([
    [0, 2],
    [1, 1],
    [20, 1],
    [39, 3],
  ]);
  expect((await report(1, [unique('a'), copy('b', 'a', 1)])).deduplication!.similarities).toEqual([]);
});

test('title and text come back as they were kept, a title of several lines in one', () => {
  for (const kept of [
    { title: 'A title', text: 'two\nlines' },
    { title: '', text: '' },
  ])
    expect(unpackedText(packedText(kept))).toEqual(kept);
  expect(unpackedText(packedText({ title: 'A\ntitle', text: 'text' })).title).toBe('A title');
});

test('a long text is cut between characters, not within one', async () => {
  const text = `${'a'.repeat(59_999)}\u{1f600}`;
  const { deduplication } = await crawlReport({
    ...{ title: '', threshold: 0.8, gram: { unit: 'word', q: 4 } },
    async *verdicts() {
      yield copy('a1', 'a', 1);
    },
    text: async () => packedText({ title: '', text }),
  });
  const shown = deduplication!.clusters[0]!.representative.text!;
  expect([shown.text, shown.length]).toEqual(['a'.repeat(59_999), 60_001]);
});
