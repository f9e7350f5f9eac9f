import { createInterface } from 'node:readline';

/** Ids of one input: no file has so many records. */
export const recordsOfInput = 1e10;
/** Ids have 16 digits and are below 2^52: the sets of two parts of a page are told apart by one more bit (`partIds`). */
export const mostInputs = 450_000;

/** An input and its number: so ids do not depend on which process reads it. */
export interface NumberedInput {
  readonly number: number;
  readonly path: string;
}

/** Inputs that are numbered from `first` on. */
export async function* inputsFrom(first: number, paths: readonly string[]): AsyncGenerator<NumberedInput> {
  for (const [i, path] of paths.entries()) yield { number: first + i, path };
}

/** Inputs that standard input lists, a number, a tab and a path a line. Throws for a line that is none. */
export async function* listedInputs(): AsyncGenerator<NumberedInput> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [, digits, path] = /^(\d{1,6})\t(.+)$/.exec(line) ?? [];
    if (path === undefined || Number(digits) >= mostInputs) {
      throw new Error(
        `--listed: expected a number below ${mostInputs}, a tab and a path; got ${JSON.stringify(line)}`,
      );
    }
    yield { number: Number(digits), path };
  }
}
