import { numberedLines } from '../read-lines.ts';

/** Most characters of a line that an error shows. */
const SHOWN_LENGTH = 80;

/**
 * Reads pairs of page ids from a file: two ids a line, separated by a tab. Blank lines are skipped.
 *
 * @throws Error that names the line which is not a pair, or the file that cannot be read.
 */
export async function readLabels(path: string): Promise<[string, string][]> {
  const labels: [string, string][] = [];
  for await (const [number, line] of numberedLines(path)) {
    const [a, b, ...more] = line.split('\t');
    if (a === undefined || b === undefined || a === '' || b === '' || more.length > 0) {
      throw new Error(
        `--truth: ${path}:${number}: expected two page ids with a tab between them; got ${JSON.stringify(line.slice(0, SHOWN_LENGTH))}`,
      );
    }
    labels.push([a, b]);
  }
  if (labels.length === 0) {
    throw new Error(`--truth: ${path}: expected lines of two page ids with a tab between them; got none`);
  }
  return labels;
}
