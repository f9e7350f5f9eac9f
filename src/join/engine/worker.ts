import { parentPort } from 'node:worker_threads';
import { Arena } from './arena.ts';
import { createEngine, joinRanges, type RangeTask, type ThreadResult } from './range-join.ts';
import type { CompiledKernel, SharedMemory } from './web-assembly.ts';

/** What a worker is asked. */
export interface WorkerRequest {
  readonly module: CompiledKernel;
  readonly memory: SharedMemory;
  readonly dirtyBelow: number;
  /** All ranges: the worker takes those that no other thread has. */
  readonly tasks: readonly RangeTask[];
  readonly thread: number;
}

/** What it answers: a result, or nothing when the join was cancelled. */
export type WorkerResponse = { readonly result?: ThreadResult } | { readonly error: unknown };

parentPort?.on('message', ({ module, memory, dirtyBelow, tasks, thread }: WorkerRequest) => {
  try {
    const arena = new Arena(memory, dirtyBelow);
    const steps = joinRanges(createEngine(module, arena), arena, tasks);
    let step = steps.next();
    while (!step.done && !arena.isCancelled) {
      arena.setProgress(thread, step.value);
      step = steps.next();
    }
    if (!step.done) {
      parentPort?.postMessage({} satisfies WorkerResponse);
      return;
    }
    parentPort?.postMessage({ result: step.value } satisfies WorkerResponse);
  } catch (error) {
    parentPort?.postMessage({ error } satisfies WorkerResponse);
  }
});
