import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long what waits for the event loop may wait, in milliseconds. */
const LONGEST_WAIT = 100;

/**
 * Gives the event loop a turn now and then in a long computation: signals such as that of Ctrl-C, timers and messages are waiting for one.
 * A promise that is already fulfilled gives none.
 */
export class Turns {
  #due = performance.now() + LONGEST_WAIT;

  /** Whether a turn is due: then await {@link take}. To await at each step would take longer than most steps. */
  get isDue(): boolean {
    return performance.now() >= this.#due;
  }

  async take(): Promise<void> {
    await nextTurn();
    this.#due = performance.now() + LONGEST_WAIT;
  }
}
