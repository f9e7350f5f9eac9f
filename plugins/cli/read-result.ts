import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { wrongCall } from './errors.ts';
import type { Check } from './members.ts';

/** A file that an earlier run wrote as one JSON object. */
export interface ResultFile {
  /** One of `fileFormats`. Missing in files that were written before there were formats. */
  readonly format: string;
  /** The file in words, such as `the summary of neardup dedup --out`. */
  readonly what: string;
  /** Of the members that are read. */
  readonly check: Check;
}

/**
 * Reads a {@link ResultFile}.
 *
 * @throws UsageError if the file at `path` is missing, of another kind or of another format
 */
export async function readResult<T extends { readonly format: string }>(
  path: string,
  { format, what, check }: ResultFile,
): Promise<T> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw wrongCall(path, what, stats ? 'no file' : 'no such file');
  const somethingElse = (why: string) =>
    wrongCall(path, what, `something else (${why}): the same call writes it anew`);
  let found: unknown;
  try {
    found = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw somethingElse(stats.size === 0 ? 'it is empty' : 'it is no JSON, or not all of it');
  }
  const own = (found as Partial<T> | null)?.format;
  if (own !== undefined && own !== format) {
    throw wrongCall(
      path,
      `${what} in format ${format}`,
      `${JSON.stringify(own)}: the version of neardup that wrote it reads it`,
    );
  }
  const fault = check(found);
  if (fault !== undefined) throw somethingElse(fault);
  return found as T;
}
