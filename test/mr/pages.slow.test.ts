import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { missing, realData } from '../data.ts';
import { expectSameFiles, writeDumps } from './pages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-slow-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['--site-model', 'off', '--keep', 'longest', '--cluster', 'components', '--threshold', '0.5'],
  ['--similarity', 'cosine', '--identity', 'off', '--keep', 'shortest-url', '--gram', 'char:5'],
])('decisions of dumps are those of neardup dedup with its options, too: %s %s …', async (...options) => {
  await expectSameFiles(writeDumps(folder), folder, options, 3);
});

const name = 'text-reuters21578/docs.jsonl.gz';
const reason = missing(name);
test.skipIf(reason)(`so are those of Reuters${reason ? ` (skipped: ${reason})` : ''}`, async () => {
  const lines = await expectSameFiles([realData(name)!], folder, [], 2);
  expect(lines.decisions).toBe(21_578);
});
