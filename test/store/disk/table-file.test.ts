import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { crc32c, masked } from '../../../src/store/disk/crc32c.ts';
import { tableDamages } from '../../../src/store/disk/table-file.ts';

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...varint(value >>> 7)];
}

/** A block of entries that ends with no restarts, and its type and checksum. */
function block(entries: readonly number[]): Buffer {
  const bytes = Buffer.concat([Buffer.from(entries), Buffer.alloc(5)]);
  const checksum = Buffer.alloc(4);
  checksum.writeUInt32LE(masked(crc32c(bytes, 0, bytes.length)));
  return Buffer.concat([bytes, checksum]);
}

test('a forged table whose keys grow with each entry is read no further than LevelDB would have written them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-table-file-'));
  const path = join(folder, '000005.ldb');
  // each key is the one before and a byte more: all together are of 12 MB
  const growing = Array.from({ length: 5000 }, (_, shared) => [...varint(shared), 1, 0, 7]).flat();
  const [metaIndex, index] = [block([]), block(growing)];
  const footer = Buffer.alloc(48);
  const handles = [0, metaIndex.length - 5, metaIndex.length, index.length - 5].flatMap(varint);
  footer.set(handles);
  footer.write('57fb808b247547db', 40, 'hex');
  await writeFile(path, Buffer.concat([metaIndex, index, footer]));
  const damages = await tableDamages(path);
  expect(damages[0]).toEqual({ reason: 'checksum', offset: 0 });
  expect(damages.length).toBeLessThan(20);
  await rm(folder, { recursive: true });
});
