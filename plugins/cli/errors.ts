/** The call was wrong: exit code 2 and one line that says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option or its value is missing, unknown or misplaced: the help of the command lists what there is. */
export class OptionError extends UsageError {}

/** A call that is wrong at `where`, a command or an option, in the words of all errors. */
export function wrongCall(where: string, expected: string, got = 'none'): UsageError {
  return new UsageError(`${where}: expected ${expected}; got ${got}`);
}

/** An error of the command `name` in one line, with its causes. */
export function errorLine(error: unknown, name: string | undefined): string {
  if (error instanceof OptionError) return `${error.message}; neardup ${name} --help lists the options`;
  const parts: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    const message = cause instanceof Error ? cause.message : String(cause);
    // A message that names its cause already needs no more of it.
    if (!parts.some((part) => part.includes(message))) parts.push(message);
    if (cause instanceof Error && cause.name === 'InputError') break;
  }
  const line = parts.join(': ').replace(/\s+/g, ' ').trim();
  return line === '' ? 'failed without saying why' : line;
}

/**
 * Ends the process once its standard output fails: in one line, but without a word where the reader of a pipe has seen enough, as
 * `head` has.
 */
export function endWithOutput(codeOfClosedPipe: 0 | 1): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(codeOfClosedPipe);
    process.stderr.write(`neardup: standard output: ${error.message}\n`);
    process.exit(1);
  });
}

/** 2 when the call was wrong, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof UsageError ? 2 : 1;
}
