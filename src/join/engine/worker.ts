import { parentPort } from 'node:worker_threads';
import { Arena } from './arena.ts';
import { type KernelLoop, runLoop } from './kernel-loop.ts';
import { engineOn, joinRanges, type RangeTask, type ThreadResult } from './range-join.ts';
import type { CompiledKernel, SharedMemory } from './web-assembly.ts';

/** What a worker is asked: to join ranges, or to run a loop of a kernel. */
export type WorkerRequest = JoinRequest | KernelLoop;

interface JoinRequest {
  readonly module: CompiledKernel;
  readonly memory: SharedMemory;
  readonly dirtyBelow: number;
  /** All ranges: the worker takes those that no other thread has. */
  readonly tasks: readonly RangeTask[];
  readonly thread: number;
}

/** What it answers when it fails. */
export interface WorkerError {
  readonly error: unknown;
}

parentPort?.on('message', (request: WorkerRequest) => {
  try {
    parentPort?.postMessage('tasks' in request ? { result: joinAll(request) } : { end: runLoop(request) });
  } catch (error) {
    parentPort?.postMessage({ error } satisfies WorkerError);
  }
});

/** Nothing when the join was cancelled. */
function joinAll({ module, memory, dirtyBelow, tasks, thread }: JoinRequest): ThreadResult | undefined {
  const arena = new Arena(memory, dirtyBelow);
  const steps = joinRanges(engineOn(module, arena), arena, tasks);
  let step = steps.next();
  while (!step.done && !arena.isCancelled) {
    arena.setProgress(thread, step.value);
    step = steps.next();
  }
  return step.done ? step.value : undefined;
}
