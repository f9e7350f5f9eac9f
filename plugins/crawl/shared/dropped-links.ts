import { setImmediate } from 'node:timers/promises';
import type { DroppedLink } from '../crawl-urls.ts';

/** The links that a process left out by its copy of the rules and that the owner does not know of yet. */
export class DroppedLinks {
  readonly #tell: (links: readonly DroppedLink[]) => Promise<readonly boolean[]>;
  readonly #follow: (link: DroppedLink) => unknown;
  #waiting: DroppedLink[] = [];
  #telling: Promise<void> | undefined;

  /**
   * @param tell tells the owner of links. Its result says for each of them whether the owner leaves it out, too
   * @param follow has a link followed after all
   */
  constructor(
    tell: (links: readonly DroppedLink[]) => Promise<readonly boolean[]>,
    follow: (link: DroppedLink) => unknown,
  ) {
    this.#tell = tell;
    this.#follow = follow;
  }

  /** Tells the owner soon. The links of one page are told together. */
  add(link: DroppedLink): void {
    this.#waiting.push(link);
    if (this.#telling !== undefined) return;
    this.#telling = this.#tellAll();
    // nobody may be waiting for it
    this.#telling.catch(() => undefined);
  }

  /**
   * Resolves when the owner knows of all links, and those that it does not leave out are followed.
   *
   * @throws what following a link threw; the other links are followed all the same
   */
  async told(): Promise<void> {
    await this.#telling;
  }

  async #tellAll(): Promise<void> {
    const failures: unknown[] = [];
    await setImmediate();
    while (this.#waiting.length > 0) {
      const links = this.#waiting;
      this.#waiting = [];
      // if the owner cannot be told, the links are followed: an owner that does not know of them cannot give them
      // back later
      const leftOut = await this.#tell(links).catch(() => []);
      for (const [i, link] of links.entries()) {
        if (leftOut[i] === true) continue;
        try {
          await this.#follow(link);
        } catch (error) {
          failures.push(error);
        }
      }
    }
    this.#telling = undefined;
    if (failures.length > 0) throw failures[0];
  }
}
