import { isAscii, isUtf8 } from 'node:buffer';
import { TextDecoder } from '@exodus/bytes/encoding.js';
import { getEncoding } from 'encoding-sniffer';
import { charsetOf, utf16Of } from './charset.ts';

/** Text of a page and the encoding that it was read in. */
export interface Decoded {
  readonly text: string;
  /** Name of the encoding that was used, lower case: `utf-8`, `windows-1252`, `shift_jis`, … */
  readonly encoding: string;
}

const escapeByte = 0x1b;
/** What the sniffer returns if neither the header nor a `<meta>` names an encoding. */
const NO_LABEL = 'utf-8';

/**
 * Bytes of a page as text; never throws.
 *
 * The most trustworthy evidence decides: first a byte order mark; then whether all or nearly all bytes are valid UTF-8
 * (no other encoding looks so by chance); then the Content-Type header and the page's own `<meta>`, read as a browser
 * reads them, if they fit the bytes; and last what the bytes look like. A header or `<meta>` that says UTF-8 is not
 * believed for other bytes. Cost: O(bytes).
 */
export function decode(body: Uint8Array, contentType?: string): Decoded {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decodeAs(bytes.subarray(2), 'utf-16le');
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decodeAs(bytes.subarray(2), 'utf-16be');
  if (hasMark(bytes)) return decodeUtf8(bytes.subarray(3));

  const utf16 = utf16Of(bytes);
  if (utf16 !== undefined) return decodeAs(bytes, utf16);
  const declared = labelIn(contentType);
  if (isUtf8(bytes) && !isDisguised(bytes, declared)) return decodeUtf8(bytes);
  // A body cut to a limit may end within a character.
  for (let cut = 1; cut <= 3 && cut < bytes.length; cut++) {
    if (bytes[bytes.length - cut]! >= 0xc0) {
      const whole = bytes.subarray(0, bytes.length - cut);
      if (isUtf8(whole)) return decodeUtf8(whole);
    }
  }
  if (isMostlyUtf8(bytes)) return decodeUtf8(bytes);
  const header =
    declared === undefined || isUtf8Label(declared) ? {} : { transportLayerEncodingLabel: declared };
  const label = getEncoding(bytes, { ...header, defaultEncoding: NO_LABEL }).toLowerCase();
  return decodeAs(bytes, charsetOf(bytes, label === NO_LABEL || isUtf8Label(label) ? undefined : label));
}

/**
 * The bytes of a page that `decode` reads as UTF-8 and that are valid throughout, without a byte order mark;
 * `undefined` for any other page. Cost: O(bytes), some 30 times less than decoding them.
 */
export function utf8Of(body: Uint8Array, contentType?: string): Uint8Array | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  if (hasMark(bytes)) return isUtf8(bytes) ? bytes.subarray(3) : undefined;
  if (!isUtf8(bytes) || utf16Of(bytes) !== undefined) return undefined;
  return isDisguised(bytes, labelIn(contentType)) ? undefined : bytes;
}

function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

/** Content-Type values are cut to this length: longer ones say nothing, and a pattern over them could take long. */
const longestContentType = 1024;

/** The charset parameter of a Content-Type value. */
function labelIn(contentType: string | undefined): string | undefined {
  return contentType
    ?.slice(0, longestContentType)
    .match(/charset\s*=\s*["']?\s*([^\s"';,]+)/i)?.[1]
    ?.toLowerCase();
}

function isUtf8Label(label: string): boolean {
  return /^(unicode-1-1-)?utf-?8$/i.test(label);
}

/** Whether valid UTF-8 is in fact UTF-16 of Western text or the 7-bit Japanese encoding, which are valid UTF-8, too. */
function isDisguised(bytes: Buffer, declared: string | undefined): boolean {
  if (declared?.startsWith('utf-16')) return bytes.includes(0);
  return bytes.includes(escapeByte) && isAscii(bytes);
}

/** Whether a page is UTF-8 with a few damaged bytes: in less than 1 in 10 characters beyond ASCII. */
function isMostlyUtf8(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  let foreign = 0;
  let damaged = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    foreign++;
    if (unit === 0xfffd) damaged++;
  }
  return damaged * 10 < foreign;
}

function decodeUtf8(bytes: Buffer): Decoded {
  return { text: isAscii(bytes) ? bytes.toString('latin1') : bytes.toString('utf8'), encoding: 'utf-8' };
}

function decodeAs(bytes: Buffer, encoding: string): Decoded {
  try {
    return { text: new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes), encoding };
  } catch {
    // `replacement`, which stands for encodings that nobody should decode.
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}
