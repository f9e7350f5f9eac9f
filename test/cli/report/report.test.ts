import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EmbeddedClusters } from '../../../plugins/report/embedded.ts';
import { neardup } from '../run.ts';

let folder: string;

const sentence = 'every morning the ferry leaves the small harbour before the fog has lifted from the bay';
const pages = [
  {
    id: 'a',
    url: 'https://a.example/',
    text: `${sentence} and nobody on the pier waits for the second one.`,
  },
  { id: 'b', url: 'https://b.example/', text: `${sentence} and nobody on the pier waits for the third one.` },
  {
    id: 'c',
    url: 'https://c.example/',
    text: `${sentence} and nobody on the pier waits for the second one.`,
  },
  {
    id: 'd',
    url: 'https://d.example/',
    text: 'a page of its own that says nothing of ferries, harbours or fog at all',
  },
  { id: 'e', url: '', text: '' },
];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-report-'));
  await writeFile(join(folder, 'pages.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
  const { code, stderr } = await neardup(
    ['dedup', 'pages.jsonl', '--out', 'run', '--quiet', '--threshold', '0.7'],
    { cwd: folder },
  );
  expect(stderr).toBe('');
  expect(code).toBe(0);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a report that cannot be written where it is to be is refused before an input is read', async () => {
  const { code, stderr } = await neardup(['report', 'run', 'gone.jsonl', '--out', 'nowhere/r.html'], {
    cwd: folder,
  });
  expect([code, stderr]).toEqual([
    1,
    'neardup: nowhere/r.html: expected a folder that files can be written to; make it first, or name another: no such file or folder\n',
  ]);
});

/** The elements that hold data in a report. */
async function embedded(file: string): Promise<Map<string, unknown>> {
  const html = await readFile(join(folder, file), 'utf8');
  const found = html.matchAll(/<script type="text\/plain" id="([^"]+)">([^<]*)</g);
  return new Map(
    [...found].map(([, id, data]) => [id!, JSON.parse(gunzipSync(Buffer.from(data!, 'base64')).toString())]),
  );
}

async function report(...args: string[]) {
  const { code, stdout, stderr } = await neardup(['report', ...args], { cwd: folder });
  return {
    code,
    stdout,
    stderr,
    summary: args.includes('--json') && code !== 2 ? JSON.parse(stdout) : undefined,
  };
}

test('report shows the clusters of a dedup with their texts, read again from its input', async () => {
  const { code, summary } = await report('run', '--json', '--quiet');
  expect(code).toBe(0);
  expect(summary).toMatchObject({
    file: join('run', 'report.html'),
    clusters: 1,
    texts: 3,
    methods: 0,
    damaged: 0,
    notes: [],
  });
  const data = await embedded('run/report.html');
  const clusters = data.get('data-clusters') as EmbeddedClusters;
  expect(clusters).toMatchObject({
    threshold: 0.7,
    gram: 'word:4',
    ids: ['a', 'b', 'c'],
    pairsComplete: true,
  });
  expect(clusters.urls).toEqual(['https://a.example/', 'https://b.example/', 'https://c.example/']);
  const summaryOfRun = JSON.parse(await readFile(join(folder, 'run', 'summary.json'), 'utf8'));
  expect(clusters.pairs.a).toHaveLength(summaryOfRun.pairs);
  // words less three make word 4-grams, all distinct here
  expect(clusters.grams).toEqual(pages.slice(0, 3).map(({ text }) => text.split(' ').length - 3));
  const html = await readFile(join(folder, 'run', 'report.html'), 'utf8');
  expect(html).toContain('2 of 5 pages (40 %) repeat a page that is kept.');
  expect(html).toContain('Not judged: 1 × no text.');
});

test('of pages in a folder that was named from the root, those called alike keep the folders that tell them apart', async () => {
  const site = join(folder, 'site');
  for (const name of ['a', 'b']) {
    await mkdir(join(site, name), { recursive: true });
    await writeFile(join(site, name, 'index.html'), `<p>${sentence}`);
  }
  await neardup(['dedup', site, '--out', 'rooted', '--quiet'], { cwd: folder });
  await report('rooted', '--quiet');
  const html = await readFile(join(folder, 'rooted/report.html'), 'utf8');
  const { ids } = (await embedded('rooted/report.html')).get('data-clusters') as EmbeddedClusters;
  expect(ids).toEqual(['site/a/index.html', 'site/b/index.html']);
  expect(html).not.toContain(folder);
});

