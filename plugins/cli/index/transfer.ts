import { sep } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type IndexCounts, IndexError, SketchIndex } from '../../../src/index.ts';
import { checkPlace } from '../check-place.ts';
import { damageLines } from '../damage.ts';
import { writeWhole } from '../dedup/files.ts';
import { wrongCall } from '../errors.ts';
import { openInput } from '../input.ts';
import { inThousands, many } from '../numbers.ts';
import { parseCall, reading, readReading, readThreads } from '../options.ts';
import { Progress } from '../progress.ts';
import { bytesOf } from '../read-lines.ts';
import { realPath } from '../real-path.ts';
import { printResult } from '../result.ts';
import { version } from '../version.ts';
import { indexedPages } from './pages.ts';
import { givenParameters, newParameters, parameterOptions } from './parameters.ts';
import { replacedInWords } from './replaced.ts';
import { written } from './written.ts';

/** Permissions of an export: only its user may read it, as with the folder of an index. */
const OF_THIS_USER = 0o600;

/** `neardup index merge DIR OTHER…`: see `usage` in command.ts. */
export async function merge(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {});
  const [directory, ...others] = positionals;
  if (others.length === 0) {
    throw wrongCall('index merge', 'DIR and at least one OTHER index', String(positionals.length));
  }
  const itself = others.find((other) => realPath(other) === realPath(directory));
  if (itself !== undefined) throw wrongCall('index merge', `OTHER indexes than ${directory}`, itself);
  const index = await SketchIndex.openExisting(directory);
  try {
    const total = { merged: 0, replayed: 0, hostsLeft: 0 };
    const { decided } = index.counts;
    for (const other of others) {
      const goesOn = 'the pages merged so far stay; the same call again merges the others';
      const { merged, replayed, hostsLeft = 0 } = await written(directory, goesOn, mergeOne(index, other));
      total.merged += merged;
      total.replayed += replayed;
      total.hostsLeft += hostsLeft;
    }
    const { hostsLeft } = total;
    const replaced = decided + total.merged - index.counts.decided;
    const left =
      hostsLeft === 0
        ? ''
        : `; of ${many(hostsLeft, 'host')} ${directory} kept what it knew, and left what the others know`;
    print(
      values.json,
      { ...total, replaced, index: index.counts },
      `${many(total.merged, 'page')} merged, ${inThousands(total.replayed)} there already; ${replacedInWords(replaced)}${held(index.counts)}${left}`,
    );
    return 0;
  } finally {
    await index.close();
  }
}

async function mergeOne(index: SketchIndex, directory: string) {
  const other = await SketchIndex.openExisting(directory);
  try {
    return await index.merge(other);
  } finally {
    await other.close();
  }
}

/** `neardup index export DIR FILE`: see `usage` in command.ts. */
export async function exportIndex(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {});
  const [directory, file] = twoOf('export', positionals);
  if (file === '-' && values.json) {
    throw wrongCall('index export', 'a FILE with --json', '-, which is standard output');
  }
  const [place, ofIndex] = [realPath(file), realPath(directory)];
  if (file !== '-' && place.startsWith(`${ofIndex}${sep}`)) {
    throw wrongCall('index export', 'a FILE that is not in the folder of the index', file);
  }
  if (file !== '-') await checkPlace('index export', file);
  const index = await SketchIndex.openExisting(directory);
  try {
    if (file === '-') await pipeline(Readable.from(index.export()), process.stdout, { end: false });
    else {
      await writeWhole(file, index.export(), OF_THIS_USER);
      print(values.json, { file, index: index.counts }, `written to ${file}; ${held(index.counts)}`);
    }
    return 0;
  } finally {
    await index.close();
  }
}

/** `neardup index import DIR FILE`: see `usage` in command.ts. */
export async function importIndex(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {});
  const [directory, file] = twoOf('import', positionals);
  const index = await naming(file, SketchIndex.import(directory, read(file)));
  print(values.json, { index: index.counts }, held(index.counts));
  await index.close();
  return 0;
}

/** `neardup index rebuild DIR FILE`, or `DIR --dump INPUT…`: see `usage` in command.ts. */
export async function rebuild(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    ...parameterOptions,
    dump: { type: 'boolean' },
    'drop-damaged': { type: 'boolean' },
    ...reading,
  });
  const options = { keepDamaged: !values['drop-damaged'] };
  const done = values.dump ? await fromDump() : await fromExport();
  const index = await SketchIndex.openExisting(positionals[0]);
  const { counts } = index;
  await index.close();
  const kept = done.damaged === undefined ? '' : `; what was there is in ${done.damaged}`;
  const words = [`${held(counts)}${kept}`, ...damageLines(done.damagedSpots)];
  print(values.json, { ...done, index: counts }, words.join('\n'));
  return done.damagedSpots.length > 0 ? 3 : 0;

  async function fromExport() {
    const [directory, file] = twoOf('rebuild', positionals);
    const ofDumps = Object.keys({ ...parameterOptions, ...reading }).find(
      (name) => values[name as keyof typeof values] !== undefined,
    );
    if (ofDumps !== undefined) {
      throw wrongCall(`--${ofDumps}`, '--dump: an export has parameters and pages of its own');
    }
    const done = await naming(file, SketchIndex.rebuild(directory, { export: read(file) }, options));
    return { ...done, damagedSpots: [] };
  }

  async function fromDump() {
    const [directory, ...inputs] = positionals;
    if (inputs.length === 0) {
      throw wrongCall('index rebuild --dump', 'DIR and at least one INPUT', String(positionals.length));
    }
    const parameters = { ...newParameters, ...givenParameters(values) };
    const progress = new Progress(values.quiet ?? false);
    const input = openInput(inputs, readReading(values), progress);
    const pages = indexedPages(input, parameters, readThreads(values));
    try {
      const done = await SketchIndex.rebuild(directory, { pages, parameters }, options);
      return { ...done, damagedSpots: input.damaged };
    } finally {
      progress.clear();
    }
  }
}

function twoOf(verb: string, positionals: readonly string[]): readonly [directory: string, file: string] {
  if (positionals.length !== 2) {
    throw wrongCall(`index ${verb}`, 'DIR and FILE', String(positionals.length));
  }
  return [positionals[0], positionals[1]];
}

/** Adds the name of an export to the error that says what is wrong with it. */
async function naming<T>(file: string, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    if (!(error instanceof IndexError) || error.code !== 'NEARDUP_EXPORT_DAMAGED') throw error;
    throw new Error(file === '-' ? 'standard input' : file, { cause: error });
  }
}

function read(file: string): AsyncIterable<Uint8Array | string> {
  return file === '-' ? process.stdin : bytesOf(file);
}

function held({ decided, unique }: IndexCounts): string {
  return `the index holds ${many(decided, 'page')}, ${inThousands(unique)} of them unique`;
}

function print(json: boolean | undefined, summary: object, sentence: string): void {
  printResult(json ?? false, { ...summary, version }, `${sentence}\n`);
}
