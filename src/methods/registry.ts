import { bottomKMethods } from './bottom-k.ts';
import { exactJoins } from './exact-joins.ts';
import { fingerprintMethods } from './fingerprints.ts';
import type { PairMethod } from './method.ts';
import { minHashMethods } from './minhash.ts';
import { pairingMethods } from './pairing.ts';
import { shingleMethods } from './shingles.ts';
import { simHashMethods } from './simhash.ts';
import { superShingleMethods } from './super-shingles.ts';

/** Every method that is evaluated, the exact joins first. */
export const pairMethods: readonly PairMethod[] = [
  ...exactJoins,
  ...shingleMethods,
  ...bottomKMethods,
  ...minHashMethods,
  ...simHashMethods,
  ...superShingleMethods,
  ...pairingMethods,
  ...fingerprintMethods,
];

/** The kinds of methods, for help and option checks. */
export const methodNames: readonly string[] = [...new Set(pairMethods.map(({ name }) => name))];

/**
 * The methods of the given names, in the order of the registry: `simhash` stands for all of that kind,
 * `simhash-3-confirmed` for one.
 *
 * @throws RangeError for a name that is neither.
 */
export function selectMethods(names: readonly string[]): PairMethod[] {
  for (const name of names) {
    if (!pairMethods.some((method) => method.name === name || method.variant === name)) {
      throw new RangeError(
        `methods: expected ${methodNames.join(', ')} or one variant such as simhash-3-confirmed; got ${JSON.stringify(name)}`,
      );
    }
  }
  return pairMethods.filter(({ name, variant }) => names.includes(name) || names.includes(variant));
}
