import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

const main = resolve('dist/cli/main.js');
const folder = mkdtempSync(join(tmpdir(), 'neardup-index-full-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));

const words = (n: number): string =>
  createHash('shake256', { outputLength: 4000 }).update(`${n}`).digest('hex').replaceAll(/.{4}/g, '$& ');
const input = join(folder, 'pages.jsonl');
const linesOf = (pages: number, from = 0): string =>
  Array.from(
    { length: pages },
    (_, i) => `${JSON.stringify({ id: `${from + i}`, text: words(from + i) })}\n`,
  ).join('');
writeFileSync(input, linesOf(60));

function called(...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, 'index', ...args, '--quiet'], {
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

// A file can be no longer than so many bytes: what a full disk does to a process, on any disk.
function calledWithoutRoom(...args: string[]) {
  const limited = [
    '-c',
    'ulimit -f 800; exec "$0" "$@"',
    process.execPath,
    main,
    'index',
    ...args,
    '--quiet',
  ];
  const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' });
  return { status, stderr };
}

describe.skipIf(process.platform === 'win32')('where there is no room for an index', () => {
  test.each([
    ['add', []],
    ['add', ['--if-new']],
  ])(
    'index %s %j says in one sentence what is kept and how to go on, and the same call goes on',
    (verb, options) => {
      const index = join(folder, `add${options.length}`);
      expect(calledWithoutRoom(verb, index, input, ...options)).toEqual({
        status: 1,
        stderr: expect.stringMatching(
          /^neardup: the index in \S+ cannot be written \(IO error: \S+: File too large\): make room on that disk, or see to it; the pages added so far stay; the same call again adds the others\n$/,
        ),
      });
      const again = called(verb, index, input, ...options);
      expect(again).toMatchObject({ status: 0, stderr: '' });
      expect(again.stdout).toContain('the index holds 60');
    },
  );

  test('index merge says what is kept, and the same call goes on', () => {
    const [one, ...others] = ['one', 'second', 'third'].map((name, i) => {
      const pages = join(folder, `${name}.jsonl`);
      writeFileSync(pages, linesOf(20, 100 * i));
      called('add', join(folder, name), pages);
      return join(folder, name);
    });
    expect(calledWithoutRoom('merge', one, ...others)).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^neardup: the index in \S+ cannot be written .*; the pages merged so far stay; the same call again merges the others\n$/,
      ),
    });
    expect(called('merge', one, ...others).stdout).toContain('the index holds 60 pages');
  });

  test('index import says that nothing was made, and leaves nothing behind', () => {
    const [source, file] = [join(folder, 'exported'), join(folder, 'exported.jsonl')];
    called('add', source, input);
    called('export', source, file);
    const before = readdirSync(folder);
    expect(calledWithoutRoom('import', join(folder, 'imported'), file)).toEqual({
      status: 1,
      stderr: expect.stringMatching(
        /^neardup: the index for \S+imported cannot be written \(IO error: \S+: File too large\): nothing was changed; make room on that disk, or name a folder on another one\n$/,
      ),
    });
    expect(readdirSync(folder)).toEqual(before);
  });
});
