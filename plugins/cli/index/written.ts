import { IndexError } from '../../../src/index.ts';

/**
 * What `task` returns. If the index in `directory` could not be written, its error says so in the words of a call, with how to go on.
 *
 * @param goesOn what is kept, and which call goes on
 */
export async function written<T>(directory: string, goesOn: string, task: Promise<T>): Promise<T> {
  try {
    return await task;
  } catch (error) {
    if (!(error instanceof IndexError) || error.code !== 'NEARDUP_INDEX_READ_ONLY') throw error;
    let cause: unknown = error;
    while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `the index in ${directory} cannot be written (${said}): make room on that disk, or see to it; ${goesOn}`,
    );
  }
}
