import { lowerBound } from '../../grams/lower-bound.ts';
import type { Arena } from '../engine/arena.ts';
import { type KernelLoop, runLoop } from '../engine/kernel-loop.ts';
import { runLoopInWorker } from '../engine/parallel.ts';
import type { CompiledKernel } from '../engine/web-assembly.ts';
import { wasm } from './ranking.wasm.ts';

/** The numbers `from` ≤ i < `to`. */
export interface Part {
  readonly from: number;
  readonly to: number;
}

let compiled: Promise<CompiledKernel> | undefined;

/** Threads that run loops of the ranking kernel in one memory, this thread included. */
export class LoopThreads {
  readonly count: number;
  readonly #module: CompiledKernel;
  readonly #arena: Arena;

  private constructor(module: CompiledKernel, arena: Arena, count: number) {
    this.#module = module;
    this.#arena = arena;
    this.count = count;
  }

  /** The first call compiles the kernel. */
  static async of(arena: Arena, count: number): Promise<LoopThreads> {
    compiled ??= WebAssembly.compile(Buffer.from(wasm, 'base64'));
    return new LoopThreads(await compiled, arena, count);
  }

  /**
   * Runs the loop `name` over the parts, each on its own thread; returns where each loop ended.
   *
   * @param bind arguments of the kernel's `bind`, which is called first
   * @param step how many numbers one call of the kernel handles
   * @param rest further arguments of the loop over part number `k`
   */
  async run(
    bind: readonly number[],
    name: string,
    parts: readonly Part[],
    step: number,
    rest: (k: number) => readonly number[],
  ): Promise<number[]> {
    const { memory } = this.#arena;
    const loops = parts.map(
      ({ from, to }, k): KernelLoop => ({
        ...{ module: this.#module, memory, bind, name, from, to, step, rest: rest(k) },
      }),
    );
    const others = loops.slice(1).map(runLoopInWorker);
    const settled = await Promise.allSettled([runHere(loops[0]), ...others]);
    return settled.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }
}

async function runHere(loop: KernelLoop): Promise<number> {
  return runLoop(loop);
}

/** Cuts the numbers below `count` into `parts` parts of about equal weight; number i weighs `ends[i + 1] - ends[i]`. */
export function evenParts(ends: Uint32Array, count: number, parts: number): Part[] {
  const cut: Part[] = [];
  const total = ends[count] - ends[0];
  for (let part = 1, from = 0; part <= parts; part++) {
    let to = part === parts ? count : lowerBound(ends, 0, count, ends[0] + (total / parts) * part);
    to = Math.max(from, to);
    cut.push({ from, to });
    from = to;
  }
  return cut;
}
