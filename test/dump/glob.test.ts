import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expandGlob, isGlob } from '../../plugins/dump/glob.ts';

const folder = mkdtempSync(join(tmpdir(), 'neardup-glob-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const names = [
  'a.html',
  'b.html',
  'ab.htm',
  'a+b.txt',
  '.hidden.html',
  'sub/a.html',
  'sub/deep/b.html',
  '.dot/c.html',
];
for (const name of names) {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), '');
}
symlinkSync(join(folder, 'sub'), join(folder, 'linked'));

async function matches(pattern: string): Promise<string[]> {
  return (await expandGlob(`${folder}/${pattern}`)).map((path) => path.slice(folder.length + 1));
}

test('a pattern is known by *, ?, [ or {', () => {
  expect(['*', 'a?', '[ab]', '{a,b}'].every(isGlob)).toBe(true);
  expect(['a', 'a.html', 'a]', 'a}', './a'].some(isGlob)).toBe(false);
});

test('* and ? match within a name, sets one character, braces each choice; files come sorted', async () => {
  expect(await matches('*.html')).toEqual(['a.html', 'b.html']);
  expect(await matches('?.html')).toEqual(['a.html', 'b.html']);
  expect(await matches('a?.*')).toEqual(['ab.htm']);
  expect(await matches('[b-z].html')).toEqual(['b.html']);
  expect(await matches('[!b].html')).toEqual(['a.html']);
  expect(await matches('{b,a}.html')).toEqual(['a.html', 'b.html']);
  expect(await matches('{sub/{a,x},b}.html')).toEqual(['b.html', 'sub/a.html']);
  expect(await matches('a+b.*')).toEqual(['a+b.txt']);
  expect(await matches('a.h')).toEqual([]);
  expect(await matches('sub')).toEqual([]);
});

test('a range that ends before it begins has no characters, and a sign at an end of a set stands for itself', async () => {
  expect(await matches('[z-a].html')).toEqual([]);
  expect(await matches('[z-ab].html')).toEqual(['b.html']);
  expect(await matches('[!z-ab].html')).toEqual(['a.html']);
  expect(await matches('a[*-,]b.txt')).toEqual(['a+b.txt']);
  expect(await matches('a[,+-]b.txt')).toEqual(['a+b.txt']);
});

test('** matches any folders and none, but enters no linked or hidden ones', async () => {
  expect(await matches('**/b.html')).toEqual(['b.html', 'sub/deep/b.html']);
  expect(await matches('**/*.html')).toEqual(['a.html', 'b.html', 'sub/a.html', 'sub/deep/b.html']);
  expect(await matches('sub/**/deep/*')).toEqual(['sub/deep/b.html']);
  expect(await matches('*/a.html')).toEqual(['linked/a.html', 'sub/a.html']);
});

test('names that begin with a dot match only a pattern that does', async () => {
  expect(await matches('.*.html')).toEqual(['.hidden.html']);
  expect(await matches('.dot/*')).toEqual(['.dot/c.html']);
});

test('. and .., repeated slashes and folders that cannot be listed are taken as they are', async () => {
  expect(await matches('sub//../*.htm')).toEqual(['sub/../ab.htm']);
  expect(await matches('./ab.*')).toEqual(['./ab.htm']);
  expect(await matches('nothing/*')).toEqual([]);
  expect(await matches('a.html/*')).toEqual([]);
});
