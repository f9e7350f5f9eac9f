/**
 * What goes over a socket is cut into frames of
 *
 *      4          4
 *     ┌────────┬─────────────┬────────────┬───────┐
 *     │ length │ JSON length │ JSON, UTF-8 │ bytes │    lengths big-endian, the first of all that follows it
 *     └────────┴─────────────┴────────────┴───────┘
 */
const LENGTH_BYTES = 4;

/** More than the grams of any page of the default size. Data with a larger length is not a frame. */
const MOST_FRAME_BYTES = 1 << 28;

/** A message, and bytes that go with it. */
interface Frame {
  readonly message: unknown;
  readonly bytes: Buffer;
}

/**
 * Encodes a frame.
 *
 * @throws RangeError if it would be larger than a frame may be
 */
export function encodeFrame(message: unknown, bytes: Uint8Array = new Uint8Array(0)): Buffer {
  const json = Buffer.from(JSON.stringify(message));
  checkLength(LENGTH_BYTES + json.length + bytes.length);
  const head = Buffer.alloc(2 * LENGTH_BYTES);
  head.writeUInt32BE(LENGTH_BYTES + json.length + bytes.length);
  head.writeUInt32BE(json.length, LENGTH_BYTES);
  return Buffer.concat([head, json, bytes]);
}

/**
 * Reads the frames of a stream of bytes, which comes in pieces of any size.
 *
 * @throws RangeError if a length cannot be that of a frame
 */
export async function* framesIn(pieces: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let waiting: Buffer[] = [];
  let size = 0;
  let wanted = LENGTH_BYTES;
  for await (const piece of pieces) {
    waiting.push(piece);
    size += piece.length;
    while (size >= wanted) {
      const all = waiting.length === 1 ? waiting[0] : Buffer.concat(waiting);
      const length = all.readUInt32BE();
      checkLength(length);
      const end = LENGTH_BYTES + length;
      if (size >= end) yield frameOf(all.subarray(LENGTH_BYTES, end));
      const rest = size >= end ? all.subarray(end) : all;
      wanted = size >= end ? LENGTH_BYTES : end;
      waiting = [rest];
      size = rest.length;
    }
  }
}

function checkLength(length: number): void {
  if (length < LENGTH_BYTES || length > MOST_FRAME_BYTES)
    throw new RangeError(`frame: expected ${LENGTH_BYTES} to ${MOST_FRAME_BYTES} bytes; got ${length}`);
}

function frameOf(body: Buffer): Frame {
  const length = body.readUInt32BE();
  const end = LENGTH_BYTES + length;
  if (end > body.length)
    throw new RangeError(`frame: expected JSON of up to ${body.length} bytes; got ${length}`);
  return { message: JSON.parse(body.toString('utf8', LENGTH_BYTES, end)), bytes: body.subarray(end) };
}
