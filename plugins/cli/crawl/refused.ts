/** Why a URL is not fetched although it could be. */
const refusals = ['PRIVATE_ADDRESS', 'ROBOTS_TXT'] as const;

/** A URL that may not be fetched. Retrying is of no use. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  /** HTTP clients that wrap an error keep its code. */
  readonly code: (typeof refusals)[number];

  constructor(code: (typeof refusals)[number], message: string) {
    super(message);
    this.code = code;
  }
}

/** Whether a code is that of a refusal. HTTP clients wrap an error but keep its code. */
export function isRefusal(code: string | undefined): boolean {
  return refusals.some((refusal) => refusal === code);
}

/** A page whose body is too long; the rest of it was not read. Retrying is of no use. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly code = 'BODY_TOO_LARGE';

  /**
   * @param mostBytes most bytes of a body after its content coding is removed
   * @param mostTags most tags, counted by the characters that begin one
   */
  constructor(url: string, mostBytes: number, mostTags: number) {
    const most = `${mostBytes / (1 << 20)} MiB and ${mostTags} tags at most`;
    super(`expected a page of ${most}, as it is once decompressed; got more from ${url}`);
  }
}

/** An answer that is something else than a page, such as an image. Its body was not read. Retrying is of no use. */
export class NoPageError extends Error {
  override readonly name = 'NoPageError';
  readonly code = 'NO_PAGE';

  /** @param got what was sent instead */
  constructor(got: string) {
    super(`expected a page; got ${got}`);
  }
}
