import type { Mutation, Site } from './mutations.ts';

/**
 * Makes a source that appends a line to a file the first time that a test reaches the place of a mutation. The line
 * has the number of the mutation, and the id of the test if it is known (current-test.ts).
 *
 * @param sites the places, by the number of their mutation
 * @param into path of the file
 */
export function recording(source: string, sites: ReadonlyMap<number, Site>, into: string): string {
  const insertions = [...sites].flatMap(([number, site]) => around(number, site));
  // at the same offset, the longer place is outside
  insertions.sort((a, b) => a.at - b.at || Number(a.opens) - Number(b.opens) || order(a) - order(b));
  let text = '';
  let from = 0;
  for (const { at, text: inserted } of insertions) {
    text += source.slice(from, at) + inserted;
    from = at;
  }
  return `${text}${source.slice(from)}\n${recorder(into)}`;
}

interface Insertion {
  readonly at: number;
  readonly text: string;
  readonly opens: boolean;
  /** Length of the place, in characters. */
  readonly length: number;
}

function around(number: number, { kind, start, end }: Site): Insertion[] {
  const length = end - start;
  const call = `__reached(${number})`;
  if (kind === 'body') return [{ at: start + 1, text: ` ${call};`, opens: true, length: Infinity }];
  const [open, close] = kind === 'statement' ? [`{ ${call}; `, ' }'] : [`(${call}, `, ')'];
  return [
    { at: start, text: open, opens: true, length },
    { at: end, text: close, opens: false, length },
  ];
}

function order({ opens, length }: Insertion): number {
  return opens ? -length : length;
}

/** The function is hoisted, so that code which runs when the module loads is recorded, too. */
function recorder(into: string): string {
  return `function __reached(number) {
  const seen = (globalThis.__neardupReached ??= new Set());
  if (seen.has(number)) return;
  seen.add(number);
  const line = number + ' ' + (globalThis.__neardupTest ?? '') + '\\n';
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(into)}, line);
}
`;
}

/**
 * The tests that reach each mutation, from the lines that recording sources wrote while a test file ran. Empty for a
 * mutation that was reached outside a known test: then any test of the file may depend on it.
 */
export function reachedBy(lines: string): Map<number, ReadonlySet<string>> {
  const reached = new Map<number, Set<string>>();
  const outside = new Set<number>();
  for (const line of lines.split('\n').slice(0, -1)) {
    const [number, test] = line.split(' ');
    if (test === '') outside.add(Number(number));
    reached.set(Number(number), (reached.get(Number(number)) ?? new Set()).add(test));
  }
  for (const number of outside) reached.set(number, new Set());
  return reached;
}

/** Whether the code of a file can be recorded: not in kernels or browsers. */
export function isRecorded({ file }: Mutation): boolean {
  return !/\/(assembly|browser)\//.test(file);
}
