import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';

const LEAST_PAUSE_MS = 500;
/** Pause between two looks at the files, in times that a look takes: it is seconds for many thousands of files. */
const PAUSE_SHARE = 20;

/** What is watched. */
interface WatchedSpace {
  readonly folders: readonly string[];
  /** Most bytes that the files in them may take. */
  readonly mostBytes: number;
  /** Aborts the work. */
  readonly stop: AbortController;
  /** The error to throw, given the bytes taken. */
  tooMuch(bytes: number): Error;
}

/**
 * Does work that writes files, and ends it once they take too much space. Looks at the files twice a second, so that
 * little more is written by then. Does not see unnamed files of a process.
 */
export async function watchingSpace<T>(space: WatchedSpace, work: () => Promise<T>): Promise<T> {
  if (space.mostBytes === Number.POSITIVE_INFINITY) return work();
  const isOver = new AbortController();
  const watching = watch(space, isOver.signal);
  try {
    const done = await work();
    isOver.abort();
    return done;
  } catch (error) {
    isOver.abort();
    throw (await watching) ?? error;
  }
}

/** The error to throw; undefined if the work ends before. */
async function watch(
  { folders, mostBytes, stop, tooMuch }: WatchedSpace,
  isOver: AbortSignal,
): Promise<Error | undefined> {
  for (let pause = LEAST_PAUSE_MS; ; ) {
    await pass(pause, undefined, { signal: isOver }).catch(() => {});
    if (isOver.aborted) return undefined;
    const startedAt = performance.now();
    let bytes = 0;
    for (const folder of folders) bytes += await bytesIn(folder);
    if (bytes > mostBytes) {
      const failure = tooMuch(bytes);
      stop.abort(failure);
      return failure;
    }
    pause = Math.max(LEAST_PAUSE_MS, PAUSE_SHARE * (performance.now() - startedAt));
  }
}

/** Bytes of all files in a folder. Files that vanish meanwhile count as 0. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    bytes += entry.isDirectory()
      ? await bytesIn(path)
      : await stat(path).then(
          ({ size }) => size,
          () => 0,
        );
  }
  return bytes;
}
