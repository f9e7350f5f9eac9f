/** Times the phases of one run, one after the other. */
export class Phases {
  readonly #milliseconds: Record<string, number> = {};
  #startedAt = performance.now();

  /** The phase `name` ends here; it began where the last one ended. */
  end(name: string): void {
    const now = performance.now();
    this.#charge(name, now - this.#startedAt);
    this.#startedAt = now;
  }

  /** Takes over a value made earlier or just now: `name` is charged what it took then. */
  take<T>(name: string, made: { readonly value: T; readonly milliseconds: number }): T {
    this.#charge(name, made.milliseconds);
    this.#startedAt = performance.now();
    return made.value;
  }

  #charge(name: string, milliseconds: number): void {
    this.#milliseconds[name] = (this.#milliseconds[name] ?? 0) + milliseconds;
  }

  /** Each phase, and their sum as `total`. */
  get milliseconds(): Readonly<Record<string, number>> & { readonly total: number } {
    const total = Object.values(this.#milliseconds).reduce((sum, ms) => sum + ms, 0);
    return { ...this.#milliseconds, total };
  }
}
