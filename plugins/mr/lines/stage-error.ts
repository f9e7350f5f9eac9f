/** What is wrong with what a stage was given, for programs. */
type StageErrorCode =
  /** Lines or a trailer are missing. */
  | 'truncated'
  /** Lines are there, but not those that the stage before had written. */
  | 'changed'
  /** Not in the order of the bytes of lines, as `LC_ALL=C sort` has it. */
  | 'unsorted'
  /** Written in another format, by another version, or in another run. */
  | 'foreign'
  /** A line that a stage cannot read. */
  | 'malformed';

/** What a verb was given is not what the stage before has written: nothing that it writes may be used. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly code: StageErrorCode;

  constructor(code: StageErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
