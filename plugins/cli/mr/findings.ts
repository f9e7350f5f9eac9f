import { tags, unescaped } from '../../mr/lines/format.ts';
import type { RunIdentity } from '../../mr/run-verb.ts';
import { type Input, noPageIn } from '../input.ts';
import { linesOf } from './tagged-lines.ts';

/** Facts about an input that has been read. */
export type InputFindings = Pick<Input, 'bytes' | 'damaged' | 'notes' | 'skipped'> & {
  /** As given. */
  readonly input: string;
};

/** The facts about several inputs together. */
export function findingsOfAll(inputs: readonly InputFindings[]): Omit<InputFindings, 'input'> {
  const skipped: Record<string, number> = {};
  for (const each of inputs)
    for (const [reason, count] of Object.entries(each.skipped))
      skipped[reason] = (skipped[reason] ?? 0) + count;
  return {
    bytes: inputs.reduce((sum, { bytes }) => sum + bytes, 0),
    damaged: inputs.flatMap(({ damaged }) => damaged),
    notes: inputs.flatMap(({ notes }) => notes),
    skipped,
  };
}

/** The findings of all inputs, in sorted lines such as those of the stage `pages`. */
export async function findingsIn(sorted: string, identity: RunIdentity): Promise<InputFindings[]> {
  const findings: InputFindings[] = [];
  for await (const [json] of linesOf(sorted, tags.ofInput, identity))
    findings.push(JSON.parse(unescaped(json)));
  return findings;
}

/** The error for inputs without any page, which says what was there instead. */
export async function noPage(sorted: string, identity: RunIdentity): Promise<Error> {
  const findings = await findingsIn(sorted, identity);
  const { skipped, damaged } = findingsOfAll(findings);
  const inputs = findings.map(({ input }) => input);
  return new Error(noPageIn(inputs, new Map(Object.entries(skipped)), damaged));
}
