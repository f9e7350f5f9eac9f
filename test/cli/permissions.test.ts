import { chmod, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { Journal, WorkFolder } from '../../src/flow/index.ts';
import { neardup } from './run.ts';

let folder: string;
let umask: number;
beforeEach(async () => {
  umask = process.umask(0o022);
  folder = await mkdtemp(join(tmpdir(), 'neardup-permissions-'));
  await writeFile(join(folder, 'in.jsonl'), '{"id": "a", "text": "one two three four five"}\n');
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true, force: true });
});

async function modeOf(...path: string[]): Promise<string> {
  return ((await stat(join(folder, ...path))).mode & 0o777).toString(8);
}

const run = (...args: string[]) => neardup([...args, '--quiet'], { cwd: folder });

describe.skipIf(process.platform === 'win32')('other users', () => {
  test('may not look into an index of index add or of a crawl, nor read its export', async () => {
    expect((await run('index', 'add', 'seen', 'in.jsonl')).code).toBe(0);
    expect(await modeOf('seen')).toBe('700');
    await (await nearDuplicates({ directory: join(folder, 'storage', 'seen') })).close();
    expect([await modeOf('storage', 'seen'), await modeOf('storage')]).toEqual(['700', '755']);
    // Also where an earlier one, or what a killed run left, was open to all.
    for (const name of ['seen.jsonl', 'seen.jsonl.unfinished']) {
      await writeFile(join(folder, name), '');
      await chmod(join(folder, name), 0o666);
    }
    expect((await run('index', 'export', 'seen', 'seen.jsonl')).code).toBe(0);
    expect(await modeOf('seen.jsonl')).toBe('600');
  });

  test('may not read the journal of a run, which holds its pages before anybody has asked for them', async () => {
    const path = join(folder, 'journal');
    await writeFile(path, 'of an earlier run');
    await chmod(path, 0o666);
    Journal.create(path, {}, new WorkFolder(folder)).close();
    expect(await modeOf('journal')).toBe('600');
  });

  test('may read what was asked for by --out, as the umask says', async () => {
    await run('dedup', 'in.jsonl', '--out', 'out');
    for (const name of ['decisions.jsonl', 'summary.json']) expect(await modeOf('out', name)).toBe('644');
    expect(await modeOf('out')).toBe('755');
    process.umask(0o027);
    await mkdir(join(folder, 'evaluation'));
    await run('evaluate', 'in.jsonl', '--methods', 'qp', '--out', 'evaluation');
    for (const name of ['report.json', 'report.html']) expect(await modeOf('evaluation', name)).toBe('640');
  });
});

const NOBODY = 65534;

test.skipIf(process.getuid?.() !== 0)(
  'a folder of results that this user may not read is not called one without results',
  async () => {
    await run('dedup', 'in.jsonl', '--out', 'out');
    await chmod(folder, 0o755);
    await chmod(join(folder, 'out'), 0o700);
    process.seteuid?.(NOBODY);
    try {
      for (const call of [
        ['report', 'out'],
        ['explain', 'out', 'a'],
        ['audit', 'out'],
      ]) {
        const { code, stderr } = await run(...call);
        expect([code, stderr]).toEqual([
          1,
          expect.stringMatching(/^neardup: out\/\w+\.jsonl?: no permission\n$/),
        ]);
      }
    } finally {
      process.seteuid?.(0);
    }
  },
);
