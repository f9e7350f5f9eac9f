/** The part of a crawler that says whether it runs. */
interface Running {
  readonly running?: boolean;
  run?(...args: never[]): Promise<unknown>;
}

/**
 * Tells whether a crawler runs, from its first run that begins after this was made on by that run itself: a crawler of
 * Crawlee's whose run fails before it begins, such as by a URL that is none, says for ever that it is `running`.
 */
export class Runs {
  readonly #crawler: Running;
  #underWay = 0;
  /** Whether none began as yet: what the crawler says is all that is known. */
  #isUnseen = true;

  constructor(crawler: Running) {
    this.#crawler = crawler;
    const { run } = crawler;
    if (run === undefined) return;
    crawler.run = async (...args) => {
      // A second run at once is refused, and says nothing of the first.
      if (crawler.running !== true) this.#isUnseen = false;
      this.#underWay++;
      try {
        return await run.apply(crawler, args);
      } finally {
        this.#underWay--;
      }
    };
  }

  /** Whether it runs; undefined where nobody says. */
  get isRunning(): boolean | undefined {
    return this.#isUnseen ? this.#crawler.running : this.#underWay > 0;
  }
}
