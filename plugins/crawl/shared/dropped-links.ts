import { setImmediate } from 'node:timers/promises';
import type { DroppedLink } from '../crawl-urls.ts';

/** The links that a process left out by its copy of the rules, and of which the owner is still to be told. */
export class DroppedLinks {
  readonly #tell: (links: readonly DroppedLink[]) => Promise<readonly boolean[]>;
  readonly #follow: (link: DroppedLink) => unknown;
  #waiting: DroppedLink[] = [];
  #telling: Promise<void> | undefined;

  /**
   * @param tell tells the owner: whether it leaves out each of them
   * @param follow has a link followed after all
   */
  constructor(
    tell: (links: readonly DroppedLink[]) => Promise<readonly boolean[]>,
    follow: (link: DroppedLink) => unknown,
  ) {
    this.#tell = tell;
    this.#follow = follow;
  }

  /** Tells the owner soon, of the links of one page together. */
  add(link: DroppedLink): void {
    this.#waiting.push(link);
    this.#telling ??= this.#tellAll();
  }

  /** Resolves when the owner knows of all, and those that it does not leave out are followed. */
  async told(): Promise<void> {
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    await setImmediate();
    while (this.#waiting.length > 0) {
      const links = this.#waiting;
      this.#waiting = [];
      // nobody could give back later what no owner knows of
      const leftOut = await this.#tell(links).catch(() => []);
      for (const [i, link] of links.entries()) if (leftOut[i] !== true) await this.#follow(link);
    }
    this.#telling = undefined;
  }
}
