import { resolve } from 'node:path';
import { fileFormats, StoredList, WorkFolder } from '../../../src/flow/index.ts';
import type { PageDecision } from '../../../src/index.ts';
import type { DamagedSpot } from '../../dump/index.ts';
import { damageAlone, damageParagraph } from '../damage.ts';
import { checkWritten, copyOptions, readCopyCall, writeCopies } from '../dedup/clean-copy.ts';
import { wrongCall } from '../errors.ts';
import { onInterrupt } from '../interruption.ts';
import { inMegabytes, many } from '../numbers.ts';
import { parseCall, reading, readReading } from '../options.ts';
import { Progress } from '../progress.ts';
import { readJsonLines } from '../read-lines.ts';
import { printResult } from '../result.ts';

/**
 * `neardup mr write`: writes the clean copy of one input, by its decisions in a run over all inputs. Memory: some 100
 * MB, whatever the number of records. A page with the id of an earlier input has the id that the run gave it. Throws
 * if the input differs, page by page, from the one that was decided.
 */
export async function runWrite(args: string[]): Promise<number> {
  const { write, unclassifiable } = copyOptions;
  const { values, positionals } = parseCall(args, {
    ...{ write, unclassifiable },
    field: reading.field,
    decisions: { type: 'string' },
  });
  const [input] = positionals;
  if (input === undefined || positionals.length > 1)
    throw wrongCall('mr write', 'one INPUT', String(positionals.length));
  if (values.decisions === undefined || values.write === undefined)
    throw wrongCall('mr write', '--decisions FILE and --write FILE');
  const copy = readCopyCall(values, [input], values.json ?? false);
  await checkWritten(copy, { inputs: [input], against: [], out: undefined });
  if (resolve(values.write) === resolve(values.decisions))
    throw wrongCall('--write', 'another file than --decisions', values.write);
  const folder = new WorkFolder();
  const release = onInterrupt(() => 'a copy that is not finished is not kept; the same call makes it anew');
  try {
    const decisions = await storedDecisions(values.decisions, folder);
    const damagedSpots: DamagedSpot[] = [];
    const call = {
      ...copy,
      inputs: [input],
      reading: readReading(values),
      out: undefined,
      isOneOfSeveral: true,
      onDamage: (spot: DamagedSpot) => void damagedSpots.push(spot),
    };
    const progress = new Progress(values.quiet ?? false);
    const written = await writeCopies(call, () => decisions, folder, progress);
    progress.clear();
    if (written === undefined) throw new Error('expected a copy');
    const words = `${many(written.kept, 'page')} and ${many(written.revisits, 'revisit')} in ${written.file}, ${inMegabytes(written.bytes)}\n${damageParagraph(damagedSpots)}`;
    if (copy.write === '-') process.stderr.write(values.quiet ? damageAlone(damagedSpots) : words);
    else {
      const summary = { ...written, damaged: damagedSpots.length, damagedSpots };
      printResult(values.json ?? false, summary, words);
    }
    return damagedSpots.length > 0 ? 3 : 0;
  } finally {
    release();
    folder.close();
  }
}

async function storedDecisions(path: string, folder: WorkFolder): Promise<Iterable<PageDecision>> {
  const decisions = new StoredList<PageDecision>(folder);
  const lines = readJsonLines<PageDecision & { readonly format: string }>(path);
  for await (const { format, ...decision } of lines) {
    if (format !== fileFormats.decision)
      throw wrongCall(path, `decisions in format ${fileFormats.decision}`, JSON.stringify(format));
    decisions.push(decision);
  }
  return decisions;
}
