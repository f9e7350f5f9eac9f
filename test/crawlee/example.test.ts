import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from './crawls.ts';

const program = fileURLToPath(new URL('../../dist/examples/crawl.js', import.meta.url));

test('the example crawl finds the right clusters, says why, and leaves nothing behind', async () => {
  const folder = await temporaryFolder();
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], { cwd: folder });
  expect(stderr).toBe('');
  expect(stdout).toMatch(/lighthouse-lamp {3}\(session ids, and the print version\)/);
  expect(stdout).toMatch(
    /shares \d+ of \d+ word 4-grams with \/articles\/night-market \(Jaccard 0\.9\d\d ≥ 0\.8\)/,
  );
  expect(stdout).toMatch(/28 pages: 13 different, 7 repeated and skipped, 8 without a verdict/);
  expect(await readdir(folder)).toEqual([]);
});
