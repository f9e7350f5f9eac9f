import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { peakMemoryBytes } from '../../plugins/cli/result.ts';

const root = resolve(import.meta.dirname, '../..');

test('the peak of memory is that of the process, not of the one that started it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'result-'));
  await writeFile(join(folder, 'a.html'), '<p>a page of a few words');
  const own = `
    import { execFileSync } from 'node:child_process';
    const held = Buffer.alloc(600e6, 1);
    const call = ['dist/cli/main.js', 'dedup', ${JSON.stringify(folder)}, '--json', '--quiet'];
    process.stdout.write(execFileSync(process.execPath, call));
    if (held[599e6] !== 1) throw new Error('expected the memory to be held');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', own], {
    cwd: root,
  });
  await rm(folder, { recursive: true });
  const { peakMemoryBytes: peak } = JSON.parse(stdout) as { readonly peakMemoryBytes: number };
  expect(peak).toBeGreaterThan(30e6);
  expect(peak).toBeLessThan(400e6);
  expect(peakMemoryBytes()).toBeGreaterThan(process.memoryUsage().rss / 2);
});