test('the numbers of a pair are those of pairs.jsonl', async () => {
  await report('run', '--quiet');
  const { pairs, ids } = (await embedded('run/report.html')).get('data-clusters') as EmbeddedClusters;
  const lines = (await readFile(join(folder, 'run', 'pairs.jsonl'), 'utf8')).trim().split('\n');
  const shown = pairs.a.map((a, i) => ({
    a: ids[a],
    b: ids[pairs.b[i]!],
    similarity: pairs.similarity[i],
    overlap: pairs.overlap[i],
  }));
  const named = lines.map((line) => {
    const { format: _, ...pair } = JSON.parse(line);
    return pair;
  });
  expect(shown).toEqual(named);
});

test.each([
  ['decisions', 'each of the 5 pages of summary.json beside it; got 4'],
  ['clusters', 'each of the 1 clusters of summary.json beside it; got 0'],
  ['pairs', 'each of the 3 pairs of summary.json beside it; got 2'],
])('a line that was deleted from %s.jsonl is missed', async (name, said) => {
  const path = join(folder, 'run', `${name}.jsonl`);
  const whole = await readFile(path, 'utf8');
  await writeFile(path, whole.slice(whole.indexOf('\n') + 1));
  try {
    const { code, stderr } = await neardup(['report', 'run', '--quiet'], { cwd: folder });
    expect(code).toBe(1);
    expect(stderr).toContain(`run/${name}.jsonl: expected a line for ${said}: the same call writes it anew`);
  } finally {
    await writeFile(path, whole);
  }
});

test('where the input is gone, the report has no texts and says so; an INPUT named must be there', async () => {
  await rename(join(folder, 'pages.jsonl'), join(folder, 'moved.jsonl'));
  try {
    const { code, summary } = await report('run', '--json', '--quiet', '--out', 'gone.html');
    expect(code).toBe(0);
    expect(summary.texts).toBe(0);
    expect(summary.notes).toEqual([
      expect.stringMatching(
        /the input of the run cannot be read from here \(.+: no such file or folder\); neardup report DIR INPUT… names it/,
      ),
    ]);
    expect((await embedded('gone.html')).size).toBe(1);
    expect((await report('run', 'moved.jsonl', '--json', '--quiet')).summary.texts).toBe(3);
    expect(await report('run', 'nowhere.jsonl', '--quiet')).toMatchObject({ code: 1 });
  } finally {
    await rename(join(folder, 'moved.jsonl'), join(folder, 'pages.jsonl'));
  }
});

test('pages of --against have their own texts and URLs, though they are called like new ones, and say that they were known', async () => {
  const known = pages.slice(1, 3).map((page, i) => ({ ...page, id: 'ab'[i], url: `${page.url}known` }));
  await writeFile(join(folder, 'known.jsonl'), known.map((page) => `${JSON.stringify(page)}\n`).join(''));
  const against = (inputs: string, out: string) =>
    neardup(
      [
        'dedup',
        'pages.jsonl',
        '--against',
        inputs,
        '--out',
        out,
        '--quiet',
        '--threshold',
        '0.7',
        '--site-model',
        'off',
      ],
      { cwd: folder },
    );
  await against('known.jsonl', 'held');
  expect((await report('held', '--json', '--quiet')).summary.notes).toEqual([]);
  const data = await embedded('held/report.html');
  const { ids, known: flags, urls, textBlocks, textPlaces } = data.get('data-clusters') as EmbeddedClusters;
  const texts = textBlocks.map((block, page) => {
    const [text] = (data.get(`data-text-${block}`) as string[][])[textPlaces[page]!]!;
    return text;
  });
  const shown = ids.map((id, page) => [id, flags[page], urls[page], texts[page]]);
  for (const { id, url, text } of known) expect(shown).toContainEqual([id, 1, url, text]);
  for (const { id, url, text } of pages.slice(0, 3)) expect(shown).toContainEqual([id, 0, url, text]);
  await rename(join(folder, 'known.jsonl'), join(folder, 'elsewhere.jsonl'));
  expect((await report('held', '--json', '--quiet')).summary).toMatchObject({
    texts: 3,
    notes: [
      expect.stringMatching(
        /^Texts of known pages are not .*\(known.jsonl: no such file or folder\)\. Start neardup report .*\.$/,
      ),
    ],
  });
  await neardup(['index', 'add', 'index', 'elsewhere.jsonl', '--threshold', '0.7', '--quiet'], {
    cwd: folder,
  });
  await against('index', 'held-by-index');
  expect((await report('held-by-index', '--json', '--quiet')).summary).toMatchObject({
    texts: 3,
    notes: ['Texts of known pages from an index are not in this report: an index keeps none.'],
  });
});

