import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HostPairs } from '../../../plugins/cli/dedup/host-pairs.ts';
import { WorkFolder } from '../../../src/flow/index.ts';
import { warcRecord } from '../../dump/warc/warc-writer.ts';
import { neardup } from '../run.ts';

let folder: string;
const words = (seed: number): string =>
  Array.from({ length: 60 }, (_, i) => `w${(seed * 7919 + i * 104729) % 100_003}`).join(' ');
const page = (id: string, url: string, seed: number, canonical = ''): string =>
  `${JSON.stringify({
    id,
    url,
    html: `<title>${id.slice(1)}</title>${canonical && `<link href="${canonical}" rel="canonical">`}<p>${words(seed)}`,
  })}\n`;
const redirect = (from: string, location: string): Buffer =>
  warcRecord({
    url: from,
    id: `urn:${from}`,
    block: `HTTP/1.1 301 Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`,
  });
const linesOf = async (...path: string[]): Promise<Record<string, unknown>[]> =>
  (await readFile(join(folder, ...path), 'utf8'))
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-hosts-'));
  const pages = [
    ...[1, 2, 3, 4].map((i) =>
      page(`a${i}`, `http://www.m.example/${i}?q`, i, `https://m.example/${i}?q#top`),
    ),
    ...[1, 2, 3].map((i) => page(`b${i}`, `https://m.example/${i}?q`, i, `/${i}?q`)),
    // says that it stands behind another page, which it does not repeat
    page('c5', 'https://m.example/5', 5, 'https://m.example/1?q'),
    // twice on one host
    page('d6', 'https://o.example/6', 6),
    page('e6', 'https://o.example/copy/6', 6),
  ];
  await writeFile(join(folder, 'pages.jsonl'), pages.join(''));
  await writeFile(
    join(folder, 'moved.warc'),
    Buffer.concat([
      redirect('http://m.example/1?q', 'https://m.example/1?q'),
      redirect('https://o.example/old', '../gone'),
      redirect('https://o.example/same', '#top'),
      redirect('https://o.example/mail', 'mailto:x@example.test'),
    ]),
  );
  const call = ['dedup', 'pages.jsonl', 'moved.warc', '--out', 'out', '--json', '--quiet'];
  expect(await neardup(call, { cwd: folder })).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('dedup --out', () => {
  test('names hosts that mirror each other, with the share of both, and what makes them one', async () => {
    expect(await linesOf('out', 'hosts.jsonl')).toEqual([
      {
        format: 'neardup-host-pair/1',
        a: 'http://www.m.example',
        b: 'https://m.example',
        articles: { a: 4, b: 4 },
        paired: { a: 3, b: 3 },
        share: { a: 0.75, b: 0.75 },
        samePaths: 3,
        alias: ['www', 'scheme'],
        mirrored: true,
        canonicals: { a: 4, b: 0 },
      },
      {
        format: 'neardup-host-pair/1',
        a: 'http://m.example',
        b: 'https://m.example',
        articles: { a: 0, b: 4 },
        paired: { a: 0, b: 0 },
        share: { a: 0, b: 0 },
        samePaths: 0,
        alias: ['scheme'],
        mirrored: false,
        redirects: { a: 1, b: 0 },
      },
    ]);
  });

  test('puts canonical links and redirects beside the clusters, and says whether they agree', async () => {
    const all = await linesOf('out', 'declared.jsonl');
    const shown = all.map(({ by, id, url, targetId, agrees }) => [by, id ?? url, targetId, agrees]);
    expect(shown).toEqual([
      ['canonical', 'a1', 'b1', true],
      ['canonical', 'a2', 'b2', true],
      ['canonical', 'a3', 'b3', true],
      ['canonical', 'a4', undefined, undefined],
      ['canonical', 'c5', 'b1', false],
      ['redirect', 'http://m.example/1?q', 'b1', undefined],
      ['redirect', 'https://o.example/old', undefined, undefined],
    ]);
    expect(all[6]!.target).toBe('https://o.example/gone');
    const summary = JSON.parse(await readFile(join(folder, 'out/summary.json'), 'utf8'));
    expect(summary.declared).toEqual({ redirects: 2, canonicals: 5, agreeing: 3, differing: 1 });
    expect(summary.hosts).toEqual({ pairs: 2, mirrored: 1, aliases: 2 });
    expect((await readdir(join(folder, 'out'))).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });
});

test.each([
  ['any', ['b1', 'b2', 'b3', 'e6']],
  ['same-host', ['e6']],
  ['cross-host', ['b1', 'b2', 'b3']],
])('--scope %s: only such pairs make pages repeat each other', async (scope, dropped) => {
  const call = ['dedup', 'pages.jsonl', '--scope', scope, '--out', scope, '--quiet', '--json'];
  const { stdout } = await neardup(call, { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({ scope, dropped: dropped.length, pairs: dropped.length });
  const decisions = await linesOf(scope, 'decisions.jsonl');
  expect(decisions.filter(({ decision }) => decision === 'drop').map(({ id }) => id)).toEqual(dropped);
});

test('a cluster whose ends are unlike is warned of, with size, density and lowest similarity', async () => {
  const text = (from: number): string => Array.from({ length: 203 }, (_, i) => `w${from + i}`).join(' ');
  const chain = Array.from({ length: 12 }, (_, i) => ({ id: `p${i}`, text: text(5 * i) }));
  await writeFile(join(folder, 'chain.jsonl'), chain.map((each) => `${JSON.stringify(each)}\n`).join(''));
  const call = ['dedup', 'chain.jsonl', '--cluster', 'components', '--out', 'chain'];
  const { stdout } = await neardup(call, { cwd: folder });
  // 200 grams each, five others with every step: 4 steps apart are 180 of 220
  expect(stdout).toContain(
    'warning: 12 pages are one cluster, though not all of them are similar: 58 % of their pairs are similar, ' +
      'and p0, which stands for them, is similar to each by 0.568 or more\n' +
      'to see whether such pages repeat each other: neardup report chain\n',
  );
  const { loose } = JSON.parse(await readFile(join(folder, 'chain/summary.json'), 'utf8'));
  expect(loose).toEqual([
    { why: 'loose', representative: 'p0', size: 12, density: 38 / 66, lowestSimilarity: 145 / 255 },
  ]);
});

function articlesAt(urls: readonly string[]) {
  return { length: urls.length, factsOf: (page: number) => ({ url: urls[page]! }), isArticle: () => true };
}

describe('pairs of hosts', () => {
  test('of a cluster of many hosts are those with the representative alone: their square is not looked at', () => {
    const urls = Array.from({ length: 1000 }, (_, i) => `http://h${i}.example/`);
    const hosts = new HostPairs(articlesAt(urls), new WorkFolder());
    hosts.addCluster(urls.map((_, i) => i));
    const found = [...hosts.result()];
    expect(found).toHaveLength(999);
    expect(found.every(({ a }) => a === 'http://h0.example')).toBe(true);
  });

  test('count each cluster once for the paths that both have, and are a mirror from three pages and half of a host on', () => {
    const hosts = ['a', 'b'].flatMap((host) =>
      ['1', '2', '3'].map((path) => `http://${host}.example/${path}`),
    );
    const found = (clusters: readonly (readonly number[])[]) => {
      const pairs = new HostPairs(articlesAt(hosts), new WorkFolder());
      for (const cluster of clusters) pairs.addCluster(cluster);
      return [...pairs.result()];
    };
    expect(found([[0, 1, 2, 3, 4, 5]])).toMatchObject([
      { paired: { a: 3, b: 3 }, samePaths: 1, mirrored: true },
    ]);
    expect(
      found([
        [0, 3],
        [1, 4],
      ]),
    ).toMatchObject([{ paired: { a: 2, b: 2 }, samePaths: 2, mirrored: false }]);
    expect(found([[0, 4]])).toMatchObject([{ samePaths: 0 }]);
    const half = new HostPairs(
      articlesAt([...hosts, ...hosts.map((url) => `${url}-alone`)]),
      new WorkFolder(),
    );
    for (const path of [0, 1, 2]) half.addCluster([path, path + 3]);
    expect([...half.result()]).toMatchObject([{ share: { a: 0.5, b: 0.5 }, mirrored: true }]);
  });

  test('are told apart by scheme and port, and none is made with a page that has no host', () => {
    const urls = [
      'http://a.example/x',
      'http://a.example:80/x',
      'http://a.example:81/x',
      'A',
      '',
      'ftp://a.example/x',
    ];
    const hosts = new HostPairs(articlesAt(urls), new WorkFolder());
    hosts.addCluster(urls.map((_, i) => i));
    expect([...hosts.result()]).toMatchObject([
      {
        a: 'http://a.example',
        b: 'http://a.example:81',
        paired: { a: 2, b: 1 },
        alias: ['port'],
        mirrored: false,
      },
    ]);
  });

  test('are the same, in the same order, in a memory that holds few of them', () => {
    const urls = Array.from({ length: 6000 }, (_, i) => `http://h${(i * 7919) % 3000}.example/${i % 5}`);
    const found = (memoryBytes: number) => {
      const folder = new WorkFolder();
      const hosts = new HostPairs(articlesAt(urls), folder, memoryBytes);
      for (let first = 0; first < 6000; first += 3) hosts.addCluster([first, first + 1, first + 2]);
      for (let from = 0; from < 6000; from += 2) hosts.addLink('redirects', urls[from]!, urls[from + 1]!);
      const all = [...hosts.result()];
      folder.close();
      return all;
    };
    const all = found(1 << 30);
    expect(all.length).toBeGreaterThan(3000);
    const pages = all.map(({ paired }) => paired.a + paired.b);
    expect(pages).toEqual([...pages].sort((x, y) => y - x));
    const ofOneCount = all.filter((_, i) => pages[i] === pages[0]).map(({ a, b }) => `${a} ${b}`);
    expect(ofOneCount).toEqual([...ofOneCount].sort());
    expect(all.some(({ redirects }) => redirects !== undefined)).toBe(true);
    expect(found(1 << 17)).toEqual(all);
  });
});
