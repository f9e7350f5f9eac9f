/** Runs tasks one after the other, in the order in which they were handed over. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Result of `task`, which starts when all earlier ones have ended, well or badly. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
