import { createHash } from 'node:crypto';
import { fetchedTime, parseUrl } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';
import { toBase32 } from '../archive/digests.ts';
import { storedLines } from '../archive/headers.ts';
import { parseHttpHead } from '../archive/http.ts';
import { MOST_HEAD_BYTES, type Original } from './payload.ts';

const EOL = '\r\n';
const REVISIT_PROFILE = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest';
/** Fields that a revisit has otherwise than the record it is made of, in lower case. */
const REPLACED = new Set([
  'warc-type',
  'content-length',
  'content-type',
  'warc-block-digest',
  'warc-payload-digest',
  'warc-profile',
  'warc-refers-to',
  'warc-refers-to-target-uri',
  'warc-refers-to-date',
]);

/** Fields that a record without its end has otherwise than the whole one, in lower case. */
const OF_THE_WHOLE = new Set([
  'content-length',
  'warc-block-digest',
  'warc-payload-digest',
  'warc-truncated',
]);

/**
 * A `revisit` (ISO 28500, section 6.7) in the place of a response whose payload is that of another: its own fields and its
 * HTTP header stay, so that what belongs to it still does.
 */
export function revisitRecord(head: Buffer, block: Buffer, of: Original): Buffer {
  const kept = linesWithout(head, REPLACED).slice(1);
  const http = block.subarray(0, parseHttpHead(block, MOST_HEAD_BYTES)?.length ?? 0);
  return warcRecord(
    [
      'WARC-Type: revisit',
      ...kept,
      `WARC-Profile: ${REVISIT_PROFILE}`,
      `WARC-Refers-To: ${of.recordId}`,
      ...(of.url === '' ? [] : [`WARC-Refers-To-Target-URI: ${of.url}`]),
      ...(of.date === '' ? [] : [`WARC-Refers-To-Date: ${of.date}`]),
      `WARC-Payload-Digest: ${of.payloadDigest}`,
      'Content-Type: application/http; msgtype=response',
    ],
    http,
  );
}

/** The header of a record that lacks its end. It says so (ISO 28500, section 5.13), and has no digests of the whole. */
export function cutHead(head: Buffer, length: number): Buffer {
  const lines = [
    ...linesWithout(head, OF_THE_WHOLE),
    'WARC-Truncated: unspecified',
    `Content-Length: ${length}`,
  ];
  return Buffer.from(lines.join(EOL) + EOL + EOL, 'latin1');
}

/** The lines of a header, the first included, but for those of some fields, which are named in lower case. */
function linesWithout(head: Buffer, names: ReadonlySet<string>): string[] {
  let isKept = true;
  return [...storedLines(head.toString('latin1').trimEnd())].filter((line) => {
    // a continued line goes the way of the one before it
    if (!/^[ \t]/.test(line)) isKept = !names.has(line.slice(0, line.indexOf(':')).trim().toLowerCase());
    return isKept;
  });
}

/** A `resource` record of a page that came in no archive. Its id says what the page was called there. */
export function pageRecord({ id, url, body, contentType, fetchedAt }: Page): Buffer {
  const block =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.length);
  const name = recordIdOf(id);
  const at = new Date(fetchedTime(fetchedAt ?? ''));
  const date = Number.isNaN(at.getTime()) ? new Date(0) : at;
  return warcRecord(
    [
      'WARC-Type: resource',
      `WARC-Record-ID: <${name}>`,
      `WARC-Target-URI: ${uriOf(url) ?? name}`,
      `WARC-Date: ${date.toISOString().replace('.000Z', 'Z')}`,
      `WARC-Payload-Digest: ${sha1(block)}`,
      `Content-Type: ${oneLined(contentType ?? 'text/html')}`,
    ],
    block,
  );
}

/** The record that begins a copy, and says what it is. */
export function infoRecord(fileName: string, software: string, date: string): Buffer {
  const block = Buffer.from(`software: ${software}${EOL}format: WARC File Format 1.1${EOL}`);
  const id = createHash('sha256').update(`${fileName}\n${software}`).digest('hex');
  return warcRecord(
    [
      'WARC-Type: warcinfo',
      `WARC-Record-ID: <urn:x-neardup:${id.slice(0, 32)}>`,
      `WARC-Date: ${date}`,
      `WARC-Filename: ${encodeURIComponent(fileName)}`,
      'Content-Type: application/warc-fields',
    ],
    block,
  );
}

/** The id of a record for a page: its own where that is a URI, else one that holds it. */
function recordIdOf(id: string): string {
  return isUri(id) ? id : `urn:x-neardup:${encodeURIComponent(Buffer.from(id).toString())}`;
}

/** A URL as a URI, which has no characters beyond ASCII; `undefined` if it is none. */
function uriOf(url: string): string | undefined {
  if (isUri(url)) return url;
  return parseUrl(url)?.href;
}

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]{1,30}:[!-;=?-~]+$/i.test(text);
}

/**
 * What comes from a page may not begin a line of its own in a header, which is written as Latin-1: of a character beyond that, one byte
 * would be left, such as a line feed of U+010A.
 */
function oneLined(text: string): string {
  return text.replace(/[^\x21-\x7e\x80-\xff]+/g, ' ').trim();
}

function warcRecord(fields: readonly string[], block: Buffer): Buffer {
  const lines = [
    'WARC/1.1',
    ...fields,
    `WARC-Block-Digest: ${sha1(block)}`,
    `Content-Length: ${block.length}`,
  ];
  return Buffer.concat([Buffer.from(lines.join(EOL) + EOL + EOL, 'latin1'), block, Buffer.from(EOL + EOL)]);
}

function sha1(bytes: Buffer): string {
  return `sha1:${toBase32(createHash('sha1').update(bytes).digest())}`;
}
