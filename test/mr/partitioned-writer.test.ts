import { existsSync } from 'node:fs';
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PartitionedWriter, partName } from '../../plugins/mr/lines/partitioned-writer.ts';
import { noLines } from '../../plugins/mr/lines/trailer.ts';

const FULL = '/dev/full';

test.skipIf(!existsSync(FULL))(
  'the error of a full disk names the partition that could not be written',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'neardup-partitions-'));
    try {
      const file = join(folder, partName(1));
      await symlink(FULL, file);
      const writer = new PartitionedWriter(folder, 2);
      const trailer = { verb: 'sets', version: '0', run: 'r', read: noLines(), counters: {} };
      await expect(writer.end(trailer)).rejects.toMatchObject({
        message: `cannot write ${file}`,
        cause: { code: 'ENOSPC' },
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
