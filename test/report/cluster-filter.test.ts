import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type ClusterFilter,
  filterClusters,
  filterIndex,
  hostsByClusters,
} from '../../plugins/report/browser/cluster-filter.ts';
import type { EmbeddedClusters } from '../../plugins/report/embedded.ts';
import type { ClusterKind } from '../../plugins/report/index.ts';

interface Page {
  readonly id: string;
  readonly url: string;
  readonly similarity: number;
}

const page = fc.record({
  id: fc.constantFrom('x1', 'y2', 'Z3'),
  url: fc.constantFrom(
    '',
    'http://a.example/p',
    'https://B.example:8080/q',
    'https://user@a.example/r',
    'file:///x',
  ),
  similarity: fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10),
});
const clusters = fc.array(fc.array(page, { minLength: 2, maxLength: 4 }), { maxLength: 12 });
const filter = fc.record({
  search: fc.constantFrom('', 'x1', 'z3 EXAMPLE', 'nowhere'),
  host: fc.constantFrom('', 'a.example', 'b.example'),
  kind: fc.constantFrom<ClusterFilter['kind'][]>('', '', 'equal', 'similar', 'other-subject', 'wall'),
  leastPages: fc.integer({ min: 2, max: 4 }),
  mostPages: fc.constantFrom(2, 3, Number.POSITIVE_INFINITY),
  leastSimilarity: fc.constantFrom(0, 0.5),
  mostSimilarity: fc.constantFrom(0.7, Number.POSITIVE_INFINITY),
  order: fc.constantFrom<ClusterFilter['order'][]>(
    'file',
    'largest',
    'smallest',
    'least-similar',
    'most-similar',
  ),
});

function embedded(of: readonly (readonly Page[])[]): EmbeddedClusters {
  const pages = of.flat();
  const starts = [0];
  for (const { length } of of) starts.push(starts.at(-1)! + length);
  return {
    format: 'neardup-report/1',
    method: 'qp',
    threshold: 0.8,
    similarity: 'jaccard',
    gram: 'word:4',
    markedWords: 4,
    pairsComplete: true,
    kinds: of.map(kindOf),
    starts,
    ids: pages.map(({ id }) => id),
    urls: pages.map(({ url }) => url),
    known: [],
    titles: pages.map(() => ''),
    grams: pages.map(() => -1),
    similarities: pages.map(({ similarity }) => similarity),
    linked: [],
    pairs: { a: [], b: [], similarity: [], overlap: [], estimated: false },
    textBlocks: [],
    textPlaces: [],
  };
}

/** Some clusters are of each kind, by their first page. */
const kindOf = ([{ similarity }]: readonly Page[]): ClusterKind =>
  similarity > 0.7 ? 'other-subject' : similarity > 0.6 ? 'wall' : 'copies';
const filterKindOf = (pages: readonly Page[]): ClusterFilter['kind'] => {
  const kind = kindOf(pages);
  if (kind !== 'copies') return kind;
  return least(pages) === 1 ? 'equal' : 'similar';
};

const hostOf = (url: string): string => (url.startsWith('http') ? new URL(url).hostname : '');
const least = ([, ...members]: readonly Page[]): number =>
  Math.min(...members.map(({ similarity }) => similarity));

function passes(pages: readonly Page[], wanted: ClusterFilter): boolean {
  const words = wanted.search.toLowerCase().split(' ');
  return (
    pages.length >= wanted.leastPages &&
    pages.length <= wanted.mostPages &&
    (wanted.kind === '' || wanted.kind === filterKindOf(pages)) &&
    least(pages) >= wanted.leastSimilarity &&
    least(pages) <= wanted.mostSimilarity &&
    pages.some(
      ({ id, url }) =>
        (wanted.host === '' || hostOf(url) === wanted.host) &&
        words.every((word) => `${id} ${url}`.toLowerCase().includes(word)),
    )
  );
}

test('filters pass the clusters that their definition passes, in the order asked for', () => {
  fc.assert(
    fc.property(clusters, filter, (of, wanted) => {
      const found = filterClusters(filterIndex(embedded(of)), wanted);
      expect([...found].sort((a, b) => a - b)).toEqual(
        of.flatMap((pages, cluster) => (passes(pages, wanted) ? [cluster] : [])),
      );
      const value: Record<ClusterFilter['order'], (cluster: number) => number> = {
        file: (cluster) => cluster,
        largest: (cluster) => -of[cluster]!.length,
        smallest: (cluster) => of[cluster]!.length,
        'least-similar': (cluster) => least(of[cluster]!),
        'most-similar': (cluster) => -least(of[cluster]!),
      };
      const values = found.map(value[wanted.order]);
      expect(values).toEqual([...values].sort((a, b) => a - b));
    }),
    { numRuns: 500 },
  );
});

test('hosts are listed by the clusters they are in, each cluster once', () => {
  const a = { id: 'x', url: 'http://a.example/', similarity: 1 };
  const b = { id: 'y', url: 'http://b.example/', similarity: 1 };
  expect(
    hostsByClusters(
      filterIndex(
        embedded([
          [a, a, a],
          [b, a],
          [b, b],
        ]),
      ),
    ),
  ).toEqual([
    ['a.example', 2],
    ['b.example', 2],
  ]);
});

test('the host of a URL with an IPv6 address is the whole address, without a port', () => {
  const pages = ['http://[2001:DB8::1]/', 'https://user@[2001:db8::1]:8080/p'].map((url) => {
    return { id: url, url, similarity: 1 };
  });
  expect(hostsByClusters(filterIndex(embedded([pages])))).toEqual([['[2001:db8::1]', 1]]);
});
