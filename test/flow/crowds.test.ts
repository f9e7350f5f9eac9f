import fc from 'fast-check';
import { expect, test } from 'vitest';
import { looseClusters } from '../../plugins/cli/dedup/loose-clusters.ts';
import { type DeduplicateGramsOptions, deduplicateStored } from '../../src/deduplicate.ts';
import { shinglePages } from '../../src/flow/shingle-pages.ts';
import { hostOf } from '../../src/store/layout/host.ts';
import type { Page } from '../../src/text/page.ts';

/** Words of its own for each seed. */
function prose(seed: number, words: number): string {
  return Array.from({ length: words }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`).join(' ');
}

interface Drawn {
  readonly host: number;
  /** Pages of one text differ in at most one word. */
  readonly text: number;
  readonly word: number;
  readonly title: number;
  readonly words: number;
  readonly version: boolean;
}

function pageOf({ host, text, word, title, words, version }: Drawn, number: number): Page {
  const own = prose(text, words).split(' ');
  own[(7 * word) % own.length] = word === 0 ? own[0]! : `own${word}`;
  const heading = `Title ${prose(title + 500, 2)}`;
  const url = `https://h${host}.example/${title}/page${version ? `.v${number}.html` : `-${number}`}`;
  // pages of the second host have no names
  const named = host === 0 ? `<title>${heading}</title>` : '';
  const headed = host === 0 ? `<h1>${heading}</h1>` : '';
  return htmlPage(number, url, `${named}<main>${headed}<p>${own.join(' ')}</p></main>`);
}

function htmlPage(number: number, url: string, body: string): Page {
  return { id: `${number}`, url, body: `<!doctype html>${body}`, contentType: 'text/html' };
}

/** Few texts and names, so that there are crowds, and pages that are in none. */
const collections = fc.array(
  fc.record({
    host: fc.constantFrom(0, 0, 1),
    text: fc.constantFrom(0, 0, 0, 1, 2),
    word: fc.oneof(fc.constant(0), fc.nat(9)),
    title: fc.oneof(fc.constant(0), fc.nat(1), fc.nat(60)),
    words: fc.constantFrom(8, 60, 60, 60, 90),
    version: fc.constantFrom(false, false, false, true),
  }),
  { minLength: 30, maxLength: 90 },
);

const calls = fc.record({
  siteModel: fc.boolean(),
  identity: fc.boolean(),
  keep: fc.constantFrom('first', 'longest', 'shortest-url'),
  cluster: fc.constantFrom('representative', 'components'),
  scope: fc.constantFrom('any', 'any', 'same-host', 'cross-host'),
  threshold: fc.constantFrom(0.6, 0.8, 0.9),
  method: fc.constantFrom('qp', 'auto', 'calibrated'),
} satisfies { [name in keyof DeduplicateGramsOptions]: unknown });

interface Told {
  readonly decisions: readonly {
    readonly decision: string;
    readonly id: string;
    readonly representative?: string;
  }[];
  /** By page: whether it is a copy, and of which page. */
  readonly leaders: readonly (number | undefined)[];
  readonly pairs: ReadonlySet<string>;
  readonly alike: ReadonlySet<string>;
  readonly crowded: number;
}

async function decided(
  pages: readonly Page[],
  known: number,
  { mostCompared, ...options }: DeduplicateGramsOptions,
): Promise<Told> {
  async function* each() {
    yield* pages;
  }
  async function* shingled() {
    let left = pages.length;
    for await (const { facts, ...page } of shinglePages(each(), options)) {
      yield left-- > known ? { facts, ...page } : { facts: { ...facts, known: true as const }, ...page };
    }
  }
  return deduplicateStored(shingled(), { ...options, mostCompared }, (found) => {
    const pairsOf = (pairs: typeof found.duplicates): Set<string> => {
      const told = new Set<string>();
      for (const { length, a, b } of pairs.blocks())
        for (let i = 0; i < length; i++) {
          told.add(`${a[i]} ${b[i]}`);
        }
      // each pair once
      expect(told.size).toBe(pairs.length);
      return told;
    };
    return {
      decisions: [...found.resolved.decisions()],
      leaders: pages.map((_, page) => found.crowds.leaderOf(page)),
      pairs: pairsOf(found.duplicates),
      alike: pairsOf(found.alike),
      crowded: found.crowds.length,
    };
  });
}

const kept = ({ decisions }: Told): string[] =>
  decisions.filter(({ decision }) => decision !== 'drop').map(({ id }) => id);

test('as many pages are kept where pages of a crowd are compared with one page as where all are compared, unless this page is dropped itself', async () => {
  let [crowded, differing] = [0, 0];
  await fc.assert(
    fc.asyncProperty(collections, fc.constantFrom(0, 0, 15), calls, async (drawn, known, options) => {
      const pages = drawn.map(pageOf);
      const all = await decided(pages, known, { ...options, mostCompared: Number.POSITIVE_INFINITY });
      expect(all.crowded).toBe(0);
      const some = await decided(pages, known, { ...options, mostCompared: 3 });
      crowded += some.crowded;
      expect([...some.pairs].filter((pair) => !all.pairs.has(pair))).toEqual([]);
      expect([...some.alike].filter((pair) => !all.alike.has(pair))).toEqual([]);
      const followers = some.leaders.filter((leader) => leader !== undefined).length;
      // and those that follow no page, since they have names of their own
      expect(some.crowded).toBeGreaterThanOrEqual(followers);
      const leaders = new Set(some.leaders.flatMap((leader) => leader ?? []));
      const isAnyDropped = [...leaders].some((page) => some.decisions[page]!.decision === 'drop');
      if (isAnyDropped) differing++;
      else expect(kept(some)).toEqual(kept(all));
      for (const [page, leader] of some.leaders.entries()) {
        const { decision, representative = `${page}` } = some.decisions[page]!;
        if (leader === undefined || decision === 'unclassifiable' || page >= pages.length - known) continue;
        // a leader that is kept stands for its followers
        const isInScope =
          options.scope !== 'cross-host' &&
          (options.scope === 'any' || hostOf(pages[page]!.url) === hostOf(pages[leader]!.url));
        if (some.decisions[leader]!.decision === 'keep' && isInScope) expect(decision).toBe('drop');
        expect(some.decisions[Number(representative)]!.decision).not.toBe('drop');
      }
    }),
    { numRuns: 80 },
  );
  expect(crowded).toBeGreaterThan(250);
  expect(differing).toBeLessThan(40);
});

/** The decisions that are made if all pages are compared, after checking that they are the same in crowds of three. */
async function decisionsOn(pages: readonly Page[]): Promise<string[]> {
  const all = await decided(pages, 0, { mostCompared: Number.POSITIVE_INFINITY });
  const some = await decided(pages, 0, { mostCompared: 3 });
  expect(kept(some)).toEqual(kept(all));
  return all.decisions.map(({ decision }) => decision);
}

test('in a crowd, pages without a name or a template are duplicates as elsewhere', async () => {
  const pages = Array.from({ length: 12 }, (_, i) =>
    htmlPage(i, `https://a.example/page-${i}`, `<p>${prose(1, 100)} own${i}</p>`),
  );
  expect(new Set(await decisionsOn(pages))).toEqual(new Set(['keep', 'drop']));
});

test('pages of a crowd of one host are compared with those of other hosts if only such pairs count', async () => {
  const words = prose(1, 100).split(' ');
  const changed = (...places: number[]) =>
    words.map((word, i) => (places.includes(i) ? `own${i}` : word)).join(' ');
  const texts = [changed(20, 40, 60, 80), ...Array.from({ length: 5 }, () => changed()), changed(20, 40)];
  const pages = texts.map((text, i) =>
    htmlPage(i, `https://${i === 0 ? 'b' : 'a'}.example/${i}`, `<p>${text}</p>`),
  );
  const options = { siteModel: false, scope: 'cross-host', mostCompared: 3 } as const;
  // similar to the page of the other host, which is not similar to the crowd
  expect((await decided(pages, 0, options)).decisions.at(-1)).toMatchObject({
    decision: 'drop',
    representative: '0',
  });
});

test('new pages of a crowd are not taken for new because of a known page of their host, where a known one of another host has their text', async () => {
  const pages = Array.from({ length: 24 }, (_, i) =>
    htmlPage(i, `https://${i === 12 ? 'b' : 'a'}.example/${i}`, `<p>${prose(1, 100)}</p>`),
  );
  const options = { siteModel: false, scope: 'cross-host', mostCompared: 3 } as const;
  const some = await decided(pages, 12, options);
  expect(some.leaders.filter((leader) => leader !== undefined).length).toBeGreaterThan(12);
  const decisions = some.decisions
    .slice(0, 12)
    .map(({ decision, representative }) => [decision, representative]);
  expect(decisions).toEqual(Array(12).fill(['drop', '12']));
});

test('in a crowd, versions of a page that only the ends of their URLs tell apart are told apart as elsewhere', async () => {
  const pages = [1, 2, 3, 4, 5, 6].flatMap((version) =>
    [1, 2].map((release) => {
      const number = 2 * version + release;
      const text = `${prose(1, 100)} version${version}`;
      return htmlPage(
        number,
        `https://a.example/${release}.0/format.v${version}.html`,
        `<h1>Format</h1><p>${text}</p>`,
      );
    }),
  );
  expect(new Set(await decisionsOn(pages))).toEqual(new Set(['keep', 'drop']));
});

test('in a crowd, pages of one heading that their titles and URLs tell apart are told apart as elsewhere', async () => {
  const template = prose(1, 400);
  const pages = ['Set', 'Map', 'Bag', 'List', 'Heap'].flatMap((heading, i) =>
    Array.from({ length: heading === 'Set' ? 12 : 1 }, (_, k) => {
      const name = `pack${'abcdefghijkl'[k]}`;
      const body = `<title>${heading} (${name})</title><h1>${heading}</h1><p>${template}</p><p>${prose(100 + 20 * i + k, 30)}</p>`;
      return htmlPage(20 * i + k, `https://a.example/${name}/${heading}.html`, body);
    }),
  );
  expect(new Set(await decisionsOn(pages))).toEqual(new Set(['keep']));
});

test('in a crowd, pages of one heading, few of which have another title, are told apart as elsewhere', async () => {
  const template = prose(1, 400);
  const pageOfClass = (heading: string, number: number, pack: number, main: string): Page => {
    const name = `pack${'ab'[pack]}`;
    const body = `<title>${heading} (${name})</title><h1>${heading}</h1><p>${main}</p>`;
    return htmlPage(number, `https://a.example/${name}/${heading}.html?copy=${number}`, body);
  };
  const sets = Array.from({ length: 12 }, (_, k) =>
    pageOfClass('Set', k, k % 2, `${template} ${prose(100 + (k % 2), 30)} own${k}`),
  );
  const others = ['Map', 'Bag', 'List', 'Heap'].map((heading, i) =>
    pageOfClass(heading, 20 + i, 0, `${template} ${prose(200 + 20 * i, 30)}`),
  );
  // else their heading would be that of the site
  const unlike = Array.from({ length: 20 }, (_, i) =>
    pageOfClass(`Other${i}`, 30 + i, 0, prose(400 + 20 * i, 30)),
  );
  const decisions = await decisionsOn([...sets, ...others, ...unlike]);
  expect(decisions.filter((decision) => decision === 'drop')).toHaveLength(10);
});

test.each([
  ['equal', { word: () => 0, title: () => 0 }],
  ['nearly equal', { word: (i: number) => i + 1, title: () => 0 }],
  ['nearly equal under many names', { word: (i: number) => i + 1, title: (i: number) => i }],
  [
    'nearly equal under names of three pages each',
    { word: (i: number) => i + 1, title: (i: number) => Math.floor(i / 3) },
  ],
])(
  'n pages that are %s are in a number of pairs that grows as n, and are decided as if all were compared',
  async (_, { word, title }) => {
    const mostCompared = 10;
    const n = 300;
    const pages = Array.from({ length: n }, (_, i) =>
      pageOf({ host: 0, text: 0, word: word(i), title: title(i), words: 120, version: false }, i),
    );
    const all = await decided(pages, 0, { mostCompared: Number.POSITIVE_INFINITY });
    expect(all.pairs.size + all.alike.size).toBeGreaterThan((n * (n - 1)) / 4);
    const some = await decided(pages, 0, { mostCompared });
    expect(some.decisions.map(({ decision }) => decision)).toEqual(
      all.decisions.map(({ decision }) => decision),
    );
    expect(some.pairs.size + some.alike.size).toBeLessThan(n * (mostCompared + 5));
    expect(some.crowded).toBeGreaterThan(n / 2);
  },
);

test('n pages of other names that the templates of several hosts make alike are in a number of pairs that grows as n', async () => {
  const n = 300;
  const pages = Array.from({ length: n }, (_, i) => {
    const body = `<h1>Title ${prose(500 + i, 2)}</h1><main><p>${prose(0, 150)}</p><p>${prose(1000 + i, 4)}</p></main>`;
    return htmlPage(i, `https://h${i % 30}.example/page-${i}`, body);
  });
  const all = await decided(pages, 0, { mostCompared: Number.POSITIVE_INFINITY });
  expect(all.alike.size).toBeGreaterThan((n * (n - 1)) / 4);
  const some = await decided(pages, 0, { mostCompared: 10 });
  expect(some.decisions.map(({ decision }) => decision)).toEqual(
    all.decisions.map(({ decision }) => decision),
  );
  expect(some.pairs.size + some.alike.size).toBeLessThan(n * 15);
});

test('with allPairs, every pair of a crowd is found', async () => {
  const pages = Array.from({ length: 40 }, (_, i) =>
    pageOf({ host: 0, text: 0, word: 0, title: 0, words: 60, version: false }, i),
  );
  const every = await decided(pages, 0, { mostCompared: 5, allPairs: true });
  expect(every.pairs.size).toBe((40 * 39) / 2);
  expect(every.crowded).toBe(0);
  expect((await decided(pages, 0, { mostCompared: 5 })).pairs.size).toBeLessThan((40 * 39) / 2);
});

test('pages of one name that are similar by content alone are compared with one page as well', async () => {
  // twelve designs, each on five pages about other things and on one of the crowd
  const pages = Array.from({ length: 72 }, (_, i) => {
    const [design, thing] = [i % 12, Math.floor(i / 12)];
    const [name, seed] = thing === 0 ? ['Ferry', 99] : [`Title ${prose(500 + i, 2)}`, 100 + i];
    const body = `<h1>${name}</h1><main><p>${prose(1 + design, 150)}</p><p>${prose(seed, 60)}</p></main>`;
    return htmlPage(i, `https://a.example/${i}/${thing === 0 ? 'ferry' : i}`, body);
  });
  const all = await decided(pages, 0, { mostCompared: Number.POSITIVE_INFINITY });
  expect(kept(all)).toHaveLength(61);
  const some = await decided(pages, 0, { mostCompared: 3 });
  expect(kept(some)).toEqual(kept(all));
  expect(some.crowded).toBe(9);
  expect(all.pairs.size - some.pairs.size).toBe((9 * 8) / 2 + 9 * 2);
});

test('a cluster is as dense as the pairs of those of its pages that were compared with all', async () => {
  const pages = Array.from({ length: 40 }, (_, i) =>
    pageOf({ host: 0, text: 0, word: 0, title: 0, words: 60, version: false }, i),
  );
  async function* each() {
    yield* pages;
  }
  const loose = await deduplicateStored(shinglePages(each(), {}), { mostCompared: 5 }, (found) =>
    looseClusters(found, 0.8),
  );
  expect(loose).toEqual([]);
});
