/**
 * What proves by repetition runs in full in `npm run test:slow`, and in a small part in `npm test`: vitest.config.ts
 * finds the tests to run slowly by their import of this file.
 */
export const slow: boolean = process.env.NEARDUP_SLOW === 'true';

/** How often to repeat: so many `times`, and in `npm test` a fifth of that. */
export function often(times: number): number {
  return slow ? times : Math.ceil(times / 5);
}

/** All of the cases, and in `npm test` one in `step`, from the first. */
export function cases<T>(all: Iterable<T>, step = 5): T[] {
  return [...all].filter((_, i) => slow || i % step === 0);
}
