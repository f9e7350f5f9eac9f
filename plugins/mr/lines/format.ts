/**
 * The text format between the verbs: what a line is, how its fields are written, and the trailer that ends an output.
 * `docs/file-formats.md` draws every kind of line; this file is the one place in code that knows.
 */

/** The first field of every line. It is raised when a line that stands in this format changes its meaning. */
export const formatVersion = 'mr1';

/** What a line is, in its third field; behind the version and the key that it is sorted by. */
export const tags = {
  /** FINGERPRINT S ID SIZE GRAMS: a set as it was read. */
  set: 'S',
  /** ID R SIZE GRAMS: a distinct set; behind `attach` BLOCK R ID SIZE GRAMS. Sorts before what is said about it. */
  record: 'R',
  /** HOST a ID SIZE GRAMS NAMES: a page, by the host it is from. */
  ofHost: 'a',
  /** ID d SIZE GRAMS FACTS: a page, and what is known of it beside its grams. */
  page: 'd',
  /** ID b FIRST, or ID b REPRESENTATIVE OVERLAP SIZES: what stands for the set ID. Sorts before the sets that equal it. */
  belongs: 'b',
  /** ID c BLOCK OTHER: the set ID, the smaller one, is a candidate with the set OTHER of that block. */
  candidate: 'c',
  /** FIRST e ID SIZE: the set ID equals the set FIRST, which stands for it. */
  equal: 'e',
  /** A f B OVERLAP: a pair of input records. */
  found: 'f',
  /** TOKEN h COUNT: about so many sets have the token. */
  heavy: 'h',
  /** REPRESENTATIVE m ID OVERLAP: an input record of the cluster that REPRESENTATIVE stands for. */
  member: 'm',
  /** ID n OTHER: two distinct sets are linked. Sorts before the pairs of ID. */
  link: 'n',
  /** A p B OVERLAP SIZE SIZE: a pair of distinct sets; of the published algorithms without their sizes. */
  pair: 'p',
  /** B q A OVERLAP: the same, A being an input record already. */
  halfExpanded: 'q',
  /** ID i JSON: what was found in reading the input whose first page would be ID. */
  ofInput: 'i',
  /** FIRST j B A OVERLAP SIZES: a pair of the component whose first set is FIRST, A before B. */
  inComponent: 'j',
  /** ID l NUMBER JSON: a redirect in that input, counted from 0. */
  redirect: 'l',
  /** BLOCK s ID SIZE GRAMS OTHER,OTHER…: a set and the sets of that block to hold it against. Sorts behind them. */
  sent: 's',
  /** TOKEN t COUNT: so many sets of a sample have the token. */
  sampled: 't',
  /** TOKEN v SIZE ID POSITION RANKS PREFIXES: a whole record by a token of its prefix, as the published algorithms send it. */
  signature: 'v',
  /** ID w: the set is the larger one of some candidate. */
  wanted: 'w',
  /** KEY x SIZE ID POSITION BLOCK SPLIT BITMAP: a posting of a prefix token. */
  posting: 'x',
} as const;

/** The second field of a trailer: no key begins with it, and it sorts behind all of them. */
export const trailerKey = '~';

/** Digits of each number that has its own field. Ids are below 2^53. */
export const digits = { id: 16, size: 8, position: 8, block: 6, split: 4, count: 10 } as const;

/** The largest number of tokens of a set, for its size has 8 digits. */
export const mostTokens = 99_999_999;

/** A number in so many digits, zeros first: then the order of the text is that of the numbers. */
export function padded(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

/** A line of fields, behind the version. They have no tab, CR, LF or backslash but those that `escaped` has written. */
export function lineOf(...fields: readonly string[]): string {
  return `${formatVersion}\t${fields.join('\t')}`;
}

const unsafe = /[\t\r\n\\]/g;
const escapes: Readonly<Record<string, string>> = { '\t': '\\t', '\r': '\\r', '\n': '\\n', '\\': '\\\\' };
const escapeSequence = /\\(.)/g;
const characters: Readonly<Record<string, string>> = { t: '\t', r: '\r', n: '\n', '\\': '\\' };

/** Any text as a field: tab, CR, LF and backslash as `\t`, `\r`, `\n` and `\\`; all else in UTF-8, a character a byte. */
export function escaped(text: string): string {
  return Buffer.from(text.replace(unsafe, (character) => escapes[character])).toString('latin1');
}

/** The text that {@link escaped} wrote. */
export function unescaped(field: string): string {
  return Buffer.from(field, 'latin1')
    .toString()
    .replace(escapeSequence, (_, character: string) => characters[character] ?? character);
}
