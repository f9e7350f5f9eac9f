/** Exit code of a process ended by Ctrl-C, as in shells. */
export const interruptedCode = 130;

/**
 * At the first Ctrl-C, prints `words`, which say in one line what is kept and how to continue, and ends the process.
 * Returns a function that removes the handler.
 */
export function onInterrupt(words: () => string): () => void {
  const interrupt = (): void => endInterrupted(words());
  process.once('SIGINT', interrupt);
  return () => {
    process.off('SIGINT', interrupt);
  };
}

/** Ends the process at a SIGTERM as a shell reports it, but so that temporary folders are removed. */
export function endWhenTerminated(): void {
  process.once('SIGTERM', () => process.exit(143));
}

/** Ends the process as after a Ctrl-C, with what is kept. */
export function endInterrupted(words: string): never {
  process.stderr.write(`\nneardup: interrupted: ${words}\n`);
  process.exit(interruptedCode);
}

/** A call that goes on with an interrupted one, as typed. */
export function resumingCall(args: readonly string[]): string {
  return typedCall(args.includes('--resume') ? args : [...args, '--resume']);
}

/** A call as it would be typed in a shell. */
export function typedCall(args: readonly string[]): string {
  const typed = args.map((arg) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`));
  return `neardup ${typed.join(' ')}`;
}
