/**
 * Why an input cannot be read:
 * - `NEARDUP_INPUT_NONE`: nothing was named to read.
 * - `NEARDUP_INPUT_MISSING`: there is no such file or folder, or none that matches the pattern.
 * - `NEARDUP_INPUT_UNREADABLE`: the system refuses to read it; `cause` is its error.
 * - `NEARDUP_INPUT_UNSUPPORTED`: it is stored in a known way that is not supported.
 * - `NEARDUP_INPUT_UNKNOWN`: it has none of the supported formats.
 * - `NEARDUP_INPUT_INVALID`: it violates its format in a place that cannot be skipped.
 * - `NEARDUP_INPUT_TOO_LARGE`: a record does not fit into memory.
 */
export type InputErrorCode =
  | 'NEARDUP_INPUT_NONE'
  | 'NEARDUP_INPUT_MISSING'
  | 'NEARDUP_INPUT_UNREADABLE'
  | 'NEARDUP_INPUT_UNSUPPORTED'
  | 'NEARDUP_INPUT_UNKNOWN'
  | 'NEARDUP_INPUT_INVALID'
  | 'NEARDUP_INPUT_TOO_LARGE';

/** An input that cannot be read; its `code` says why. */
export class InputError extends Error {
  override readonly name = 'InputError';
  readonly code: InputErrorCode;
  /** The input as the caller named it, or the file that it led to. */
  readonly file: string | undefined;
  /** What is wrong, without the file's name. */
  readonly reason: string;

  constructor(code: InputErrorCode, file: string | undefined, reason: string, options?: ErrorOptions) {
    super(file === undefined ? reason : `${file === '' ? '""' : file}: ${reason}`, options);
    this.code = code;
    this.file = file;
    this.reason = reason;
  }
}
