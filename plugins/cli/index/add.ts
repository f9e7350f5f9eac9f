import { readdir } from 'node:fs/promises';
import { IndexError, type IndexParameters, SketchIndex } from '../../../src/index.ts';
import { damageLines } from '../damage.ts';
import { wrongCall } from '../errors.ts';
import { openInput } from '../input.ts';
import { onInterrupt } from '../interruption.ts';
import { inThousands, many } from '../numbers.ts';
import { parseCall, reading, readReading, readThreads } from '../options.ts';
import { Progress } from '../progress.ts';
import { peakMemoryBytes, printResult } from '../result.ts';
import { version } from '../version.ts';
import { indexedPages } from './pages.ts';
import { givenParameters, newParameters, parameterOptions } from './parameters.ts';
import { replacedInWords } from './replaced.ts';
import { written } from './written.ts';

/** `neardup index add DIR INPUT…`: see `usage` in command.ts. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  const progress = new Progress(call.quiet);
  const input = openInput(call.inputs, call.reading, progress);
  let index = await openIfThere(call.directory);
  const parameters = { ...newParameters, ...index?.parameters, ...call.given };
  const release = onInterrupt(() => {
    progress.clear();
    return `the pages added so far stay in ${call.directory}; ${GOES_ON}`;
  });
  try {
    if (index !== undefined) checkTables(call, index.parameters);
    let pages = indexedPages(input, parameters, call.threads);
    // input that cannot be read leaves no empty index behind
    if (index === undefined) {
      await checkOwnFolder(call.directory);
      pages = await begun(pages);
    }
    index = await openWith(parameters, call.directory, index);
    const counts = await written(
      call.directory,
      `the pages added so far stay; ${GOES_ON}`,
      addPages(index, pages, call.ifNew),
    );
    progress.clear();
    const { added, replayed, duplicates, unclassifiable, replaced } = counts;
    const summary = {
      pages: added + replayed + duplicates + unclassifiable,
      ...counts,
      bytes: input.bytes,
      damaged: input.damaged.length,
      damagedSpots: input.damaged,
      skipped: input.skipped,
      index: index.counts,
      parameters: index.parameters,
      milliseconds: { total: performance.now() - startedAt },
      peakMemoryBytes: peakMemoryBytes(),
      version,
    };
    const repeated = call.ifNew ? `, ${inThousands(duplicates)} near-duplicates of earlier pages` : '';
    // without --if-new nothing was compared
    const held = call.ifNew ? many(index.counts.unique, 'unique page') : many(index.counts.decided, 'page');
    const lines = [
      `${many(summary.pages, 'page')}: ${inThousands(added)} added${repeated}, ` +
        `${inThousands(replayed)} there already, ${inThousands(unclassifiable)} without text; ` +
        `${replacedInWords(replaced)}the index holds ${held}`,
      ...damageLines(input.damaged),
    ];
    printResult(call.json, summary, `${lines.join('\n')}\n`);
    return summary.damaged > 0 ? 3 : 0;
  } finally {
    release();
    progress.clear();
    await index?.close();
  }
}

const GOES_ON = 'the same call again adds the others';

/** Adds the pages. @returns how many are new, by what became of them, how many were there, and how many of the new ones replaced others */
async function addPages(
  index: SketchIndex,
  pages: ReturnType<typeof indexedPages>,
  ifNew: boolean,
): Promise<Record<'added' | 'replayed' | 'duplicates' | 'unclassifiable' | 'replaced', number>> {
  const counts = { added: 0, replayed: 0, duplicates: 0, unclassifiable: 0 };
  const { decided } = index.counts;
  if (ifNew) {
    for await (const page of pages) {
      const { verdict, replayed } = await index.addIfNew(page);
      counts[replayed ? 'replayed' : COUNTED_AS[verdict]]++;
    }
  } else {
    const counted = async function* () {
      for await (const page of pages) {
        const isEmpty = page.grams.length === 0;
        if (isEmpty && (await index.get(page.key))?.verdict !== 'unclassifiable') counts.unclassifiable++;
        yield page;
      }
    };
    const { added, replayed } = await index.addAll(counted());
    Object.assign(counts, { added: added - counts.unclassifiable, replayed });
  }
  const stored = counts.added + counts.duplicates + counts.unclassifiable;
  return { ...counts, replaced: decided + stored - index.counts.decided };
}

/** The count to which a new page adds, by its verdict. */
const COUNTED_AS = { unique: 'added', duplicate: 'duplicates', unclassifiable: 'unclassifiable' } as const;

/** The index in `directory`; undefined if there is none. */
async function openIfThere(directory: string): Promise<SketchIndex | undefined> {
  try {
    return await SketchIndex.openExisting(directory);
  } catch (error) {
    if (error instanceof IndexError && error.code === 'NEARDUP_INDEX_MISSING') return undefined;
    throw error;
  }
}

/** Refuses a number of pages that the index was not made for: it has other tables then, of which no option speaks. */
function checkTables(
  { directory, given }: { readonly directory: string; readonly given: Partial<IndexParameters> },
  { simHashTables }: Required<IndexParameters>,
): void {
  const wanted = given.simHashTables ?? simHashTables;
  if (wanted === simHashTables) return;
  throw wrongCall(
    '--expected-pages',
    `about as many as the index in ${directory} was made for, or none`,
    wanted > simHashTables ? 'more' : 'fewer',
  );
}

/** An index is made in a folder of its own, not among the pages of a folder that was meant as INPUT. */
async function checkOwnFolder(directory: string): Promise<void> {
  const files = await readdir(directory).catch((): string[] => []);
  // LevelDB's lock: the making of an index was interrupted there
  if (files.length === 0 || files.includes('LOCK')) return;
  throw wrongCall(
    'index add',
    'an index, or a new folder for one, as DIR',
    `${directory}, which has other files`,
  );
}

/** `existing` if it has these parameters. Otherwise opens anew, which makes an index or refuses other parameters. */
async function openWith(
  parameters: IndexParameters,
  directory: string,
  existing: SketchIndex | undefined,
): Promise<SketchIndex> {
  if (existing !== undefined) {
    const own = Object.entries(existing.parameters);
    if (own.every(([name, value]) => parameters[name as keyof IndexParameters] === value)) return existing;
    await existing.close();
  }
  return SketchIndex.open(directory, parameters);
}

/** The items, once the first of them has come. Throws what walking to it throws. */
async function begun<T>(items: AsyncGenerator<T>): Promise<AsyncGenerator<T>> {
  const first = await items.next();
  return (async function* () {
    if (first.done) return;
    try {
      yield first.value;
      yield* items;
    } finally {
      await items.return(undefined);
    }
  })();
}

function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    'if-new': { type: 'boolean' },
    ...parameterOptions,
    ...reading,
  });
  const [directory, ...inputs] = positionals;
  if (inputs.length === 0)
    throw wrongCall('index add', 'DIR and at least one INPUT', String(positionals.length));
  return {
    directory,
    inputs,
    given: givenParameters(values),
    ifNew: values['if-new'] ?? false,
    reading: readReading(values),
    threads: readThreads(values),
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
