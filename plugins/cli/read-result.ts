import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { wrongCall } from './errors.ts';

/** A file that an earlier run wrote as one JSON object. */
export interface ResultFile<T> {
  /** One of `fileFormats`. Missing in files that were written before there were formats. */
  readonly format: string;
  /** The file in words, such as `the summary of neardup dedup --out`. */
  readonly what: string;
  /** Whether an object has the parts that are read. */
  isWhole(found: Partial<T>): boolean;
}

/**
 * Reads a {@link ResultFile}.
 *
 * @throws UsageError if the file at `path` is missing, of another kind or of another format
 */
export async function readResult<T extends { readonly format: string }>(
  path: string,
  { format, what, isWhole }: ResultFile<T>,
): Promise<T> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw wrongCall(path, what, stats ? 'no file' : 'no such file');
  const found = objectIn(await readFile(path, 'utf8')) as Partial<T>;
  if (found.format !== undefined && found.format !== format) {
    throw wrongCall(path, `${what} in format ${format}`, JSON.stringify(found.format));
  }
  if (!isWhole(found)) throw wrongCall(path, what, 'something else');
  return found as T;
}

/** The object in a text; an empty one if the text is none. */
function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
