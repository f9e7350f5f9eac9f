/** The call was wrong: exit code 2 and one line that says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What is said of an error: one line, its causes behind it. */
export function errorLine(error: unknown): string {
  const parts: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    const message = cause instanceof Error ? cause.message : String(cause);
    if (!parts.some((part) => part.includes(message))) parts.push(message);
  }
  const line = parts.join(': ').replace(/\s+/g, ' ').trim();
  return line === '' ? 'failed without saying why' : line;
}

/** 2 when the call was wrong, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof UsageError || isArgumentError(error) ? 2 : 1;
}

/** `util.parseArgs` marks what it refuses by a code of its own. */
function isArgumentError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && code.startsWith('ERR_PARSE_ARGS_');
}
