import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const hashKernel = 'src/grams/assembly/xxh64.ts';
/** Sources of the kernels, as the build names them. */
const kernels = [
  ...readFileSync(join(root, 'scripts/build.js'), 'utf8').matchAll(
    /(?<=')(?:src|plugins)\/[^']+\/assembly\/[^']+\.ts/g,
  ),
].map(([source]) => source);

/** A package with the build of this one, and little to build. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-build-'));
  for (const name of [
    'scripts/build.js',
    'scripts/kernel.js',
    'scripts/licences.js',
    'tsconfig.json',
    'tsconfig.build.json',
    'package-lock.json',
  ]) {
    await cp(join(root, name), join(folder, name));
  }
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['plugins', 'examples', 'bench', 'test']) await mkdir(join(folder, name));
  const exports = { '.': { types: './dist/src/a.d.ts', default: './dist/lib/index.js' } };
  await write('package.json', JSON.stringify({ type: 'module', version: '1.0.0', exports }));
  for (const bundled of [
    'plugins/cli/mr/bundle.ts',
    'plugins/cli/main.ts',
    'src/flow/shingle-worker.ts',
    'src/join/engine/worker.ts',
    'plugins/dump/jsonl/line-block.ts',
    'plugins/dump/warc/record-block.ts',
    'plugins/report/browser/main.ts',
  ]) {
    await write(bundled, 'export {};\n');
  }
  await write('src/a.ts', "export const a: string = 'first';\n");
  await write('src/b.ts', 'export const b = 1;\n');
  await write('src/b.test.ts', 'export const test = 1;\n');
  for (const kernel of kernels) await write(kernel, 'export function one(): i32 { return 1; }\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

/** What it says: a line when it has built, nothing when there was no need. */
async function build(...args: string[]): Promise<string> {
  const call = ['scripts/build.js', ...args];
  return (await promisify(execFile)(process.execPath, call, { cwd: folder })).stdout;
}

const builtA = () => readFile(join(folder, 'dist/src/a.js'), 'utf8');

test('what is stale is built, once by two that ask at once; what is not is left; nothing of a deleted source stays', async () => {
  await build();
  expect((await readdir(join(folder, 'dist/src'))).sort()).toEqual(
    ['a', 'b']
      .flatMap((name) => [`${name}.d.ts`, `${name}.js`, `${name}.js.map`])
      .concat(['flow', 'grams', 'join', 'methods', 'sketch', 'text']),
  );
  expect(await build('--if-stale')).toBe('');

  await write('src/a.ts', "export const a: string = 'second';\n");
  await rm(join(folder, 'src/b.ts'));
  // A process that was killed while it built leaves its lock and its folder.
  await writeFile(join(folder, 'dist.lock'), '999999999');
  for (const left of ['dist.999999999', 'dist.999999999.replaced']) await write(join(left, 'src/a.js'), '');
  const said = await Promise.all([build('--if-stale'), build('--if-stale')]);
  expect(said.join('')).toMatch(/^dist: built in .* s\n$/);
  expect(await builtA()).toContain('second');
  expect(await readdir(join(folder, 'dist/src'))).not.toContain('b.js');
  expect(await readFile(join(folder, 'dist/lib/index.js'), 'utf8')).toContain('second');

  await write('src/a.test.ts', 'export const test = 2;\n');
  expect(await build('--if-stale')).toBe('');
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
});

test('a kernel that changed, or what it imports, is compiled again, and a source that does not compile leaves the earlier build', async () => {
  await build('--if-stale');
  const kernel = join(folder, 'dist/src/grams/xxh64.wasm.js');
  const before = await readFile(kernel, 'utf8');
  await write(hashKernel, 'export function one(): i32 { return 2; }\n');
  await build('--if-stale');
  const changed = await readFile(kernel, 'utf8');
  expect(changed).not.toBe(before);
  // as a full disk leaves it
  const module = join(folder, 'src/grams/xxh64.wasm.ts');
  const whole = await readFile(module, 'utf8');
  await writeFile(module, whole.slice(0, -9));
  await build('--kernels');
  expect(await readFile(module, 'utf8')).toBe(whole);
  const imported = 'src/join/engine/assembly/three.ts';
  await write(imported, 'export const three: i32 = 3;\n');
  const text =
    "import { three } from '../../join/engine/assembly/three';\nexport function one(): i32 { return three; }\n";
  await write(hashKernel, text);
  await build('--if-stale');
  const importing = await readFile(kernel, 'utf8');
  expect(importing).not.toBe(changed);
  await write(imported, 'export const three: i32 = 4;\n');
  await build('--if-stale');
  expect(await readFile(kernel, 'utf8')).not.toBe(importing);

  const earlier = await builtA();
  await write('src/a.ts', 'export const a: string = ;\n');
  await expect(build('--if-stale')).rejects.toThrow(/src\/a\.ts.*Expression expected/);
  await write('src/a.ts', 'export const a: string = 1;\n');
  await expect(build()).rejects.toThrow(/not assignable to type 'string'/);
  expect(await builtA()).toBe(earlier);
  await write(hashKernel, 'export function one(): i32 { return two; }\n');
  await expect(build('--kernels')).rejects.toThrow(`${hashKernel} cannot be compiled`);
  expect((await readdir(folder)).filter((name) => name.startsWith('dist'))).toEqual(['dist']);
});
