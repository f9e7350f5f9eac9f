import { availableParallelism } from 'node:os';
import { IndexError, type IndexParameters, parseGramSpec, SketchIndex } from '../../../src/index.ts';
import { chooseTables } from '../../../src/sketch/index.ts';
import { UsageError } from '../errors.ts';
import { openInput } from '../input.ts';
import {
  checkedBy,
  numberBetween,
  oneOf,
  option,
  parseCall,
  shaping,
  wholeNumberBetween,
} from '../options.ts';
import { Progress } from '../progress.ts';
import { version } from '../version.ts';
import { indexedPages } from './pages.ts';

/** `neardup index add DIR INPUT…`: see `usage` in index-command.ts. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  const progress = new Progress(call.quiet);
  const input = openInput(call.inputs, call.field, progress);
  const index = await openOrMake(call.directory, call.given);
  try {
    const counts = { added: 0, replayed: 0, duplicates: 0, unclassifiable: 0 };
    const pages = indexedPages(input, index.parameters, call.threads);
    if (call.ifNew) {
      for await (const page of pages) {
        const { verdict, replayed } = await index.addIfNew(page);
        if (replayed) counts.replayed++;
        else
          counts[
            verdict === 'unique' ? 'added' : verdict === 'duplicate' ? 'duplicates' : 'unclassifiable'
          ]++;
      }
    } else {
      const before = index.counts.unclassifiable;
      const { added, replayed } = await index.addAll(pages);
      const unclassifiable = index.counts.unclassifiable - before;
      Object.assign(counts, { added: added - unclassifiable, replayed, unclassifiable });
    }
    progress.clear();
    const { added, replayed, duplicates, unclassifiable } = counts;
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
      peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
      version,
    };
    const repeated = call.ifNew ? `, ${duplicates} near-duplicates of earlier pages` : '';
    process.stdout.write(
      call.json
        ? `${JSON.stringify(summary)}\n`
        : `${summary.pages} pages: ${added} added${repeated}, ${replayed} there already, ${unclassifiable} without text; ` +
            `the index holds ${index.counts.unique} unique pages\n` +
            (summary.damaged > 0
              ? `damaged: ${summary.damaged} spots in the input; what they held is missing\n`
              : ''),
    );
    return summary.damaged > 0 ? 3 : 0;
  } finally {
    progress.clear();
    await index.close();
  }
}

/** What an index is made with, unless told. */
export const newParameters: Required<Omit<IndexParameters, 'components' | 'simHashTables'>> = {
  gram: 'word:4',
  threshold: 0.8,
  recall: 0.99,
  extract: 'main',
  multiset: false,
  setting: 'exact',
};

/** Options that say what an index is made with. */
export const parameterOptions = {
  threshold: { type: 'string' },
  recall: { type: 'string' },
  setting: { type: 'string' },
  ...shaping,
  'expected-pages': { type: 'string' },
} as const;

/** The parameters that were given, and no others. */
export function givenParameters(
  values: {
    readonly [Name in keyof typeof parameterOptions]?: string | boolean;
  },
): Partial<IndexParameters> {
  const expected = option(values, 'expected-pages', wholeNumberBetween(1, 2 ** 32 - 1), undefined);
  const given = {
    simHashTables: expected === undefined ? undefined : chooseTables(expected).design.tables.length,
    threshold: option(values, 'threshold', numberBetween(0.01, 1), undefined),
    recall: option(values, 'recall', numberBetween(0.01, 0.9999), undefined),
    setting: option(values, 'setting', oneOf(['exact', 'compact']), undefined),
    gram: option(
      values,
      'gram',
      checkedBy((text) => parseGramSpec(text) && text),
      undefined,
    ),
    multiset: values.multiset === true ? true : undefined,
    extract: option(values, 'extract', oneOf(['main', 'visible', 'none']), undefined),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** The index in `directory`, with its own parameters where nothing else was given; a new one where there is none. */
async function openOrMake(directory: string, given: Partial<IndexParameters>): Promise<SketchIndex> {
  let made: IndexParameters = newParameters;
  try {
    const index = await SketchIndex.openExisting(directory);
    made = index.parameters;
    const differs = Object.entries(given).some(
      ([name, value]) => index.parameters[name as keyof IndexParameters] !== value,
    );
    if (!differs) return index;
    await index.close();
  } catch (error) {
    if (!(error instanceof IndexError && error.code === 'NEARDUP_INDEX_MISSING')) throw error;
  }
  return SketchIndex.open(directory, { ...made, ...given });
}

function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    'if-new': { type: 'boolean' },
    ...parameterOptions,
    field: { type: 'string' },
  });
  const [directory, ...inputs] = positionals;
  if (inputs.length === 0) throw new UsageError('index add: expected DIR and at least one INPUT');
  return {
    directory,
    inputs,
    given: givenParameters(values),
    ifNew: values['if-new'] ?? false,
    field: values.field,
    threads: option(values, 'threads', wholeNumberBetween(1, 256), availableParallelism()),
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
