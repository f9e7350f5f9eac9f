import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestProcess } from '../../bench/mutants/test-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-test-process-'));
const tests = new TestProcess(folder, process.env);

const files = {
  'package.json': '{ "type": "module" }',
  // as one process for all files would be quicker, but would keep what an earlier run has loaded
  'vitest.config.ts': `const projects = [{ extends: true, test: { include: ['*.test.ts'], isolate: false } }];
    export default { test: { globalSetup: ['absent.ts'], pool: 'forks', projects } };`,
  'sum.ts':
    'export function sum(a: number, b: number) { let s = a; for (let i = 0; i < b; i++) s++; return s; }',
  'sum.test.ts': `import { expect, test } from 'vitest';
    import { sum } from './sum.ts';
    test('adds', () => expect(sum(2, 3)).toBe(5));
    test('adds nothing', () => expect(sum(2, 0)).toBe(2));`,
  'other.test.ts': `import { expect, test } from 'vitest';
    test('stands alone', () => { expect(globalThis.runs).toBe(undefined); globalThis.runs = 1; });`,
  'known.test.ts': `import { afterAll, expect, test } from 'vitest';
    const seen: unknown[] = [];
    test('first', () => { seen.push(globalThis.__neardupTest); });
    test('second', () => { seen.push(globalThis.__neardupTest); });
    afterAll(() => { throw new Error(JSON.stringify([...seen, globalThis.__neardupTest ?? null])); });`,
  'chained.test.ts': `import { expect, test } from 'vitest';
    let made = 0;
    test('makes', () => { made = 1; });
    test('needs', () => { expect(made).toBe(1); });`,
  'unheard.test.ts': `import { test } from 'vitest'; test('throws later', () => { Promise.reject(new Error('late')); });`,
  'skipped.test.ts': `import { test } from 'vitest'; test.skip('waits for data', () => {});`,
};

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
  tests.changed([name]);
}

beforeAll(() => {
  for (const [name, text] of Object.entries(files)) write(name, text);
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
});
afterAll(() => {
  tests.end();
  rmSync(folder, { recursive: true });
});

test('each run sees the sources as they are now, and answers for its own file', async () => {
  expect(await tests.run('sum.test.ts', 30_000)).toMatchObject({ state: 'passed' });
  write('sum.ts', files['sum.ts'].replace('s++', 's--'));
  expect(await tests.run('sum.test.ts', 30_000)).toMatchObject({ state: 'failed', failure: 'adds' });
  expect(await tests.run('other.test.ts', 30_000)).toMatchObject({ state: 'passed' });
  expect(await tests.run('other.test.ts', 30_000)).toMatchObject({ state: 'passed' });
  write('sum.ts', files['sum.ts']);
  expect(await tests.run('sum.test.ts', 30_000)).toMatchObject({ state: 'passed' });
});

test('some tests of a file run by their ids, and a test that runs is known by its id', async () => {
  const whole = await tests.run('chained.test.ts', 30_000);
  expect(whole).toMatchObject({ state: 'passed' });
  const [makes, needs] = Object.keys(whole.testMs!);
  expect(await tests.run('chained.test.ts', 30_000, [makes])).toMatchObject({ state: 'passed' });
  const alone = await tests.run('chained.test.ts', 30_000, [needs]);
  expect(alone).toMatchObject({ state: 'failed', failure: 'needs', test: needs });
  const { failure } = await tests.run('known.test.ts', 30_000);
  const [first, second, after] = JSON.parse(failure!);
  expect(first).toBe(second.replace(/1$/, '0'));
  expect(after).toBe(null);
});

test('a loop without end is ended at the limit, and the next run is a good one', async () => {
  write('sum.ts', files['sum.ts'].replace('i++', 'i--'));
  expect(await tests.run('sum.test.ts', 3000)).toEqual({ state: 'timeout', elapsedMs: 3000 });
  write('sum.ts', files['sum.ts']);
  expect(await tests.run('sum.test.ts', 30_000)).toMatchObject({ state: 'passed' });
});

test('an error outside all tests is a failure, a file without a test to run is none', async () => {
  expect(await tests.run('unheard.test.ts', 30_000)).toMatchObject({ state: 'failed', failure: 'late' });
  expect(await tests.run('skipped.test.ts', 30_000)).toMatchObject({ state: 'skipped' });
  write('sum.ts', 'export function sum(');
  expect(await tests.run('sum.test.ts', 30_000)).toMatchObject({ state: 'failed' });
});
