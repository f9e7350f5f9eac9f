import type { Key } from '../../src/store/layout/keys.ts';

/** The bytes of a key, to be looked at and tampered with: `keys.ts` keeps them to itself. */
export function bytesOf(key: Key): Buffer {
  return key as unknown as Buffer;
}

export function keyOf(bytes: Buffer): Key {
  return bytes as unknown as Key;
}
