import { pipeline, type Readable, Transform } from 'node:stream';
import { inOwnWords } from './connection-errors.ts';
import { mostBodyBytes, mostTags, TooLargeError } from './refused.ts';

const LESS_THAN = 0x3c;

/**
 * A body as it is sent, which fails as soon as it is too long. The client's progress events do not suffice: got ends them at
 * `Content-Length`.
 */
export function bounded(body: Readable, url: string): Readable {
  let [bytes, tags] = [0, 0];
  const bound = new Transform({
    transform(piece: Buffer, _, done) {
      bytes += piece.length;
      tags += tagsIn(piece);
      if (bytes > mostBodyBytes || tags > mostTags) done(new TooLargeError(url));
      else done(null, piece);
    },
  });
  // before the pipeline, which would give on the client's words
  body.once('error', (error) => bound.destroy(inOwnWords(error, 'body')));
  return pipeline(body, bound, () => undefined);
}

/** @throws TooLargeError if a page has too many tags */
export function checkTags(page: Buffer, url: string): void {
  if (tagsIn(page) > mostTags) throw new TooLargeError(url);
}

/** Number of tags, counted by the characters that begin one. */
function tagsIn(bytes: Buffer): number {
  let tags = 0;
  for (let at = bytes.indexOf(LESS_THAN); at >= 0; at = bytes.indexOf(LESS_THAN, at + 1)) tags++;
  return tags;
}
