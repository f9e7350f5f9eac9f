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
/** What the sniffer gives back where neither header nor `<meta>` names an encoding. */
const NO_LABEL = 'utf-8';

/**
 * Bytes of a page as text; never throws.
 *
 * The order is that of what can be trusted: a byte order mark; bytes that are valid UTF-8 (chance makes no
 * other encoding look so); then the Content-Type header and the page's own `<meta>`, read the way a browser
 * reads them, as far as the bytes bear them out, and else what the bytes themselves look like. A header or `<meta>`
 * that says UTF-8 is believed on bytes that are not only where nearly all of them are. Cost: O(bytes).
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
 * The bytes of a page that is valid UTF-8 all through, as `decode` reads it, without a byte order mark; `undefined` of any
 * other page. Cost: O(bytes), some 30 times less than to decode them.
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

/** Longer Content-Type values say nothing; a pattern over them could take long. */
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

/** UTF-16 of Western text and the 7-bit Japanese encoding are valid UTF-8, too. */
function isDisguised(bytes: Buffer, declared: string | undefined): boolean {
  if (declared?.startsWith('utf-16')) return bytes.includes(0);
  return bytes.includes(escapeByte) && isAscii(bytes);
}

/** A few damaged bytes do not make a UTF-8 page another encoding's; 1 in 10 characters or more do. */
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
