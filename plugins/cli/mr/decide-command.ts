import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sortFiles } from '../../mr/local/run-stages.ts';
import { contentPrefix, lastStage } from '../../mr/plan.ts';
import { wrongCall } from '../errors.ts';
import { parseCall, reading, readMemory } from '../options.ts';
import { printResult } from '../result.ts';
import { version } from '../version.ts';
import { decideByPairs } from './decide.ts';
import { deciding, readDeciding } from './deciding.ts';

/** `neardup mr decide`: the last step of pages, from what the stages of an engine have written; in one process. */
export async function runDecide(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    ...deciding,
    ...reading,
    run: { type: 'string' },
    out: { type: 'string' },
    memory: { type: 'string' },
    shards: { type: 'boolean' },
  });
  const [stages] = positionals;
  if (stages === undefined || positionals.length > 1)
    throw wrongCall('mr decide', 'the folder of the stages', String(positionals.length));
  const { out, run } = values;
  if (out === undefined || run === undefined) throw wrongCall('mr decide', '--run NAME and --out DIR');
  await mkdir(out, { recursive: true });
  const temporary = await mkdtemp(join(out, 'decide.unfinished-'));
  const stop = new AbortController();
  const place = { temporary, memoryBytes: readMemory(values), stop };
  try {
    const sorted = async (stage: string): Promise<string> =>
      sortFiles(await partsOf(join(stages, stage)), stage, place);
    const byParts = contentPrefix + lastStage;
    const hasParts = (await readdir(stages)).includes(byParts);
    const results = {
      pages: () => sorted('pages'),
      byGrams: () => sorted(lastStage),
      ...(hasParts && { byParts: () => sorted(byParts) }),
    };
    const { gram, options } = readDeciding(values);
    const shards = values.shards ?? false;
    const call = { out, field: values.field, gram, options, shards, temporary };
    const { summary, words } = await decideByPairs(call, results, { version, run });
    printResult(values.json ?? false, summary, values.quiet ? '' : words);
    return summary.damaged > 0 ? 3 : 0;
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** What the processes of a stage wrote. Throws where there is nothing. */
async function partsOf(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('part-')).sort();
  if (names.length === 0) throw new Error(`${folder}: expected files part-*; got none`);
  return names.map((name) => join(folder, name));
}
