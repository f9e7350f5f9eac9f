import type { CompiledKernel, SharedMemory } from './web-assembly.ts';

/** A loop of a kernel over the numbers from `from` to `to`. Plain data: it goes to workers. */
export interface KernelLoop {
  readonly module: CompiledKernel;
  readonly memory: SharedMemory;
  /** Arguments of the kernel's `bind`, which is called first. */
  readonly bind: readonly number[];
  /**
   * The function for a part of the loop: `name(from, to, ...rest)` returns where it ended, `to` unless it stopped
   * early.
   */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Numbers in a part: some milliseconds of work, so that V8 can switch to optimised code between parts. */
  readonly step: number;
  readonly rest: readonly number[];
}

type Exports = Readonly<Record<string, (...values: readonly number[]) => number>>;

/** Runs a loop on this thread; returns where it ended: `to`, or a lower number if a part stopped early. */
export function runLoop({ module, memory, bind, name, from, to, step, rest }: KernelLoop): number {
  const kernel = new WebAssembly.Instance(module as WebAssembly.Module, {
    env: { memory: memory as WebAssembly.Memory },
  }).exports as Exports;
  kernel.bind(...bind);
  for (let at = from; at < to; ) {
    const end = Math.min(to, at + step);
    const next = kernel[name](at, end, ...rest) >>> 0;
    if (next < end) return next;
    at = next;
  }
  return to;
}
