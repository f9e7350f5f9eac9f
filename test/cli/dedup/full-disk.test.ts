import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { pageHtml, pageRecord, warcRecord } from '../../dump/warc/warc-writer.ts';
import { smallDisk } from '../../small-disk.ts';

const main = resolve('dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'neardup-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What no coding makes smaller. */
const noise = (n: number, bytes: number): Buffer =>
  createHash('shake256', { outputLength: bytes }).update(`${n}`).digest();
const page = (n: number): string =>
  `<!doctype html><!-- ${noise(n, 600_000).toString('base64')} -->${pageHtml(n)}`;
const lines = [1, 2].map((n) => `${JSON.stringify({ id: `${n}`, html: page(n) })}\n`);
writeFileSync(join(folder, 'pages.jsonl'), lines.join(''));
// a record that is longer than a page is held on disk while it is copied: there must be room for that
const records = [3_000_000, 17_500_000].map((bytes) =>
  warcRecord({ type: 'metadata', id: `${bytes}`, block: noise(bytes, bytes), contentType: 'image/png' }),
);
writeFileSync(join(folder, 'records.warc'), Buffer.concat([pageRecord(1), ...records]));

// A file can be no longer than so many bytes: what a full disk does to a process, on any disk.
test
  .skipIf(process.platform === 'win32')
  .each([
    ...['jsonl', 'jsonl.gz', 'jsonl.zst', 'warc.gz', 'wacz', 'parquet'].map(
      (end) => ['pages.jsonl', end, 1_000_000] as const,
    ),
    ...['warc', 'warc.gz'].map((end) => ['records.warc', end, 18_500_000] as const),
  ])(
  'where a copy of %s as .%s has no room, dedup names it, ends with 1 and leaves nothing behind',
  (input, end, most) => {
    const out = mkdtempSync(join(folder, 'out-'));
    const before = readdirSync(folder);
    const limited = `ulimit -f ${Math.floor(most / 512)}; exec "$0" "$@"`;
    const copy = join(out, `kept.${end}`);
    const call = ['dedup', join(folder, input), '--write', copy, '--quiet'];
    const { status, stderr } = spawnSync('sh', ['-c', limited, process.execPath, main, ...call], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder },
    });
    const said =
      `neardup: cannot write ${copy}: it may not become any longer: make room on that disk; nothing of what was read is kept; ` +
      'with --out DIR a run can go on\n';
    expect([status, stderr]).toEqual([1, said]);
    expect([readdirSync(out), readdirSync(folder)]).toEqual([[], before]);
  },
);

test.skipIf(process.platform === 'win32')(
  'where there is no room for all files of an evaluation, it prints its table, and says in which ones the numbers are whole',
  () => {
    const texts = join(folder, 'evaluated.jsonl');
    const page = (n: number) =>
      `${JSON.stringify({ id: `a page with a long name, ${n}`, text: `some text ${n}` })}\n`;
    writeFileSync(texts, Array.from({ length: 900 }, (_, n) => page(n)).join(''));
    const out = join(mkdtempSync(join(folder, 'out-')), 'evaluation');
    const call = ['evaluate', texts, '--methods', 'qp', '--thresholds', '0.8', '--out', out, '--quiet'];
    const limited = ['-c', 'ulimit -f 100; exec "$0" "$@"', process.execPath, main, ...call];
    const { status, stdout, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
    expect(stdout).toMatch(/^900 pages .*\n(?:.*\n)*?.*\bqp\b/);
    expect([status, stderr]).toEqual([
      1,
      expect.stringMatching(
        /^neardup: cannot write .*: it may not become any longer: make room on that disk; the numbers of the evaluation are whole in .*report\.json and report\.csv\n$/,
      ),
    ]);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')).rows).toHaveLength(1);
  },
);

test.skipIf(process.platform === 'win32')(
  'where there is no room for what was read of pages, the file is named with the call that goes on, and that goes on',
  () => {
    const texts = join(folder, 'texts.jsonl');
    const words = (n: number) => noise(n, 9000).toString('hex').replaceAll(/.{4}/g, '$& ');
    const pages = Array.from(
      { length: 200 },
      (_, n) => `${JSON.stringify({ id: `${n}`, text: words(n) })}\n`,
    );
    writeFileSync(texts, pages.join(''));
    const out = join(folder, 'room');
    const call = ['dedup', texts, '--out', out, '--quiet'];
    const limited = ['-c', 'ulimit -f 200; exec "$0" "$@"', process.execPath, main, ...call];
    const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
    expect(stderr).toBe(
      `neardup: ${join(out, 'grams.unfinished')}: it may not become any longer: make room on that disk; the pages read ` +
        `so far, but for the last few, are kept in ${out}; to go on: neardup ${call.join(' ')} --resume\n`,
    );
    expect(status).toBe(1);
    const again = spawnSync(process.execPath, [main, ...call, '--resume'], { encoding: 'utf8' });
    expect([again.status, again.stderr]).toEqual([0, '']);
    expect(readFileSync(join(out, 'decisions.jsonl'), 'utf8').match(/\n/g)).toHaveLength(200);
  },
);

const disk = await smallDisk('1m');

test.skipIf(!disk.isMounted && 'this user may not mount a disk')(
  'a disk that is nearly full is told once what helps, with the call that goes on',
  () => {
    const words = (page: number): string => Array.from({ length: 900 }, (_, i) => `w${page}x${i}`).join(' ');
    const records = Array.from({ length: 300 }, (_, i) => JSON.stringify({ id: `${i}`, text: words(i) }));
    const input = join(folder, 'nearly.jsonl');
    writeFileSync(input, `${records.join('\n')}\n`);
    const out = join(disk.folder, 'out');
    const call = [main, 'dedup', input, '--quiet', '--out', out];
    const { status, stderr } = spawnSync(process.execPath, call, { encoding: 'utf8' });
    expect(stderr).toMatch(
      /^neardup: expected \d+ MB of room on disk in .*; got \d+ MB: make room there, or name a folder on a larger disk as the work directory; the pages read so far, .*; to go on: neardup dedup .* --resume\n$/,
    );
    expect(status).toBe(1);
  },
);
