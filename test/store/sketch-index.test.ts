import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryLevel } from 'memory-level';
import { often } from '../repetition.ts';
import { indexSuite } from './common.ts';

const inMemory = async () => ({
  at: new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' }),
  async dispose() {},
});
indexSuite('SketchIndex in memory', inMemory, often(150));

const inFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-index-'));
  return { at: folder, dispose: () => rm(folder, { recursive: true, force: true }) };
};
indexSuite('SketchIndex in a folder', inFolder, often(60));
