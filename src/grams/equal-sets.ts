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
  /** Distinct records by hash: more than one if different sets share a hash. */
  const byHash = new Map<bigint, number[]>();
  const firstOf = new Uint32Array(records);
  for (let record = 0; record < firstOf.length; record++) {
    const own = bytesOf(record);
    const hash = hash64(own);
    const known = byHash.get(hash);
    const first = known?.find((other) => bytesOf(other).equals(own));
    firstOf[record] = first ?? record;
    if (first !== undefined) continue;
    if (known === undefined) byHash.set(hash, [record]);
    else known.push(record);
  }
  return firstOf;
}
