import { type DamageFacts, describeDamage, type ReportDamage } from './damage.ts';

/**
 * What went wrong with an index:
 * - `NEARDUP_INDEX_LOCKED`: another handle, in this process or another, has it open; it is unharmed.
 * - `NEARDUP_INDEX_MISSING`: an existing index was to be opened, and there is none; or the folder of an open one was deleted, moved or replaced.
 * - `NEARDUP_INDEX_EXISTS`: an index was to be created where there already is one.
 * - `NEARDUP_INDEX_SETTING`: the call needs gram sets, which the compact setting does not keep.
 * - `NEARDUP_INDEX_VERSION`: written in another format.
 * - `NEARDUP_INDEX_PARAMETERS`: written with other parameters; `differing` says which.
 * - `NEARDUP_INDEX_DAMAGED`: something is missing or altered; `damage` says what and where.
 * - `NEARDUP_INDEX_REFUSED`: the system refuses to read or write its files (permissions, a full or read-only disk), or the place has something else.
 * - `NEARDUP_INDEX_READ_ONLY`: a write failed; nothing more is written until the index is opened again.
 * - `NEARDUP_EXPORT_DAMAGED`: the export is cut, altered, or not an export; `line` says where.
 * - `NEARDUP_INDEX_CLOSED`: used after `close`.
 * - `NEARDUP_CLAIM_SUPERSEDED`: a later claim of the same key replaced this one while it waited.
 */
export type IndexErrorCode =
  | 'NEARDUP_INDEX_LOCKED'
  | 'NEARDUP_INDEX_MISSING'
  | 'NEARDUP_INDEX_EXISTS'
  | 'NEARDUP_INDEX_SETTING'
  | 'NEARDUP_INDEX_VERSION'
  | 'NEARDUP_INDEX_PARAMETERS'
  | 'NEARDUP_INDEX_DAMAGED'
  | 'NEARDUP_INDEX_REFUSED'
  | 'NEARDUP_INDEX_READ_ONLY'
  | 'NEARDUP_EXPORT_DAMAGED'
  | 'NEARDUP_INDEX_CLOSED'
  | 'NEARDUP_CLAIM_SUPERSEDED';

/** Details of an index error besides its code and message. */
export interface IndexErrorOptions extends ErrorOptions {
  readonly damage?: DamageFacts;
  readonly differing?: string;
  readonly line?: number;
}

/** An error of the stored index; `code` tells the kinds apart. */
export class IndexError extends Error {
  readonly code: IndexErrorCode;
  /** The damaged part of the index, if damage is the cause. */
  declare readonly damage?: DamageFacts;
  /** The parameters that differ, each with its stored and its wanted value: `threshold 0.8, now 0.9`. */
  declare readonly differing?: string;
  /** The line of a damaged export, from 1. */
  declare readonly line?: number;

  constructor(code: IndexErrorCode, message: string, details: IndexErrorOptions = {}) {
    const { damage, differing, line, ...options } = details;
    super(message, options);
    this.name = 'IndexError';
    this.code = code;
    if (damage !== undefined) this.damage = damage;
    if (differing !== undefined) this.differing = differing;
    if (line !== undefined) this.line = line;
  }
}

/**
 * The error for a damaged part of an index. A value in a version that this program does not read gets the code VERSION
 * instead, since it is not damage.
 *
 * @param index its name, if the index was refused as a whole and left unchanged
 */
export function damagedIndex(damage: DamageFacts, index?: string, cause?: unknown): IndexError {
  const what = describeDamage(damage);
  const options = { damage, ...(cause === undefined ? {} : { cause }) };
  if (damage.reason === 'version') return new IndexError('NEARDUP_INDEX_VERSION', what, options);
  const words =
    index === undefined
      ? `the index is damaged: ${what}. Check all of it (neardup index verify), and rebuild it from an export or from the pages`
      : `the index in ${index} is damaged: ${what}. It is left as it is: rebuild it from an export or from the pages, or start in another place`;
  return new IndexError('NEARDUP_INDEX_DAMAGED', words, options);
}

/** The error for a place that has no index. */
export function missingIndex(name: string, cause?: unknown): IndexError {
  return new IndexError(
    'NEARDUP_INDEX_MISSING',
    `there is no index in ${name}: name the folder of one, or make one by adding pages`,
    { cause },
  );
}

/** What the system or LevelDB said of a failed write, without the way out that our own error around it names. */
export function saidOf(cause: unknown): string {
  const said = cause instanceof IndexError && cause.cause instanceof Error ? cause.cause : cause;
  return said instanceof Error ? said.message : String(said);
}

/** The damage that an error names. @throws the error if it names none */
export function damageOf(error: unknown): DamageFacts {
  if (error instanceof IndexError && error.damage !== undefined) return error.damage;
  throw error;
}

/** The result of `read`; undefined if it is damaged, which is reported. */
export function readable<T>(read: () => T, report: ReportDamage): T | undefined {
  try {
    return read();
  } catch (error) {
    report(damageOf(error));
    return undefined;
  }
}

/** Like {@link readable}, but a value of a later version is not damage. @throws IndexError NEARDUP_INDEX_VERSION */
export function readableOfThisVersion<T>(read: () => T, report: ReportDamage): T | undefined {
  return readable(read, (damage) => {
    if (damage.reason === 'version') throw damagedIndex(damage);
    report(damage);
  });
}
