import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { missing, realData } from '../../data.ts';
import { cases } from '../../repetition.ts';
import { neardup, neardupProcess, start } from '../run.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-join-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Records of small tokens, with many near-duplicates, unsorted and with repeats. */
const records = Array.from({ length: 400 }, (_, i) => {
  if (i % 41 === 0) return [];
  const base = i % 37;
  const tokens = Array.from({ length: 4 + (base % 9) }, (_, k) => (base * 31 + k * k * 7) % 101);
  if (i % 3 === 0) tokens.push(1000 + (i % 5), 1000 + (i % 5));
  return i % 2 === 0 ? tokens.reverse() : tokens;
});
const text = records.map((tokens) => `${tokens.join(' ')}\n`).join('');

const similarityOf: Record<string, (o: number, m: number, n: number) => number> = {
  jaccard: (o, m, n) => o / (m + n - o),
  cosine: (o, m, n) => o / Math.sqrt(m * n),
  dice: (o, m, n) => (2 * o) / (m + n),
  overlap: (o) => o,
};

/** The lines of the contract, naively. */
function naively(similarity: string, threshold: number): string {
  const sets = records.map((tokens) => new Set(tokens));
  let lines = '';
  for (let a = 0; a < sets.length; a++) {
    for (let b = a + 1; b < sets.length; b++) {
      const overlap = [...sets[a]].filter((token) => sets[b].has(token)).length;
      const [m, n] = [sets[a].size, sets[b].size];
      if (m > 0 && n > 0 && similarityOf[similarity](overlap, m, n) >= threshold)
        lines += `${a} ${b} ${overlap}\n`;
    }
  }
  return lines;
}

async function run(...args: string[]) {
  return neardup(['join', ...args], { cwd: folder });
}

