import type { Case, OnFinding } from './case.ts';
import { Draw } from './draw.ts';
import { brokenDump, checksummedDump, wholeDump } from './dump-cases.ts';
import { brokenPage, trickyBytes, wellNestedPage } from './html-cases.ts';

/** The kinds of cases. Case `number` of a run is of kind `number % kinds`. */
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
  /** The input; bytes are in base64. */
  readonly input: string;
  readonly found: string;
}

/** Cases are small. A case that takes more processor time than this, three times in a row, is slow. */
const mostMilliseconds = 1500;

/** Runs a case. The same seed and number make the same case. Resolves to its problems, none if all is well. */
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

/** A value as JSON; values without a JSON form as text. */
function shown(found: unknown): string {
  return typeof found === 'string'
    ? found
    : JSON.stringify(found, (_, value) => (typeof value === 'bigint' ? String(value) : value));
}
