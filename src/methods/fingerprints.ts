import { fingerprint128 } from '../grams/fingerprint.ts';
import { gatherPairs, unconfirmed } from './candidates.ts';
import type { Collection } from './collection.ts';
import { pairsEqualInAColumn } from './equal-columns.ts';
import type { Method, NamedPairs } from './method.ts';
import { Phases } from './phases.ts';
import { textProfile } from './text-profile.ts';

/** Methods that keep one fingerprint of a page and take pages with equal fingerprints for duplicates. */
export const fingerprintMethods: readonly Method[] = [
  {
    name: 'exact-hash',
    variant: 'exact-hash',
    confirmed: false,
    parameters: () => 'one 128-bit hash of the gram set',
    find: async (collection) => equalPages(collection, 'sketch: exact hash', 4, hashesOfSets),
    model: () => (resemblance) => (resemblance === 1 ? 1 : 0),
  },
  {
    name: 'text-profile',
    variant: 'text-profile',
    confirmed: false,
    usesFrequencies: true,
    parameters: (_options, { profiles }) =>
      `quantised frequencies of ${profiles ? 'words' : 'grams (words are not known)'}, quantum 1 % of the most frequent${profiles ? '; made while pages were read, which its time leaves out' : ''}`,
    find: async (collection) => equalPages(collection, 'sketch: text profile', 2, profilesOf),
  },
];

/** Pairs of pages whose fingerprints are equal: `words` numbers of 32 bits each, one fingerprint after the other. */
function equalPages(
  collection: Collection,
  name: string,
  words: number,
  fingerprintsOf: (collection: Collection) => Uint32Array,
): NamedPairs {
  const phases = new Phases();
  const prints = phases.take(
    'sketch',
    collection.once(name, () => fingerprintsOf(collection)),
  );
  const firsts = Uint32Array.from({ length: collection.pages }, (_, page) => prints[words * page]);
  const { copies } = collection.contents().value;
  const pairs = gatherPairs(collection, (emit) => {
    pairsEqualInAColumn(
      firsts,
      1,
      (page) => copies[page] === 0,
      (a, b) => {
        for (let i = 1; i < words; i++) if (prints[words * a + i] !== prints[words * b + i]) return;
        emit(a, b);
      },
    );
  });
  phases.end('join');
  return unconfirmed(collection, { pairs, estimate: () => 1, phases, sketchBytesPerPage: 4 * words });
}

function hashesOfSets(collection: Collection): Uint32Array {
  const prints = new Uint8Array(16 * collection.pages);
  for (let page = 0; page < collection.pages; page++) {
    prints.set(fingerprint128(collection.gramsOf(page)), 16 * page);
  }
  return new Uint32Array(prints.buffer);
}

function profilesOf(collection: Collection): Uint32Array {
  const prints = profilePrints(collection);
  return new Uint32Array(prints.buffer, prints.byteOffset, 2 * prints.length);
}

function profilePrints(collection: Collection): BigUint64Array {
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
