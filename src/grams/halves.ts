import { checkGrams } from '../argument-checks.ts';

/**
 * The 32-bit halves of 64-bit values, low half first, as a view: `halves[2i] + 2³² · halves[2i + 1]` is `values[i]`.
 *
 * Loops over hashes read these: comparing BigInts costs about 40 times as much.
 */
export function halvesOf(values: BigUint64Array): Uint32Array {
  checkGrams('halvesOf: values', values);
  return new Uint32Array(values.buffer, values.byteOffset, 2 * values.length);
}
