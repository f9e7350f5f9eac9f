import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { readSources } from '../../bench/sources.ts';

const root = resolve(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/errors.md'), 'utf8');

test('docs/errors.md is what scripts/error-page.js makes of the sources (run it where this fails)', () => {
  const script = JSON.stringify(join(root, 'scripts/error-page.js'));
  const made = execFileSync(process.execPath, [
    '--input-type=module',
    '-e',
    `import { errorPage } from ${script}; process.stdout.write(errorPage());`,
  ]);
  expect(page).toBe(String(made));
});

test('every code that the sources name stands on the page', () => {
  const named = [...readSources(root, ['src', 'plugins']).files.values()].flatMap(
    (text) => text.match(/\bNEARDUP_(?:INDEX|INPUT|EXPORT|CLAIM|URL_RULES|OWNER|PROCESS)_[A-Z_]+\b/g) ?? [],
  );
  const missing = [...new Set(named)].filter((code) => !page.includes(`| \`${code}\` |`));
  expect(missing).toEqual([]);
});
