import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readCounts, readSets } from '../../../plugins/cli/join/read-sets.ts';
import type { DamagedSpot } from '../../../plugins/dump/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-sets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const noZstd = spawnSync('zstd', ['--version']).status === 0 ? false : 'no zstd on this machine';

/** Many lines that do not compress well, so that a cut file is cut in the middle of them. */
const lines = Array.from({ length: 5000 }, (_, i) => {
  const tokens = Array.from({ length: 12 }, (_, k) => (i * 2654435761 + k * 40503 * (i + 1)) % 1_000_003);
  return [...new Set(tokens)].sort((a, b) => a - b).join(' ');
});
const text = `${lines.join('\n')}\n`;

async function read(name: string, content: Uint8Array | string, batchTokens?: number) {
  const path = join(folder, name);
  await writeFile(path, content);
  const damaged: DamagedSpot[] = [];
  const counts = readCounts();
  const records: string[] = [];
  let batches = 0;
  const options = {
    counts,
    onDamage: (spot: DamagedSpot) => damaged.push(spot),
    ...(batchTokens === undefined ? {} : { batchTokens }),
  };
  for await (const { offsets, values } of readSets(path, options)) {
    batches++;
    for (let i = 0; i + 1 < offsets.length; i++)
      records.push(values.subarray(offsets[i], offsets[i + 1]).join(' '));
  }
  expect(counts.records).toBe(records.length);
  return { records, damaged, batches, path };
}

describe('readSets', () => {
  test('plain and gzip files are told apart by content, whatever they are called', async () => {
    for (const [name, content] of [
      ['a.txt', text],
      ['a.gz', text],
      ['marked.gz', `\ufeff${text}`],
      ['b.gz', gzipSync(text)],
      ['b.txt', gzipSync(text)],
      ['members.gz', Buffer.concat([gzipSync(text.slice(0, 1001)), gzipSync(text.slice(1001))])],
    ] as const) {
      const { records, damaged, batches } = await read(name, content);
      expect(damaged).toEqual([]);
      expect(batches).toBe(1);
      expect(records).toEqual(lines);
    }
  });

  test.skipIf(noZstd)(`zstd is read too ${noZstd || ''}`, async () => {
    const { stdout } = spawnSync('zstd', ['-c', '-q'], { input: text });
    expect((await read('a.zst', stdout)).records).toEqual(lines);
    const cut = await read('cut.zst', Buffer.concat([stdout, stdout.subarray(0, stdout.length >> 1)]));
    expect(cut.damaged).toHaveLength(1);
    expect(cut.records.slice(0, lines.length)).toEqual(lines);
  });

  test('of a gzip file that was cut, the whole lines before the cut come out, and the spot is named', async () => {
    const whole = gzipSync(text);
    const { records, damaged, path } = await read('cut.gz', whole.subarray(0, whole.length >> 1));
    expect(records.length).toBeGreaterThan(1000);
    expect(records.length).toBeLessThan(lines.length);
    expect(records).toEqual(lines.slice(0, records.length));
    expect(damaged).toMatchObject([{ file: path, offset: 0 }]);
  });

  test('a file that becomes shorter while it is read is damaged where it ends, and a line cut there is no record', async () => {
    const path = join(folder, 'shorter.txt');
    const whole = text.repeat(20);
    await writeFile(path, whole);
    const kept = whole.length >> 1;
    const damaged: DamagedSpot[] = [];
    let records = 0;
    for await (const { offsets } of readSets(path, {
      batchTokens: 1000,
      onDamage: (spot) => damaged.push(spot),
    })) {
      if (records === 0) await truncate(path, kept);
      records += offsets.length - 1;
    }
    expect(damaged).toMatchObject([{ file: path, offset: kept, code: 'cut-off' }]);
    expect(records).toBe(whole.slice(0, kept).split('\n').length - 1);
  });

  test('behind the first damage nothing is read: line numbers are ids, and are not known there', async () => {
    const members = [text, `1 2 3\n4 5 6\n`, text].map((part) => gzipSync(part));
    members[1][12] ^= 0xff;
    const { records, damaged } = await read('middle.gz', Buffer.concat(members));
    expect(records.slice(0, lines.length)).toEqual(lines);
    expect(records.length).toBeLessThanOrEqual(lines.length + 2);
    expect(damaged).toMatchObject([{ offset: members[0].length }]);

    // what the checksum alone calls damaged may hold sound numbers
    members[1][12] ^= 0xff;
    members[1][members[1].length - 8] ^= 1;
    const checked = await read('checksum.gz', Buffer.concat(members));
    expect(checked.records).toEqual([...lines, '1 2 3', '4 5 6']);
    expect(checked.damaged).toHaveLength(1);
  });

  test('garbage behind the last member costs no record', async () => {
    const { records, damaged } = await read(
      'tail.gz',
      Buffer.concat([gzipSync(text), Buffer.from('garbage')]),
    );
    expect(records).toEqual(lines);
    expect(damaged).toHaveLength(1);
  });

  test('a wrong line in a sound compressed file is an error, not damage', async () => {
    await expect(read('wrong.gz', gzipSync('1 2\n3 x\n'))).rejects.toThrow(/wrong\.gz: line 2, .*got "x"/);
  });

  test('a line longer than a batch is no reason for batches without a record', async () => {
    const line = `${Array.from({ length: 300_000 }, (_, i) => i).join(' ')}\n`;
    const { records, batches } = await read('line.txt', `1\n${line}2\n`, 1000);
    expect(records.map((record) => record.length)).toEqual([1, line.length - 1, 1]);
    expect(batches).toBeLessThanOrEqual(3);
  });

  test('records without a token fill a batch, too', async () => {
    const { records, batches } = await read('empty.txt', '\n'.repeat(4_000_000), 100_000);
    expect(records.length).toBe(4_000_000);
    expect(batches).toBeGreaterThan(3);
  });

  test('batches end when they hold enough tokens, and together are the whole', async () => {
    const long = text.repeat(8);
    const { records, batches } = await read('long.txt', long, 100_000);
    expect(batches).toBeGreaterThan(2);
    expect(records).toEqual(Array.from({ length: 8 }, () => lines).flat());
  });
});
