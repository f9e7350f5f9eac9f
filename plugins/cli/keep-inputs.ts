import { statSync } from 'node:fs';
import { checkNotAmong, InputError } from '../dump/index.ts';
import { isDeviceOrPipe } from './is-there.ts';
import { realPath } from './real-path.ts';

/** Whether an input is standard input or a pipe, which is gone once it is read. */
export function isReadOnce(input: string): boolean {
  return input === '-' || isDeviceOrPipe(input);
}

/**
 * Throws if one of the files to write is an input: a file that is named, or one behind a folder or glob, under whatever
 * name. Results of neardup in a folder are no inputs. What cannot be found cannot be replaced.
 */
export async function checkKeepsInputs(targets: readonly string[], inputs: readonly string[]): Promise<void> {
  // an empty file, such as a result of an earlier run, has nothing to lose
  const existing = targets.filter(
    (target) => target !== '-' && (statSync(target, { throwIfNoEntry: false })?.size ?? 0) > 0,
  );
  if (existing.length === 0) return;
  const places = new Map(existing.map((target) => [realPath(target), target]));
  for (const input of inputs) {
    if (isReadOnce(input)) continue;
    const target = places.get(realPath(input));
    if (target !== undefined)
      throw new Error(`${target}: expected a file to write that is no input; it is ${input}`);
    await checkNotAmong([input], existing).catch((error: unknown) => {
      if (!(error instanceof InputError)) throw error;
    });
  }
}
