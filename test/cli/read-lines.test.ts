import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { bytesOf, readJsonLines } from '../../plugins/cli/read-lines.ts';
import { piecesOf } from '../../plugins/mr/lines/pieces.ts';

const path = join(mkdtempSync(join(tmpdir(), 'neardup-lines-')), 'pairs.jsonl');

test.each([
  ['is not JSON', '{"a":'],
  ['is nested too deeply', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('a line of results that %s is named by file and number, after those before it', async (_, line) => {
  writeFileSync(path, `{"a":1}\n\n${line}\n`);
  const lines = readJsonLines(path);
  expect((await lines.next()).value).toEqual({ a: 1 });
  await expect(lines.next()).rejects.toThrow(`${path}:3: expected a line of JSON`);
});

test.each([
  ['JSON lines', readJsonLines],
  ['bytes', bytesOf],
  ['lines between verbs', (folder: string) => piecesOf([folder])],
])('%s of a folder are refused by its name', async (_, read) => {
  const folder = dirname(path);
  await expect(read(folder).next()).rejects.toThrow(`${folder}: expected a file; got a folder`);
});
