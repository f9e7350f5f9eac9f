import { shortUrl } from './short-url.ts';

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

/**
 * Most bytes of a decoded body; a page with more is refused. This is twice the part by which a page is judged, so
 * that a page somewhat longer than that part is still cut and judged. A gzip of 32 KB can decode to this many.
 */
export const mostBodyBytes: number = 32 << 20;

/**
 * Most tags of a body; a page with more is refused. CheerioCrawler makes two trees of each page, together .4 to .9 KB
 * a tag, so that 31 MiB of tags end the process. One tag for each 16 bytes of the part by which a page is judged.
 */
export const mostTags: number = 1 << 20;

/** A page whose body is too long; the rest of it was not read. Retrying is of no use. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly code = 'BODY_TOO_LARGE';

  constructor(url: string) {
    const most = `${mostBodyBytes / (1 << 20)} MiB and ${mostTags} tags at most`;
    super(`expected a page of ${most}, as it is once decompressed; got more from ${shortUrl(url)}`);
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
