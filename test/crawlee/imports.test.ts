import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';

test('the plugin names no module but the public API, neardup/crawl and what Node brings, so that Crawlee is not imported', async () => {
  const folder = new URL('../../plugins/crawlee/', import.meta.url);
  const imported = new Set<string>();
  for (const name of await readdir(folder)) {
    const source = await readFile(new URL(name, folder), 'utf8');
    for (const [, specifier] of source.matchAll(/(?:from|import\() ?'([^']+)'/g)) {
      if (!specifier?.startsWith('./')) imported.add(specifier ?? '');
    }
  }
  // The sentence in a docstring that shows users their own import is none.
  const entryPoints = [
    '../../src/flow/index.ts',
    '../../src/index.ts',
    '../../src/store/index.ts',
    '../../src/url-rules/index.ts',
    '../crawl/index.ts',
    '../crawl/options.ts',
    '../crawl/page-key.ts',
    '../crawl/read-page.ts',
    '../crawl/transform-request.ts',
    '../crawl/verdict.ts',
  ];
  const others = [...imported].filter((name) => !name.startsWith('node:'));
  expect(others.sort()).toEqual([...entryPoints].sort());
});
