import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pass } from 'node:timers/promises';

const LEAST_PAUSE_MS = 500;
/** Of the time that looking at the files takes: of many thousands that is seconds. */
const PAUSE_SHARE = 20;

/** What is watched. */
interface WatchedSpace {
  readonly folders: readonly string[];
  /** What the files in them may take. */
  readonly mostBytes: number;
  /** What ends the work. */
  readonly stop: AbortController;
  /** What is thrown, given what they take. */
  tooMuch(bytes: number): Error;
}

/**
 * Does work that writes files, and ends it once these take more than they may: looked at twice a second, so that little more is
 * written until then. Files that a process has without a name are not seen.
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

/** What is thrown; undefined where the work is over before. */
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

/** Of all files in a folder; what goes while it is looked at counts as nothing. */
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
