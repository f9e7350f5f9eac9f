import { once } from 'node:events';
import { pipeline, type Readable, Transform } from 'node:stream';
import { decode } from '../../../src/flow/index.ts';
import { mediaType } from '../../dump/archive/archived-page.ts';
import { looksLikeHtml } from '../../dump/page-file/looks-like-html.ts';

/** A body, and the Content-Type header under which it is given on. */
interface Body {
  readonly stream: Readable;
  readonly contentType: string | undefined;
}

/** The types of pages that CheerioCrawler reads as text. */
const PAGE_TYPES: ReadonlySet<string> = new Set([
  'text/html',
  'application/xhtml+xml',
  'text/xml',
  'application/xml',
]);

/**
 * A page in UTF-8, under a header that says so; any other body as it is. Crawlee goes by the header alone: it reads a
 * page as UTF-8 if its header names no encoding, whatever its markup says, and refuses one whose header names an
 * encoding or a type that does not exist. Here the encoding is found as for a dump, and a header without a type is
 * replaced if the body begins like HTML. Memory: the body.
 */
export async function inUtf8({ stream, contentType }: Body): Promise<Body> {
  const stated = mediaType(contentType);
  const type = stated === '' && looksLikeHtml(await beginningOf(stream)) ? 'text/html' : stated;
  if (!PAGE_TYPES.has(type)) return { stream, contentType };
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
