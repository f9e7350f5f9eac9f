import { Draw } from './draw.ts';
import { brokenDump, checksummedDump, wholeDump } from './dump-cases.ts';
import { brokenPage, trickyBytes, wellNestedPage } from './html-cases.ts';

/** Hears what is wrong: what should hold and does not, the input, and what was found instead. */
export type OnFinding = (what: string, input: string | Buffer, found: unknown) => void;

/** One case: draws an input, reads it, and tells what is wrong. Throws nothing itself unless a reader did. */
export type Case = (draw: Draw, finding: OnFinding) => void | Promise<void>;

/** What is fuzzed; case `number` of a run is of kind `number % kinds`. */
const kinds: Readonly<Record<string, Case>> = {
  'well-nested page': wellNestedPage,
  'broken page': brokenPage,
  'tricky bytes': trickyBytes,
  'whole dump': wholeDump,
  'broken dump': brokenDump,
  'checksummed dump': checksummedDump,
};

/** How many kinds of cases there are. */
export const kindCount: number = Object.keys(kinds).length;

/** What a case found. */
export interface Finding {
  readonly seed: number;
  readonly number: number;
  readonly kind: string;
  readonly what: string;
  /** The input, in base64 where it is bytes. */
  readonly input: string;
  readonly found: string;
}

/** A case is small: one that takes more of the processor than this, three times in a row, is slow. */
const mostMilliseconds = 1500;

/** Runs a case; the same seed and number make the same one. Resolves to what is wrong, nothing if all is well. */
export async function runCase(seed: number, number: number): Promise<Finding[]> {
  const findings = new Map<string, Finding>();
  const [kind, run] = Object.entries(kinds)[number % kindCount];
  const add: OnFinding = (what, input, found) => {
    findings.set(what, { seed, number, kind, what, input: shownInput(input), found: shown(found) });
  };
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 3 && least > mostMilliseconds; round++) {
    const before = process.cpuUsage();
    try {
      await run(new Draw(seed, number), add);
    } catch (error) {
      add('a reader throws', '', error instanceof Error ? error.stack : error);
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  if (least > mostMilliseconds) add(`takes more than ${mostMilliseconds} ms`, '', least);
  return [...findings.values()];
}

function shownInput(input: string | Buffer): string {
  return typeof input === 'string' ? input : input.toString('base64');
}

/** As JSON, with what JSON has no form for as text. */
function shown(found: unknown): string {
  return typeof found === 'string'
    ? found
    : JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
