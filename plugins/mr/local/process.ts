import { spawn } from 'node:child_process';
import type { FileHandle } from 'node:fs/promises';

/** Most characters kept of what a process wrote to standard error: the last ones. */
const TOLD_CHARACTERS = 2000;

/** A process to run. */
interface ProcessCall {
  readonly program: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Where its standard output goes. Default: nowhere. */
  readonly stdout?: FileHandle;
  readonly signal: AbortSignal;
}

/**
 * Runs a process to its end and returns the end of its standard error. If it fails, throws an error with its exit code
 * and that text.
 */
export function runProcess({ program, args, env, stdout, signal }: ProcessCall): Promise<string> {
  return new Promise((settle, reject) => {
    const child = spawn(program, args, {
      ...{ stdio: ['ignore', stdout?.fd ?? 'ignore', 'pipe'], env: { ...process.env, ...env }, signal },
    });
    let told = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      told = (told + text).slice(-TOLD_CHARACTERS);
    });
    child.on('error', (error) => reject(new Error(`cannot run ${program}`, { cause: error })));
    child.on('close', (code, signalName) => {
      if (code === 0) settle(told);
      else
        reject(
          new Error(
            `${program} ended with ${code === null ? signalName : `exit code ${code}`}: ${told.trim()}`,
          ),
        );
    });
  });
}

/** Calls `work` with the numbers from 0 to below `count`, `atATime` at a time. The first failure stops the others. */
export async function inParallel(
  count: number,
  atATime: number,
  stop: AbortController,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const worker = async (): Promise<void> => {
    while (next < count && failure === undefined) {
      try {
        await work(next++);
      } catch (error) {
        failure ??= { error };
        stop.abort(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(count, atATime) }, worker));
  if (failure !== undefined) throw failure.error;
}
