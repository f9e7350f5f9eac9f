import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EvaluationReport } from '../../../plugins/cli/evaluate/evaluation-report.ts';
import type { EvaluationRow } from '../../../src/evaluate/index.ts';
import { neardup } from '../run.ts';

let folder: string;

/** 200 words of its own for each seed, every 20th of the first `changed` ones replaced: each breaks 4 of 197 grams. */
function text(seed: number, changed = 0): string {
  const words = Array.from({ length: 200 }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`);
  for (let i = 0; i < changed; i++) words[10 + i * 20] = `changed${i}`;
  return words.join(' ');
}

/** 40 originals, each beside a copy with 0 to 9 words changed: resemblance from 1 down to 161 / 233. */
const pages = [
  ...Array.from({ length: 40 }, (_, i) => ({ id: `o${i}`, text: text(i) })),
  ...Array.from({ length: 40 }, (_, i) => ({
    id: `c${i}`,
    url: `https://example.org/c${i}`,
    text: text(i, i % 10),
  })),
  { id: 'none', text: ' \n' },
];

/** Pairs with resemblance ≥ t: four of each number of changed words. */
function truePairs(threshold: number): number {
  let pairs = 0;
  for (let changed = 0; changed < 10; changed++) {
    const shared = 197 - 4 * changed;
    if (shared / (394 - shared) >= threshold) pairs += 4;
  }
  return pairs;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-evaluate-'));
  await writeFile(join(folder, 'in.jsonl'), pages.map((page) => `${JSON.stringify(page)}\n`).join(''));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function run(...args: string[]) {
  return neardup(['evaluate', ...args], { cwd: folder });
}

async function reportOf(...args: string[]): Promise<EvaluationReport> {
  const { code, stdout, stderr } = await run('in.jsonl', '--json', '--quiet', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

function rowOf(report: EvaluationReport, variant: string, threshold: number): EvaluationRow {
  const rows = report.rows.filter((row) => row.variant === variant && row.threshold === threshold);
  expect(rows).toHaveLength(1);
  return rows[0] as EvaluationRow;
}

test('--json prints the report of the contract: every method at every threshold, held against the exact join', async () => {
  const report = await reportOf();
  expect(report).toMatchObject({
    dataset: { pages: 81, emptyPages: 1, gram: 'word:4', multiset: false },
    truth: 'qp',
    inputs: ['in.jsonl'],
    damaged: 0,
  });
  expect(report.dataset.grams).toBe(80 * 197);
  expect(report.dataset.universe).toBeGreaterThan(40 * 197);
  expect(report.milliseconds.total).toBeGreaterThan(0);
  expect(report.peakMemoryBytes).toBeGreaterThan(1e6);
  expect([...new Set(report.rows.map((row) => row.threshold))]).toEqual([0.95, 0.9, 0.85, 0.8]);
  expect([...new Set(report.rows.map((row) => row.method))]).toEqual([
    ...['qp', 'qa', 'sp', 'calibrated', 'bottom-k', 'minhash', 'minhash-disk', 'simhash', 'super-shingles'],
    ...['pairing', 'exact-hash', 'text-profile'],
  ]);
  for (const row of report.rows) {
    expect(row).toEqual(
      expect.objectContaining({
        threshold: expect.any(Number),
        method: expect.any(String),
        variant: expect.any(String),
        parameters: expect.stringMatching(/\w/),
        pairs: expect.any(Number),
        correct: expect.any(Number),
        precision: expect.any(Number),
        recall: expect.any(Number),
        recallInterval: [expect.any(Number), expect.any(Number)],
        f1: expect.any(Number),
        candidates: expect.any(Number),
        bytesPerPage: expect.any(Number),
      }),
    );
    expect(row.truePairs).toBe(truePairs(row.threshold));
    expect(row.correct).toBeLessThanOrEqual(Math.min(row.pairs, row.truePairs));
    expect(row.precision).toBeCloseTo(row.pairs === 0 ? 1 : row.correct / row.pairs, 12);
    expect(row.recall).toBeCloseTo(row.correct / row.truePairs, 12);
    const { total, ...phases } = row.milliseconds;
    expect(total).toBeCloseTo(
      Object.values(phases).reduce((sum, ms) => sum + ms, 0),
      6,
    );
  }
  for (const method of ['qp', 'qa']) {
    expect(rowOf(report, method, 0.8)).toMatchObject({ precision: 1, recall: 1, f1: 1, correct: 24 });
  }
  expect(rowOf(report, 'calibrated-32', 0.8)).toMatchObject({ confirmed: true, precision: 1 });
  expect(rowOf(report, 'exact-hash', 0.8).correct).toBe(4);
  // The bias of sp as published shows on so few pairs too.
  expect(rowOf(report, 'sp-32', 0.8).recall).toBeLessThan(0.9);
});

test('--thresholds, --methods and --gram choose, and --extract none takes the text as it stands', async () => {
  const report = await reportOf(
    ...['--thresholds', '0.7,0.95', '--methods', 'qp, simhash-3-confirmed', '--gram', 'char:5'],
    ...['--multiset', '--extract', 'none'],
  );
  expect(report.dataset).toMatchObject({ pages: 81, gram: 'char:5', multiset: true });
  expect(report.rows.map(({ threshold, variant }) => [threshold, variant])).toEqual([
    [0.7, 'qp'],
    [0.7, 'simhash-3-confirmed'],
    [0.95, 'qp'],
    [0.95, 'simhash-3-confirmed'],
  ]);
});

test('--truth FILE holds methods against labelled pairs, in any order, and names ids that no page has with their lines', async () => {
  const labels = [
    ...Array.from({ length: 10 }, (_, i) => `c${i}\to${i}`),
    '',
    'o3\tc3',
    'o1\tghost',
    'o0\to1',
  ];
  await writeFile(join(folder, 'labels.tsv'), `${labels.join('\r\n')}\r\n`);
  const report = await reportOf('--truth', 'labels.tsv', '--methods', 'qp', '--thresholds', '0.8');
  expect(report).toMatchObject({ truth: 'labels', labels: { pairs: 11, unknownIds: 1 } });
  expect(report.labels?.firstUnknown).toEqual([{ id: 'ghost', pair: 12, line: 13 }]);
  // Of the 24 pairs at 0.8 those of the first ten pages are labelled: 6, of 11.
  expect(rowOf(report, 'qp', 0.8)).toMatchObject({
    ...{ pairs: 24, correct: 6, truePairs: 11, precision: 6 / 24, recall: 6 / 11 },
    exact: { pairs: 24, correct: 24, truePairs: 24, precision: 1, recall: 1 },
  });
});

test('--truth with no pair of two pages of the input fails before anything is measured, and says what an id is', async () => {
  const told = async (lines: string) => {
    await writeFile(join(folder, 'none.tsv'), lines);
    const { code, stdout, stderr } = await run(
      'in.jsonl',
      '--truth',
      'none.tsv',
      '--methods',
      'qp',
      '--quiet',
    );
    expect([code, stdout]).toEqual([1, '']);
    return stderr;
  };
  expect(await told('c1\tghost\n')).toBe(
    'neardup: --truth: none.tsv: expected a pair of two pages of the input; got none (none.tsv:1: no page here has the id "ghost"): ' +
      'an id is the `id` of a page in the decisions.jsonl that dedup --out DIR writes of the same input\n',
  );
  expect(await told('c1\tc1\n')).toContain('got none (each of its lines has one id twice)');
});

test('--target-recall names the cheapest method that surely reaches it, and says so when none does in time', async () => {
  const chosen = ['--methods', 'qp,exact-hash', '--thresholds', '0.9', '--target-recall', '0.99'];
  const { recommendations } = await reportOf(...chosen);
  expect(recommendations).toEqual([
    expect.objectContaining({ threshold: 0.9, targetRecall: 0.99, reached: true, variant: 'qp', recall: 1 }),
  ]);
  const { recommendations: late } = await reportOf(...chosen, '--max-milliseconds', '0');
  expect(late?.[0]).toMatchObject({ reached: false, maxMilliseconds: 0 });
  expect(late?.[0]?.reason).toMatch(/^none of 2 methods reaches recall ≥ 0\.99 .* within 0 ms/);
  const { stdout } = await run('in.jsonl', ...chosen, '--quiet');
  expect(stdout).toMatch(/\nat 0\.9: 1 of 2 methods reach recall ≥ 0\.99 .*the quickest is qp/);
});

test('--sample estimates recall from drawn pages and says how; of all pages the estimate is exact', async () => {
  const drawn = await reportOf('--sample', '30', '--methods', 'calibrated-64', '--thresholds', '0.8');
  expect(drawn.sample).toMatchObject({
    pages: 30,
    how: expect.stringMatching(/^as asked: 30 of 81 pages were drawn/),
  });
  const all = await reportOf('--sample', '81', '--methods', 'calibrated-64,sp-32', '--thresholds', '0.8');
  const exact = await reportOf('--methods', 'calibrated-64,sp-32', '--thresholds', '0.8');
  expect(exact.sample).toBeUndefined();
  for (const variant of ['calibrated-64', 'sp-32']) {
    const { pairs, correct, truePairs, recall } = rowOf(exact, variant, 0.8);
    expect(rowOf(all, variant, 0.8)).toMatchObject({ pairs, correct, truePairs });
    expect(rowOf(all, variant, 0.8).recall).toBeCloseTo(recall, 12);
  }
});

test('the decisions beside a report are those of dedup, of pages of a site with short blocks, too', async () => {
  let state = 1;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const words = (count: number): string[] => Array.from({ length: count }, () => `word${below(3000)}`);
  const menu = words(30).join(' ');
  const things = Array.from({ length: 12 }, () => ({
    name: words(2).join(' '),
    text: words(60 + below(60)),
  }));
  const site = Array.from({ length: 96 }, (_, i) => {
    const { name, text } = things[i % things.length];
    const changed = text.map((word) => (below(40) === 0 ? `other${below(3000)}` : word));
    const blocks = [0, 20, 40].map(
      (from) => `<h2>${words(3).join(' ')}</h2><p>${changed.slice(from, from + 20).join(' ')}.</p>`,
    );
    const html = `<nav>${menu}</nav><h1>${name}</h1>${blocks.join('')}<p>${changed.slice(60).join(' ')}.</p>`;
    return { id: `p${i}`, url: `https://example.org/${i % 4}/${i % things.length}-${i}`, html };
  });
  await writeFile(join(folder, 'site.jsonl'), site.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await neardup(['evaluate', 'site.jsonl', '--out', 'beside', '--methods', 'qp', '--quiet'], { cwd: folder });
  await neardup(['dedup', 'site.jsonl', '--out', 'site', '--quiet'], { cwd: folder });
  for (const name of ['decisions.jsonl', 'pairs.jsonl', 'clusters.jsonl', 'alike.jsonl', 'templates.jsonl']) {
    const [beside, alone] = ['beside', 'site'].map((out) => readFile(join(folder, out, name), 'utf8'));
    expect(await beside).toBe(await alone);
  }
});

test('what was measured is printed where it cannot be written, and not called written', async () => {
  await mkdir(join(folder, 'taken', 'report.csv'), { recursive: true });
  const call = ['evaluate', 'in.jsonl', '--out', 'taken', '--methods', 'qp', '--quiet'];
  const { code, stdout, stderr } = await neardup(call, { cwd: folder });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^neardup: cannot write .*report\.csv: /)]);
  expect(stdout).toContain('true pair');
  expect(stdout).not.toContain('written to');
});

test('--out writes the report as JSON, CSV and HTML, and the files that dedup would write', async () => {
  const report = await reportOf('--out', 'out', '--methods', 'qp,sp');
  expect((await readdir(join(folder, 'out'))).sort()).toEqual([
    ...['alike.jsonl', 'call.json', 'clusters.jsonl', 'decisions.jsonl', 'pairs.jsonl'],
    ...['report.csv', 'report.html', 'report.json', 'summary.json', 'templates.jsonl'],
  ]);
  const written = async (name: string): Promise<string> => readFile(join(folder, 'out', name), 'utf8');
  expect(JSON.parse(await written('report.json'))).toEqual(report);
  const [header, ...lines] = (await written('report.csv')).trimEnd().split('\r\n');
  expect(header).toMatch(
    /^threshold,method,variant,parameters,confirmed,pairs,correct,true_pairs,precision,/,
  );
  expect(lines).toHaveLength(report.rows.length);
  expect(lines[0]).toMatch(/^0\.95,qp,qp,"prefix-filtered join, the engine of exactJoin",true,8,8,8,1,1,/);

  const { code } = await neardup(['dedup', 'in.jsonl', '--out', 'dedup', '--quiet'], { cwd: folder });
  expect(code).toBe(0);
  for (const name of ['pairs.jsonl', 'clusters.jsonl', 'decisions.jsonl']) {
    expect(await written(name)).toBe(await readFile(join(folder, 'dedup', name), 'utf8'));
  }
  const html = await written('report.html');
  expect(html).toMatch(/^<!doctype html>/i);
  expect(html).toContain('sp-32');
  const summary = JSON.parse(await written('summary.json'));
  expect(summary).toMatchObject({ pages: 81, kept: 56, dropped: 24, unclassifiable: 1, threshold: 0.8 });

  await reportOf('--out', 'high', '--methods', 'qp', '--thresholds', '0.95,0.9');
  const high = JSON.parse(await readFile(join(folder, 'high', 'summary.json'), 'utf8'));
  expect(high).toMatchObject({ threshold: 0.9, pairs: truePairs(0.9) });
});

test('a person sees the best of each kind of method, and sp as published beside it', async () => {
  const { code, stdout, stderr } = await run('in.jsonl', '--thresholds', '0.8', '--quiet');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^81 pages \(1 without a gram\), 15,760 grams, [\d,]+ distinct, word:4\n/);
  expect(stdout).toContain('similarity ≥ 0.8: 24 true pairs\n');
  const shown = [...stdout.matchAll(/^([a-z]+(?:-[a-z0-9]+)*) +[\d,]+ +\d\.\d{3} /gm)].map(
    ([, name]) => name,
  );
  expect(shown.slice(0, 3)).toEqual(['qp', 'qa', 'sp-32']);
  for (const kind of ['sp', 'bottom-k', 'calibrated', 'pairing']) {
    const ofKind = shown.filter((name) => name?.startsWith(kind));
    expect(ofKind.length).toBeLessThanOrEqual(kind === 'sp' ? 2 : 1);
  }
  const { rows } = await reportOf('--thresholds', '0.8');
  for (const name of shown.filter((variant) => variant !== 'sp-32')) {
    const row = rows.find(({ variant }) => variant === name) as EvaluationRow;
    const ofKind = rows.filter((other) => other.method === row.method && other.confirmed === row.confirmed);
    expect(row.f1).toBe(Math.max(...ofKind.map(({ f1 }) => f1)));
  }
  // The best of the larger sketches has its row too.
  expect(shown.filter((name) => name?.startsWith('sp-'))).toHaveLength(2);
});

