import type { RuleEvent, RulesNews } from '../crawl-rules.ts';

/** How long news is gathered: a copy of the rules need not be completely up to date. */
const GATHER_MS = 50;
/** Most events that wait. If there are more, the whole state is sent instead. */
const MOST_EVENTS = 4096;

/** Tells another process of everything that is learned about URLs: first the whole state, then what is new. */
export class RulesFeed {
  readonly #send: (news: RulesNews) => Promise<unknown>;
  readonly #state: () => RulesNews;
  #events: RuleEvent[] = [];
  /** Whether the other process needs the whole state. */
  #isBehind = true;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #hasEnded = false;

  /**
   * @param state gives the whole state
   * @param send resolves when the other process has taken the news. If it throws, the feed ends
   */
  constructor(state: () => RulesNews, send: (news: RulesNews) => Promise<unknown>) {
    this.#state = state;
    this.#send = send;
  }

  /** Must be called with each event, in order. */
  add(event: RuleEvent): void {
    if (this.#hasEnded || this.#isBehind) return;
    this.#events.push(event);
    if (this.#events.length > MOST_EVENTS) {
      this.#events = [];
      this.#isBehind = true;
    }
    this.#schedule();
  }

  /** Resolves when the other process knows everything that has been learned so far. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#sending !== undefined) await this.#sending;
    if (this.#hasEnded || (!this.#isBehind && this.#events.length === 0)) return;
    const news = this.#isBehind ? this.#state() : { events: this.#events };
    this.#events = [];
    this.#isBehind = false;
    this.#sending = this.#send(news).then(
      () => undefined,
      () => this.end(),
    );
    await this.#sending;
    this.#sending = undefined;
    if (this.#events.length > 0 || this.#isBehind) this.#schedule();
  }

  /** Sends nothing more. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#events = [];
  }

  /** While news is being sent, new events wait for the next message. */
  #schedule(): void {
    if (this.#hasEnded || this.#sending !== undefined) return;
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }
}
