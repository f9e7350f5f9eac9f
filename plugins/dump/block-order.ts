/** Blocks of input that are being read elsewhere, and what is to be told when they are done with. */
export class BlockOrder {
  /** For each block, in the order of the input: what was found behind it, and before the next. */
  readonly #tellings: (() => void)[][] = [];
  #isTelling = false;

  /** Whether blocks are not done with. */
  get isWaiting(): boolean {
    return this.#tellings.length > 0;
  }

  /** A block begins. */
  add(): void {
    this.#tellings.push([]);
  }

  /** The turn of the first of all blocks has come: what is told now is told of it. */
  begin(): void {
    this.#isTelling = true;
  }

  /** That block is done with. */
  end(): void {
    try {
      for (const tell of this.#tellings.shift() ?? []) tell();
    } finally {
      this.#isTelling = false;
    }
  }

  /** Tells something when all blocks so far are done with, at once where there are none. */
  tell(telling: () => void): void {
    const last = this.#tellings.at(-1);
    if (this.#isTelling || last === undefined) telling();
    else last.push(telling);
  }
}
