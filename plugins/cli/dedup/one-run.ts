import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../errors.ts';

/** `running-PID.unfinished`: which process is at work in a folder. */
const RUNNING = /^running-(\d+)\.unfinished$/;

/**
 * Says in a folder that this process is at work there; returns what takes that back, as the end of the process does. What a
 * killed process said does not count.
 *
 * @throws UsageError where another process is at work there: each would write over what the other works on
 */
export function beTheOnlyRun(folder: string): () => void {
  const mine = join(folder, `running-${process.pid}.unfinished`);
  const done = (): void => {
    process.off('exit', done);
    rmSync(mine, { force: true });
  };
  process.once('exit', done);
  // said before it looks: of two that begin at once, one at least sees the other
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
    return true;
  } catch (error) {
    // what runs for another user may not be asked
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
