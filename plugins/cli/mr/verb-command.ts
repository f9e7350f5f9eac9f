import { PartitionedWriter } from '../../mr/lines/partitioned-writer.ts';
import { piecesOf } from '../../mr/lines/pieces.ts';
import { LineReader } from '../../mr/lines/reader.ts';
import { type LineOutput, LineWriter } from '../../mr/lines/writer.ts';
import { runVerb } from '../../mr/run-verb.ts';
import { writePairs } from '../../mr/verbs/write-pairs.ts';
import { wrongCall } from '../errors.ts';
import { option, parseCall, refuseOthers, wholeNumberBetween } from '../options.ts';
import { readShaping, shaping } from '../shaping.ts';
import { didYouMean } from '../suggest.ts';
import { version } from '../version.ts';
import { printEstimate } from './estimate-command.ts';
import { writeGrams } from './grams.ts';
import { inputsFrom, listedInputs, mostInputs } from './inputs.ts';
import { printPlan } from './plan.ts';
import { printResults, readResultsCall } from './results/print.ts';
import { writeSets } from './sets.ts';
import { printTrailers, sampleKeys, tally } from './tally.ts';
import { lineVerbs } from './verbs/line-verbs.ts';
import { verbOptions } from './verbs/options.ts';

const noRun = '-';
/** Verbs that write on standard output only. */
const printing: readonly string[] = ['pairs', 'print'];
/** Options of the verbs that are not in `lineVerbs`. */
const takenByOthers: Readonly<Record<string, readonly string[]>> = {
  grams: ['input', 'listed', ...Object.keys(shaping), 'field'],
  sets: ['input', 'listed'],
  print: ['file', 'similarity'],
};
/** Most files, since a process writes one for each part: any system allows this many open files. */
const mostParts = 1000;

/** Verbs that read their calls themselves. */
const ownCalls: Readonly<Record<string, (args: string[]) => number | Promise<number>>> = {
  plan: printPlan,
  estimate: printEstimate,
  trailers: printTrailers,
  'sample-keys': sampleKeys,
  tally,
};
/** Verbs that read pages or sets, not lines. */
const readingInputs: readonly string[] = ['grams', 'sets'];

const options = {
  ...verbOptions,
  ...shaping,
  field: { type: 'string' },
  file: { type: 'string' },
  input: { type: 'string' },
  listed: { type: 'boolean' },
  run: { type: 'string' },
  partition: { type: 'boolean' },
  parts: { type: 'string' },
  out: { type: 'string' },
} as const;

/** A verb of `neardup mr`: see `usage.ts`. */
export async function runVerbCommand([verb, ...args]: string[]): Promise<number> {
  checkVerb(verb);
  if (Object.hasOwn(ownCalls, verb)) return ownCalls[verb](args);
  const call = readCall(verb, args);
  const write = await writerOf(verb, call);
  const output = openOutput(call.values);
  try {
    await write(output);
    return 0;
  } catch (error) {
    // many verbs run at the same time: each error says which verb failed
    throw new Error(`mr ${verb}`, { cause: error });
  }
}

function checkVerb(verb: string | undefined): asserts verb is string {
  const known = [...Object.keys(ownCalls), ...readingInputs, ...Object.keys(lineVerbs), ...printing];
  if (verb !== undefined && known.includes(verb)) return;
  const meant = verb === undefined ? '' : didYouMean(verb, ['run', 'decide', 'write', ...known]);
  const got = verb === undefined ? 'none' : JSON.stringify(verb) + meant;
  throw wrongCall('mr', 'a verb, such as run; neardup mr --help lists them', got);
}

function readCall(verb: string, args: string[]) {
  const call = parseCall(args, options);
  const { values, positionals } = call;
  refuseOthers(`mr ${verb}`, values, [
    'run',
    'partition',
    ...(printing.includes(verb) ? [] : ['parts', 'out']),
    ...(lineVerbOf(verb)?.takes ?? takenByOthers[verb] ?? []),
  ]);
  if (readingInputs.includes(verb) && (positionals.length === 0) !== (values.listed ?? false)) {
    throw wrongCall(`mr ${verb}`, 'inputs, or --listed and none', String(positionals.length));
  }
  if (values.input !== undefined && values.listed)
    throw wrongCall('--input', 'inputs as arguments; --listed names the number of each', '--listed');
  return call;
}

/** Checks what a verb is given, and returns what it does then. */
async function writerOf(
  verb: string,
  { values, positionals }: ReturnType<typeof readCall>,
): Promise<(output: LineOutput) => Promise<void>> {
  const identity = { version, run: values.run ?? noRun };
  if (readingInputs.includes(verb)) {
    const first = option(values, 'input', wholeNumberBetween(0, mostInputs - 1), 0);
    const inputs = values.listed ? listedInputs() : inputsFrom(first, positionals);
    if (verb === 'sets') return (output) => writeSets(inputs, identity, output);
    const read = { ...readShaping(values), field: values.field };
    return (output) => writeGrams(inputs, read, identity, output);
  }
  const how = { ...identity, isPartition: values.partition ?? false };
  const lineVerb = lineVerbOf(verb);
  if (lineVerb !== undefined) {
    const opened = await lineVerb.open(values, identity);
    const sorted = lineVerb.sorted ?? false;
    return (output) => runVerb(opened, piecesOf(positionals), output, { ...how, name: verb, sorted });
  }
  const lines = new LineReader(piecesOf(positionals), { ...how, sorted: true });
  if (verb === 'pairs') return () => writePairs(lines, process.stdout);
  const results = readResultsCall(values);
  return () => printResults(lines, results, process.stdout);
}

function lineVerbOf(verb: string): (typeof lineVerbs)[string] | undefined {
  return Object.hasOwn(lineVerbs, verb) ? lineVerbs[verb] : undefined;
}

function openOutput({ parts, out }: { readonly parts?: string; readonly out?: string }): LineOutput {
  if ((parts === undefined) !== (out === undefined))
    throw wrongCall('--parts', '--out DIR with it, and with --out it');
  if (out === undefined) return new LineWriter(process.stdout);
  return new PartitionedWriter(out, option({ parts }, 'parts', wholeNumberBetween(1, mostParts), 1));
}
