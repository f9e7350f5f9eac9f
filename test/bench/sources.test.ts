import { expect, test } from 'vitest';
import {
  circlesOf,
  exportedNames,
  importedNames,
  importsOf,
  roomOf,
  type Sources,
} from '../../bench/sources.ts';

function sources(files: Record<string, string>): Sources {
  return { root: '.', files: new Map(Object.entries(files)) };
}

test('a circle is every file that can be reached from itself, by imports of types and by re-exports too', () => {
  const imports = importsOf(
    sources({
      'src/a/one.ts': "import type { Two } from './two.ts';",
      'src/a/two.ts': "export { three } from '../b/three.ts';\nimport './alone.ts';",
      'src/a/alone.ts': '',
      'src/b/three.ts': "const { one } = await import('../a/one.ts');\nimport { c } from '../c.ts';",
      'src/c.ts': "import { d } from './d.ts';",
      'src/d.ts': "import { c } from './c.ts';",
    }),
  );
  expect(circlesOf(imports)).toEqual([
    ['src/a/one.ts', 'src/a/two.ts', 'src/b/three.ts'],
    ['src/c.ts', 'src/d.ts'],
  ]);
});

test('exported names are those declared and those passed on, by the name that they have outside, each once', () => {
  const file = `
export { type A, b as c } from './x.ts';
export type { D } from './y.ts';
export async function* e(): void {}
export abstract class F {}
export const g = 1, hidden = 2;
const h = 3;
export { h, g };
  export const notAtTheTop = 4;
`;
  expect(exportedNames(sources({ 'src/index.ts': file }), 'src/index.ts')).toEqual([
    'A',
    'D',
    'F',
    'c',
    'e',
    'g',
    'h',
  ]);
});

test('imported names are those of the other file, types and re-exports too; whoever loads a module may use all of it', () => {
  const file = `
import { type A, b as c } from './x.ts';
import type { D } from './x.ts';
export { e } from './y.ts';
import * as all from './z.ts';
import f from 'a-package';
const { g } = await import('./w.ts');
`;
  expect(importedNames(sources({ 'src/a.ts': file })).map(({ to, name }) => `${to} ${name}`)).toEqual([
    'src/x.ts A',
    'src/x.ts b',
    'src/x.ts D',
    'src/y.ts e',
    'src/z.ts *',
    'src/w.ts *',
  ]);
});

test('a file is in the room of its folder, a plugin in its own, an entry point in none', () => {
  expect(['src/join/engine/arena.ts', 'src/deduplicate.ts', 'plugins/dump/index.ts'].map(roomOf)).toEqual([
    'join',
    'deduplicate',
    'plugins/dump',
  ]);
  expect(['src/index.ts', 'src/join/index.ts'].map(roomOf)).toEqual(['index', 'index']);
});
