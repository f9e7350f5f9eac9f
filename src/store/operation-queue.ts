import { IndexError } from './errors.ts';

/** Runs operations one after the other, in the order of their calls, until it is closed. */
export class OperationQueue {
  readonly #name: string;
  #last: Promise<unknown> = Promise.resolve();
  #closing: Promise<void> | undefined;

  /** @param name of the index, for messages */
  constructor(name: string) {
    this.#name = name;
  }

  get isClosed(): boolean {
    return this.#closing !== undefined;
  }

  /**
   * Result of `operation`. It starts when all earlier operations have ended, successfully or not, so that what it reads
   * is still true when it writes.
   *
   * @throws IndexError NEARDUP_INDEX_CLOSED
   */
  run<T>(operation: () => Promise<T>): Promise<T> {
    return this.isClosed ? Promise.reject(this.#closedError()) : this.#next(operation);
  }

  /** Runs `operation` last, once. All later operations are refused. */
  close(operation: () => Promise<void>): Promise<void> {
    this.#closing ??= this.#next(operation);
    return this.#closing;
  }

  /** Checks that `close` was not called. @throws IndexError NEARDUP_INDEX_CLOSED */
  assertOpen(): void {
    if (this.isClosed) throw this.#closedError();
  }

  #closedError(): IndexError {
    return new IndexError('NEARDUP_INDEX_CLOSED', `the index in ${this.#name} is closed`);
  }

  #next<T>(operation: () => Promise<T>): Promise<T> {
    const result = this.#last.then(operation);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
