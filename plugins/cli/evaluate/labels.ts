import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';

/**
 * Pairs of page ids from a file: two ids a line with a tab between them. Empty lines are passed over.
 *
 * @throws Error that names the line which is none, or the file that cannot be read.
 */
export async function readLabels(path: string): Promise<[string, string][]> {
  const labels: [string, string][] = [];
  let number = 0;
  for await (const line of createInterface({
    input: createReadStream(path),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    number++;
    if (line.trim() === '') continue;
    const [a, b, ...more] = line.split('\t');
    if (a === undefined || b === undefined || a === '' || b === '' || more.length > 0) {
      throw new Error(
        `--truth: expected two page ids with a tab between them at ${path}:${number}, got ${JSON.stringify(line.slice(0, 80))}`,
      );
    }
    labels.push([a, b]);
  }
  return labels;
}
