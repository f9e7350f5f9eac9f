import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';
import { decode } from '../../../src/flow/index.ts';
import { mediaType } from '../../dump/archive/archived-page.ts';
import { looksLikeHtml } from '../../dump/page-file/looks-like-html.ts';
import { NoPageError } from './refused.ts';

/** An answer of a server, as far as it says how its body is to be read. */
interface Answer {
  readonly stream: Readable;
  readonly contentType: string | undefined;
  readonly statusCode: number;
}

/** A page in UTF-8. */
interface PageText {
  readonly stream: Readable;
  /** The Content-Type header under which it is given on. */
  readonly contentType: string;
}

/** The types of pages that CheerioCrawler reads, with `additionalMimeTypes` for the last. */
const PAGE_TYPES: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  'application/xml',
  'application/json',
  'text/plain',
]);

/**
 * A page in UTF-8, under a header that says so. Crawlee goes by the header alone: it reads a page as UTF-8 if its header
 * names no encoding, whatever its markup says, and refuses one whose header names an encoding or a type that does not
 * exist. Here the encoding is found as for a dump, and a header without a type is replaced if the body begins like HTML.
 * An error (status 400 and above) is read whatever its type. Memory: the body.
 *
 * @throws NoPageError if the answer is no page; its body is not read
 */
export async function pageText({ stream, contentType, statusCode }: Answer): Promise<PageText> {
  const stated = mediaType(contentType);
  const isHtml = statusCode >= 400 || (stated === '' && looksLikeHtml(await beginningOf(stream)));
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
      done(null, decode(Buffer.concat(pieces), contentType).text);
    },
  });
  // the reader of the result gets the body's errors
  return { stream: pipeline(stream, text, () => undefined), contentType: `${type}; charset=utf-8` };
}

/** What has arrived of a body; at least a byte, unless it is empty. It stays in the body. */
async function beginningOf(body: Readable): Promise<Buffer> {
  if (body.readableLength === 0 && !body.readableEnded) await once(body, 'readable');
  const piece: Buffer | null = body.read();
  if (piece === null) return Buffer.alloc(0);
  body.unshift(piece);
  return piece;
}
