import { setFlagsFromString } from 'node:v8';

/** Of less memory than this, garbage that V8 has not collected yet is a large part. */
const little = 256 << 20;

/**
 * Lets V8's heap grow by as little as it needs where the process may take little memory: most of what it holds are pages and lines that are
 * garbage as soon as they are read, up to 40 MB of them, and they take no more time to collect sooner. To be called before reading.
 */
export function keepHeapSmall(memoryBytes = 0): void {
  if (memoryBytes >= little) return;
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=50');
}
