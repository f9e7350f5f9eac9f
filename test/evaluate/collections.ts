import { type ValueSets, ValueSetsBuilder } from '../../src/grams/value-sets.ts';
import { Collection } from '../../src/methods/collection.ts';
import { randomPair, randomSet, seededRandom } from '../sketch/sets.ts';

/** Gram sets, one after the other. */
export function setsOf(pages: readonly BigUint64Array[]): ValueSets {
  const builder = new ValueSetsBuilder();
  for (const page of pages) builder.append(page);
  return builder.finish();
}

/** `pairs` pairs of pages whose resemblances lie evenly from `least` to 1, every page in one pair only. */
export function independentPairs(pairs: number, least: number, seed: number): Collection {
  const random = seededRandom(seed);
  const pages: BigUint64Array[] = [];
  for (let i = 0; i < pairs; i++) {
    const size = 150 + Math.floor(100 * random());
    const resemblance = least + (1 - least) * (i / (pairs - 1));
    pages.push(...randomPair(random, size, Math.round((2 * size * resemblance) / (1 + resemblance))));
  }
  return new Collection(setsOf(pages));
}

/** The pages of a collection in mixed order, of which every third stands there up to `most` times. */
export function crowded(collection: Collection, most: number, seed: number): Collection {
  const random = seededRandom(seed);
  const pages = Array.from({ length: collection.pages }, (_, page) => {
    const times = page % 3 === 0 ? 1 + Math.floor(most * random()) : 1;
    return new Array<BigUint64Array>(times).fill(collection.gramsOf(page));
  }).flat();
  return new Collection(setsOf(mixed(pages, random)));
}

/** A small crawl: clusters of edited copies, equal pages, pages of one gram, pages without any, in mixed order. */
export function smallCrawl(seed: number): Collection {
  const random = seededRandom(seed);
  const pages: BigUint64Array[] = [];
  for (let cluster = 0; cluster < 25; cluster++) {
    const original = randomSet(random, 1 + Math.floor(200 * random()));
    const copies = 1 + Math.floor(6 * random());
    for (let copy = 0; copy < copies; copy++) {
      const edited = Math.floor(original.length * 0.25 * random() * copy);
      pages.push(BigUint64Array.from([...original.subarray(edited), ...randomSet(random, edited)]).sort());
    }
  }
  const one = randomSet(random, 1);
  pages.push(one, one, new BigUint64Array(0), new BigUint64Array(0));
  return new Collection(setsOf(mixed(pages, random)));
}

function mixed<T>(list: T[], random: () => number): T[] {
  for (let i = list.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}
