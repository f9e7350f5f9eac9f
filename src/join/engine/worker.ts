import { parentPort } from 'node:worker_threads';
import { Arena } from './arena.ts';
import { createEngine, joinRange, type RangeResult, type RangeTask } from './range-join.ts';
import type { CompiledKernel, SharedMemory } from './web-assembly.ts';

/** What a worker is asked. */
export interface WorkerRequest {
  readonly module: CompiledKernel;
  readonly memory: SharedMemory;
  readonly dirtyBelow: number;
  readonly task: RangeTask;
  readonly thread: number;
}

/** What it answers: a result, or nothing when the join was cancelled. */
export type WorkerResponse = { readonly result?: RangeResult } | { readonly error: unknown };

parentPort?.on('message', ({ module, memory, dirtyBelow, task, thread }: WorkerRequest) => {
  try {
    const arena = new Arena(memory, dirtyBelow);
    const steps = joinRange(createEngine(module, arena), arena, task);
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
