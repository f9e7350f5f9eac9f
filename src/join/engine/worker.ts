import { parentPort } from 'node:worker_threads';
import { Arena } from './arena.ts';
import { type Expansion, expand } from './groups.ts';
import { type KernelLoop, runLoop } from './kernel-loop.ts';
import { engineOn, joinRanges, type RangeTask, type ThreadResult } from './range-join.ts';
import type { CompiledKernel, SharedMemory } from './web-assembly.ts';

/** A request to a worker: to join ranges, to expand pairs, or to run a loop of a kernel. */
export type WorkerRequest = JoinRequest | ExpandRequest | KernelLoop;

/** The kernel and the memory that a request works on. */
interface EngineRequest {
  readonly module: CompiledKernel;
  readonly memory: SharedMemory;
  readonly dirtyBelow: number;
}

interface ExpandRequest extends EngineRequest {
  readonly expansion: Expansion;
}

interface JoinRequest extends EngineRequest {
  /** All ranges; the worker takes those that no other thread has taken. */
  readonly tasks: readonly RangeTask[];
  readonly thread: number;
}

/** The answer of a worker that fails. */
export interface WorkerError {
  readonly error: unknown;
}

parentPort?.on('message', (request: WorkerRequest) => {
  try {
    parentPort?.postMessage(answered(request));
  } catch (error) {
    parentPort?.postMessage({ error } satisfies WorkerError);
  }
});

function answered(request: WorkerRequest): object {
  if ('tasks' in request) return { result: joinAll(request) };
  if ('expansion' in request) return expandShare(request);
  return { end: runLoop(request) };
}

function expandShare({ module, memory, dirtyBelow, expansion }: ExpandRequest): object {
  expand(engineOn(module, new Arena(memory, dirtyBelow)).kernel, expansion);
  return {};
}

/** Returns nothing if the join was cancelled. */
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
