/**
 * What went wrong with an index:
 * - `NEARDUP_INDEX_LOCKED`: another handle, of this process or another, holds it; it is unharmed.
 * - `NEARDUP_INDEX_MISSING`: an index was to be opened as it is, and there is none.
 * - `NEARDUP_INDEX_EXISTS`: an index was to be made where there is one.
 * - `NEARDUP_INDEX_SETTING`: asks for gram sets, which the compact setting does not keep.
 * - `NEARDUP_INDEX_VERSION`: written in another format.
 * - `NEARDUP_INDEX_PARAMETERS`: written with other parameters.
 * - `NEARDUP_INDEX_DAMAGED`: entries are missing or fail their checksum.
 * - `NEARDUP_INDEX_READ_ONLY`: a write failed, and nothing is written any more until it is opened again.
 * - `NEARDUP_EXPORT_DAMAGED`: an export is cut, altered, or none.
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

/** An error of the stored index, told apart by its `code`. */
export class IndexError extends Error {
  readonly code: IndexErrorCode;

  constructor(code: IndexErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'IndexError';
    this.code = code;
  }
}
