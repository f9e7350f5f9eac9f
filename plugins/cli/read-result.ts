import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { wrongCall } from './errors.ts';

/** A file that an earlier run wrote as one JSON object. */
export interface ResultFile<T> {
  /** Of `fileFormats`; missing in what was written before there were any. */
  readonly format: string;
  /** The file in words, such as `the summary of neardup dedup --out`. */
  readonly what: string;
  /** Whether an object has what is read of it. */
  isWhole(found: Partial<T>): boolean;
}

/** Reads a {@link ResultFile}. @throws UsageError where the file at `path` is missing or another one, or of another format */
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

/** The object that a text is; an empty one where it is none. */
function objectIn(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
