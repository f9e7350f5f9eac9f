import { createReadStream } from 'node:fs';
import { PartitionedWriter } from '../../mr/lines/partitioned-writer.ts';
import { LineReader } from '../../mr/lines/reader.ts';
import { type LineOutput, LineWriter } from '../../mr/lines/writer.ts';
import { runVerb } from '../../mr/run-verb.ts';
import { writePairs } from '../../mr/verbs/write-pairs.ts';
import { wrongCall } from '../errors.ts';
import {
  option,
  parseCall,
  reading,
  readReading,
  readShaping,
  shaping,
  wholeNumberBetween,
} from '../options.ts';
import { optionLines } from '../usage.ts';
import { version } from '../version.ts';
import { writeGrams } from './grams.ts';
import { inputsFrom, listedInputs, mostInputs } from './inputs.ts';
import { printPlan } from './plan.ts';
import { writeSets } from './sets.ts';
import { lineVerbs, verbOptionHelp, verbOptions } from './verbs.ts';

/** What `--help` prints. */
export const usage = `usage: neardup mr VERB [FILE…] [options]

Exact joins beyond one machine: each verb reads lines (of FILEs or standard input) and writes lines, for sort,
Spark or another engine to put between them. Lines in and out are in docs/file-formats.md.

${optionLines([
  [
    'run --local INPUT… --out DIR',
    `all of them on this machine: the files of neardup dedup. With --resume, --parts N,
--threads N, --memory SIZE, --method, --recall and the options of dedup that decide`,
  ],
  ['run --local --sets SETS --out DIR', 'all of them on this machine: DIR/pairs.txt'],
  ['plan', 'the verbs in their order, as JSON, for drivers'],
  [
    'grams INPUT…',
    'pages of dumps, as neardup dedup reads them, with --gram, --multiset, --extract and --field',
  ],
  ['sets SETS…', 'sets of integers, as neardup join reads them; - is standard input'],
  [
    '  --input N',
    'of grams and sets: the number of the first one (0); ids begin at 10^10 for each one before',
  ],
  ['  --listed', 'standard input lists them: a number, a tab and a path a line'],
  ...Object.entries(lineVerbs).map(
    ([name, { about, sorted }]) => [name, sorted ? `${about} (sorted input)` : about] as const,
  ),
  ['pairs', 'a b overlap a line, as neardup join prints them (sorted input)'],
])}

${optionLines([
  ...verbOptionHelp,
  ['--run NAME', 'names the run: lines of another one are refused'],
  ['--parts N --out DIR', 'write N files there, each line by its key, instead of standard output'],
  ['--partition', 'the input is one partition of several: whoever runs them checks the trailers'],
])}

Sorted is what LC_ALL=C sort makes of it.
`;

const noRun = '-';
const takenBySources: Readonly<Record<string, readonly string[]>> = {
  grams: ['input', 'listed', ...Object.keys(shaping), ...Object.keys(reading)],
  sets: ['input', 'listed'],
};
/** A process can hold so many files open on any system. */
const mostParts = 1000;
const READ_BYTES = 1 << 18;

/** A verb of `neardup mr`: see `usage`. */
export async function runVerbCommand([verb, ...args]: string[]): Promise<number> {
  if (verb === 'plan') return printPlan(args);
  const known = ['plan', 'grams', 'sets', ...Object.keys(lineVerbs), 'pairs'];
  if (verb === undefined || !known.includes(verb)) {
    throw wrongCall('mr', `a verb (${known.join(', ')})`, verb === undefined ? 'none' : JSON.stringify(verb));
  }
  const lineVerb = Object.hasOwn(lineVerbs, verb) ? lineVerbs[verb] : undefined;
  const { values, positionals } = parseCall(args, {
    ...verbOptions,
    ...shaping,
    ...reading,
    input: { type: 'string' },
    listed: { type: 'boolean' },
    run: { type: 'string' },
    partition: { type: 'boolean' },
    parts: { type: 'string' },
    out: { type: 'string' },
  });
  const taken: readonly string[] = [
    'run',
    'partition',
    'parts',
    'out',
    ...(lineVerb?.takes ?? takenBySources[verb] ?? []),
  ];
  const foreign = Object.keys(values).find((name) => !taken.includes(name));
  if (foreign !== undefined) throw wrongCall(`mr ${verb}`, 'only options that it takes', `--${foreign}`);
  if (Object.hasOwn(takenBySources, verb) && (positionals.length === 0) !== (values.listed ?? false)) {
    throw wrongCall(`mr ${verb}`, 'inputs, or --listed and none', String(positionals.length));
  }
  const identity = { version, run: values.run ?? noRun };
  const first = option(values, 'input', wholeNumberBetween(0, mostInputs - 1), 0);
  const how = { ...identity, isPartition: values.partition ?? false };
  const opened = await lineVerb?.open(values, identity);
  const inputs = values.listed ? listedInputs() : inputsFrom(first, positionals);
  const output = openOutput(values);
  try {
    if (verb === 'sets') {
      await writeSets(inputs, identity, output);
    } else if (verb === 'grams') {
      await writeGrams(inputs, { ...readShaping(values), reading: readReading(values) }, identity, output);
    } else if (opened === undefined) {
      await writePairs(new LineReader(linesOf(positionals), { ...how, sorted: true }), process.stdout);
    } else {
      const sorted = lineVerb?.sorted ?? false;
      await runVerb(opened, linesOf(positionals), output, { ...how, name: verb, sorted });
    }
    return 0;
  } catch (error) {
    // Many of them run at once: each says which one it is.
    throw new Error(`mr ${verb}`, { cause: error });
  }
}

/** The bytes of files one after the other; of standard input where there are none. */
async function* linesOf(files: readonly string[]): AsyncGenerator<Buffer> {
  if (files.length === 0) yield* process.stdin;
  for (const file of files) yield* createReadStream(file, { highWaterMark: READ_BYTES });
}

function openOutput({ parts, out }: { readonly parts?: string; readonly out?: string }): LineOutput {
  if ((parts === undefined) !== (out === undefined))
    throw wrongCall('--parts', '--out DIR with it, and with --out it');
  if (out === undefined) return new LineWriter(process.stdout);
  return new PartitionedWriter(out, option({ parts }, 'parts', wholeNumberBetween(1, mostParts), 1));
}
