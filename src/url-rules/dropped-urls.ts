import type { Agreement } from './evidence.ts';

/** A URL that was not fetched, and why. */
export interface DroppedUrl {
  readonly url: string;
  /** The decided page that it is taken for; undefined where its pattern was given up. */
  readonly target: string | undefined;
  /** Keys of the rules, or the pattern. */
  readonly because: readonly string[];
  /** How those URLs agreed that it was taken to repeat; undefined where its pattern was given up. */
  readonly agreement: Agreement | undefined;
  /** What it added to the expected loss. */
  readonly risk: number;
  /** Hashes of what pages it is like. */
  readonly groups: readonly number[];
  /** Its number among all that were dropped. */
  readonly at: number;
}

/** The URLs that were dropped last, to be given back when a rule turns out wrong. */
export class DroppedUrls {
  readonly #most: number;
  readonly #urls = new Map<string, DroppedUrl>();
  readonly #byTarget = new Map<string, Set<string>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What is known of a URL that was dropped before. */
  get(url: string): DroppedUrl | undefined {
    return this.#urls.get(url);
  }

  /** How many URLs were taken for this one. */
  countFor(target: string): number {
    return this.#byTarget.get(target)?.size ?? 0;
  }

  /** Notes a URL; where there is no room, the one that was dropped longest ago is forgotten. */
  add(dropped: DroppedUrl): void {
    const { url, target } = dropped;
    this.#urls.set(url, dropped);
    if (target !== undefined) {
      const others = this.#byTarget.get(target) ?? new Set();
      this.#byTarget.set(target, others.add(url));
    }
    if (this.#urls.size > this.#most) this.#remove(this.#urls.values().next().value!);
  }

  /** Takes out those dropped because of a rule, where URLs agreed in that way, or of a pattern, after a drop. O(URLs kept). */
  takeBack(because: string, agreement: Agreement | undefined, after: number): DroppedUrl[] {
    const taken = [...this.#urls.values()].filter(
      (dropped) => dropped.at > after && dropped.agreement === agreement && dropped.because.includes(because),
    );
    for (const dropped of taken) this.#remove(dropped);
    return taken;
  }

  /** Takes out those dropped because of a rule that are of one of these groups. O(URLs kept). */
  takeBackLike(because: string, groups: readonly number[]): DroppedUrl[] {
    const taken = [...this.#urls.values()].filter(
      (dropped) =>
        dropped.because.includes(because) && dropped.groups.some((group) => groups.includes(group)),
    );
    for (const dropped of taken) this.#remove(dropped);
    return taken;
  }

  /** Takes out all that were taken for one URL. */
  takeBackFor(target: string): DroppedUrl[] {
    const taken = [...(this.#byTarget.get(target) ?? [])].map((url) => this.#urls.get(url)!);
    for (const dropped of taken) this.#remove(dropped);
    return taken;
  }

  /** All, oldest first. */
  values(): Iterable<DroppedUrl> {
    return this.#urls.values();
  }

  #remove({ url, target }: DroppedUrl): void {
    this.#urls.delete(url);
    if (target === undefined) return;
    const others = this.#byTarget.get(target);
    others?.delete(url);
    if (others?.size === 0) this.#byTarget.delete(target);
  }
}
