/**
 * Pages that wait for the verdict on another, in order. If that one is given up, the first of them takes its place and gets the queue: so
 * a copy that fails costs O(1), however many are left.
 */
export class IntentQueue<Intent extends { readonly request?: string }> {
  #intents: Intent[] = [];
  #next = 0;
  /** Number of those whose handlers have run. */
  #handled = 0;

  add(intent: Intent): void {
    this.#intents.push(intent);
    if (intent.request === undefined) this.#handled++;
  }

  /** Those that still wait. O(pages) */
  rest(): Intent[] {
    return this.#intents.slice(this.#next);
  }

  /** Removes those whose handlers have run, which need not be fetched again. O(1) if there are none */
  takeHandled(): Intent[] {
    if (this.#handled === 0) return [];
    const rest = this.rest();
    this.#intents = rest.filter(({ request }) => request !== undefined);
    this.#next = this.#handled = 0;
    return rest.filter(({ request }) => request === undefined);
  }

  /** Removes the first one for which a test is true, and those before it. Amortised O(1) */
  take(test: (intent: Intent) => boolean): Intent | undefined {
    while (this.#next < this.#intents.length) {
      const intent = this.#intents[this.#next++];
      if (intent.request === undefined) this.#handled--;
      if (2 * this.#next > this.#intents.length) {
        this.#intents = this.rest();
        this.#next = 0;
      }
      if (test(intent)) return intent;
    }
    return undefined;
  }
}
