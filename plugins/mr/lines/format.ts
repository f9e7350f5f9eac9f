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

  // Of pages that are judged and decided about; OVERLAP is followed by the sizes of what was compared.
  /** IDENTITY A ID URL: a page by what it calls itself. Sorts before what is asked of that. */
  named: 'A',
  /** ID B SIMILARITY OTHER NAME: a page that is as similar and about another thing, NAME as its dump has it. */
  alikeTo: 'B',
  /** KIND:GROUP C WORDED NAMED UNLIKE COUNT: what is known of the pages of a text that may be a wall. */
  mayBeWall: 'C',
  /** ID D JSON: what pairs look at of a page. Sorts before what is asked of it. */
  described: 'D',
  /** REPRESENTATIVE E ID NAME JSON: a member of a cluster, as `clusters.jsonl` has it, and the name of the representative. */
  clustered: 'E',
  /** ID F SIZE FACTS: what is known of a page beside its grams. */
  facts: 'F',
  /** ID G KIND GROUP: a page has a text that others have, too. */
  inGroup: 'G',
  /** KIND:GROUP H HOST WORDED NAMED STANDING WORDED NAMED: of a host of such a text, its pages with the text and those without. */
  usual: 'H',
  /** HOST I KIND WORDED NAMED: pages of a wall, which do not count as others of the host. Sorts before those that do. */
  notUsual: 'I',
  /** A K B NAMES OVERLAP RAW ARTICLES RANK RANK: a pair about different things. */
  alike: 'K',
  /** ID L REPRESENTATIVE NAME SIMILARITY RAW OVERLAP SIZE SIZE DIGEST DIGEST: what stands for a page that is dropped, and what proves that. */
  dropped: 'L',
  /** ID N 0 SIZE IDENTITY: of a page what is not template, and what it calls itself; ID N 1 SIZE: what is in no notice. */
  ofSite: 'N',
  /** ID O SIZE GRAMS: what of a page is not template, where that is asked for. Sorts before the page and what is asked. */
  content: 'O',
  /** A P B KIND OVERLAP: a pair of pages similar by all grams (0), content (1) or what lasts (2); and with what is known of A. */
  similar: 'P',
  /** IDENTITY Q …: asks whether pages of two names stand together. */
  asked: 'Q',
  /** HOST T NAMED: a page whose URL has words. */
  worded: 'T',
  /** A U B NAMES OVERLAP RAW ARTICLES RANK RANK: a pair of duplicates. */
  duplicates: 'U',
  /** KIND:GROUP W COUNT, ID W KIND COUNT: so many pages are of one wall. */
  wall: 'W',
  /** HOST X KIND GROUP WORDED NAMED STANDING: pages of a host with a text that may be a wall. */
  ofText: 'X',
  /** KIND:GROUP Y ID: a page of a text that may be a wall, where it stands in the place of others. */
  standing: 'Y',
  /** ID Z JSON: a decision, as `decisions.jsonl` has it. */
  decided: 'Z',
  /** URL g ID NAMED NAMES GROUPS; KEY g …: a page under its URL, or by its message. */
  grouped: 'g',
  /** REPRESENTATIVE k MEMBER OVERLAP: the same as b, by what stands for it; without an overlap where others link them. */
  standsFor: 'k',
  /** ID r OVERLAP SIZE SIZE DIGEST DIGEST: what a page and the one that stands for it have in common over all grams. */
  measured: 'r',
  /** ID u OTHER SIZE GRAMS: asks for it. */
  unmeasured: 'u',
  /** A y B JSON JSON OVERLAP; B y A JSON JSON OVERLAP SIZE GRAMS SIZE GRAMS: two pages of two sites are to be compared again; then with those of A. */
  ofTwoSites: 'y',

  /** PATTERN ja: an article whose URL fits a pattern. Sorts before what is asked of that. */
  ofPattern: 'ja',
  /** PATTERN jb KIND COUNT: pages of a text, or a name, that has unlike URLs of the pattern. */
  sharedAt: 'jb',
  /** PATTERN jc KIND COUNT: those of a wall. */
  wallAt: 'jc',
  /** PATTERN jd KIND:GROUP COUNT NAMED UNLIKE: asks about the others. */
  askedAt: 'jd',
  /** KIND:GROUP je PATTERN COUNT NAMED UNLIKE COUNT SHARED: of a pattern its pages with the text, and all of them. */
  usualAt: 'je',

  // Of the other files of results, whose lines come last in theirs.
  /** FIRST M PART DIGEST JSON: of the template of a host, whose first page is FIRST. */
  template: 'M',
  /** ID V JSON: what proves the removal of a page. */
  removal: 'V',
  /** URL ua ID NAME REPRESENTATIVE: a page at a URL. Sorts before what is declared of that. */
  atUrl: 'ua',
  /** URL ub ORDER JSON REPRESENTATIVE: a page or a server says that the URL stands for its own. */
  declares: 'ub',
  /** ORDER uc JSON: the same, and which page is there. */
  declared: 'uc',
  /** ORIGIN ha: an article of an origin. Sorts before the pairs of the origin. */
  ofOrigin: 'ha',
  /** A B hb CLUSTER ONCE ONCE MORE MORE KINDS: what is counted of the pages of two origins, in one field. */
  counted: 'hb',
  /** ORIGIN hc OTHER JSON: what was counted of both, and the articles of one. */
  ofOrigins: 'hc',
  /** RANK hd A B JSON: a pair of origins. */
  hostPair: 'hd',
  /** ID wa REPRESENTATIVE: a page in a pair with one for which that stands. */
  pairedWith: 'wa',
  /** REPRESENTATIVE wb: a pair inside of a cluster. */
  within: 'wb',
  /** REPRESENTATIVE wc JSON: a large cluster. */
  large: 'wc',
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

/** By which Spark divides columns: a page that has it in its address is not to end a run. */
const columnEnd = '\u0001';
const unsafe = new RegExp(`[\\t\\r\\n\\\\${columnEnd}]`, 'g');
const escapes: Readonly<Record<string, string>> = {
  ...{ '\t': '\\t', '\r': '\\r', '\n': '\\n', '\\': '\\\\' },
  [columnEnd]: '\\1',
};
const escapeSequence = /\\(.)/g;
const characters: Readonly<Record<string, string>> = {
  ...{ t: '\t', r: '\r', n: '\n', '\\': '\\' },
  1: columnEnd,
};

/** Any text as a field: tab, CR, LF, backslash and the character 1 as `\t`, `\r`, `\n`, `\\` and `\1`; all else in UTF-8, a character a byte. */
export function escaped(text: string): string {
  return Buffer.from(text.replace(unsafe, (character) => escapes[character])).toString('latin1');
}

/** The text that {@link escaped} wrote. */
export function unescaped(field: string): string {
  return Buffer.from(field, 'latin1')
    .toString()
    .replace(escapeSequence, (_, character: string) => characters[character] ?? character);
}
