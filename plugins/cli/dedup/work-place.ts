import { createHash } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Journal, WorkFolder } from '../../../src/flow/index.ts';
import { makeFolder } from '../make-folder.ts';
import type { OptionHelp } from '../usage.ts';

/** `--work-dir` for `--help`. */
export const workDirHelp: OptionHelp = [
  '--work-dir DIR',
  'where what does not fit in memory is kept (--out, else the system’s folder for temporary files)',
];

/** Where a run keeps its intermediate data. */
export interface WorkPlace {
  readonly folder: WorkFolder;
  /** The pages so far; those already read if a run is resumed. */
  readonly journal: Journal;
  /** Call it when the run is done. */
  remove(): Promise<void>;
  /** Call it when the run failed: the files needed to resume it stay. */
  close(): void;
}

/**
 * The work place of a call. With `--out`, the journal of its pages stays when the run is killed, and a resumed run
 * continues from it. Calls with different `--out` do not share it, whatever their `--work-dir`; calls with the same
 * `--out` cannot run at the same time (`openFolderAlone`).
 *
 * @param shaping must be equal for the journal to be usable
 */
export async function openWorkPlace(
  {
    out,
    workDir,
    resume,
    options: { memoryBytes },
  }: {
    readonly out: string | undefined;
    readonly workDir: string | undefined;
    readonly resume: boolean;
    readonly options: { readonly memoryBytes: number };
  },
  shaping: object,
): Promise<WorkPlace> {
  if (workDir !== undefined) await makeFolder('--work-dir', workDir);
  if (out === undefined) {
    const folder = new WorkFolder(workDir);
    const close = (): void => folder.close();
    return { folder, journal: Journal.in(folder, memoryBytes), close, remove: async () => close() };
  }
  const place = workDir === undefined ? out : join(workDir, `neardup-${nameOf(resolve(out))}`);
  await mkdir(place, { recursive: true });
  const folder = new WorkFolder(place, 'work.unfinished');
  const path = join(place, 'grams.unfinished');
  const earlier = resume ? Journal.resume(path, shaping, folder, memoryBytes) : undefined;
  const journal = earlier ?? Journal.create(path, shaping, folder, memoryBytes);
  return {
    ...{ folder, journal },
    close() {
      journal.close();
      folder.close();
    },
    async remove() {
      journal.remove();
      folder.close();
      if (place !== out) await rm(place, { recursive: true, force: true });
    },
  };
}

function nameOf(path: string): string {
  return createHash('sha256').update(path).digest('hex').slice(0, 16);
}
