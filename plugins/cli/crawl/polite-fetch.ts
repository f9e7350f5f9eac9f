import { cookiesOfNextHop } from '../../crawlee/answered-cookies.ts';
import { decodeBody } from '../../dump/archive/http.ts';
import type { AddressGuard } from './addresses.ts';
import { type AnswerHeaders, codingHeaders } from './page-text.ts';
import { mostRobotsBytes, type RobotsAnswer } from './robots.ts';

/** The part of the HTTP client of Crawlee's crawlers that a crawl uses itself. */
export interface StreamClient {
  stream(request: { readonly url: URL } & Record<string, unknown>): Promise<{
    readonly statusCode: number;
    readonly headers: AnswerHeaders;
    readonly stream: AsyncIterable<Uint8Array> & { destroy(): unknown };
  }>;
}

/** The options of Crawlee's HTTP client for every request. */
type RequestOptions = ReturnType<typeof requestOptions>;

/** The request by which Crawlee's client follows a redirect. */
interface NextHop {
  readonly url?: string | URL | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
}

/** The answer that redirects. */
interface Redirect {
  readonly url: string;
  readonly headers: { readonly 'set-cookie'?: string[] | undefined };
}

/** Most bytes of the header of an answer, as in browsers. Node reads 16 KiB, and long security policies take more. */
const MOST_HEADER_BYTES = 256 * 1024;

/** Time limit for a robots.txt. */
const ROBOTS_TIMEOUT_MS = 30_000;

/**
 * Options of every request of a crawl: the name of the tool instead of a browser's, and addresses checked when
 * connections are made. `allow` is called before each hop of a redirect, which has the cookies set by those before.
 */
export function requestOptions(
  guard: AddressGuard,
  userAgent: string,
  allow: (url: URL) => Promise<void> | void,
) {
  return {
    headers: { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br, zstd' },
    useHeaderGenerator: false,
    // codings are removed as in a dump: the client knows no zstd, takes a body of several for a page, and fails at what browsers show
    decompress: false,
    maxHeaderSize: MOST_HEADER_BYTES,
    // with HTTP/2 the client would make connections of its own, which look hosts up by themselves
    http2: false,
    dnsLookup: guard.lookup,
    hooks: {
      beforeRedirect: [
        async ({ url, headers }: NextHop, { url: from, headers: { 'set-cookie': set = [] } }: Redirect) => {
          if (url === undefined) return;
          const next = new URL(url);
          await allow(next);
          const { cookie } = headers;
          if (set.length > 0 && next.hostname === new URL(from).hostname)
            headers.cookie = cookiesOfNextHop(typeof cookie === 'string' ? cookie : '', set);
        },
      ],
    },
  };
}

/** Fetches a robots.txt, but no more of it than is read. */
export async function fetchRobots(
  client: StreamClient,
  url: URL,
  options: RequestOptions,
): Promise<RobotsAnswer> {
  const { statusCode, headers, stream } = await client.stream({
    url,
    ...options,
    throwHttpErrors: false,
    timeout: { request: ROBOTS_TIMEOUT_MS },
  });
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of stream) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= mostRobotsBytes) break;
  }
  stream.destroy();
  const { body } = await decodeBody(Buffer.concat(pieces), codingHeaders(headers), mostRobotsBytes);
  return { statusCode, text: body.toString('utf8') };
}
