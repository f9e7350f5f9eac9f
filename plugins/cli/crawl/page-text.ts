import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';
import { decode } from '../../../src/flow/index.ts';
import { mediaType } from '../../dump/archive/archived-page.ts';
import { decodeBody } from '../../dump/archive/http.ts';
import { looksLikeHtml } from '../../dump/page-file/looks-like-html.ts';
import { checkTags } from './page-limits.ts';
import { mostBodyBytes, NoPageError, TooLargeError } from './refused.ts';

/** An answer of a server, as far as it says how its body is to be read. */
interface Answer {
  readonly url: string;
  readonly stream: Readable;
  readonly headers: AnswerHeaders;
  readonly statusCode: number;
}

/** The header of an answer, as Node gives it. */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** Most bytes by which a body without a type is judged. */
const MOST_BEGINNING_BYTES = 1 << 16;

/** A page in UTF-8. */
interface PageText {
  readonly stream: Readable;
  /** The Content-Type header under which it is given on. */
  readonly contentType: string;
}

/** The types of pages: those that CheerioCrawler reads, with `additionalMimeTypes` for the last, but not JSON, which is none. */
const PAGE_TYPES: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  'application/xml',
  'text/plain',
]);

/**
 * A page in UTF-8, under a header that says so. Crawlee goes by the header alone: it reads a page as UTF-8 if its header
 * names no encoding, whatever its markup says, and refuses one whose header names an encoding or a type that does not
 * exist. Here content coding and encoding are found as for a dump, and a header without a type is replaced if the body begins like HTML.
 * An error (status 400 and above) is read whatever its type. Memory: the body.
 *
 * @throws NoPageError if the answer is no page; its body is not read
 */
export async function pageText({ url, stream, headers, statusCode }: Answer): Promise<PageText> {
  const { 'content-type': contentType } = headers;
  const header = typeof contentType === 'string' ? contentType : undefined;
  const stated = mediaType(header);
  const isHtml = statusCode >= 400 || (stated === '' && looksLikeHtml(await beginningOf(stream, headers)));
  const type = isHtml ? 'text/html' : stated;
  if (!PAGE_TYPES.has(type)) {
    stream.destroy();
    const kind = type === '' ? 'no content type' : `content type ${type}`;
    throw new NoPageError(`HTTP status ${statusCode} with ${kind}`);
  }
  const pieces: Buffer[] = [];
  const text = new Transform({
    transform(piece: Buffer, _, done) {
      pieces.push(piece);
      done();
    },
    flush(done) {
      withoutCodings(Buffer.concat(pieces), headers, url).then(
        (body) => done(null, decode(body, header).text),
        done,
      );
    },
  });
  // the reader of the result gets the body's errors
  return { stream: pipeline(stream, text, () => undefined), contentType: `${type}; charset=utf-8` };
}

/** A body without the content codings that its header names or its bytes show. @throws if it is too long, or does not decode */
async function withoutCodings(coded: Buffer, headers: AnswerHeaders, url: string): Promise<Buffer> {
  const { body, truncatedFrom, broken, unknownCoding } = await decodeBody(
    coded,
    codingHeaders(headers),
    mostBodyBytes,
  );
  if (unknownCoding !== undefined) throw new NoPageError(`the unknown content coding ${unknownCoding}`);
  // what was cut off is read as far as it goes, as browsers do
  if (broken?.fault === 'undecodable') {
    throw new Error(`expected a page with the content coding ${broken.coding}; got what does not decode`);
  }
  if (truncatedFrom !== undefined) throw new TooLargeError(url);
  checkTags(body, url);
  return body;
}

/** The part of a header by which content codings are known, as readers of dumps have it. */
export function codingHeaders({ 'content-encoding': coding }: AnswerHeaders): ReadonlyMap<string, string> {
  return new Map(typeof coding === 'string' ? [['content-encoding', coding]] : []);
}

/** What has arrived of a body, without codings; at least a byte, unless it is empty. It stays in the body. */
async function beginningOf(body: Readable, headers: AnswerHeaders): Promise<Buffer> {
  if (body.readableLength === 0 && !body.readableEnded) await once(body, 'readable');
  const piece: Buffer | null = body.read();
  if (piece === null) return Buffer.alloc(0);
  body.unshift(piece);
  return (await decodeBody(piece, codingHeaders(headers), MOST_BEGINNING_BYTES)).body;
}
