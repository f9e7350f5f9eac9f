import { blake3 } from './gram-kernel.ts';
import { hash64 } from './hash.ts';
import type { ValueSets } from './value-sets.ts';

/** For each record the first record with the same values, or itself if no earlier one has them. O(values). */
export function firstEqualSets({ offsets, values }: ValueSets): Uint32Array {
  const bytes = Buffer.from(values.buffer, values.byteOffset, values.byteLength);
  return firstEqual(offsets.length - 1, (record) =>
    bytes.subarray(8 * offsets[record], 8 * offsets[record + 1]),
  );
}

/** For each of `records` records the first record with the same bytes, or itself if no earlier one has them. O(bytes). */
export function firstEqual(records: number, bytesOf: (record: number) => Buffer): Uint32Array {
  const byHash = new Map<bigint, number>();
  /** Records that differ from an earlier one with their hash. Sets can be made that all have one XXH64, so these have BLAKE3. */
  const byDigest = new Map<string, number>();
  const firstOf = new Uint32Array(records);
  for (let record = 0; record < records; record++) {
    const own = bytesOf(record);
    const first = firstWith(byHash, hash64(own), record);
    const isEqual = first === record || bytesOf(first).equals(own);
    firstOf[record] = isEqual
      ? first
      : firstWith(byDigest, Buffer.from(blake3(own)).toString('base64'), record);
  }
  return firstOf;
}

/** The first record that came with this key. */
function firstWith<K>(firsts: Map<K, number>, key: K, record: number): number {
  const first = firsts.get(key);
  if (first === undefined) firsts.set(key, record);
  return first ?? record;
}
