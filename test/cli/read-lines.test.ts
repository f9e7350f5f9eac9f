import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bytesOf, numberedLines, readJsonLines } from '../../plugins/cli/read-lines.ts';
import { piecesOf } from '../../plugins/mr/lines/pieces.ts';

const path = join(mkdtempSync(join(tmpdir(), 'neardup-lines-')), 'pairs.jsonl');
afterAll(() => rmSync(dirname(path), { recursive: true }));

test.each([
  ['is not JSON', '{"a":'],
  ['is nested too deeply', `{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
])('a line of results that %s is named by file and number, after those before it', async (_, line) => {
  writeFileSync(path, `{"a":1}\n\n${line}\n`);
  const lines = readJsonLines(path);
  expect((await lines.next()).value).toEqual({ a: 1 });
  await expect(lines.next()).rejects.toThrow(`${path}:3: expected a line of JSON`);
});

test('a byte order mark belongs to no line, and offsets count it', async () => {
  writeFileSync(path, '\ufeffa\tb\r\n\n\ufeffc\n');
  const found: unknown[] = [];
  for await (const line of numberedLines(path)) found.push(line);
  expect(found).toEqual([
    [1, 'a\tb', 0],
    [3, '\ufeffc', 8],
  ]);
});

test('a line ends at a line feed, and not at other characters that some versions of Node take for the end of one', async () => {
  const values = ['a\u2028b', 'c\u2029d', 'e\u0085f', 'g'];
  writeFileSync(path, values.map((value) => JSON.stringify({ value })).join('\n'));
  const found: unknown[] = [];
  for await (const line of readJsonLines(path)) found.push(line);
  expect(found).toEqual(values.map((value) => ({ value })));
});

test('a line is whole wherever the file is read in pieces, within a character, too', async () => {
  const lines = ['x', 'ä'.repeat(200_000), '', 'b'.repeat(65_535 - 7), 'c\r', 'é'.repeat(70_000), 'end'];
  writeFileSync(path, lines.join('\n'));
  const found: unknown[] = [];
  for await (const [number, line] of numberedLines(path)) found.push([number, line]);
  const expected = lines.map((line, i) => [i + 1, line.replace('\r', '')]).filter(([, line]) => line !== '');
  expect(found).toEqual(expected);
});

test.each([
  ['little-endian', Buffer.from('\ufeffa\tb\n', 'utf16le')],
  ['big-endian', Buffer.from('\ufeffa\tb\n', 'utf16le').swap16()],
])('a file in UTF-16, %s, is named as such, with the command that converts it', async (_, bytes) => {
  writeFileSync(path, bytes);
  await expect(numberedLines(path).next()).rejects.toThrow(
    `${path}: expected UTF-8; got UTF-16 (iconv -f UTF-16 -t UTF-8 makes UTF-8 of it)`,
  );
});

test('of lines that hold a text only those are parsed, wherever the file is read in pieces', async () => {
  const long = 'x'.repeat(700_000);
  const written = Array.from({ length: 9 }, (_, i) =>
    JSON.stringify({ a: `id${i % 3}`, b: i % 2 ? long : i }),
  );
  writeFileSync(path, [...written.slice(0, 5), 'no JSON', ...written.slice(5), ''].join('\n'));
  const found: unknown[] = [];
  for await (const line of readJsonLines(path, undefined, '"id1"')) found.push(line);
  expect(found).toEqual([1, 4, 7].map((i) => JSON.parse(written[i])));
});

test('a line among those that hold a text is named by its number if it is torn, as is the end of a torn file', async () => {
  const whole = '{"a":"id1"}\n{"a":"id2"}\n\n';
  for (const [torn, number] of [
    ['{"a":"id1"\n', 4],
    ['{"a":"i', 4],
  ] as const) {
    writeFileSync(path, whole + torn);
    const lines = readJsonLines(path, undefined, '"id1"');
    expect((await lines.next()).value).toEqual({ a: 'id1' });
    await expect(lines.next()).rejects.toThrow(`${path}:${number}: expected a line of JSON`);
  }
});

test.each([
  ['JSON lines', readJsonLines],
  ['bytes', bytesOf],
  ['lines between verbs', (folder: string) => piecesOf([folder])],
])('%s of a folder are refused by its name', async (_, read) => {
  const folder = dirname(path);
  await expect(read(folder).next()).rejects.toThrow(`${folder}: expected a file; got a folder`);
});
