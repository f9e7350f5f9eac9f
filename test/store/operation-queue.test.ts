import { expect, test } from 'vitest';
import { OperationQueue } from '../../src/store/operation-queue.ts';

/** Ends when it is told to. */
function pending(): { promise: Promise<void>; end: () => void } {
  let end = () => {};
  const promise = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { promise, end };
}

const soon = () => new Promise((resolve) => setImmediate(resolve));

test('operations run one after the other, in the order in which they came, also behind one that failed', async () => {
  const queue = new OperationQueue('x');
  const seen: string[] = [];
  const first = pending();
  const running = [
    queue.run(async () => {
      await first.promise;
      seen.push('first');
      throw new Error('failed');
    }),
    queue.run(async () => {
      seen.push('second');
      return 2;
    }),
  ];
  const failed = expect(running[0]).rejects.toThrow('failed');
  await soon();
  expect(seen).toEqual([]);
  first.end();
  await failed;
  expect(await running[1]).toBe(2);
  expect(seen).toEqual(['first', 'second']);
});

test('the last operation runs once, behind all others, and every later one is refused', async () => {
  const queue = new OperationQueue('the index');
  expect(queue.isClosed).toBe(false);
  queue.assertOpen();
  const first = pending();
  const seen: string[] = [];
  const running = queue.run(async () => {
    await first.promise;
    seen.push('first');
  });
  const close = async () => void seen.push('last');
  const closing = [queue.close(close), queue.close(close)];
  expect(queue.isClosed).toBe(true);
  const refusal = { code: 'NEARDUP_INDEX_CLOSED', message: 'the index in the index is closed' };
  expect(() => queue.assertOpen()).toThrow(expect.objectContaining(refusal));
  await expect(queue.run(async () => void seen.push('late'))).rejects.toMatchObject(refusal);
  await soon();
  expect(seen).toEqual([]);
  first.end();
  await Promise.all([running, ...closing]);
  expect(seen).toEqual(['first', 'last']);
});

test('a close that fails says so to all who asked for it', async () => {
  const queue = new OperationQueue('x');
  const fail = () => Promise.reject(new Error('no room'));
  const both = [queue.close(fail), queue.close(fail)];
  for (const closing of both) await expect(closing).rejects.toThrow('no room');
});
