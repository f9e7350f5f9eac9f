import { type DamageFacts, describeDamage, type ReportDamage } from './damage.ts';

/**
 * What went wrong with an index:
 * - `NEARDUP_INDEX_LOCKED`: another handle, of this process or another, holds it; it is unharmed.
 * - `NEARDUP_INDEX_MISSING`: an index was to be opened as it is, and there is none.
 * - `NEARDUP_INDEX_EXISTS`: an index was to be made where there is one.
 * - `NEARDUP_INDEX_SETTING`: asks for gram sets, which the compact setting does not keep.
 * - `NEARDUP_INDEX_VERSION`: written in another format.
 * - `NEARDUP_INDEX_PARAMETERS`: written with other parameters.
 * - `NEARDUP_INDEX_DAMAGED`: something is missing or not as it was written; `damage` says what and where.
 * - `NEARDUP_INDEX_READ_ONLY`: a write failed, and nothing is written any more until it is opened again.
 * - `NEARDUP_EXPORT_DAMAGED`: an export is cut, altered, or none; `line` says where.
 * - `NEARDUP_INDEX_CLOSED`: used after `close`.
 * - `NEARDUP_CLAIM_SUPERSEDED`: a later claim of the same key took this one's place while it waited.
 */
export type IndexErrorCode =
  | 'NEARDUP_INDEX_LOCKED'
  | 'NEARDUP_INDEX_MISSING'
  | 'NEARDUP_INDEX_EXISTS'
  | 'NEARDUP_INDEX_SETTING'
  | 'NEARDUP_INDEX_VERSION'
  | 'NEARDUP_INDEX_PARAMETERS'
  | 'NEARDUP_INDEX_DAMAGED'
  | 'NEARDUP_INDEX_READ_ONLY'
  | 'NEARDUP_EXPORT_DAMAGED'
  | 'NEARDUP_INDEX_CLOSED'
  | 'NEARDUP_CLAIM_SUPERSEDED';

/** What an error of the stored index says beside its code and words. */
export interface IndexErrorOptions extends ErrorOptions {
  readonly damage?: DamageFacts;
  readonly line?: number;
}

/** An error of the stored index, told apart by its `code`. */
export class IndexError extends Error {
  readonly code: IndexErrorCode;
  /** What of the index is damaged, where that is why. */
  declare readonly damage?: DamageFacts;
  /** The line of a damaged export, from 1. */
  declare readonly line?: number;

  constructor(code: IndexErrorCode, message: string, { damage, line, ...options }: IndexErrorOptions = {}) {
    super(message, options);
    this.name = 'IndexError';
    this.code = code;
    if (damage !== undefined) this.damage = damage;
    if (line !== undefined) this.line = line;
  }
}

/**
 * The error that says what of an index is damaged. A value in another version than this program reads is no damage
 * to who opens the index, but that.
 *
 * @param index its name, where it was refused as a whole and left as it is
 */
export function damagedIndex(damage: DamageFacts, index?: string, cause?: unknown): IndexError {
  const what = describeDamage(damage);
  const options = { damage, ...(cause === undefined ? {} : { cause }) };
  if (damage.reason === 'version') return new IndexError('NEARDUP_INDEX_VERSION', what, options);
  const words =
    index === undefined
      ? `the index is damaged: ${what}`
      : `the index in ${index} is damaged: ${what}. It is left as it is: rebuild it from an export or from the pages, or start in another place`;
  return new IndexError('NEARDUP_INDEX_DAMAGED', words, options);
}

/** There is no index in a place. */
export function missingIndex(name: string, cause?: unknown): IndexError {
  return new IndexError(
    'NEARDUP_INDEX_MISSING',
    `there is no index in ${name}: name the folder of one, or make one by adding pages`,
    { cause },
  );
}

/** What an error says of damage. @throws the error when it says nothing of it */
export function damageOf(error: unknown): DamageFacts {
  if (error instanceof IndexError && error.damage !== undefined) return error.damage;
  throw error;
}

/** What `read` gives, or undefined where that is damaged, which is reported. */
export function readable<T>(read: () => T, report: ReportDamage): T | undefined {
  try {
    return read();
  } catch (error) {
    report(damageOf(error));
    return undefined;
  }
}

/** {@link readable}, but what a later version wrote is whole. @throws IndexError NEARDUP_INDEX_VERSION */
export function readableOfThisVersion<T>(read: () => T, report: ReportDamage): T | undefined {
  return readable(read, (damage) => {
    if (damage.reason === 'version') throw damagedIndex(damage);
    report(damage);
  });
}
