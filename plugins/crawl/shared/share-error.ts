/**
 * What can go wrong between processes that share an index:
 * - `NEARDUP_OWNER_GONE`: the process that has the index does not answer, and the index cannot be opened here.
 * - `NEARDUP_PROCESS_NAME`: another process of that name shares the index.
 * - `NEARDUP_PROCESS_VERSION`: the processes run versions of neardup that do not understand each other.
 */
export type ShareErrorCode = 'NEARDUP_OWNER_GONE' | 'NEARDUP_PROCESS_NAME' | 'NEARDUP_PROCESS_VERSION';

/** An error between processes that share an index, told apart by its `code`. */
export class ShareError extends Error {
  override readonly name = 'ShareError';
  readonly code: ShareErrorCode;

  constructor(code: ShareErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A connection ended before its answer came. Whether the operation was carried out is not known. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}
