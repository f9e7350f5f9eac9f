/** The exit code of what Ctrl-C ended, as shells have it. */
export const interruptedCode = 130;

/**
 * At the first Ctrl-C says what is kept and how to go on, in one line of `words`, and ends the process. Returns what
 * takes that away again.
 */
export function onInterrupt(words: () => string): () => void {
  const interrupt = (): void => {
    process.stderr.write(`\nneardup: interrupted: ${words()}\n`);
    process.exit(interruptedCode);
  };
  process.once('SIGINT', interrupt);
  return () => {
    process.off('SIGINT', interrupt);
  };
}

/** A call as it would be typed into a shell. */
export function typedCall(args: readonly string[]): string {
  const typed = args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`));
  return `neardup ${typed.join(' ')}`;
}
