import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from '../run.ts';

const run = promisify(execFile);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-completion-'));
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { code, stdout } = await neardup(['completion', shell]);
    expect(code).toBe(0);
    await writeFile(join(folder, shell), stdout);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What bash offers for the last word of a call. */
async function inBash(...words: string[]): Promise<string[]> {
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const program = `source '${join(folder, 'bash')}'
COMP_WORDS=(neardup ${quoted}); COMP_CWORD=${words.length}; _neardup; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['--norc', '-c', program]);
  return stdout.split('\n').filter(Boolean);
}

/** What fish offers for the end of a line. */
async function inFish(line: string): Promise<string[]> {
  const { stdout } = await run('fish', [
    '--no-config',
    '-c',
    `source '${join(folder, 'fish')}'; complete -C '${line}'`,
  ]);
  return stdout.split('\n').flatMap((each) => each.split('\t', 1).filter(Boolean));
}

test.skipIf(!has('bash'))(
  'bash completes commands, verbs, options and the words that an option takes',
  async () => {
    expect(await inBash('de')).toEqual(['dedup']);
    expect(await inBash('index', 're')).toEqual(['remove', 'recheck', 'rebuild']);
    expect(await inBash('help', 'ev')).toEqual(['evaluate']);
    expect(await inBash('dedup', 'a.warc', '--thr')).toEqual(['--threshold', '--threads']);
    expect(await inBash('index', 'add', 'seen', '--if')).toEqual(['--if-new']);
    expect(await inBash('dedup', '--similarity', 'c')).toEqual(['cosine']);
    expect(await inBash('index', 'query', '--scope', '')).toEqual(['both', 'same-host', 'cross-host']);
    expect(await inBash('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  },
);

test.skipIf(!has('bash'))('bash is left to complete files and what only the user knows', async () => {
  expect(await inBash('dedup', '')).toEqual([]);
  expect(await inBash('dedup', '--out', '')).toEqual([]);
  expect(await inBash('dedup', '--threshold', '--')).toEqual([]);
});

test.skipIf(!has('zsh'))('zsh reads its script, and has a case for each command', async () => {
  const { stdout } = await run('zsh', [
    '-f',
    '-c',
    `autoload -U compinit; compinit -D; source '${join(folder, 'zsh')}'; which _neardup`,
  ]);
  for (const call of ['dedup)', 'join)', 'recheck)', '--threshold[']) expect(stdout).toContain(call);
});

test('in zsh the verbs of a command stand in its case, and in no other', async () => {
  const script = await readFile(join(folder, 'zsh'), 'utf8');
  const [, ...cases] = script.split(/^ {4}(\S+)\)$/m);
  const verbs = new Map<string, string[]>();
  for (let i = 0; i < cases.length; i += 2) {
    verbs.set(
      cases[i]!,
      [...cases[i + 1]!.matchAll(/^ {8}(\S+)\) /gm)].map(([, verb]) => verb!),
    );
  }
  expect(verbs.get('index')).toEqual(expect.arrayContaining(['add', 'remove', 'recheck']));
  expect(verbs.get('mr')).toEqual(expect.arrayContaining(['sets', 'pairs']));
  expect(verbs.get('mr')).not.toContain('recheck');
  expect([verbs.get('dedup'), verbs.get('help')]).toEqual([[], []]);
});

test.skipIf(!has('fish'))(
  'fish completes commands, verbs, options and the words that an option takes',
  async () => {
    expect(await inFish('neardup de')).toEqual(['dedup']);
    expect(await inFish('neardup index re')).toEqual(['rebuild', 'recheck', 'remove']);
    expect(await inFish('neardup dedup report --thr')).toEqual(['--threads', '--threshold']);
    expect(await inFish('neardup dedup --similarity c')).toEqual(['cosine']);
    expect(await inFish('neardup completion z')).toEqual(['zsh']);
  },
);

test('another shell is refused, with those that there are', async () => {
  expect(await neardup(['completion', 'tcsh'])).toMatchObject({
    code: 2,
    stderr: 'neardup: completion: expected one of bash, zsh, fish; got "tcsh"\n',
  });
  expect(await neardup(['completion'])).toMatchObject({ code: 2, stdout: '' });
});
