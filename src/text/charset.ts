import { createRequire } from 'node:module';
import { TextDecoder } from '@exodus/bytes/encoding.js';

/** The detector's names of encodings, and the Encoding Standard's. Hardly any unlabelled page is in another one. */
const ENCODINGS: Readonly<Record<string, string>> = {
  big5hkscs: 'big5',
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  'euc-jis-2004': 'euc-jp',
  gb18030: 'gb18030',
  'koi8-r': 'koi8-r',
  'koi8-u': 'koi8-u',
  'iso-8859-2': 'iso-8859-2',
  'iso-8859-5': 'iso-8859-5',
  'iso-8859-7': 'iso-8859-7',
  cp866: 'ibm866',
  'mac-cyrillic': 'x-mac-cyrillic',
  ...Object.fromEntries([0, 1, 2, 3, 4, 5, 6, 7, 8].map((n) => [`windows-125${n}`, `windows-125${n}`])),
};

/** Most bytes of a page's text that are looked at. More do not make the guess better, and take longer. */
const SAMPLE_BYTES = 4096;
/** ASCII bytes kept before a byte beyond ASCII: the letters of its word help the guess, English paragraphs do not. */
const ASCII_BEFORE = 32;
/** A label that decodes without error is believed if a sample has fewer bytes beyond ASCII (but see `isWestern`). */
const LEAST_EVIDENCE = 12;
const LESS = 0x3c;
const GREATER = 0x3e;

const WESTERN = 'windows-1252';
/** Labels that are confused with windows-1252: in all of them, letters beyond ASCII stand between ASCII letters. */
const LATIN_LABELS: ReadonlySet<string> = new Set(['iso-8859-2', 'windows-1250', 'windows-1257']);
/**
 * A few bytes refute a Latin label if the detector's confidence in windows-1252 is so many times that in the label.
 * For Western sections of 500 characters this ratio is at least .97. The hardest are Italian ones: one in ten is below
 * 1.12. For Czech, Polish, Hungarian and Romanian words in a row, alone or in English text, it is at most .74.
 */
const CLEARLY_MORE = 1.05;
/**
 * A rare label is believed if the detector's confidence in its best guess is at most so many times that in the label.
 * Romanian in ISO-8859-16 differs from ISO-8859-2 by .01 %. For wrong labels the smallest difference is 8 % (Polish in
 * ISO-8859-2 labelled ISO-8859-16).
 */
const BETTER_THAN_RARE = 1.05;
/**
 * A rare label is believed if the detector's guess reads less than this share of the bytes beyond ASCII differently: in
 * Estonian, windows-1257 differs from ISO-8859-15 only in š and ž.
 */
const SHARE_THAT_COUNTS = 0.1;
/** Languages that the detector reports for words in ASCII. Letters beyond ASCII in them belong to foreign names. */
const ASCII_LANGUAGES: ReadonlySet<string> = new Set(['en', 'id', 'ms']);

interface Guess {
  readonly encoding: string | null;
  /** 0 to 1. */
  readonly confidence: number;
  /** Two letters of ISO 639-1. */
  readonly language: string | null;
}
interface Detector {
  detectAll(bytes: Uint8Array, options: { detectEncodings: readonly string[] }): readonly Guess[];
}
let detector: Detector | undefined | null;

/**
 * The encoding of a page that is not UTF-8, found from its bytes. `label` is the encoding that was declared, if any. A
 * label that fits the bytes is believed, and one that contradicts them is not. Without a label the bytes alone decide.
 *
 * UTF-16 and ISO-2022-JP are recognised by what only they contain, all others by jschardet from up to 4 KiB of text
 * without tags.
 * Cost: O(bytes) for the sample, and some milliseconds; the detector is loaded when it is first needed.
 */
export function charsetOf(bytes: Buffer, label: string | undefined): string {
  const unlabelled = label ?? WESTERN;
  if (isIso2022Jp(bytes)) return 'iso-2022-jp';
  if (label?.startsWith('utf-16') && isSound(bytes, label)) return label;
  const sample = sampleOf(bytes);
  const isLabelled = label !== undefined && isSound(bytes, label);
  if (sample.length === 0) return unlabelled;
  if (isLabelled && evidenceIn(sample) < LEAST_EVIDENCE) return isWestern(sample, label) ? WESTERN : label;
  const found = detected(sample, isLabelled ? label : undefined);
  if (found === undefined) return unlabelled;
  if (!isLabelled) return found;
  return isSame(found, label) || (isRare(label) && differsLittle(sample, found, label)) ? label : found;
}

/** Whether the detector is offered an encoding only for pages that are labelled with it. */
function isRare(label: string): boolean {
  return !Object.values(ENCODINGS).includes(label);
}

/** Whether two single-byte encodings read nearly all of a sample alike. */
function differsLittle(sample: Buffer, found: string, label: string): boolean {
  const [a, b] = [new TextDecoder(found).decode(sample), new TextDecoder(label).decode(sample)];
  if (a.length !== sample.length || b.length !== sample.length) return false;
  let differing = 0;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) differing++;
  return differing < Math.max(LEAST_EVIDENCE, SHARE_THAT_COUNTS * evidenceIn(sample));
}

