import { takeFirst } from '../first-entry.ts';
import type { Agreement } from './evidence.ts';

/** A URL that was not fetched, and why. */
export interface DroppedUrl {
  readonly url: string;
  /** The decided page that it is taken for; undefined if its pattern was given up. */
  readonly target: string | undefined;
  /** Keys of the rules, or the pattern. */
  readonly because: readonly string[];
  /** How the URLs agreed that it was taken to repeat; undefined if its pattern was given up. */
  readonly agreement: Agreement | undefined;
  /** Its share of the expected loss. */
  readonly risk: number;
  /** Hashes of the groups of similar pages that it belongs to. */
  readonly groups: readonly number[];
  /** Its number in the sequence of all drops. */
  readonly at: number;
}

/** The URLs dropped last, which are given back if a rule turns out wrong. */
export class DroppedUrls {
  readonly #most: number;
  readonly #urls = new Map<string, DroppedUrl>();
  #inTurn = this.#urls.values();
  readonly #byTarget = new Map<string, Set<string>>();
  /** How many were dropped by each rule with each agreement. */
  readonly #byReason = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** What is known of a URL that was dropped before. */
  get(url: string): DroppedUrl | undefined {
    return this.#urls.get(url);
  }

  /** Number of URLs dropped in favour of this one. */
  countFor(target: string): number {
    return this.#byTarget.get(target)?.size ?? 0;
  }

  /** The URLs dropped in favour of this one. */
  inFavourOf(target: string): DroppedUrl[] {
    return [...(this.#byTarget.get(target) ?? [])].map((url) => this.#urls.get(url)!);
  }

  /** Number of URLs dropped by a rule with an agreement. */
  countBecause(rule: string, agreement: Agreement): number {
    return this.#byReason.get(`${agreement} ${rule}`) ?? 0;
  }

  /** Records a URL. If there is no room, the one dropped longest ago is forgotten. */
  add(dropped: DroppedUrl): void {
    const { url, target } = dropped;
    this.#urls.set(url, dropped);
    this.#count(dropped, 1);
    if (target !== undefined) {
      const others = this.#byTarget.get(target) ?? new Set();
      this.#byTarget.set(target, others.add(url));
    }
    if (this.#urls.size > this.#most) this.#forget(takeFirst(this.#urls)[1]);
  }

  /** The next of all URLs in turn, from the oldest to the newest and again; undefined if there is none. O(1) */
  nextInTurn(): DroppedUrl | undefined {
    const { value } = this.#inTurn.next();
    if (value !== undefined) return value;
    this.#inTurn = this.#urls.values();
    return this.#inTurn.next().value;
  }

  /** Changes the share of the expected loss that a URL has. */
  setRisk(dropped: DroppedUrl, risk: number): void {
    this.#urls.set(dropped.url, { ...dropped, risk });
  }

  /** Removes and returns the drops above number `after` by a rule with this agreement, or by a pattern. O(URLs kept) */
  takeBack(because: string, agreement: Agreement | undefined, after: number): DroppedUrl[] {
    const taken = [...this.#urls.values()].filter(
      (dropped) => dropped.at > after && dropped.agreement === agreement && dropped.because.includes(because),
    );
    for (const dropped of taken) this.remove(dropped);
    return taken;
  }

  /**
   * Removes and returns the URLs dropped because of a rule that belong to one of these groups. O(URLs kept)
   *
   * @param mostForEach of the URLs dropped in favour of one URL only so many, those dropped longest ago
   */
  takeBackLike(
    because: string,
    groups: readonly number[],
    mostForEach = Number.POSITIVE_INFINITY,
  ): DroppedUrl[] {
    const countFor = new Map<string | undefined, number>();
    const taken = [...this.#urls.values()].filter(({ because: rules, groups: own, target }) => {
      if (!rules.includes(because) || !own.some((group) => groups.includes(group))) return false;
      const count = (countFor.get(target) ?? 0) + 1;
      countFor.set(target, count);
      return count <= mostForEach;
    });
    for (const dropped of taken) this.remove(dropped);
    return taken;
  }

  /** Removes and returns the URLs dropped in favour of one URL. */
  takeBackFor(target: string): DroppedUrl[] {
    const taken = this.inFavourOf(target);
    for (const dropped of taken) this.remove(dropped);
    return taken;
  }

  /** All URLs, oldest first. */
  values(): Iterable<DroppedUrl> {
    return this.#urls.values();
  }

  /** Forgets a URL. */
  remove(dropped: DroppedUrl): void {
    this.#urls.delete(dropped.url);
    this.#forget(dropped);
  }

  #forget(dropped: DroppedUrl): void {
    const { url, target } = dropped;
    this.#count(dropped, -1);
    if (target === undefined) return;
    const others = this.#byTarget.get(target);
    others?.delete(url);
    if (others?.size === 0) this.#byTarget.delete(target);
  }

  #count({ because, agreement }: DroppedUrl, change: 1 | -1): void {
    if (agreement === undefined) return;
    for (const rule of because) {
      const count = this.countBecause(rule, agreement) + change;
      if (count === 0) this.#byReason.delete(`${agreement} ${rule}`);
      else this.#byReason.set(`${agreement} ${rule}`, count);
    }
  }
}
