import type { Evaluation } from '../../../src/index.ts';
import { numberedLines } from '../read-lines.ts';

/** Pairs of page ids from a file, and the line of each. */
interface Labels {
  readonly path: string;
  readonly labels: readonly [string, string][];
  readonly lines: readonly number[];
}

/** Most characters of a line that an error shows. */
const SHOWN_LENGTH = 80;

/**
 * Reads pairs of page ids from a file: two ids a line, separated by a tab, with the number of each line. Blank lines are skipped.
 *
 * @throws Error that names the line which is not a pair, or the file that cannot be read.
 */
export async function readLabels(path: string): Promise<Labels> {
  const labels: [string, string][] = [];
  const lines: number[] = [];
  for await (const [number, line] of numberedLines(path)) {
    const [a, b, ...more] = line.split('\t');
    if (a === undefined || b === undefined || a === '' || b === '' || more.length > 0) {
      throw new Error(
        `--truth: ${path}:${number}: expected two page ids with a tab between them; got ${JSON.stringify(line.slice(0, SHOWN_LENGTH))}`,
      );
    }
    labels.push([a, b]);
    lines.push(number);
  }
  if (labels.length === 0) {
    throw new Error(`--truth: ${path}: expected lines of two page ids with a tab between them; got none`);
  }
  return { path, labels, lines };
}

/** What an evaluation tells of labels, with the lines of the ids that are no page. */
export function withLines(
  { firstUnknown, ...told }: NonNullable<Evaluation['labels']>,
  { lines }: Labels,
): NonNullable<Evaluation['labels']> {
  return {
    ...told,
    ...(firstUnknown && {
      firstUnknown: firstUnknown.map(({ id, pair }) => ({ id, pair, line: lines[pair - 1] })),
    }),
  };
}
