import { EventEmitter } from 'node:events';
import { afterEach, expect, test, vi } from 'vitest';
import { Arena } from '../../../src/join/engine/arena.ts';
import { closeEngine, runInWorker, startWorkers } from '../../../src/join/engine/parallel.ts';
import type { RangeTask, ThreadResult } from '../../../src/join/engine/range-join.ts';

/** A worker that does nothing but note what is asked of it. */
class IdleWorker extends EventEmitter {
  readonly file: string;
  readonly asked: unknown[] = [];
  keepsAlive = true;
  isTerminated = false;

  constructor(file: string) {
    super();
    this.file = file;
    started.push(this);
  }

  postMessage(message: unknown): void {
    this.asked.push(message);
  }

  ref(): void {
    this.keepsAlive = true;
  }

  unref(): void {
    this.keepsAlive = false;
  }

  async terminate(): Promise<void> {
    this.isTerminated = true;
  }
}

const started: IdleWorker[] = [];
vi.mock('node:worker_threads', () => ({
  Worker: function Worker(file: string) {
    return new IdleWorker(file);
  },
}));

const module = {} as WebAssembly.Module;
const arena = new Arena(undefined, 640);
const tasks = [{ first: 3 } as RangeTask];
const result: ThreadResult = [];
const run = (thread = 1) => runInWorker(module, arena, tasks, thread);

afterEach(async () => {
  await closeEngine();
  started.length = 0;
});

test('a worker is sent its task and the shared memory, keeps the process alive while it works, and works again', async () => {
  const first = run(7);
  const [worker] = started;
  expect(String(worker.file)).toMatch(/dist\/src\/join\/engine\/worker\.js$/);
  expect(worker.asked).toEqual([{ module, memory: arena.memory, dirtyBelow: 640, tasks, thread: 7 }]);
  expect(worker.keepsAlive).toBe(true);
  worker.emit('message', { result });
  expect(await first).toBe(result);
  expect(worker.keepsAlive).toBe(false);
  expect(worker.eventNames()).toEqual([]);

  const second = run();
  expect(started).toHaveLength(1);
  expect([worker.asked.length, worker.keepsAlive]).toEqual([2, true]);
  // While it works another is started.
  const third = run(2);
  expect(started).toHaveLength(2);
  for (const each of started) each.emit('message', { result });
  await Promise.all([second, third]);
});

test('an error of its range and a cancelled join reject, and leave the worker for the next', async () => {
  const failing = run();
  started[0].emit('message', { error: new RangeError('4 GiB') });
  await expect(failing).rejects.toThrow(new RangeError('4 GiB'));
  const cancelled = run();
  started[0].emit('message', {});
  await expect(cancelled).rejects.toThrow('join: cancelled');
  expect(started).toHaveLength(1);
});

test.each([
  ['fails', ['error', new Error('out of memory')], 'out of memory'],
  ['ends', ['exit', 1], 'join: expected the answer of a worker thread; got its end with code 1'],
] as const)('a worker that %s rejects its task and is not used again', async (_, [event, value], message) => {
  const failing = run();
  started[0].emit(event, value);
  await expect(failing).rejects.toThrow(message);
  expect(started[0].eventNames()).toEqual([]);
  const next = run();
  expect(started).toHaveLength(2);
  started[1].emit('message', { result });
  await next;
});

test('workers started ahead wait without keeping the process alive, and are stopped when the engine closes', async () => {
  startWorkers(2);
  startWorkers(1);
  expect(started.map(({ keepsAlive }) => keepsAlive)).toEqual([false, false]);
  startWorkers(3);
  expect(started).toHaveLength(3);
  await closeEngine();
  expect(started.every(({ isTerminated }) => isTerminated)).toBe(true);
  startWorkers(1);
  expect(started).toHaveLength(4);
});
