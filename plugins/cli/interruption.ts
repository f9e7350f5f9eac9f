import { constants } from 'node:os';

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

/**
 * At a SIGTERM, or when the terminal goes, does what is to be done at an exit, such as removing temporary folders, before the signal
 * ends the process. After `nohup`, too: Node resets the signals that it was started to ignore.
 * `process.exit` would wait for calls of the system that block, such as opening a pipe that nobody reads.
 */
export function endWhenTerminated(): void {
  for (const signal of ['SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      process.emit('exit', 128 + constants.signals[signal]);
      process.kill(process.pid, signal);
    });
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
