import { LineReader } from './lines/reader.ts';
import { addCounters, noLines } from './lines/trailer.ts';
import type { LineOutput } from './lines/writer.ts';
import type { Verb, VerbCall } from './verbs/verb.ts';

/** What all verbs of a run have in common. */
export interface RunIdentity {
  /** Of neardup. */
  readonly version: string;
  /** Names the run. */
  readonly run: string;
}

/** How one verb is run. */
interface VerbRun extends RunIdentity {
  /** As it stands in the trailer. */
  readonly name: string;
  /** Whether its input must be in the order of its bytes. */
  readonly sorted: boolean;
  /** Whether its input is one partition of several. */
  readonly isPartition: boolean;
}

/** Runs a verb over the lines of `input`, to the trailer of its output. Throws what the verb throws; then there is no trailer. */
export async function runVerb(
  verb: Verb,
  input: AsyncIterable<Buffer>,
  output: LineOutput,
  { name, ...options }: VerbRun,
): Promise<void> {
  const reader = new LineReader(input, options);
  await runSource(async (call) => verb({ ...call, input: reader }), output, name, options, reader);
}

/** Runs what writes lines and reads none. */
export async function runSource(
  write: (call: Omit<VerbCall, 'input'>) => Promise<void>,
  output: LineOutput,
  verb: string,
  { version, run }: RunIdentity,
  reader?: LineReader,
): Promise<void> {
  const counters: Record<string, number> = {};
  await write({ output, count: (name, by = 1) => addCounters(counters, { [name]: by }) });
  await output.end({ verb, version, run, read: reader?.sum ?? noLines(), counters });
}
