import { totalmem } from 'node:os';

/** How pairs are found unless told otherwise: exactly as long as the memory allows it, then by sketches on disk. */
export const defaultMethod = 'auto';

/**
 * What gram sets and join may take in memory unless told otherwise: half of the memory of the machine, or of the container
 * that this process is in.
 */
export const defaultMemoryBytes: number = Math.floor(memoryOfMachine() / 2);

function memoryOfMachine(): number {
  // 0, or more than there is, where nothing limits the process
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Share of the pairs exactly at the threshold that methods with a choice aim at unless told otherwise. */
export const defaultRecall = 0.99;
