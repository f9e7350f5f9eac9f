/**
 * What proves by repetition runs in full in `npm run soak`, and in a small part in `npm test`: vitest.config.ts finds
 * the tests to repeat by their import of this file.
 */
export const inFull: boolean = process.env.NEARDUP_SOAK === 'true';

/** How often to repeat: so many `times`, and in `npm test` a fifth of that. */
export function often(times: number): number {
  return inFull ? times : Math.ceil(times / 5);
}

/** All of the cases, and in `npm test` one in `step`, from the first. */
export function cases<T>(all: Iterable<T>, step = 5): T[] {
  return [...all].filter((_, i) => inFull || i % step === 0);
}
