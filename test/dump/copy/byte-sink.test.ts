import { expect, test } from 'vitest';
import { type ByteSink, gzipSink } from '../../../plugins/dump/copy/byte-sink.ts';
import { collectGarbage } from '../../collect-garbage.ts';

/** A sink that takes so many bytes, and keeps none of them. */
function sinkOf(most: number): ByteSink {
  let size = 0;
  return {
    async write(bytes) {
      size += bytes.length;
      if (size > most) throw new Error('the disk is full');
    },
    async finish() {},
    async abort() {},
    get size() {
      return size;
    },
  };
}

test('packing keeps nothing of what has been written, however often it waited for room', async () => {
  const packed = gzipSink(sinkOf(Number.POSITIVE_INFINITY));
  // one write of so many bytes has to wait
  const bytes = Buffer.alloc(16 << 10);
  const writes = 10_000;
  for (let i = 0; i < 100; i++) await packed.write(bytes);
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < writes; i++) await packed.write(bytes);
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / writes).toBeLessThan(100);
  await packed.finish();
});

test('a sink that takes no more ends the write that waits for room, and any later one', async () => {
  const packed = gzipSink(sinkOf(100));
  const write = async (): Promise<void> => {
    // deflate writes something only now and then
    for (let i = 0; i < 10_000; i++) await packed.write(Buffer.alloc(16 << 10, `${Math.random()}`));
  };
  await expect(write()).rejects.toThrow('the disk is full');
  await expect(packed.write(Buffer.alloc(1))).rejects.toThrow('the disk is full');
  await packed.abort();
});
