import { checkFields, checkGrams, checkOptionNames, type Field, wrongTypeShown } from '../argument-checks.ts';
import type { BinaryStore } from './disk/binary-store.ts';
import type { PairOptions } from './pairs.ts';
import type { QueryOptions } from './query.ts';
import type { ClaimedPage, ClaimOptions } from './verdicts.ts';

const PAGE_FIELDS: readonly Field<ClaimedPage>[] = [
  ['key', 'string', false],
  ['url', 'string', false],
  ['text', 'string', true],
  ['at', 'string', true],
  ['note', 'string', true],
  ['identity', 'string', true],
  ['truncatedFrom', 'number', true],
];

/** @throws TypeError naming the function that was called and the field of a page whose type is not the one of `ClaimedPage` */
export function checkClaimedPage(caller: string, page: ClaimedPage): void {
  checkFields(caller, 'page', page, PAGE_FIELDS, 'an object with key, url and grams');
  checkGrams(`${caller}: grams`, page.grams);
}

/** The options that each method of a `SketchIndex` knows. */
const OPTIONS: {
  readonly query: Record<keyof QueryOptions, true>;
  readonly claim: Record<keyof ClaimOptions, true>;
  readonly verify: { readonly onDamage: true; readonly signal: true };
  readonly similarPairs: Record<keyof PairOptions, true>;
  readonly addIfNew: { readonly signal: true };
  readonly addAll: { readonly searchable: true };
  readonly merge: { readonly signal: true };
  readonly rebuild: { readonly keepDamaged: true };
  readonly dedupeResults: { readonly threshold: true; readonly limit: true };
} = {
  query: { threshold: true, recall: true, scope: true, url: true, except: true, limit: true },
  claim: { signal: true, provisional: true, repeats: true },
  verify: { onDamage: true, signal: true },
  similarPairs: { copies: true, cacheBytes: true, gramSets: true },
  addIfNew: { signal: true },
  addAll: { searchable: true },
  merge: { signal: true },
  rebuild: { keepDamaged: true },
  dedupeResults: { threshold: true, limit: true },
};

/** Options that are called. */
interface Called {
  readonly onDamage?: unknown;
  readonly repeats?: unknown;
}

const FUNCTIONS: readonly Field<Called>[] = [
  ['onDamage', 'function', true],
  ['repeats', 'function', true],
];

/** @throws TypeError naming the option that a method of a `SketchIndex` does not know, or that is no function and must be one */
export function checkCallOptions(method: keyof typeof OPTIONS, options: object): void {
  checkOptionNames(method, options, OPTIONS[method]);
  checkFields<Called>(method, 'options', options, FUNCTIONS, 'an object');
}

/** @throws TypeError where an index cannot be there */
export function checkPlace(at: string | BinaryStore): void {
  if (typeof at === 'string' ? at !== '' && !at.includes('\0') : typeof at?.open === 'function') return;
  throw wrongTypeShown('SketchIndex', 'the path of a folder, or a store of abstract-level', at);
}
