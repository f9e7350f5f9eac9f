import { linesOf } from '../read-lines.ts';

/** Number of ids reserved for each input. No file has so many records. */
export const recordsOfInput = 1e10;
/**
 * Most inputs. Ids have 16 digits and are below 2^52; one more bit tells the sets of the two parts of a page apart
 * (`partIds`).
 */
export const mostInputs = 450_000;

/** An input and its number. The number makes ids independent of which process reads the input. */
export interface NumberedInput {
  readonly number: number;
  readonly path: string;
}

/** Numbers inputs, starting at `first`. */
export async function* inputsFrom(first: number, paths: readonly string[]): AsyncGenerator<NumberedInput> {
  for (const [i, path] of paths.entries()) yield { number: first + i, path };
}

/** The inputs listed on standard input: a number, a tab and a path per line. Throws for any other line. */
export async function* listedInputs(): AsyncGenerator<NumberedInput> {
  for await (const line of linesOf(process.stdin)) {
    const [, digits, path] = /^(\d{1,6})\t(.+)$/.exec(line) ?? [];
    if (path === undefined || Number(digits) >= mostInputs) {
      throw new Error(
        `--listed: expected a number below ${mostInputs}, a tab and a path; got ${JSON.stringify(line)}`,
      );
    }
    yield { number: Number(digits), path };
  }
}
