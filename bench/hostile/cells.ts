import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { cpuMs } from '../../test/cpu-time.ts';
import type { Shape } from './shapes.ts';
import type { Target } from './target.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Sizes of the inputs, in bytes. */
export const sizes: readonly number[] = [64 << 10, 256 << 10, 1 << 20];

/** One reader on one shape: the least time at each size, in milliseconds. */
export interface Cell {
  readonly target: string;
  readonly shape: string;
  readonly milliseconds: readonly number[];
  readonly isOver: boolean;
}

/** Most growth of the time from 256 KB to 1 MB; linear time is 4. */
export const mostGrowth = 6;
/** Most time compared with the whole flow, from bytes to grams, for an ordinary page of the same size. */
export const mostCost = 40;
/** Most measurements of a cell that is over its budget: other programs and garbage collection may have slowed it. */
const mostTries = 6;
/** If the least times of another try are at least this share of the earlier ones, no further try is made. */
const settledShare = 0.95;
/** Below this, times are noise: a cell of 1 MB that takes less is within its budget. */
const quietMilliseconds = 25;

/** Times a reader on each of its shapes. `onCell` is called with each cell before the next one begins. */
export async function timeTarget(
  name: string,
  target: Target,
  ordinary: number,
  onCell: (cell: Cell) => void,
  onShape: (shape: string) => void = () => {},
  rounds = 3,
): Promise<void> {
  for (const [shape, make] of Object.entries(target.shapes)) {
    onShape(shape);
    const milliseconds = await leastTimes(target, make, sizes, ordinary, rounds);
    onCell({ target: name, shape, milliseconds, isOver: isOver(milliseconds, ordinary) });
  }
}

/** The least times of a reader on one shape of these sizes, in milliseconds. */
export async function leastTimes(
  target: Pick<Target, 'read'>,
  make: Shape,
  sizes: readonly number[],
  ordinary: number,
  rounds = 3,
): Promise<number[]> {
  let milliseconds: number[] = sizes.map(() => Number.POSITIVE_INFINITY);
  for (let tries = 0; tries < mostTries && (tries === 0 || isOver(milliseconds, ordinary)); tries++) {
    const again: number[] = [];
    // garbage of earlier inputs must not count as a cost of this one
    for (const size of sizes) again.push(await leastTime(target, make(size), rounds, collectGarbage));
    const isSettled = again.every((time, i) => time > settledShare * milliseconds[i]!);
    milliseconds = milliseconds.map((least, i) => Math.min(least, again[i]!));
    if (isSettled) break;
  }
  return milliseconds;
}

/** Whether times at growing sizes grow faster than the budget allows, or exceed it compared with an ordinary page. */
export function isOver(milliseconds: readonly number[], ordinary: number): boolean {
  const [before, last] = milliseconds.slice(-2);
  if (last <= quietMilliseconds) return false;
  return last > mostGrowth * Math.max(before, quietMilliseconds / mostGrowth) || last > mostCost * ordinary;
}

/**
 * The least time of some rounds, in milliseconds of the processor: the clock also counts time of other programs. An
 * input that takes more than a second is timed only once.
 */
export async function leastTime(
  target: Pick<Target, 'read'>,
  input: string,
  rounds: number,
  beforeEach: () => void = () => {},
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds && (round === 0 || least < 1000); round++) {
    beforeEach();
    const before = cpuMs();
    try {
      await target.read(input);
    } catch {
      // a refusal is an answer; only its time counts here
    }
    least = Math.min(least, cpuMs() - before);
  }
  return least;
}
