import { Worker } from 'node:worker_threads';
import { workerFile } from '../../worker-file.ts';
import type { Arena } from './arena.ts';
import type { Expansion } from './groups.ts';
import type { KernelLoop } from './kernel-loop.ts';
import type { RangeTask, ThreadResult } from './range-join.ts';
import type { CompiledKernel } from './web-assembly.ts';
import type { WorkerError, WorkerRequest } from './worker.ts';

/** Workers that wait for work. They do not keep the process alive. */
const idle: Worker[] = [];

const worker = 'join/engine/worker.js';

/** How many of `threads` threads a join can use: one in a bundle, which lacks the worker's file. */
export function possibleThreads(threads: number): number {
  return threads > 1 && workerFile(worker) === undefined ? 1 : threads;
}

/** Starts workers until at least `count` wait for work. */
export function startWorkers(count: number): void {
  while (idle.length < count) idle.push(startWorker());
}

/** Whether `count` workers wait for work, or will sooner than a worker that is started now. */
export function areStarted(count: number): boolean {
  return idle.length >= count;
}

/** Stops the workers of the join engine that wait for work. */
export async function closeEngine(): Promise<void> {
  await Promise.all(idle.splice(0).map((worker) => worker.terminate()));
}

/** Joins ranges on a worker, in the memory it shares with this thread; rejects when the join is cancelled. */
export async function runInWorker(
  module: CompiledKernel,
  arena: Arena,
  tasks: readonly RangeTask[],
  thread: number,
): Promise<ThreadResult> {
  const { memory, dirtyBelow } = arena;
  const { result } = await askWorker<{ result?: ThreadResult }>({
    module,
    memory,
    dirtyBelow,
    tasks,
    thread,
  });
  if (result === undefined) throw new Error('join: cancelled');
  return result;
}

/** Has a worker expand pairs, in the memory it shares with this thread. */
export async function expandInWorker(
  module: CompiledKernel,
  { memory, dirtyBelow }: Arena,
  expansion: Expansion,
): Promise<void> {
  await askWorker({ module, memory, dirtyBelow, expansion });
}

/** Runs a loop of a kernel on a worker; see `runLoop`. */
export async function runLoopInWorker(loop: KernelLoop): Promise<number> {
  return (await askWorker<{ end: number }>(loop)).end;
}

/** Returns the answer of a worker that waits for work, or of a new one. */
function askWorker<Answer extends object>(request: WorkerRequest): Promise<Answer> {
  const worker = idle.pop() ?? startWorker();
  worker.ref();
  return new Promise<Answer>((resolve, reject) => {
    const settle = (isReusable: boolean): void => {
      worker.off('message', answered).off('error', failed).off('exit', ended).unref();
      if (isReusable) idle.push(worker);
    };
    const answered = (response: Answer | WorkerError): void => {
      settle(true);
      if ('error' in response) reject(response.error);
      else resolve(response);
    };
    const failed = (error: unknown): void => {
      settle(false);
      reject(error);
    };
    const ended = (code: number): void => {
      settle(false);
      reject(new Error(`join: expected the answer of a worker thread; got its end with code ${code}`));
    };
    worker.on('message', answered).on('error', failed).on('exit', ended);
    worker.postMessage(request);
  });
}

function startWorker(): Worker {
  const started = new Worker(workerFile(worker)!);
  started.unref();
  return started;
}
