import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { neardup, neardupProcess, start } from '../run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-cli-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A text of `length` words of its own for each seed. */
function words(seed: number, length: number): string[] {
  return Array.from({ length }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`);
}

function text(seed: number, changed = 0, length = 200): string {
  const list = words(seed, length);
  // one word changed in the middle of each stretch breaks four grams
  for (let i = 0; i < changed; i++) list[10 + i * 20] = `changed${i}`;
  return list.join(' ');
}

function jsonl(pages: readonly object[]): string {
  return pages.map((page) => `${JSON.stringify(page)}\n`).join('');
}

async function lines(name: string): Promise<Record<string, unknown>[]> {
  const content = await readFile(join(folder, 'out', name), 'utf8');
  return content
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

const pages = [
  { id: 'a', url: 'https://example.org/a', text: text(1) },
  { id: 'b', url: 'https://example.org/b', text: text(2) },
  { id: 'a2', url: 'https://mirror.example/a', text: text(1, 2) },
  { id: 'a-far', url: 'https://example.org/a-far', text: text(1, 9) },
  { id: 'b2', text: text(2) },
  { id: 'none', text: ' \n' },
];

describe('dedup', () => {
  test('writes the files of the contract, and prints the summary as one JSON object', async () => {
    await writeFile(join(folder, 'in.jsonl'), jsonl(pages));
    const { code, stdout, stderr } = await neardup(
      ['dedup', 'in.jsonl', '--out', 'out', '--json', '--quiet'],
      {
        cwd: folder,
      },
    );
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      pages: 6,
      kept: 3,
      dropped: 2,
      unclassifiable: 1,
      damaged: 0,
      pairs: 2,
      clusters: 2,
      threshold: 0.8,
      gram: 'word:4',
      similarity: 'jaccard',
    });
    expect(summary.milliseconds.total).toBeGreaterThan(0);
    expect(summary.peakMemoryBytes).toBeGreaterThan(1e6);
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    expect(JSON.parse(await readFile(join(folder, 'out', 'summary.json'), 'utf8'))).toEqual(summary);

    // 197 grams each; two changed words replace 8 of them: 189 / (197 + 197 - 189)
    expect(await lines('pairs.jsonl')).toEqual([
      { format: 'neardup-pair/1', a: 'a', b: 'a2', similarity: 189 / 205, overlap: 189 },
      { format: 'neardup-pair/1', a: 'b', b: 'b2', similarity: 1, overlap: 197 },
    ]);
    expect(await lines('clusters.jsonl')).toEqual([
      {
        format: 'neardup-cluster/1',
        representative: 'a',
        members: [{ id: 'a2', url: 'https://mirror.example/a', similarity: 189 / 205 }],
      },
      {
        format: 'neardup-cluster/1',
        representative: 'b',
        members: [{ id: 'b2', url: '', similarity: 1 }],
      },
    ]);
    const decisions = await lines('decisions.jsonl');
    expect(decisions.map(({ id, decision, representative }) => [id, decision, representative])).toEqual([
      ['a', 'keep', undefined],
      ['b', 'keep', undefined],
      ['a2', 'drop', 'a'],
      ['a-far', 'keep', undefined],
      ['b2', 'drop', 'b'],
      ['none', 'unclassifiable', undefined],
    ]);
    for (const { reason } of decisions) expect(reason).toEqual(expect.stringMatching(/\w/));
    expect((await readdir(join(folder, 'out'))).sort()).toEqual([
      'alike.jsonl',
      'call.json',
      'clusters.jsonl',
      'decisions.jsonl',
      'declared.jsonl',
      'hosts.jsonl',
      'pairs.jsonl',
      'removals.jsonl',
      'summary.json',
      'templates.jsonl',
    ]);
  });

  test('every method names the same pairs, and threads change no byte', async () => {
    // Threads are started once 8 MiB are read, and what is not text costs least: a comment of 20 KB in every page.
    const padding = `<!--${'x'.repeat(20_000)}-->`;
    const many = (end: string) =>
      Array.from({ length: 600 }, (_, i) => ({
        id: `p${i}`,
        html: `<p>${text(i % 180, i % 4, 400)}</p>${end}`,
      }));
    await writeFile(join(folder, 'in.jsonl'), jsonl(many('')));
    await writeFile(join(folder, 'large.jsonl'), jsonl(many(padding)));
    const outputs: string[] = [];
    for (const options of [
      ['--method', 'qp', '--threads', '1'],
      ['--method', 'qp', '--threads', '3'],
      ['--method', 'qa', '--threads', '1'],
      ['--method', 'minhash-confirmed', '--threads', '1'],
      ['--method', 'minhash-disk', '--threads', '1'],
      // too little memory for the join at once: it goes out of core
      ['--method', 'auto', '--threads', '1', '--memory', '4MB'],
    ]) {
      const input = options[3] === '1' ? 'in.jsonl' : 'large.jsonl';
      const { code, stdout } = await neardup(
        ['dedup', input, '--out', 'out', '--force', '--json', ...options],
        {
          cwd: folder,
        },
      );
      expect(code).toBe(0);
      expect(JSON.parse(stdout).method).toBe(options[1] === 'auto' ? 'qp' : options[1]);
      const files = ['pairs.jsonl', 'clusters.jsonl', 'decisions.jsonl'];
      outputs.push(
        (await Promise.all(files.map((file) => readFile(join(folder, 'out', file), 'utf8')))).join('\n'),
      );
    }
    expect(outputs[0].length).toBeGreaterThan(100_000);
    for (const output of outputs.slice(1)) expect(output === outputs[0]).toBe(true);
  });

  test('a damaged dump gives what is sound, names every spot, and exits with 3', async () => {
    const whole = gzipSync(jsonl([...pages.slice(0, 2), { id: 'tail', text: text(3, 0, 3000) }]));
    await writeFile(join(folder, 'cut.jsonl.gz'), whole.subarray(0, whole.length - 2000));
    await writeFile(join(folder, 'bad.jsonl'), `${jsonl([pages[2]])}{"id": "torn\n${jsonl([pages[4]])}`);
    const { code, stdout, stderr } = await neardup(
      ['dedup', 'cut.jsonl.gz', 'bad.jsonl', '--out', 'out', '--json'],
      { cwd: folder },
    );
    expect(code).toBe(3);
    const summary = JSON.parse(stdout);
    expect(summary.pages).toBe(4);
    expect(summary.damaged).toBeGreaterThanOrEqual(2);
    expect(stderr).toMatch(/cut\.jsonl\.gz/);
    expect(stderr).toMatch(/bad\.jsonl/);
    expect((await lines('decisions.jsonl')).map(({ id }) => id)).toEqual(['a', 'b', 'a2', 'b2']);
  });

  test('counts what is sound but no page, by reason, and shows it', async () => {
    await mkdir(join(folder, 'site'));
    await writeFile(join(folder, 'site', 'page.html'), `<p>${text(1)}</p>`);
    await writeFile(join(folder, 'site', 'style.css'), 'p { color: red }');
    const { stdout } = await neardup(['dedup', 'site', '--json'], { cwd: folder });
    expect(JSON.parse(stdout)).toMatchObject({ pages: 1, skipped: { 'file .css': 1 } });
    const shown = await neardup(['dedup', 'site'], { cwd: folder });
    expect(shown.stdout).toContain('no pages, skipped: 1 × file .css\n');
  });

  test('reads JSONL from standard input, and shows a person the clusters', async () => {
    const { code, stdout } = await neardupProcess(['dedup', '-', '--threshold', '0.9'], {
      input: jsonl(pages),
    });
    expect(code).toBe(0);
    expect(stdout).toContain('2 pages alike: https://example.org/a\n    0.921  https://mirror.example/a\n');
    expect(stdout).toMatch(/6 pages .* 3 kept, 2 dropped, 1 unclassifiable/);
  });

  test('a run that was killed goes on with --resume and ends with the same files', async () => {
    // The journal reaches the disk 4 MB at a time: 500 pages, and more are to come.
    const many = Array.from({ length: 700 }, (_, i) => ({ id: `p${i}`, text: text(i % 390, i % 3, 1000) }));
    const call = ['dedup', '-', '--threads', '1', '--quiet'];
    await writeFile(join(folder, 'in.jsonl'), jsonl(many));
    await neardup(['dedup', 'in.jsonl', ...call.slice(2), '--out', 'whole'], { cwd: folder });

    const killed = start([...call, '--out', 'out'], folder);
    const ended = once(killed, 'close');
    killed.stdin.on('error', () => {});
    const journal = join(folder, 'out', 'grams.unfinished');
    // Its input is not at its end, so that it cannot be done before it is killed.
    killed.stdin.write(jsonl(many.slice(0, 650)));
    await expect.poll(() => statSync(journal, { throwIfNoEntry: false })?.size).toBeGreaterThan(4e6);
    killed.kill('SIGKILL');
    await ended;
    expect(existsSync(join(folder, 'out', 'decisions.jsonl'))).toBe(false);
    await truncate(journal, statSync(journal).size - 1);

    const input = jsonl(many);
    const { code } = await neardupProcess([...call, '--out', 'out', '--resume'], { cwd: folder, input });
    expect(code).toBe(0);
    for (const file of ['pairs.jsonl', 'clusters.jsonl', 'decisions.jsonl']) {
      const [resumed, whole] = await Promise.all(
        ['out', 'whole'].map((out) => readFile(join(folder, out, file), 'utf8')),
      );
      expect(resumed === whole).toBe(true);
    }
    expect(existsSync(journal)).toBe(false);
  });
});

