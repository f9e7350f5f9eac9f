import type { PairMethod } from './method.ts';
import { bottomKMethods } from './methods/bottom-k.ts';
import { exactJoins } from './methods/exact-joins.ts';
import { fingerprintMethods } from './methods/fingerprints.ts';
import { minHashMethods } from './methods/minhash.ts';
import { pairingMethods } from './methods/pairing.ts';
import { shingleMethods } from './methods/shingles.ts';
import { simHashMethods } from './methods/simhash.ts';
import { superShingleMethods } from './methods/super-shingles.ts';

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