test('a report is never written over the input that it is about', async () => {
  const before = await readFile(join(folder, 'pages.jsonl'), 'utf8');
  for (const args of [[], ['--no-texts'], ['pages.jsonl']]) {
    const { code, stderr } = await report('run', ...args, '--quiet', '--out', './pages.jsonl');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^neardup: \.\/pages\.jsonl: expected a file to write that is no input; it is .*pages\.jsonl\n$/,
    );
  }
  expect(await readFile(join(folder, 'pages.jsonl'), 'utf8')).toBe(before);
});

test('--no-texts reads no input, --title is the heading', async () => {
  const { summary } = await report('run', '--json', '--quiet', '--no-texts', '--title', 'Ferries & fog');
  expect(summary.texts).toBe(0);
  expect(await readFile(join(folder, 'run', 'report.html'), 'utf8')).toContain('<h1>Ferries &amp; fog</h1>');
});

test('evaluate writes a report of its own, and report shows report.json of an evaluation in the folder too', async () => {
  const evaluated = await neardup(
    ['evaluate', 'pages.jsonl', '--out', 'both', '--quiet', '--methods', 'qp,minhash'],
    { cwd: folder },
  );
  expect(evaluated.code).toBe(0);
  const byEvaluate = await readFile(join(folder, 'both', 'report.html'), 'utf8');
  expect(byEvaluate).toContain('<h1>pages.jsonl</h1>');
  expect(byEvaluate).toContain('id="table"');
  await neardup(['dedup', 'pages.jsonl', '--out', 'both', '--quiet'], { cwd: folder });
  const { code, summary } = await report('both', '--json', '--quiet');
  expect(code).toBe(0);
  expect(summary.methods).toBeGreaterThan(4);
  const html = await readFile(join(folder, 'both', 'report.html'), 'utf8');
  for (const id of ['findings', 'evaluation', 'table', 'time-recall', 'precision-recall', 'clusters']) {
    expect(html).toContain(`id="${id}"`);
  }
});

test('damaged input leads to exit code 3, and the report is written', async () => {
  await writeFile(
    join(folder, 'damaged.jsonl'),
    `{"id": "x", "te\n${pages.map((page) => `${JSON.stringify(page)}\n`).join('')}`,
  );
  const { code, summary } = await report('run', 'damaged.jsonl', '--json', '--quiet');
  expect(code).toBe(3);
  expect(summary).toMatchObject({ damaged: 1, texts: 3 });
});

test.each([
  ['summary.json', { pages: 1, clusters: 0 }, 'neardup-summary/1', 'neardup-summary/2'],
  ['report.json', { rows: [], dataset: {}, similarities: [] }, 'neardup-evaluation/1', 'other'],
])('a %s of another format is refused by both names', async (file, content, expected, format) => {
  const at = await mkdtemp(join(tmpdir(), 'neardup-other-'));
  await writeFile(join(at, file), JSON.stringify({ ...content, format }));
  const { code, stderr } = await report(at);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(new RegExp(`${file}: expected the \\w+ .* in format ${expected}; got "${format}"`)),
  ]);
  await rm(at, { recursive: true });
});

test('a wrong call says in one line what was expected', async () => {
  await writeFile(join(folder, 'summary.json'), '{"other": 1}');
  for (const [args, message] of [
    [[], /report: expected DIR/],
    [['nowhere'], /expected a folder; got nowhere, which does not exist/],
    [['.'], /summary\.json: expected the summary of neardup dedup/],
    [['run', '--colour'], /neardup report --help/],
  ] as const) {
    const { code, stderr } = await report(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  }
  await rm(join(folder, 'summary.json'));
  expect(await report('.')).toMatchObject({ code: 2, stderr: expect.stringMatching(/got neither/) });
});
