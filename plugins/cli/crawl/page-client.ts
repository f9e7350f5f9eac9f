import { pipeline, type Readable, Transform } from 'node:stream';
import type { StreamClient } from './polite-fetch.ts';
import { TooLargeError } from './refused.ts';

/**
 * Bytes of a body behind its content coding, above which a page is refused: twice what is judged of a page, so that what is
 * longer than that is still cut and judged. A gzip of 32 KB can stand for so much.
 */
export const mostBodyBytes: number = 32 << 20;

/**
 * Tags of a body, above which a page is refused: CheerioCrawler makes two trees of each, .4 to .9 KB a tag together, so that 31 MiB of
 * tags end the process. One a 16 bytes of what is judged of a page.
 */
export const mostTags: number = 1 << 20;

const LESS_THAN = 0x3c;

/** So long a host is let alone at most that asks for it: a longer time does not stop the crawl. */
export const mostHeldSeconds = 300;

/** Statuses with which a server may say when to ask again (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const heldStatuses = [429, 503];

/** Statuses by which a server puts a request off: Crawlee itself tries those from 500 on again. */
const putOffStatuses = [408, 429];

/** What a client of Crawlee's answers, as far as it is looked at here. */
interface StreamedAnswer {
  readonly url: string;
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  stream: Readable;
}

/**
 * Puts itself around `stream` of an HTTP client of Crawlee's: bodies end with a {@link TooLargeError} where they are too
 * long, and `onHold` is told for how many seconds a host asks to be let alone. Where a server puts a request off an error is
 * thrown, unless the request has `throwHttpErrors: false`: told by its status, Crawlee would give the request up where the answer
 * is not HTML.
 */
export function politeClient<Client extends StreamClient>(
  client: Client,
  onHold: (host: string, seconds: number) => void,
): Client {
  const fetch = client.stream.bind(client) as (...args: unknown[]) => Promise<unknown>;
  const stream = async (
    request: { readonly throwHttpErrors?: boolean },
    ...more: unknown[]
  ): Promise<StreamedAnswer> => {
    const answer = (await fetch(request, ...more)) as StreamedAnswer;
    const { url, statusCode, headers } = answer;
    if (heldStatuses.includes(statusCode)) {
      const seconds = retryAfterSeconds(headers, Date.now());
      if (seconds !== undefined) onHold(new URL(url).host, seconds);
    }
    if (putOffStatuses.includes(statusCode) && request.throwHttpErrors !== false) {
      answer.stream.destroy();
      throw new Error(`expected a page; got HTTP status ${statusCode}: its server puts the request off`);
    }
    answer.stream = bounded(answer.stream, url);
    return answer;
  };
  return Object.assign(client, { stream });
}

/**
 * What `Retry-After` says, in seconds, [0, {@link mostHeldSeconds}]: a number of them, or a date, taken by the clock of the
 * server where that is told. Undefined where it says nothing that can be read.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | undefined {
  const { 'retry-after': value, date } = headers;
  if (typeof value !== 'string') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value), mostHeldSeconds);
  // each form of a date in HTTP begins with the day of the week; others are read as dates that nobody meant
  const at = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const sentAt = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const ms = at - (Number.isNaN(sentAt) ? now : sentAt);
  return Math.min(Math.max(0, ms / 1000), mostHeldSeconds);
}

/** The same body, as long as it is short enough. A progress event of the client's would not do: got ends those at `Content-Length`. */
function bounded(body: Readable, url: string): Readable {
  let [bytes, tags] = [0, 0];
  const bound = new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      for (let at = piece.indexOf(LESS_THAN); at >= 0; at = piece.indexOf(LESS_THAN, at + 1)) tags++;
      if (bytes > mostBodyBytes || tags > mostTags) done(new TooLargeError(url, mostBodyBytes, mostTags));
      else done(null, piece);
    },
  });
  // whoever reads the one is told of the other's errors
  return pipeline(body, bound, () => undefined);
}
