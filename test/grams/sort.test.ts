import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wasm } from '../../src/grams/gram-kernel.wasm.ts';
import { seededRandom } from '../sketch/sets.ts';

interface Kernel {
  readonly memory: WebAssembly.Memory;
  readonly freeAt: WebAssembly.Global<'i32'>;
  sort(from: number, other: number, n: number): void;
}

/** What the kernel's sort makes of some numbers. */
function sorted(values: BigUint64Array): BigUint64Array {
  const module = new WebAssembly.Module(Buffer.from(wasm, 'base64'));
  const { memory, freeAt, sort } = new WebAssembly.Instance(module).exports as unknown as Kernel;
  const bytes = 8 * values.length;
  memory.grow(Math.ceil((freeAt.value + 2 * bytes) / 2 ** 16));
  const from = new BigUint64Array(memory.buffer, freeAt.value, values.length);
  from.set(values);
  sort(freeAt.value, freeAt.value + bytes, values.length);
  return from.slice();
}

test('numbers come out ascending, whatever they are', () => {
  const upTo = (max: bigint) => fc.bigInt({ min: 0n, max });
  const any = fc.oneof(
    upTo(2n ** 64n - 1n),
    upTo(3n),
    upTo(1000n),
    fc.nat(63).map((bit) => 1n << BigInt(bit)),
    upTo(300n).map((value) => 0xabcdef00n * 2n ** 32n + value),
  );
  fc.assert(
    fc.property(fc.array(any, { maxLength: 300 }), (list) => {
      expect(sorted(BigUint64Array.from(list))).toEqual(BigUint64Array.from(list).sort());
    }),
    { numRuns: 500 },
  );
});

// An author can search for words whose grams begin with the bits of his choice.
test('200000 numbers that crowd in few buckets are sorted, in linear time', () => {
  const random = seededRandom(1);
  const bits = (n: number): bigint => BigInt(Math.floor(random() * 2 ** n));
  const shapes: Record<string, (i: number) => bigint> = {
    equal: () => 7n,
    'of two values': (i) => BigInt(i % 2) << 63n,
    'of two neighbours, descending': (i) => BigInt(i < 100_000 ? 1 : 0),
    'of equal first 32 bits': () => (0x12345678n << 32n) | bits(32),
    'of equal first 54 bits': () => (0x123456789n << 10n) | bits(10),
    'that differ in one bit': (i) => 1n << BigInt((i * 37) % 64),
    'with one bucket in a thousand': (i) => (i % 1000 === 0 ? bits(20) : (bits(32) << 32n) | bits(32)),
    descending: (i) => BigInt(200_000 - i) << 40n,
  };
  for (const [name, value] of Object.entries(shapes)) {
    const values = BigUint64Array.from({ length: 200_000 }, (_, i) => value(i));
    const result = sorted(values);
    expect(Buffer.compare(new Uint8Array(result.buffer), new Uint8Array(values.sort().buffer)), name).toBe(0);
  }
}, 20_000);
