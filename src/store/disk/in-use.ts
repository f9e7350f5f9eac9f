import { IndexError } from '../errors.ts';

/**
 * Folders and stores in use by this process. Shared by all copies of this module, because POSIX locks belong to the
 * process: when LevelDB refuses a second handle, it has already unlocked the first one's folder.
 */
const shared = globalThis as { [inUse]?: Set<unknown> };
const inUse: unique symbol = Symbol.for('neardup.indexes-in-use') as never;
const IN_USE: Set<unknown> = (shared[inUse] ??= new Set());

/**
 * Reserves a folder, by its real path, or a store for one handle of this process until it is released.
 *
 * @throws IndexError NEARDUP_INDEX_LOCKED when another handle has it
 */
export function takePlace(place: unknown, name: string): void {
  if (IN_USE.has(place)) {
    throw new IndexError(
      'NEARDUP_INDEX_LOCKED',
      `${name} is open already in this process: share that SketchIndex, or close it first`,
    );
  }
  IN_USE.add(place);
}

/** Releases what {@link takePlace} reserved. Does nothing if it was not reserved. */
export function releasePlace(place: unknown): void {
  IN_USE.delete(place);
}
