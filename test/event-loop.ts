import { setImmediate as nextTurn } from 'node:timers/promises';

/** Keeps the thread busy, as a long computation does. */
export function spin(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** How many turns the event loop has while something is done. */
export async function turnsDuring(done: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const counting = (async () => {
    for (; !isOver; turns++) await nextTurn();
  })();
  await done();
  isOver = true;
  await counting;
  // one may have begun before, and one after it
  return Math.max(0, turns - 2);
}
