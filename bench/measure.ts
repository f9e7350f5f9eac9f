/** Median, least and greatest of several timings, in milliseconds. */
export interface Timing {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/** Processor time of all threads of this process so far, in milliseconds: other programs hardly change it. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Times several pieces of work side by side: each once to warm up, then `rounds` times in turn (A B C A B C …),
 * so that changes in the machine's speed affect all of them alike.
 *
 * @param clock in milliseconds: wall time, or `processorTime`
 */
export async function timeInTurn<Name extends string>(
  work: Readonly<Record<Name, () => unknown>>,
  rounds = 5,
  clock: () => number = () => performance.now(),
): Promise<Record<Name, Timing>> {
  const names = Object.keys(work) as Name[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = -1; round < rounds; round++) {
    for (const name of names) {
      const startedAt = clock();
      await work[name]();
      if (round >= 0) times[name].push(clock() - startedAt);
    }
  }
  return Object.fromEntries(names.map((name) => [name, timing(times[name])])) as Record<Name, Timing>;
}

/** The median of some numbers with their range. */
export function timing(values: readonly number[]): Timing {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >>> 1;
  const median = sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted[sorted.length - 1] };
}

/** Prints rows under their column names, numbers to the right. */
export function printTable(
  columns: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  const cells = [columns, ...rows].map((row) => row.map(String));
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
  for (const row of cells) {
    const line = row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])));
    process.stdout.write(`${line.join('  ').trimEnd()}\n`);
  }
}

/** Milliseconds with their range, `12.3 (11.9–14.0)`. */
export function shown({ median, min, max }: Timing): string {
  return `${median.toFixed(1)} (${min.toFixed(1)}–${max.toFixed(1)})`;
}

/** Rows under their column names as a Markdown table, every column but the first to the right. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const rule = `|---|${'---:|'.repeat(columns.length - 1)}`;
  return [line(columns), rule, ...rows.map(line)].join('\n');
}
