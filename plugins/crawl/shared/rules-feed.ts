import type { RuleEvent, RulesNews } from '../crawl-urls.ts';

/** News is gathered for so long: a copy of the rules need not be of this very moment. */
const GATHER_MS = 50;
/** What is heard of later than after so many events is sent as a whole. */
const MOST_EVENTS = 4096;

/** Tells another process of all that is learned of URLs: the whole at first, and then what is new. */
export class RulesFeed {
  readonly #send: (news: RulesNews) => Promise<unknown>;
  readonly #state: () => RulesNews;
  #events: RuleEvent[] = [];
  /** Whether the other has to be told all. */
  #isBehind = true;
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #hasEnded = false;

  /**
   * @param state all that is known
   * @param send resolves when the other has taken the news; what it throws ends the feed
   */
  constructor(state: () => RulesNews, send: (news: RulesNews) => Promise<unknown>) {
    this.#state = state;
    this.#send = send;
  }

  /** To be told of each event, in their order. */
  add(event: RuleEvent): void {
    if (this.#hasEnded || this.#isBehind) return;
    this.#events.push(event);
    if (this.#events.length > MOST_EVENTS) {
      this.#events = [];
      this.#isBehind = true;
    }
    this.#schedule();
  }

  /** Resolves when the other knows all that was learned so far. */
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

  /** Tells nothing more. */
  end(): void {
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#events = [];
  }

  /** While news is on its way, what comes waits for the next. */
  #schedule(): void {
    if (this.#hasEnded || this.#sending !== undefined) return;
    this.#timer ??= setTimeout(() => void this.flush(), GATHER_MS).unref();
  }
}
