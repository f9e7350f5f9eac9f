import { rmSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  addCounters,
  addSum,
  type LineSum,
  noLines,
  parseTrailer,
  sameLines,
} from '../../mr/lines/trailer.ts';
import { sortFiles } from '../../mr/local/run-stages.ts';
import { lastLine } from '../../mr/local/stage-files.ts';
import { contentPrefix, lastStage } from '../../mr/plan.ts';
import { parametersOf } from '../dedup/parameters.ts';
import { resultFiles } from '../dedup/result-files.ts';
import { wrongCall } from '../errors.ts';
import { onInterrupt } from '../interruption.ts';
import { oneOf, option, parseCall, reading, readMemory } from '../options.ts';
import { openOutFolder } from '../out-folder.ts';
import { printResult } from '../result.ts';
import { version } from '../version.ts';
import { bundleFile } from './bundle-file.ts';
import { type Decided, decideByPairs } from './decide.ts';
import { countedStages, writeStagedResults } from './decide-stages.ts';
import { deciding, decidingWays, proposing, readDeciding } from './deciding.ts';
import { noPage } from './findings.ts';
import { checkStagesCall } from './stages-call.ts';
import { toldStages } from './told-stages.ts';
import { readKeyMethod } from './verbs/options.ts';

/**
 * `neardup mr decide`: the last step for pages, from the output of the stages of an engine. Makes the decisions in
 * one process, or writes the files of results if stages have made them.
 */
export async function runDecide(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    ...deciding,
    ...proposing,
    ...reading,
    run: { type: 'string' },
    out: { type: 'string' },
    memory: { type: 'string' },
    force: { type: 'boolean' },
    shards: { type: 'boolean' },
    decide: { type: 'string' },
  });
  const [stages] = positionals;
  if (stages === undefined || positionals.length > 1)
    throw wrongCall('mr decide', 'the folder of the stages', String(positionals.length));
  const keyMethod = readKeyMethod(values);
  const { gram, options, proposedBy } = readDeciding(values, keyMethod);
  const { out, run } = values;
  if (out === undefined || run === undefined) throw wrongCall('mr decide', '--run NAME and --out DIR');
  const decideBy = option(values, 'decide', oneOf(decidingWays), decidingWays[0]);
  const memoryBytes = readMemory(values);
  const told = await toldStages(stages, run);
  await checkStagesCall(stages, run, { keyMethod, read: { gram, options } }, decideBy);
  await openOutFolder(
    out,
    {
      command: 'mr decide',
      inputs: [stages],
      options: { ...parametersOf({ gram, options }), ...keyMethod, field: values.field ?? null, run },
    },
    values.force ?? false,
    { reads: [stages], writes: resultFiles },
  );
  const temporary = join(out, 'decide.unfinished');
  const stop = new AbortController();
  const release = onInterrupt(
    () => `the results in ${out} are not whole; the stages are kept, and the same call decides again`,
  );
  const endSort = (): void => {
    stop.abort();
    rmSync(temporary, { recursive: true, force: true });
  };
  process.once('exit', endSort);
  const place = { temporary, memoryBytes, stop };
  try {
    // what a killed call has left
    await rm(temporary, { recursive: true, force: true });
    await mkdir(temporary);
    const partsOf = (stage: string): Promise<string[]> => wholeStage(stages, stage, told);
    const sorted = async (...names: readonly string[]): Promise<string> => {
      const parts = await Promise.all(names.map(partsOf));
      return sortFiles(parts.flat(), names[0], place);
    };
    const { pages = 0 } = await countersIn(await partsOf('pages'));
    if (pages === 0 && !values['allow-empty']) throw await noPage(await sorted('pages'), { version, run });
    const shards = values.shards ?? false;
    const call = { out, field: values.field, gram, options, proposedBy, shards, temporary };
    const print = ({ summary, words }: Decided): number => {
      printResult(values.json ?? false, summary, values.quiet ? '' : words);
      return summary.damaged > 0 ? 3 : 0;
    };
    if (decideBy === 'stages') {
      const counters = new Map<string, Readonly<Record<string, number>>>();
      for (const stage of countedStages.filter((each) => told.has(each)))
        counters.set(stage, await countersIn(await partsOf(stage)));
      const staged = {
        ...{ program: bundleFile(), run, stop },
        sorted: (names: readonly string[]) => sorted(...names),
        countersOf: (stage: string) => counters.get(stage) ?? {},
      };
      return print(await writeStagedResults(call, staged));
    }
    const byParts = contentPrefix + lastStage;
    const hasParts = told.has(byParts);
    const results = {
      pages: () => sorted('pages'),
      byGrams: () => sorted(lastStage),
      ...(hasParts && { byParts: () => sorted(byParts) }),
    };
    return print(await decideByPairs(call, results, { version, run }));
  } finally {
    await rm(temporary, { recursive: true, force: true });
    release();
    process.off('exit', endSort);
  }
}

/** Sums of the counters of a stage's processes. */
async function countersIn(paths: readonly string[]): Promise<Record<string, number>> {
  const counters: Record<string, number> = {};
  for (const path of paths) {
    const { line } = await lastLine(path);
    addCounters(counters, parseTrailer(line).counters);
  }
  return counters;
}

/** The files that the processes of a stage wrote. Throws if some are missing according to the stage's driver. */
async function wholeStage(
  folder: string,
  stage: string,
  told: ReadonlyMap<string, LineSum>,
): Promise<string[]> {
  const expected = told.get(stage);
  if (expected === undefined)
    throw new Error(`expected stage ${stage} in ${folder}; its run has not done it`);
  const place = join(folder, stage);
  const found = await readdir(place).catch(() => []);
  const paths = found.filter((name) => name.startsWith('part-')).map((name) => join(place, name));
  const got = noLines();
  for (const path of paths.sort()) addSum(got, parseTrailer((await lastLine(path)).line).written);
  if (paths.length > 0 && sameLines(got, expected)) return paths;
  throw new Error(
    `stage ${stage}: expected the ${expected.lines} lines that it wrote; got ${got.lines} in the ${paths.length} files of ${place}: copy the whole of ${folder}`,
  );
}
