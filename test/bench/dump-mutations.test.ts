import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { soundFiles } from '../../bench/mutations/files.ts';
import { mutateFile } from '../../bench/mutations/mutate.ts';
import { often } from '../repetition.ts';

// The small version of `npm run bench -- mutations`.
const folder = mkdtempSync(join(tmpdir(), 'neardup-mutations-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const seed = Number(process.env.NEARDUP_SEED ?? 1);

test.each(soundFiles())(
  'no mutant of $name crashes a reader, gives other pages where a checksum tells of it, or is something else when it is read in blocks',
  async (file) => {
    const count = often(200);
    const { findings, noticed, ...counts } = await mutateFile(file, seed, [0, count], folder);
    expect(findings).toEqual([]);
    expect(counts).toMatchObject({ silent: 0, otherInBlocks: 0, crashed: 0 });
    // where nothing is noticed, nothing is checked
    if (file.covered.length > 0) expect(noticed).toBeGreaterThan(count / 2);
  },
);
