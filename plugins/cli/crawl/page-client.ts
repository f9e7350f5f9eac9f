import { pipeline, type Readable, Transform } from 'node:stream';
import { pageText } from './page-text.ts';
import type { StreamClient } from './polite-fetch.ts';
import { TooLargeError } from './refused.ts';

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

const LESS_THAN = 0x3c;

/** Longest pause that a host can ask for. A longer one is shortened to this, so that it does not stop the crawl. */
export const mostHeldSeconds = 300;

/** Statuses with which a server may say when to ask again (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const heldStatuses = [429, 503];

/** Statuses by which a server postpones a request. Crawlee itself retries statuses from 500 on. */
const putOffStatuses = [408, 429];

/** The part of an answer of Crawlee's client that is used here. */
interface StreamedAnswer {
  readonly url: string;
  readonly statusCode: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  stream: Readable;
}

/**
 * Wraps `stream` of Crawlee's HTTP client. A page comes in UTF-8, and what is no page as a `NoPageError`. A body that is
 * too long ends with a {@link TooLargeError}. `onHold` is called with the number of seconds for which a host asks for a pause. If a server
 * postpones a request, an error is thrown: given only the status, Crawlee would give the request up if the answer is
 * not HTML. Errors of connections say in words what happened. A request with `throwHttpErrors: false` is not for a page: its body comes as it is, and no error is thrown.
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
    const answer = (await fetch(request, ...more).catch((error: Error) => {
      throw inOwnWords(error);
    })) as StreamedAnswer;
    const { url, statusCode, headers } = answer;
    if (heldStatuses.includes(statusCode)) {
      const seconds = retryAfterSeconds(headers, Date.now());
      if (seconds !== undefined) onHold(new URL(url).host, seconds);
    }
    const body = bounded(answer.stream, url);
    if (request.throwHttpErrors === false) return Object.assign(answer, { stream: body });
    if (putOffStatuses.includes(statusCode)) {
      answer.stream.destroy();
      throw new Error(`expected a page; got HTTP status ${statusCode}: its server puts the request off`);
    }
    const { 'content-type': stated } = headers;
    const { stream, contentType } = await pageText({
      stream: body,
      contentType: typeof stated === 'string' ? stated : undefined,
      statusCode,
    });
    return Object.assign(answer, { stream, headers: { ...headers, 'content-type': contentType } });
  };
  return Object.assign(client, { stream });
}

/** What is told of a connection that failed, by its code. */
const failedConnections: ReadonlyMap<unknown, string> = new Map([
  ['ECONNRESET', 'the server reset the connection'],
  ['ECONNREFUSED', 'the server refuses connections'],
]);

/**
 * The error of a connection without its code in the message. By that Crawlee takes it for the failure of a proxy, for which it
 * counts attempts apart, and tells of a session.
 */
function inOwnWords(error: Error & { readonly code?: string }): Error {
  const words = failedConnections.get(error.code);
  return words === undefined ? error : new Error(words, { cause: error });
}

/**
 * The value of `Retry-After` in seconds, [0, {@link mostHeldSeconds}]. It is a number of seconds or a date, which is
 * compared with the server's clock if that is known. Undefined if it is unreadable.
 */
export function retryAfterSeconds(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: number,
): number | undefined {
  const { 'retry-after': value, date } = headers;
  if (typeof value !== 'string') return undefined;
  if (/^\s*\d+\s*$/.test(value)) return Math.min(Number(value), mostHeldSeconds);
  // each date format of HTTP begins with the day of the week; `Date.parse` would take other values for dates, too
  const at = /^[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(at)) return undefined;
  const sentAt = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  const ms = at - (Number.isNaN(sentAt) ? now : sentAt);
  return Math.min(Math.max(0, ms / 1000), mostHeldSeconds);
}

/**
 * The body, which fails as soon as it is too long. The client's progress events do not suffice: got ends them at
 * `Content-Length`.
 */
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
  // the reader of the result gets the body's errors
  return pipeline(body, bound, () => undefined);
}
