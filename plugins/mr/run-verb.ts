import { LineReader } from './lines/reader.ts';
import { addCounters, noLines } from './lines/trailer.ts';
import type { LineOutput } from './lines/writer.ts';
import type { Verb, VerbCall } from './verbs/verb.ts';

/** What all verbs of a run have in common. */
export interface RunIdentity {
  /** Version of neardup. */
  readonly version: string;
  /** Name of the run. */
  readonly run: string;
}

/** Options of running one verb. */
interface VerbRun extends RunIdentity {
  /** Name of the verb in the trailer. */
  readonly name: string;
  /** Whether its input must be sorted by bytes. */
  readonly sorted: boolean;
  /** Whether its input is one partition of several. */
  readonly isPartition: boolean;
}

/**
 * Runs a verb over the lines of `input`, and ends its output with a trailer. Throws what the verb throws; then there is
 * no trailer.
 */
export async function runVerb(
  verb: Verb,
  input: AsyncIterable<Buffer>,
  output: LineOutput,
  { name, ...options }: VerbRun,
): Promise<void> {
  const reader = new LineReader(input, options);
  await runSource(async (call) => verb({ ...call, input: reader }), output, name, options, reader);
}

/** Runs a function that writes lines and reads none. */
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
