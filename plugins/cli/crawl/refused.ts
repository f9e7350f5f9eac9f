/** Why a URL is not fetched although it could be. */
export const refusals = ['PRIVATE_ADDRESS', 'ROBOTS_TXT'] as const;

/** A URL that is not to be fetched. To try again would be of no use. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** HTTP clients that wrap an error keep its code. */
  readonly code: (typeof refusals)[number];

  constructor(code: (typeof refusals)[number], message: string) {
    super(message);
    this.code = code;
  }
}
