/** What is wrong with the input of a stage, for programs. */
type StageErrorCode =
  /** Lines or a trailer are missing. */
  | 'truncated'
  /** The lines are not those that the earlier stage wrote. */
  | 'changed'
  /** The lines are not sorted by bytes, as `LC_ALL=C sort` does. */
  | 'unsorted'
  /** Written in another format, by another version, or in another run. */
  | 'foreign'
  /** A line that a stage cannot read. */
  | 'malformed'
  /** Too many pages, one after the other, have ids that others are called by. */
  | 'ids';

/** The input of a verb is not what the earlier stage wrote, or the verb cannot work on it. Nothing that the verb writes may be used. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly code: StageErrorCode;

  constructor(code: StageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
