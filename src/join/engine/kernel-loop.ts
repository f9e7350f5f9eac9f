import type { CompiledKernel, SharedMemory } from './web-assembly.ts';

/** A loop of a kernel over the numbers from `from` to `to`. Plain data: it goes to workers. */
export interface KernelLoop {
  readonly module: CompiledKernel;
  readonly memory: SharedMemory;
  /** What its `bind` is called with before. */
  readonly bind: readonly number[];
  /** The function that does a part of it: `name(from, to, ...rest)` returns where it has ended, `to` unless it stops early. */
  readonly name: string;
  readonly from: number;
  readonly to: number;
  /** Numbers of a part: some milliseconds, so that V8 can put better code in the function's place. */
  readonly step: number;
  readonly rest: readonly number[];
}

type Exports = Readonly<Record<string, (...values: readonly number[]) => number>>;

/** Runs a loop on this thread; returns where it has ended: `to`, or below where a part stopped early. */
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
