import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from './errors.ts';

/** `running-PID.unfinished` says which process is at work in a folder. */
const RUNNING = /^running-(\d+)\.unfinished$/;

/**
 * Marks a folder as one in which this process is at work. Returns a function that removes the mark, as the end of the
 * process does. The mark of a killed process does not count.
 *
 * @throws UsageError if another process is at work there: the two would overwrite each other's files
 */
export function beTheOnlyRun(folder: string): () => void {
  const mine = join(folder, `running-${process.pid}.unfinished`);
  const done = (): void => {
    process.off('exit', done);
    rmSync(mine, { force: true });
  };
  process.once('exit', done);
  // the mark is written before the check: of two processes that begin at the same time, at least one sees the other
  writeFileSync(mine, '');
  for (const name of readdirSync(folder)) {
    const [, digits] = RUNNING.exec(name) ?? [];
    const pid = Number(digits);
    if (digits === undefined || pid === process.pid) continue;
    if (isRunning(pid)) {
      done();
      throw new UsageError(
        `--out: expected a folder that no other run is at work in; got ${folder}, where process ${pid} is: ` +
          `wait for it, name another folder, or delete ${join(folder, name)} if that process is another program`,
      );
    }
    rmSync(join(folder, name), { force: true });
  }
  return done;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !hasEnded(pid);
  } catch (error) {
    // a process of another user may not be signalled, but it is running
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process that can be signalled has ended and only waits for its parent to ask about it. In a container
 * whose first process never asks, a killed run would otherwise be at work for ever. Only Linux says so.
 */
function hasEnded(pid: number): boolean {
  try {
    // PID (NAME) STATE …, where NAME may have parentheses
    const [state] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '';
    return state === 'Z' || state === 'X';
  } catch {
    return false;
  }
}
