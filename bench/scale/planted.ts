/** Percentages of pages that are near-duplicates or copies of an earlier page. */
const nearPercent = 15;
const copyPercent = 10;

/** The role of a page in a generated collection, by its number: the same on every machine. */
export interface PlantedPage {
  readonly kind: 'new' | 'near' | 'copy';
  /** The page whose text it has, in whole or for the most part; a new page's own number. */
  readonly original: number;
}

/** The role of page number `page`. The original of a repeated page is always a new page. */
export function plantedPage(page: number, seed: number): PlantedPage {
  const random = randomOf(seed, page, 0);
  const drawn = 100 * random();
  if (page === 0 || drawn >= nearPercent + copyPercent) return { kind: 'new', original: page };
  for (;;) {
    const original = Math.floor(random() * page);
    if (original === 0 || 100 * randomOf(seed, original, 0)() >= nearPercent + copyPercent) {
      return { kind: drawn < nearPercent ? 'near' : 'copy', original };
    }
  }
}

/** Uniform draws from [0, 1), by mulberry32, different for each page and purpose. */
export function randomOf(seed: number, page: number, purpose: number): () => number {
  let state =
    (Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(page + 1, 0x85ebca6b) ^ Math.imul(purpose + 1, 0xc2b2ae35)) |
    0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}
