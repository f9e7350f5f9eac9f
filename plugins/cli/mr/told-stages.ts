import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { LineSum } from '../../mr/lines/trailer.ts';

/**
 * The lines of each finished stage of a run, by the stage's name, as the driver of Spark or Hadoop has recorded them.
 * If a file of a stage is lost, its trailer is lost with it, and only this record shows it.
 *
 * Spark's driver writes `STAGE.told/RUN.json`, with `"written": [LINES, CHECKSUM]`; Hadoop's `told.RUN/STAGE`: `STAGE
 * LINES:CHECKSUM …`.
 */
export async function toldStages(folder: string, run: string): Promise<Map<string, LineSum>> {
  const told = new Map<string, LineSum>();
  const take = async (stage: string, path: string, form: RegExp): Promise<void> => {
    const text = await readFile(path, 'latin1').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
    });
    if (text === undefined) return;
    const [, lines, hashes] = form.exec(text) ?? [];
    if (lines === undefined) throw new Error(`${path}: expected the lines that a stage wrote; got others`);
    told.set(stage, { lines: Number(lines), hashes: BigInt(hashes) });
  };
  const [ofSpark, ofHadoop] = ['.told', `told.${run}`];
  for (const name of await readdir(folder)) {
    if (name === ofHadoop) {
      for (const stage of await readdir(join(folder, name)))
        await take(stage, join(folder, name, stage), /^\S+ (\d+):(\d+)\b/);
    } else if (name.endsWith(ofSpark)) {
      const stage = name.slice(0, -ofSpark.length);
      await take(stage, join(folder, name, `${run}.json`), /"written": ?\[(\d+), ?(\d+)\]/);
    }
  }
  if (told.size === 0)
    throw new Error(`expected stages of run ${run} in ${folder}; got none: copy the whole of it`);
  return told;
}
