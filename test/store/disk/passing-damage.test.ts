import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { SketchIndex } from '../../../src/store/sketch-index.ts';
import { PARAMETERS } from '../common.ts';

/** What the file CURRENT says at the next look, if it is something else than what is there. */
let current: string | undefined;

vi.mock('node:fs/promises', async (original) => {
  const files = await original<typeof import('node:fs/promises')>();
  return {
    ...files,
    readFile: async (...[path, options]: Parameters<typeof files.readFile>) => {
      const said = String(path).endsWith('CURRENT') ? current : undefined;
      if (said === undefined) return files.readFile(path, options);
      current = undefined;
      return said;
    },
  };
});

test('a folder in which another process was writing at the first look, and is not any more, is not damaged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-passing-damage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const index = await SketchIndex.open(folder, PARAMETERS);
  await index.addIfNew({ key: 'a', url: 'https://a.example/', grams: BigUint64Array.of(1n, 2n, 3n) });
  await index.close();
  // after the files were listed, the other one began a new manifest, and was killed
  current = 'MANIFEST-000099';
  const again = await SketchIndex.openExisting(folder);
  expect(current).toBeUndefined();
  expect(again.counts.unique).toBe(1);
  await again.close();
});