describe('a wrong call exits with 2 and one line that says what was expected', () => {
  test.each([
    [['dedup'], /^neardup: dedup: expected at least one INPUT/],
    [['dedup', 'x', '--threshold', '1.2'], /--threshold.*expected a number above 0 and up to 1; got 1\.2/],
    [['dedup', 'x', '--threshold', 'high'], /--threshold: expected a number/],
    [
      ['dedup', 'x', '--method', 'magic'],
      /--method: .*expected auto, qp, qa, sp, calibrated, bottom-k, minhash, minhash-disk, .* got "magic"/,
    ],
    [['dedup', 'x', '--gram', 'word'], /--gram: .*expected word:Q/],
    [['dedup', 'x', '--memory', 'lots'], /--memory: expected a size/],
    [['dedup', 'x', '--threads', '0'], /--threads: expected a whole number/],
    [['dedup', 'x', '--resume'], /--resume: expected --out/],
    [
      ['dedup', 'x', '--method', 'minhash', '--similarity', 'dice'],
      /--similarity: expected jaccard with the method minhash; got "dice"/,
    ],
    [
      ['dedup', 'x', '--thresold', '0.8'],
      /--thresold: there is no such option \(did you mean --threshold\?\); neardup dedup --help/,
    ],
    [['dedup', 'x', '--out'], /--out/],
    [['frobnicate'], /expected a command \(dedup, /],
    [['compare', 'only-one'], /compare: expected two pages, A and B; got 1/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await neardup(args);
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

test('an input that is not there exits with 1 and one line that names it', async () => {
  const { code, stderr } = await neardup([
    'dedup',
    join(folder, 'nothing.warc'),
    '--out',
    join(folder, 'out'),
  ]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^neardup: .*nothing\.warc: no such file or folder\n$/);
});

test('a folder that cannot be written to exits with 1 and one line that names it', async () => {
  await writeFile(join(folder, 'in.jsonl'), jsonl(pages));
  await writeFile(join(folder, 'file'), '');
  const { code, stderr } = await neardup(['dedup', 'in.jsonl', '--out', 'file/out', '--quiet'], {
    cwd: folder,
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^neardup: .*file\/out.*\n$/);
});

test('--help of each command shows its usage and exits with 0', async () => {
  for (const args of [['--help'], ['dedup', '--help'], ['compare', '--help']]) {
    const { code, stdout } = await neardup(args);
    expect(code).toBe(0);
    expect(stdout).toContain('usage: neardup');
  }
});

test('the process ends with the exit code of its command, also when nobody reads what it prints', async () => {
  expect(await neardupProcess(['frobnicate'])).toMatchObject({ code: 2, stdout: '' });
  await writeFile(join(folder, 'torn.jsonl'), `${jsonl(pages)}{"id": "torn`);
  expect(await neardupProcess(['dedup', 'torn.jsonl', '--quiet'], { cwd: folder })).toMatchObject({
    code: 3,
  });
  const child = start(['--help']);
  child.stdout.destroy();
  expect(await once(child, 'close')).toEqual([0, null]);
});
