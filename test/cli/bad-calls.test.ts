import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from './run.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-bad-calls-'));
  const page = (id: string) => `${JSON.stringify({ id, text: `the words of page ${id} and of no other` })}\n`;
  await writeFile(join(folder, 'pages.jsonl'), page('a') + page('b'));
  await writeFile(join(folder, 'damaged.jsonl'), `${page('a')}{"id": "torn\n${page('b')}`);
  await writeFile(join(folder, 'empty'), '');
  await writeFile(join(folder, 'cut.gz'), gzipSync('1 2 3\n').subarray(0, 20));
  await writeFile(join(folder, 'empty.warc'), '');
  await writeFile(join(folder, '-x.jsonl'), page('x'));
  await mkdir(join(folder, 'dir'));
  await neardup(['index', 'add', 'seen', 'pages.jsonl', '--quiet'], { cwd: folder });
  await neardup(['dedup', 'pages.jsonl', '--out', 'run', '--quiet'], { cwd: folder });
  await neardup(['evaluate', 'pages.jsonl', '--methods', 'qp', '--out', 'evaluation', '--quiet'], {
    cwd: folder,
  });
  await mkdir(join(folder, 'hollow'));
  await writeFile(join(folder, 'hollow', 'report.json'), '{"rows":[],"dataset":{},"similarities":[]}');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each<[call: string[], code: 1 | 2, said: RegExp]>([
  [['compare', '-', '-'], 2, /expected standard input, .* only once, as one of the pages; got it twice\n/],
  [['compare', '', 'pages.jsonl#a'], 2, /expected a name in each argument; got an empty one/],
  [['compare', 'run', 'pages.jsonl#a'], 2, /a page in run; got none \(skipped \d+ × results of neardup\)/],
  [
    ['compare', 'pages.jsonl#a', 'pages.jsonl#b', '--field', 'body'],
    2,
    /a page with id or URL a in pages\.jsonl; got none \(2 damaged spots, the first pages\.jsonl at 0: /,
  ],
  [
    ['dedup', '-x.jsonl'],
    2,
    /-x: there is no such option \("\.\/-x\.jsonl" if the file is meant\); neardup dedup/,
  ],
  [['report', 'run', '--out', 'dir'], 2, /--out: expected a file; got dir, which is a folder/],
  [['report', 'run', '--out', ''], 2, /--out: expected a file, or - for standard output; got ""/],
  [['dedup', 'pages.jsonl', '--out', ''], 2, /--out: expected a folder; got "", such as that of an unset/],
  [['dedup', 'pages.jsonl', '--keep-list', '-'], 2, /--keep-list: expected a file; got "-"/],
  [['dedup', 'pages.jsonl', '--drop-list', ''], 2, /--drop-list: expected a file; got ""/],
  [['join', 'empty', '--out', ''], 2, /--out: expected a file, or - for standard output; got ""/],
  [['audit', 'evaluation'], 2, /kept evidence \(removals\.jsonl\); got evaluation, which evaluate wrote/],
  [['report', 'hollow'], 2, /hollow.report\.json: expected the report of neardup evaluate/],
  [
    ['evaluate', 'pages.jsonl', '--truth', 'empty'],
    1,
    /--truth: empty: expected lines of two page ids .*; got none/,
  ],
  [
    ['index', 'add', 'seen', 'pages.jsonl', '--if-nw'],
    2,
    /if-new\?\); neardup index add --help lists the options/,
  ],
  [['index', 'merge', 'seen', './seen'], 2, /index merge: expected OTHER indexes than seen; got \.\/seen/],
  [['index', 'export', 'seen', 'dir'], 2, /index export: expected a file; got dir, which is a folder\n/],
  [
    ['compare', 'pages.jsonl#a', 'pages.jsonl#b', '--site', 'run', '--site-model', 'off'],
    2,
    /--site: expected the site model, which reads it; got --site-model off/,
  ],
  [['dedup', 'pages.jsonl', '--force'], 2, /--force: expected --out DIR, into which it writes; got none/],
  [['dedup', 'pages.jsonl', '--out', '-', '--force'], 2, /--force: expected --out DIR/],
  [['evaluate', 'pages.jsonl', '--force'], 2, /--force: expected --out DIR/],
  [['crawl', 'http://127.0.0.1/', '--force'], 2, /--force: expected --out DIR/],
  [['crawl', 'http://127.0.0.1/', '--no-pages'], 2, /--no-pages: expected --out DIR, where pages are kept/],
  [
    ['dedup', 'pages.jsonl', '--site-model', 'off', '--identity', 'on'],
    2,
    /--identity on: expected the site model, by which names count; got --site-model off/,
  ],
  [
    ['evaluate', 'pages.jsonl', '--methods', 'qp', '--sample', '1'],
    2,
    /--sample: expected methods whose recall a sample can tell, not exact ones alone; got qp/,
  ],
  [['report', 'run', 'pages.jsonl', '--no-texts'], 2, /--no-texts: expected no INPUT, .*; got pages\.jsonl/],
  [
    ['mr', 'run', '--local', '--sets', 'empty', '--out', 'mr', '--keep', 'newest'],
    2,
    /--keep: expected dumps; got --sets/,
  ],
  [['mr', 'run', '--local', '--out', 'mr'], 2, /mr run: expected dumps, or --sets SETS; got none/],
  [
    ['mr', 'run', '--local', '--sets', 'empty', 'pages.jsonl', '--out', 'mr'],
    2,
    /mr run: expected dumps, or --sets SETS alone; got --sets beside pages\.jsonl/,
  ],
  [
    ['mr', 'pairs', 'empty', '--parts', '2', '--out', 'mr'],
    2,
    /mr pairs: expected only options that it takes \(--run, --partition\); got --parts/,
  ],
  [
    ['mr', 'plan', '--pages', '--threshold', '0.9'],
    2,
    /mr plan --pages: expected only .* \(--pages, --names, --site-model, --memory, --json\); got --threshold/,
  ],
  [
    ['mr', 'plan', '--decide', 'walls', '--rounds', '2'],
    2,
    /mr plan --decide walls: expected only .*; got --rounds/,
  ],
  [
    ['mr', 'plan', '--decide', 'decisions', '--templates'],
    2,
    /--decide decisions: expected only .* --templates\n/,
  ],
  [['mr', 'plan', '--round', '1', '--cluster', 'components'], 2, /mr plan --round: .*; got --cluster\n/],
  [['mr', 'plan', '--rounds', '1', '--memory', '1GB'], 2, /mr plan --rounds: .*; got --memory\n/],
  [['mr', 'plan', '--estimate', '--parts', '4'], 2, /mr plan --estimate: .*; got --parts\n/],
  [['mr', 'plan', '--clusters', '--two-sites'], 2, /mr plan --clusters: .*; got --two-sites\n/],
  [['mr', 'plan', '--algorithm', 'mgjoin', '--tokens', '9'], 2, /--algorithm mgjoin: .*; got --tokens\n/],
  [['mr', 'plan', '--sets', '9'], 2, /mr plan: .*; got --sets\n/],
  [['mr', 'plan', '--lines', '--json'], 2, /mr plan: .*; got --json\n/],
  [['mr', 'plan', 'pages.jsonl'], 2, /mr plan: expected options only; got "pages\.jsonl"\n/],
  ...(['estimate', 'trailers', 'sample-keys', 'tally'] as const).map((verb): [string[], 2, RegExp] => [
    ['mr', verb, 'pages.jsonl'],
    2,
    /expected options only, and .* on standard input; got "pages\.jsonl"\n/,
  ]),
  [
    ['mr', 'print', 'empty', '--similarity', 'near'],
    2,
    /^neardup: --similarity: expected one of .*; got "near"\n/,
  ],
  [['mr', 'grams', 'pages.jsonl', '--allow-empty'], 2, /--allow-empty: there is no such option/],
  [['mr', 'grams', '--listed', '--input', '3'], 2, /--input: expected inputs as arguments; .* got --listed/],
  [['mr', 'run', '--local', '-', '--out', 'mr'], 2, /mr run: expected files and folders, .*; got -\n/],
  [
    ['mr', 'run', '--local', 'empty.warc', '--out', 'mr'],
    1,
    /expected a page in empty\.warc; got none \(1 damaged spot, the first empty\.warc at 0: the file is empty\): if/,
  ],
  [['mr', 'rnu'], 2, /^neardup: mr: expected a verb, such as run; .*; got "rnu" \(did you mean run\?\)\n$/],
  [
    ['mr', 'decide', 'nothing', '--run', 'r', '--out', 'dir'],
    1,
    /^neardup: nothing: no such file or folder\n/,
  ],
  [
    ['join', 'empty', '--algorithm', 'ppjoin', '--memory', '1GB'],
    2,
    /--memory: expected --algorithm auto with it: .*; got ppjoin/,
  ],
  [
    ['index', 'import', 'new', 'pages.jsonl'],
    1,
    /^neardup: pages\.jsonl: this is not an export of neardup: /,
  ],
  [['index', 'rebuild', 'seen', 'empty'], 1, /^neardup: empty: line 1 of the export: the export is empty/],
  [['index', 'import', 'seen', 'pages.jsonl'], 1, /^neardup: there is an index in seen already/],
  [['mr', 'sets', 'cut.gz'], 1, /^neardup: mr sets: cut\.gz: at 0: damaged gzip member \(20 bytes/],
  [['mr', 'select', 'empty'], 2, /mr select: expected --tag X: of which lines; got none/],
  [
    ['mr', 'keys', 'empty', '--method', 'simhash', '--most-of-key', '9'],
    2,
    /--most-of-key: expected --method prefix, which splits tokens; got simhash/,
  ],
  [
    ['mr', 'keys', 'empty', '--algorithm', 'mgjoin', '--blocks', '9'],
    2,
    /--blocks: expected --algorithm ours, whose verify works on blocks; got mgjoin/,
  ],
  [
    ['mr', 'candidates', 'empty', '--algorithm', 'mgjoin', '--memory', '1GB'],
    2,
    /--memory: expected --algorithm ours: .*; got mgjoin/,
  ],
  [
    ['mr', 'run', '--local', '--sets', 'empty', '--out', 'mr', '--cluster', 'components'],
    2,
    /--cluster: expected --clusters with it; got none/,
  ],
  [
    ['mr', 'run', '--local', 'pages.jsonl', '--out', 'mr', '--site-model', 'off', '--identity', 'on'],
    2,
    /--identity on: expected the site model/,
  ],
  [['explain', 'run', 'a', '--field', 'body'], 2, /--field: expected --text, which reads pages; got none/],
  [
    ['index', 'rebuild', 'seen', 'empty', '--gram', 'word:3'],
    2,
    /--gram: expected --dump: an export has parameters and pages of its own; got none/,
  ],
  [['index', 'remove', 'seen', '--prefix', ''], 2, /--prefix: expected at least one character; got ""/],
])('%j says in one line what was wrong, with exit code %i', async (call, code, said) => {
  const found = await neardup([...call, '--quiet'], { cwd: folder });
  expect(found).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(said) });
  expect(found.stderr.trimEnd().split('\n')).toHaveLength(1);
});

test('a name that is too long for the system is told in words', async () => {
  const { code, stderr } = await neardup(['index', 'stats', 'x'.repeat(300)], { cwd: folder });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/^neardup: .*x{300} \(its name is too long\): name another\n$/),
  ]);
});

test('an empty prefix, such as that of an unset variable, removes nothing from an index', async () => {
  await neardup(['index', 'remove', 'seen', '--prefix='], { cwd: folder });
  const { stdout } = await neardup(['index', 'stats', 'seen', '--json'], { cwd: folder });
  expect(JSON.parse(stdout).counts.decided).toBe(2);
});

test('compare counts what was damaged in the files of its pages, and names each spot', async () => {
  const call = ['compare', 'damaged.jsonl#b', 'pages.jsonl#b', '--quiet'];
  const printed = await neardup(call, { cwd: folder });
  expect([printed.code, printed.stdout]).toEqual([3, expect.stringMatching(/\n {4}damaged\.jsonl at \d+: /)]);
  const { stdout } = await neardup([...call, '--json'], { cwd: folder });
  expect(JSON.parse(stdout)).toMatchObject({
    damaged: 1,
    damagedSpots: [{ file: 'damaged.jsonl', line: 2 }],
  });
});