test('damaged input is named and counted, the rest is evaluated, and the exit code is 3', async () => {
  const sound = (await readFile(join(folder, 'in.jsonl'), 'utf8')).split('\n').slice(0, 50).join('\n');
  await writeFile(join(folder, 'bad.jsonl'), `{"id": "torn\n${sound}\n`);
  const { code, stdout, stderr } = await run('bad.jsonl', '--json', '--methods', 'qp');
  expect(code).toBe(3);
  expect(stderr).toContain('bad.jsonl');
  expect(JSON.parse(stdout)).toMatchObject({ dataset: { pages: 50 }, damaged: 1 });
});

describe('a wrong call exits with 2 and one line that says what was expected', () => {
  test.each([
    [[], /^neardup: evaluate: expected at least one INPUT/],
    [
      ['in.jsonl', '--thresholds', '0.8,1.2'],
      /--thresholds: expected a number above 0 and up to 1; got 1\.2/,
    ],
    [['in.jsonl', '--thresholds', '0'], /--thresholds: .*got 0/],
    [['in.jsonl', '--methods', 'magic'], /--methods: expected qp, qa, sp, calibrated.*got "magic"/],
    [['in.jsonl', '--gram', 'word'], /--gram: .*expected word:Q/],
    [['in.jsonl', '--target-recall', '1'], /--target-recall: expected a number above 0 and below 1; got 1/],
    [['in.jsonl', '--max-milliseconds', '5'], /--max-milliseconds: expected --target-recall R beside it/],
    [['in.jsonl', '--least-precision', '0.9'], /--least-precision: expected --target-recall R beside it/],
    [
      ['in.jsonl', '--target-recall', '0.9', '--least-precision', '2'],
      /--least-precision: expected a number from 0 to 1; got "2"/,
    ],
    [['in.jsonl', '--sample', '0'], /--sample: expected a whole number from 1/],
    [['in.jsonl', '--memory', 'lots'], /--memory: expected a size/],
    [
      ['in.jsonl', '--threshold', '0.8'],
      /--threshold: there is no such option \(did you mean --thresholds\?\)/,
    ],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

test.each([
  ['a truth file that is not there', ['--truth', 'missing.tsv'], /missing\.tsv/],
  [
    'a line of it that is no pair',
    ['--truth', 'one-id.tsv'],
    /one-id\.tsv:2: expected two page ids with a tab between them; got "o1 c1"/,
  ],
])('%s exits with 1 and one line that names it', async (_what, args, message) => {
  await writeFile(join(folder, 'one-id.tsv'), 'o0\tc0\no1 c1\n');
  const { code, stdout, stderr } = await run('in.jsonl', '--quiet', ...args);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
});