/** `utf-16le` or `utf-16be` if bytes without a mark can only be that: markup has a NUL in every other byte. */
export function utf16Of(bytes: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const head = bytes.subarray(0, 64 * 1024);
  if (!head.includes(0)) return undefined;
  const nuls = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) nuls[i & 1]!++;
  const [even, odd] = nuls as [number, number];
  const most = Math.max(even, odd);
  // other encodings have few NULs, at even and odd places alike
  if (most < 4 || 500 * most < head.length || 4 * Math.min(even, odd) > most) return undefined;
  const encoding = even > odd ? 'utf-16be' : 'utf-16le';
  const text = new TextDecoder(encoding).decode(head.subarray(0, head.length & ~1));
  const odds = text.match(/[^\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\s]/gu)?.length ?? 0;
  return 50 * odds < text.length ? encoding : undefined;
}

/** Whether ASCII bytes switch to Japanese characters and back as ISO-2022-JP does. */
function isIso2022Jp(bytes: Buffer): boolean {
  return (
    /\x1b\$[@B][\x21-\x7e]{2}/.test(bytes.toString('latin1', 0, 64 * 1024)) && isSound(bytes, 'iso-2022-jp')
  );
}

/** Whether bytes decode without an error, and without the control characters that no text has. */
function isSound(bytes: Buffer, label: string): boolean {
  try {
    // a body that was cut may end within a character
    const text = new TextDecoder(label).decode(bytes);
    return !/[\ufffd\x80-\x9f](?=[\s\S]{3})/.test(text);
  } catch {
    return false;
  }
}

/** Whether two encodings are the same, or one is a superset of the other. */
function isSame(found: string, label: string): boolean {
  const one = (name: string): string => SUPERSETS[name] ?? name;
  return one(found) === one(label);
}

const SUPERSETS: Readonly<Record<string, string>> = { gbk: 'gb18030', 'koi8-u': 'koi8-r' };

function evidenceIn(sample: Uint8Array): number {
  let count = 0;
  for (const byte of sample) if (byte >= 0x80) count++;
  return count;
}

/**
 * Text around the bytes that are not ASCII, without tags. In encodings of pages other than ISO-2022-JP and UTF-16, the
 * bytes `<` and `>` are never part of another character.
 */
function sampleOf(bytes: Buffer): Buffer {
  const sample = Buffer.allocUnsafe(SAMPLE_BYTES);
  let length = 0;
  /** Where the bytes that were taken end, and where the text behind the last tag begins. */
  let taken = 0;
  let text = 0;
  for (let i = 0; i < bytes.length && length < SAMPLE_BYTES; i++) {
    const byte = bytes[i]!;
    if (byte === LESS) {
      const end = bytes.indexOf(GREATER, i);
      if (end < 0) break;
      i = end;
      text = end + 1;
    } else if (byte >= 0x80) {
      // the second byte of a character may be an ASCII one
      const end = bytes[i + 1] === LESS ? i + 1 : i + 2;
      const start = Math.max(taken, text, i - ASCII_BEFORE);
      if (end > start) length += bytes.copy(sample, length, start, end);
      taken = Math.max(taken, end);
    }
  }
  return sample.subarray(0, length);
}

/** Whether a few letters are from a Western language rather than from one that the Latin label is used for. */
function isWestern(sample: Buffer, label: string): boolean {
  if (!LATIN_LABELS.has(label)) return false;
  const both = guesses(sample, [label, WESTERN]);
  const of = (encoding: string): Guess | undefined =>
    both.find((guess) => guess.encoding?.toLowerCase() === encoding);
  const western = of(WESTERN);
  if (western?.language == null || ASCII_LANGUAGES.has(western.language)) return false;
  return western.confidence > CLEARLY_MORE * (of(label)?.confidence ?? 0);
}

/**
 * The detector's best guess for a sample; `undefined` if it has none, or is not installed.
 *
 * @param label offered to the detector as well: it cannot confirm an encoding that it is not offered
 */
function detected(sample: Buffer, label: string | undefined): string | undefined {
  const usual = Object.keys(ENCODINGS);
  const beside = label !== undefined && isRare(label) ? guesses(sample, [...usual, label]) : [];
  const { encoding, confidence } = beside[0] ?? guesses(sample, usual)[0] ?? {};
  if (encoding == null) return undefined;
  const labelled = beside.find((guess) => guess.encoding != null && nameOf(guess.encoding) === label);
  if (labelled !== undefined && confidence! <= BETTER_THAN_RARE * labelled.confidence) return label;
  return nameOf(encoding);
}

/** Best guess first. Empty without a detector, or if it has no model of one of these, as of a few in the standard. */
function guesses(sample: Buffer, detectEncodings: readonly string[]): readonly Guess[] {
  try {
    return loaded()?.detectAll(sample, { detectEncodings }) ?? [];
  } catch {
    return [];
  }
}

function loaded(): Detector | undefined {
  detector ??= loadDetector() ?? null;
  return detector ?? undefined;
}

function nameOf(encoding: string): string | undefined {
  try {
    const name = encoding.toLowerCase();
    // the standard does not know the detector's name for ISO-8859-16
    return ENCODINGS[name] ?? new TextDecoder(name.replace(/^iso8859/, 'iso-8859')).encoding;
  } catch {
    return undefined;
  }
}

/** Loads the detector synchronously. This takes a tenth of a second, and most crawls never need it. */
function loadDetector(): Detector | undefined {
  try {
    // a bundle in CommonJS has no URL
    const here: string | undefined = import.meta.url;
    return createRequire(here ?? `${process.cwd()}/`)('jschardet') as Detector;
  } catch {
    // a bundle that leaves it out reads unlabelled pages as windows-1252
    return undefined;
  }
}