describe('join', () => {
  test('prints the summary of the contract as one JSON object, and writes the file of the contract', async () => {
    await writeFile(join(folder, 'sets.txt'), text);
    const { code, stdout, stderr } = await run('sets.txt', '--out', 'pairs.txt', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.trimEnd().split('\n')).toHaveLength(1);
    const expected = naively('jaccard', 0.8);
    const sets = records.map((tokens) => new Set(tokens));
    const summary = JSON.parse(stdout);
    expect(summary).toMatchObject({
      records: 400,
      emptyRecords: 10,
      tokens: sets.reduce((sum, set) => sum + set.size, 0),
      universe: new Set(records.flat()).size,
      pairs: expected.split('\n').length - 1,
      algorithm: 'auto',
      similarity: 'jaccard',
      threshold: 0.8,
      outOfCore: false,
      damaged: 0,
    });
    for (const name of ['candidates', 'verified', 'threads', 'peakMemoryBytes']) {
      expect(summary[name], name).toEqual(expect.any(Number));
    }
    const { total, ...parts } = summary.milliseconds;
    expect(Object.keys(parts)).toEqual(['read', 'rank', 'index', 'join', 'write']);
    let sum = 0;
    for (const part of Object.values<number>(parts)) {
      expect(part).toBeGreaterThanOrEqual(0);
      sum += part;
    }
    expect(total).toBeGreaterThanOrEqual(sum);
    expect(await readFile(join(folder, 'pairs.txt'), 'utf8')).toBe(expected);
    expect((await readdir(folder)).sort()).toEqual(['pairs.txt', 'sets.txt']);
  });

  test.each([
    ['jaccard', 0.5],
    ['cosine', 0.8],
    ['dice', 0.75],
    ['overlap', 4],
    ['jaccard', 1],
  ])(
    'with %s at %d every algorithm writes the same bytes as the definition',
    async (similarity, threshold) => {
      await writeFile(join(folder, 'sets.txt'), text);
      const expected = naively(similarity, threshold);
      expect(expected.split('\n').length).toBeGreaterThan(100);
      const calls = ['auto', 'naive', 'allpairs', 'ppjoin', 'ppjoin+', 'mgjoin'].map((a) => [
        '--algorithm',
        a,
      ]);
      calls.push(['--algorithm', 'mgjoin', '--orderings', '3'], ['--threads', '1'], ['--threads', '2']);
      const common = ['--similarity', similarity, '--threshold', String(threshold), '--json'];
      await Promise.all(
        calls.map(async (call, i) => {
          const { code, stdout } = await run('sets.txt', ...call, ...common, '--out', `${i}.txt`);
          expect(code).toBe(0);
          const asked = call[0] === '--algorithm' ? call[1] : 'auto';
          expect(JSON.parse(stdout)).toMatchObject({ algorithm: asked, similarity, threshold });
          expect(await readFile(join(folder, `${i}.txt`), 'utf8')).toBe(expected);
        }),
      );
    },
  );

  test('sets above --memory are joined from disk, to the same bytes, and leave nothing behind', async () => {
    const wide = Array.from({ length: 6000 }, (_, i) => {
      const base = i % 1500;
      return Array.from({ length: 30 }, (_, k) => base * 7919 + k * (k === 29 ? i : 1)).join(' ');
    });
    await writeFile(join(folder, 'sets.txt'), wide.join('\n'));
    const [memory, disk] = await Promise.all([
      run('sets.txt', '--out', 'memory.txt', '--json'),
      run('sets.txt', '--out', 'disk.txt', '--json', '--memory', '2MB'),
    ]);
    expect(JSON.parse(memory.stdout)).toMatchObject({ outOfCore: false, records: 6000 });
    expect(JSON.parse(disk.stdout)).toMatchObject({ outOfCore: true, records: 6000, universe: null });
    const [a, b] = await Promise.all(
      ['memory.txt', 'disk.txt'].map((f) => readFile(join(folder, f), 'utf8')),
    );
    expect(a.length).toBeGreaterThan(100_000);
    expect(a === b).toBe(true);
    expect((await readdir(folder)).sort()).toEqual(['disk.txt', 'memory.txt', 'sets.txt']);
  });

  test('without --out the pairs go to standard output and the summary to stderr', async () => {
    const { code, stdout, stderr } = await neardupProcess(['join', '-', '--threshold', '0.5'], {
      input: '1 2 3 4\r\n\r\n4\t3 2 2 1\r\n7 8 9\r\n9 8 7 6',
    });
    expect(code).toBe(0);
    expect(stdout).toBe('0 2 4\n3 4 3\n');
    expect(stderr).toMatch(/^2 pairs with jaccard ≥ 0\.5 among 5 records \(1 empty, 15 tokens\)\n/);
    const quiet = await neardupProcess(['join', '-', '--quiet'], { input: '1\n1\n' });
    expect(quiet).toEqual({ code: 0, stdout: '0 1 1\n', stderr: '' });
    const json = await neardupProcess(['join', '-', '--json'], { input: '1\n1\n' });
    expect(JSON.parse(json.stdout)).toMatchObject({ pairs: 1 });
  });

  test('standard input is told apart by its content, as a file is', async () => {
    for (const [input, pairs] of [
      [gzipSync('1 2\n1 2\n'), '0 1 2\n'],
      ['1 2\n1 2\n', '0 1 2\n'],
      ['1\n1', '0 1 1\n'],
      ['', ''],
    ] as const) {
      const found = await neardupProcess(['join', '-', '--quiet'], { input });
      expect([input, found]).toEqual([input, { code: 0, stdout: pairs, stderr: '' }]);
    }
    const cut = await neardupProcess(['join', '-'], { input: gzipSync(text).subarray(0, -20) });
    expect(cut.code).toBe(3);
    expect(cut.stderr).toMatch(/^damaged: standard input at 0: /);
  });

  test('an empty input has no records and no pairs', async () => {
    await writeFile(join(folder, 'sets.txt'), '');
    const { code, stdout } = await run('sets.txt', '--out', 'pairs.txt', '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      records: 0,
      emptyRecords: 0,
      tokens: 0,
      universe: 0,
      pairs: 0,
    });
    expect(await readFile(join(folder, 'pairs.txt'), 'utf8')).toBe('');
  });

  test('a damaged gzip file gives the pairs before the damage, names the spot and exits with 3', async () => {
    const whole = gzipSync(text);
    await writeFile(join(folder, 'cut.gz'), whole.subarray(0, whole.length - 20));
    const { code, stdout, stderr } = await run('cut.gz', '--json', '--out', 'pairs.txt');
    expect(code).toBe(3);
    expect(stderr).toMatch(/^damaged: cut\.gz at 0: /);
    const summary = JSON.parse(stdout);
    expect(summary.damaged).toBe(1);
    expect(summary.records).toBeGreaterThan(100);
    expect(summary.records).toBeLessThan(400);
    const before = naively('jaccard', 0.8)
      .split('\n')
      .filter((line) => line !== '' && Number(line.split(' ')[1]) < summary.records);
    expect(await readFile(join(folder, 'pairs.txt'), 'utf8')).toBe(`${before.join('\n')}\n`);
  });

  test('a line that is no record exits with 1 and one line that names file, line and token; nothing is written', async () => {
    for (const token of ['-1', '1.5', '9007199254740992', 'word', '1\0']) {
      await writeFile(join(folder, 'sets.txt'), `1 2\n3 ${token}\n`);
      const { code, stdout, stderr } = await run('sets.txt', '--out', 'pairs.txt', '--json');
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(
        /^neardup: sets\.txt: line 2, .* \(record 1, .*expected whole numbers .*; got ".*"\n$/,
      );
      expect(await readdir(folder)).toEqual(['sets.txt']);
    }
  });

  test('an input that is not there, and an output that cannot be, exit with one line before any work', async () => {
    await writeFile(join(folder, 'sets.txt'), text);
    for (const [args, status, message] of [
      [['nothing.txt'], 1, /nothing\.txt: no such file or folder\n$/],
      [['.'], 1, /^neardup: \.: expected a file; this is a folder\n$/],
      [
        ['sets.txt', '--out', 'no/folder/pairs.txt'],
        1,
        /^neardup: no\/folder\/pairs\.txt: expected a folder that files can be written to; make it first/,
      ],
      [['sets.txt', '--out', '.'], 2, /--out: expected a file; got \., which is a folder/],
    ] as const) {
      const { code, stdout, stderr } = await run(...args);
      expect({ code, stdout }).toEqual({ code: status, stdout: '' });
      expect(stderr).toMatch(message);
      expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    }
  });

  test('pairs are never written over the sets that they are of, whatever these are called', async () => {
    await writeFile(join(folder, 'sets.txt'), text);
    await symlink('sets.txt', join(folder, 'link.txt'));
    for (const out of ['sets.txt', './sets.txt', 'link.txt']) {
      const { code, stdout, stderr } = await run('sets.txt', '--out', out);
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toBe(`neardup: ${out}: expected a file to write that is no input; it is sets.txt\n`);
    }
    expect(await readFile(join(folder, 'sets.txt'), 'utf8')).toBe(text);
  });

  test.skipIf(process.platform === 'win32')('pipes are read and written to, never replaced', async () => {
    await writeFile(join(folder, 'sets.txt'), text);
    spawnSync('mkfifo', ['in', 'out'], { cwd: folder });
    const fed = writeFile(join(folder, 'in'), text);
    const received = readFile(join(folder, 'out'), 'utf8');
    const { code } = await run('in', '--out', 'out', '--quiet');
    expect(code).toBe(0);
    await fed;
    expect(await received).toBe(naively('jaccard', 0.8));
    expect((await readdir(folder)).sort()).toEqual(['in', 'out', 'sets.txt']);
  });

  test('an interrupt ends the run with 130 and leaves no half of a file', async () => {
    const child = start(['join', '-', '--out', 'pairs.txt'], folder);
    const ended = once(child, 'close');
    // More than a pipe holds: what is written has left this process only when the command reads, and then it waits
    // for more of its input.
    await new Promise((read) => child.stdin.write('1 2 3\n'.repeat(200_000), read));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('a wrong call exits with 2 and one line that says what was expected', () => {
  test.each([
    [[], /^neardup: join: expected one SETS: .*got 0/],
    [['a', 'b'], /expected one SETS: .*got 2/],
    [['x', '--threshold', '0'], /--threshold.*above 0 and up to 1; got 0/],
    [['x', '--threshold', '1.2'], /--threshold.*above 0 and up to 1; got 1\.2/],
    [['x', '--threshold', 'NaN'], /--threshold.*above 0 and up to 1; got "NaN"/],
    [['x', '--threshold', ''], /--threshold.*above 0 and up to 1; got ""/],
    [['x', '--similarity', 'overlap'], /--threshold.*count of shared tokens.*got none/],
    [['x', '--similarity', 'overlap', '--threshold', '1.5'], /--threshold.*count of shared tokens.*got 1\.5/],
    [
      ['x', '--similarity', 'edit'],
      /--similarity: expected one of jaccard, cosine, dice, overlap; got "edit"/,
    ],
    [['x', '--algorithm', 'magic'], /--algorithm: expected one of auto, naive, .*got "magic"/],
    [['x', '--orderings', '2'], /--orderings: expected --algorithm mgjoin with it; got auto/],
    [['x', '--algorithm', 'mgjoin', '--orderings', '0'], /--orderings: expected a whole number from 1/],
    [['x', '--threads', '0'], /--threads: expected a whole number/],
    [['x', '--memory', 'lots'], /--memory: expected a size/],
    [['x', '--memory', '10k'], /--memory: expected at least 1MB; got "10k"/],
    [['x', '--keep', 'first'], /--keep: there is no such option; neardup join --help/],
  ])('%j', async (args, message) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  });
});

describe('on real sets', () => {
  for (const name of cases(['sets-fimi/retail.csv', 'sets-fimi/T10I4D100K.dat'], 2)) {
    const reason = missing(name);
    test.skipIf(reason)(
      `auto on one and two threads, and ppjoin, find the same pairs in ${name} ${reason || ''}`,
      async () => {
        const content = await readFile(realData(name)!, 'utf8');
        await writeFile(join(folder, 'sets.txt'), content.replaceAll(',', ' '));
        const outputs: string[] = [];
        for (const call of [
          ['--threads', '1'],
          ['--threads', '2'],
          ['--algorithm', 'ppjoin'],
        ]) {
          const { code, stdout } = await run('sets.txt', '--out', 'pairs.txt', '--json', ...call);
          expect(code).toBe(0);
          outputs.push(await readFile(join(folder, 'pairs.txt'), 'utf8'));
          expect(JSON.parse(stdout).pairs).toBe(outputs[0].split('\n').length - 1);
        }
        expect(outputs[0].length).toBeGreaterThan(100);
        for (const output of outputs) expect(output === outputs[0]).toBe(true);
      },
    );
  }
});
