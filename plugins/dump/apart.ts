import { realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { checkArray, checkString } from '../../src/argument-checks.ts';
import { findSources, type Source } from './sources.ts';

/**
 * Throws if a file to write is one of those that inputs (files, folders, globs; no streams) lead to, under whatever name. Call it
 * before reading anything.
 *
 * @throws InputError as `readPages` does
 */
export async function checkNotAmong(inputs: readonly string[], targets: readonly string[]): Promise<void> {
  for (const [name, paths] of Object.entries({ inputs, targets })) {
    checkArray('checkNotAmong', name, 'paths', paths);
    for (const [i, path] of paths.entries()) checkString('checkNotAmong', `${name}, at ${i}`, path);
  }
  if (inputs.length === 0 || targets.length === 0) return;
  const stats = { pages: 0, damaged: 0, skipped: new Map<string, number>() };
  await checkApart(await findSources(inputs, { stats, onDamage() {} }), targets);
}

/** {@link checkNotAmong} for sources that have been found; `-` is no file. */
export async function checkApart(sources: readonly Source[], targets: readonly string[]): Promise<void> {
  const places = new Map<string, string>();
  for (const { path, name, stream } of sources)
    if (stream === undefined) places.set(await realpath(path), name);
  for (const target of targets) {
    if (target === '-') continue;
    const folder = await realpath(dirname(resolve(target))).catch(() => dirname(resolve(target)));
    const place = await realpath(target).catch(() => join(folder, basename(target)));
    const input = places.get(place);
    if (input !== undefined) {
      throw new Error(`${target}: expected a file to write that is no input; it is ${input}`);
    }
  }
}
