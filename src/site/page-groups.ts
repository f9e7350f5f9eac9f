import { ascending, radixSort } from '../grams/counting-sort.ts';
import { GrowingColumn } from '../grams/growing-columns.ts';

/** Groups pages by key. Memory: 14 bytes a page, 30 while they are grouped. */
export class KeyedPages {
  readonly #pages = newColumn();
  readonly #low = newColumn();
  readonly #high = newColumn();

  /** @param page larger than the last one; @param key a whole number below 2⁵³ */
  add(page: number, key: number): void {
    this.#pages.push(page);
    this.#low.push(key % 2 ** 32);
    this.#high.push(key / 2 ** 32);
  }

  /** The pages of each key that several have, ascending; groups in the order of their first pages. */
  groups(): PageGroups {
    const [pages, low, high] = [this.#pages, this.#low, this.#high].map(({ values }) => values);
    const order = radixSort(radixSort(ascending(pages.length), low), high);
    const endOf = (from: number): number => {
      const first = order[from];
      let to = from + 1;
      while (to < order.length && low[order[to]] === low[first] && high[order[to]] === high[first]) to++;
      return to;
    };
    const [begins, firsts] = [newColumn(), newColumn()];
    for (let from = 0, to = 0; from < order.length; from = to) {
      to = endOf(from);
      if (to - from === 1) continue;
      begins.push(from);
      firsts.push(pages[order[from]]);
    }
    const groups = new PageGroups();
    for (const group of radixSort(ascending(begins.length), firsts.values)) {
      const begin = begins.at(group);
      groups.add(order.subarray(begin, endOf(begin)).map((i) => pages[i]));
    }
    return groups;
  }
}

/**
 * Groups of pages, in the order in which they came; can be iterated any number of times. Memory: 5 bytes for each page
 * and each group, where an array takes a hundred more.
 */
export class PageGroups {
  readonly #pages = newColumn();
  readonly #ends = newColumn();

  add(pages: Uint32Array): void {
    for (const page of pages) this.#pages.push(page);
    this.#ends.push(this.#pages.length);
  }

  *[Symbol.iterator](): Generator<Uint32Array> {
    const pages = this.#pages.values;
    let from = 0;
    for (const to of this.#ends.values) {
      yield pages.subarray(from, to);
      from = to;
    }
  }
}

function newColumn(): GrowingColumn<Uint32Array> {
  return new GrowingColumn((length) => new Uint32Array(length));
}
