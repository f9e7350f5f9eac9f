import type { Readable } from 'node:stream';
import { inOwnWords } from './connection-errors.ts';
import { bounded } from './page-limits.ts';
import { type AnswerHeaders, pageText } from './page-text.ts';
import type { StreamClient } from './polite-fetch.ts';

/** Longest pause that a host can ask for. A longer one is shortened to this, so that it does not stop the crawl. */
export const mostHeldSeconds = 300;

/** Statuses with which a server may say when to ask again (RFC 9110, section 10.2.3; RFC 6585, section 4). */
const heldStatuses = [429, 503];

/** Statuses by which a server postpones a request. */
const putOffStatuses = [408, 429];

/** The part of an answer of Crawlee's client that is used here. */
interface StreamedAnswer {
  readonly url: string;
  readonly statusCode: number;
  headers: AnswerHeaders;
  stream: Readable;
}

/**
 * Wraps `stream` of Crawlee's HTTP client. A page comes in UTF-8, and what is no page as a `NoPageError`. A body that is
 * too long ends with a {@link TooLargeError}. `onHold` is called with the number of seconds for which a host asks for a pause. For statuses
 * by which a server postpones a request, and from 500 on, an error is thrown, so that the request is made again: given only the status, Crawlee
 * would give a postponed one up if the answer is not HTML, and would call any from 500 on an internal error of the server. Errors of connections say in words what happened. A request with `throwHttpErrors: false` is not for a page: its body comes as it is, and no error is thrown.
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
    const isPutOff = putOffStatuses.includes(statusCode);
    if (isPutOff || statusCode >= 500) {
      answer.stream.destroy();
      const why = isPutOff ? ': its server puts the request off' : '';
      throw new Error(`expected a page; got HTTP status ${statusCode}${why}`);
    }
    const { stream, contentType } = await pageText({ url, stream: body, headers, statusCode });
    return Object.assign(answer, { stream, headers: { ...headers, 'content-type': contentType } });
  };
  return Object.assign(client, { stream });
}

/**
 * The value of `Retry-After` in seconds, [0, {@link mostHeldSeconds}]. It is a number of seconds or a date, which is
 * compared with the server's clock if that is known. Undefined if it is unreadable.
 */
export function retryAfterSeconds(headers: AnswerHeaders, now: number): number | undefined {
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
