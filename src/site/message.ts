import { characterKinds, hasWords, kindAt } from '../text/character-kinds.ts';
import { digest48 } from './digest48.ts';
import { withoutOwnAddress } from './own-address.ts';

/** Longer texts are more than a message about what was asked for. In UTF-16 code units. */
const longestMessage = 3000;
/** A text with fewer words may be a label that says nothing. */
const fewestWords = 8;
/** Least share of words without a digit. A text with less is a table, whose content is its numbers. */
const leastInWords = 1 / 8;
/** So many lines with a digit, and half of all, are rows, such as the files of a folder. */
const fewestRows = 8;
const SPACE = 0x20;
/** Digests of texts above lists begin here. */
const ofLists = 2 ** 48;

/**
 * A digest (48 bits, the last of which is `isSentence`) of a short text without the page's own address and without
 * words that have a digit. Numbers of its first line that it repeats are kept, since the text is about them, and so are all of a table. Equal for
 * the pages by which a host says at each of its addresses that nothing is there. Undefined for other texts. O(text +
 * url).
 *
 * @param ofText `textDigest` of the whole text, if the caller knows it: half of a manual's pages have the text of
 *   another version
 */
export function messageDigest(
  text: string,
  url: string,
  ofText: () => number | undefined = () => textDigest(text),
): number | undefined {
  if (text.length > longestMessage) return undefined;
  const rest = withoutOwnAddress(text, url);
  return rest === undefined ? ofText() : textDigest(text, rest);
}

/** `messageDigest` of a text at no address, or of the `rest` that is left without its address. O(text). */
export function textDigest(text: string, rest: string = text): number | undefined {
  const said = messageOf(text, rest);
  if (said === undefined) return undefined;
  const digest = digest48(said);
  return digest - (digest % 2) + (hasWords(said, fewestWords) ? 1 : 0);
}

/** A digest of 49 bits of the same text above a list of other pages. @param message from `messageDigest` */
export function aboveList(message: number): number {
  return ofLists + message;
}

/** Whether the text with a digest stands above a list of other pages. */
export function isAboveList(message: number): boolean {
  return message >= ofLists;
}

/** Whether the text with a digest has eight words or more; in scripts without spaces, three letters count as one. */
export function isSentence(message: number): boolean {
  return message % 2 === 1;
}

function messageOf(text: string, rest: string): string | undefined {
  const { count, length, numbered } = wordsOf(rest);
  if (count - numbered.length < leastInWords * count) return undefined;
  const said = withWords(asString(length), isTable(text) ? numbered : repeated(numbered, text));
  return /\p{L}/u.test(said) ? said : undefined;
}

/** Whether most lines have a number: names of files, with their sizes and dates. O(text). */
function isTable(text: string): boolean {
  const lines = text.split('\n');
  const rows = lines.filter((line) => /\d/.test(line)).length;
  return rows >= fewestRows && 2 * rows >= lines.length;
}

/** A word with a digit: a date, a time, the address of a visitor, the number of a case. */
interface NumberedWord {
  readonly word: string;
  /** Number of code units before it of the words without a digit, which are separated by one space. */
  readonly place: number;
}

/** Buffer in which the words of a text are joined: joining strings of each run of words took twice as long. */
let room = Buffer.alloc(2 * longestMessage);
let units = unitsOf(room);

/**
 * The words of a text, which white space separates: their number, those with a digit one by one, and the others in
 * `room`, separated by one space, as `length` code units. `room` is valid until the next text is read.
 */
function wordsOf(text: string): { count: number; length: number; numbered: NumberedWord[] } {
  if (units.length < text.length) {
    room = Buffer.alloc(4 * text.length);
    units = unitsOf(room);
  }
  const end = room.write(text, 'utf16le') / 2;
  const all = units;
  const numbered: NumberedWord[] = [];
  let count = 0;
  let length = 0;
  // words move to the front, over what has been read
  for (let i = 0; i < end; i++) {
    let unit = all[i];
    let kind = kindAt(text, i, unit);
    if ((kind & characterKinds.space) !== 0) continue;
    const begin = i;
    const before = length;
    let kinds = 0;
    if (length > 0) all[length++] = SPACE;
    while ((kind & characterKinds.space) === 0) {
      kinds |= kind;
      all[length++] = unit;
      if (++i === end) break;
      unit = all[i];
      kind = kindAt(text, i, unit);
    }
    count++;
    if ((kinds & characterKinds.number) === 0) continue;
    length = before;
    numbered.push({ word: text.slice(begin, i), place: before });
  }
  return { count, length, numbered };
}

function asString(length: number): string {
  return room.toString('utf16le', 0, 2 * length);
}

function unitsOf({ buffer, byteOffset, length }: Buffer): Uint16Array {
  return new Uint16Array(buffer, byteOffset, length / 2);
}

/** Words separated by one space, with some more inserted at their places. */
function withWords(said: string, more: readonly NumberedWord[]): string {
  if (more.length === 0) return said;
  const pieces: string[] = [];
  let end = 0;
  for (const { word, place } of more) {
    pieces.push(said.slice(end, place).trim(), word);
    end = place;
  }
  pieces.push(said.slice(end).trim());
  return pieces.filter((piece) => piece !== '').join(' ');
}

/** The words with a digit that are in the text's first line and occur in the text more than once. */
function repeated(numbered: readonly NumberedWord[], text: string): readonly NumberedWord[] {
  if (numbered.length < 2) return [];
  const [line] = text.trimStart().split('\n', 1);
  // most first lines have no number
  const first = new Set(wordsOf(line).numbered.map(({ word }) => bare(word)));
  if (first.size === 0) return [];
  const numbers = numbered.map(({ word }) => bare(word));
  const counts = new Map<string, number>();
  for (const number of numbers) counts.set(number, 1 + (counts.get(number) ?? 0));
  return numbered.filter((_, i) => counts.get(numbers[i])! > 1 && first.has(numbers[i]));
}

/** Letters and digits of a word. */
function bare(word: string): string {
  const kept = characterKinds.letter | characterKinds.number;
  let letters = '';
  for (let i = 0; i < word.length; i++) if ((kindAt(word, i) & kept) !== 0) letters += word[i];
  return letters;
}
