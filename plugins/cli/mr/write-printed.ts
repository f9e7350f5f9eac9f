import { open } from 'node:fs/promises';
import { runProcess } from '../../mr/local/process.ts';
import type { LocalRun } from '../../mr/local/run-stages.ts';
import { appearWhole } from '../dedup/files.ts';

/**
 * Writes what a verb prints to a file, whole or not at all.
 *
 * @param call the verb and its arguments
 * @throws Error that names the file
 */
export function writePrinted(
  path: string,
  call: readonly string[],
  { program, run, stop }: Pick<LocalRun, 'program' | 'run' | 'stop'>,
): Promise<void> {
  const args = [program, ...call, '--run', run];
  return appearWhole(path, async (unfinished, flags) => {
    const file = await open(unfinished, flags);
    try {
      await runProcess({ program: process.execPath, args, stdout: file, signal: stop.signal });
      await file.sync();
    } finally {
      await file.close();
    }
  });
}
