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

/** A verb of `neardup mr`: see `usage.ts`. */
export async function runVerbCommand([verb, ...args]: string[]): Promise<number> {
  if (verb === 'plan') return printPlan(args);
  if (verb === 'estimate') return printEstimate(args);
  if (verb === 'trailers') return printTrailers(args);
  if (verb === 'sample-keys') return sampleKeys(args);
  if (verb === 'tally') return tally(args);
  const known = [
    'plan',
    'estimate',
    'grams',
    'sets',
    ...Object.keys(lineVerbs),
    'pairs',
    'print',
    'trailers',
    'sample-keys',
    'tally',
  ];
  if (verb === undefined || !known.includes(verb)) {
    const meant = verb === undefined ? '' : didYouMean(verb, ['run', 'decide', 'write', ...known]);
    const got = verb === undefined ? 'none' : JSON.stringify(verb) + meant;
    throw wrongCall('mr', 'a verb, such as run; neardup mr --help lists them', got);
  }
  const lineVerb = Object.hasOwn(lineVerbs, verb) ? lineVerbs[verb] : undefined;
  const { values, positionals } = parseCall(args, {
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
  });
  const taken: readonly string[] = [
    'run',
    'partition',
    ...(printing.includes(verb) ? [] : ['parts', 'out']),
    ...(lineVerb?.takes ?? takenByOthers[verb] ?? []),
  ];
  refuseOthers(`mr ${verb}`, values, taken);
  if ((verb === 'grams' || verb === 'sets') && (positionals.length === 0) !== (values.listed ?? false)) {
    throw wrongCall(`mr ${verb}`, 'inputs, or --listed and none', String(positionals.length));
  }
  if (values.input !== undefined && values.listed)
    throw wrongCall('--input', 'inputs as arguments; --listed names the number of each', '--listed');
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
      await writeGrams(inputs, { ...readShaping(values), field: values.field }, identity, output);
    } else if (opened === undefined) {
      const lines = new LineReader(piecesOf(positionals), { ...how, sorted: true });
      if (verb === 'pairs') await writePairs(lines, process.stdout);
      else await printResults(lines, readResultsCall(values), process.stdout);
    } else {
      const sorted = lineVerb?.sorted ?? false;
      await runVerb(opened, piecesOf(positionals), output, { ...how, name: verb, sorted });
    }
    return 0;
  } catch (error) {
    // many verbs run at the same time: each error says which verb failed
    throw new Error(`mr ${verb}`, { cause: error });
  }
}

function openOutput({ parts, out }: { readonly parts?: string; readonly out?: string }): LineOutput {
  if ((parts === undefined) !== (out === undefined))
    throw wrongCall('--parts', '--out DIR with it, and with --out it');
  if (out === undefined) return new LineWriter(process.stdout);
  return new PartitionedWriter(out, option({ parts }, 'parts', wholeNumberBetween(1, mostParts), 1));
}
