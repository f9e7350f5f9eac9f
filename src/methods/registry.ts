import { wrongValue } from '../argument-checks.ts';
import { bottomKMethods } from './bottom-k.ts';
import { defaultMethod } from './defaults.ts';
import { exactJoins } from './exact-joins.ts';
import { fingerprintMethods } from './fingerprints.ts';
import type { Method } from './method.ts';
import { minHashMethods } from './minhash.ts';
import { diskMinHash } from './minhash-disk.ts';
import { pairingMethods } from './pairing.ts';
import { shingleMethods } from './shingles.ts';
import { simHashMethods } from './simhash.ts';
import { superShingleMethods } from './super-shingles.ts';

/** Every method there is, the exact joins first: what `evaluate` compares and `deduplicate` runs. */
export const methods: readonly Method[] = [
  ...exactJoins,
  ...shingleMethods,
  ...bottomKMethods,
  ...minHashMethods,
  diskMinHash,
  ...simHashMethods,
  ...superShingleMethods,
  ...pairingMethods,
  ...fingerprintMethods,
];

/** The kinds of methods, for help and option checks. */
export const methodNames: readonly string[] = [...new Set(methods.map(({ name }) => name))];

/** The variant that a kind's name stands for where one method is wanted, of kinds with more than one. */
const usualVariants: Readonly<Record<string, string>> = {
  sp: 'sp-32',
  calibrated: 'calibrated-32',
  'bottom-k': 'bottom-k-128',
  minhash: 'minhash-confirmed',
  simhash: 'simhash-3',
  'super-shingles': 'super-shingles-1',
};

/**
 * The methods of the given names, in the order of the registry: `simhash` stands for all of that kind,
 * `simhash-3-confirmed` for one.
 *
 * @throws RangeError for a name that is neither.
 */
export function selectMethods(names: readonly string[]): Method[] {
  for (const name of names) {
    if (!methods.some((method) => method.name === name || method.variant === name)) {
      throw wrongValue('methods', namesInWords, name);
    }
  }
  return methods.filter(({ name, variant }) => names.includes(name) || names.includes(variant));
}

/**
 * The one method of a name: `simhash-3-confirmed` for itself, `simhash` for the usual one of that kind.
 *
 * @throws RangeError for a name that is neither.
 */
export function methodNamed(name: string): Method {
  const wanted = typeof name === 'string' && Object.hasOwn(usualVariants, name) ? usualVariants[name] : name;
  const method = methods.find(({ variant }) => variant === wanted);
  if (method) return method;
  throw wrongValue('method', `${defaultMethod}, ${namesInWords}`, name);
}

const namesInWords = `${methodNames.join(', ')} or one variant such as simhash-3-confirmed`;
