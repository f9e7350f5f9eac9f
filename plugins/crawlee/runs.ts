/** The part of a crawler that says whether it runs. */
interface Running {
  readonly running?: boolean;
  run?(...args: never[]): Promise<unknown>;
}

/**
 * Tells whether a crawler runs. From the first run that begins after this was made, it follows the runs themselves:
 * if a run of a Crawlee crawler fails before it begins, for instance because of an invalid URL, the crawler says for
 * ever that it is `running`.
 */
export class Runs {
  readonly #crawler: Running;
  #underWay = 0;
  /** Whether no run has begun yet. Until then only the crawler itself can tell. */
  #isUnseen = true;

  /** @param onEnd called at the end of each run */
  constructor(crawler: Running, onEnd: () => void) {
    this.#crawler = crawler;
    const { run } = crawler;
    if (run === undefined) return;
    crawler.run = async (...args) => {
      // a second run at the same time is refused, and says nothing about the first
      if (crawler.running !== true) this.#isUnseen = false;
      this.#underWay++;
      try {
        return await run.apply(crawler, args);
      } finally {
        this.#underWay--;
        onEnd();
      }
    };
  }

  /** Whether a run has begun since this was made. */
  get haveBegun(): boolean {
    return !this.#isUnseen;
  }

  /** Whether it runs; undefined if that is not known. */
  get isRunning(): boolean | undefined {
    return this.#isUnseen ? this.#crawler.running : this.#underWay > 0;
  }
}
