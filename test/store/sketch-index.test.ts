import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryLevel } from 'memory-level';
import { indexSuite } from './common.ts';

indexSuite('SketchIndex in memory', async () => ({
  at: new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' }),
  async dispose() {},
}));

indexSuite('SketchIndex in a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-index-'));
  return { at: folder, dispose: () => rm(folder, { recursive: true, force: true }) };
});
