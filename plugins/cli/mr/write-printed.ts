import { open, rename } from 'node:fs/promises';
import { runProcess } from '../../mr/local/process.ts';
import type { LocalRun } from '../../mr/local/run-stages.ts';

/** Writes what a verb prints to a file, whole or not at all. @param call the verb and its arguments */
export async function writePrinted(
  path: string,
  call: readonly string[],
  { program, run, stop }: Pick<LocalRun, 'program' | 'run' | 'stop'>,
): Promise<void> {
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, 'w');
  try {
    const args = [program, ...call, '--run', run];
    await runProcess({ program: process.execPath, args, stdout: file, signal: stop.signal });
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}
