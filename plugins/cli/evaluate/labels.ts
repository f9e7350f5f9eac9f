import type { PageGrams } from '../../../src/flow/index.ts';
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

/**
 * The pages, which fail at their end if both ids of no label are among them: precision and recall would mean nothing. Memory: the ids
 * of the labels.
 *
 * @throws Error with the first id that no page has, and what an id is
 */
export async function* pagesOfLabels(
  pages: AsyncIterable<PageGrams>,
  { path, labels, lines }: Labels,
): AsyncGenerator<PageGrams> {
  const missing = new Set(labels.flat());
  let isEmpty = true;
  for await (const page of pages) {
    isEmpty = false;
    missing.delete(page.facts.id);
    yield page;
  }
  if (isEmpty || labels.some(([a, b]) => a !== b && !missing.has(a) && !missing.has(b))) return;
  const pair = labels.findIndex((label) => label.some((id) => missing.has(id)));
  const id = labels[pair]?.find((each) => missing.has(each));
  const why =
    id === undefined
      ? 'each of its lines has one id twice'
      : `${path}:${lines[pair]}: no page here has the id ${JSON.stringify(id.slice(0, SHOWN_LENGTH))}`;
  throw new Error(
    `--truth: ${path}: expected a pair of two pages of the input; got none (${why}): ${WHAT_IDS_ARE}`,
  );
}

/** Where ids are found, for errors about those that no page has. */
export const WHAT_IDS_ARE =
  'an id is the `id` of a page in the decisions.jsonl that dedup --out DIR writes of the same input';

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
