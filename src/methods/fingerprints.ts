import { hash64 } from '../grams/hash.ts';
import { gatherPairs, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { pairsEqualInAColumn } from './equal-columns.ts';
import type { Method, NamedPairs } from './method.ts';
import { Phases } from './phases.ts';
import { textProfile } from './text-profile.ts';

/** Methods that keep one 64-bit number of a page and take pages of one number for duplicates. */
export const fingerprintMethods: readonly Method[] = [
  {
    name: 'exact-hash',
    variant: 'exact-hash',
    confirmed: false,
    parameters: () => 'one 64-bit hash of the gram set',
    find: async (collection) => equalPages(collection, 'sketch: exact hash', hashOfSets),
    model: () => (resemblance) => (resemblance === 1 ? 1 : 0),
  },
  {
    name: 'text-profile',
    variant: 'text-profile',
    confirmed: false,
    usesFrequencies: true,
    parameters: (_options, { profiles }) =>
      `quantised frequencies of ${profiles ? 'words' : 'grams (words are not known)'}, quantum 1 % of the most frequent${profiles ? '; made while pages were read, which its time leaves out' : ''}`,
    find: async (collection) => equalPages(collection, 'sketch: text profile', profilesOf),
  },
];

function equalPages(
  collection: Collection,
  name: string,
  fingerprintsOf: (collection: Collection) => BigUint64Array,
): NamedPairs {
  const phases = new Phases();
  const prints = phases.take(
    'sketch',
    collection.once(name, () => fingerprintsOf(collection)),
  );
  const halves = new Uint32Array(prints.buffer, prints.byteOffset, 2 * prints.length);
  const lows = new Uint32Array(prints.length);
  for (let page = 0; page < prints.length; page++) lows[page] = halves[2 * page];
  const pairs = gatherPairs(collection, (emit) => {
    pairsEqualInAColumn(
      lows,
      1,
      (page) => collection.sizeOf(page) === 0,
      (a, b) => {
        if (halves[2 * a + 1] === halves[2 * b + 1]) emit(a, b);
      },
    );
  });
  phases.end('join');
  return unconfirmed(collection, { pairs, estimate: () => 1, phases, sketchBytesPerPage: 8 });
}

function hashOfSets({ sets: { offsets, values }, pages }: Collection): BigUint64Array {
  const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
  const prints = new BigUint64Array(pages);
  for (let page = 0; page < pages; page++) {
    prints[page] = hash64(bytes.subarray(8 * offsets[page], 8 * offsets[page + 1]));
  }
  return prints;
}

function profilesOf(collection: Collection): BigUint64Array {
  const { profiles, counts, pages, sets } = collection;
  if (profiles) return profiles;
  const prints = new BigUint64Array(pages);
  for (let page = 0; page < pages; page++) {
    const grams = collection.gramsOf(page);
    const ofPage = counts?.subarray(sets.offsets[page], sets.offsets[page + 1]);
    prints[page] = textProfile(grams, ofPage ?? new Uint32Array(grams.length).fill(1));
  }
  return prints;
}
