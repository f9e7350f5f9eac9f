/**
 * The text format between the verbs: the kinds of lines, how fields are written, and the trailer that ends an output.
 * `docs/file-formats.md` describes every kind of line. No other file of the code knows the format.
 */

/** The first field of every line. It is raised when the meaning of a line changes. */
export const formatVersion = 'mr1';

/** The kind of a line: its third field, after the version and the key by which it is sorted. */
export const tags = {
  /** FINGERPRINT S ID SIZE GRAMS: a set as it was read. */
  set: 'S',
  /** ID R SIZE GRAMS: a distinct set; after `attach` BLOCK R ID SIZE GRAMS. Sorts before other lines about it. */
  record: 'R',
  /** HOST a ID SIZE GRAMS NAMES: a page, by its host. */
  ofHost: 'a',
  /** ID d SIZE GRAMS FACTS PLACE: a page, with what is known about it besides its grams, and what it is called if its id is taken; without PLACE if that is the same. */
  page: 'd',
  /**
   * ID b FIRST, or ID b REPRESENTATIVE OVERLAP SIZES: the set that stands for the set ID. Sorts before the sets equal
   * to ID.
   */
  belongs: 'b',
  /** ID c BLOCK OTHER: the set ID, the smaller one, is a candidate with the set OTHER of that block. */
  candidate: 'c',
  /** FIRST e ID SIZE: the set ID equals the set FIRST, which stands for it. */
  equal: 'e',
  /** A f B OVERLAP: a pair of input records. */
  found: 'f',
  /** TOKEN h COUNT: about COUNT sets have the token. */
  heavy: 'h',
  /** REPRESENTATIVE m ID OVERLAP: an input record of the cluster that REPRESENTATIVE stands for. */
  member: 'm',
  /** ID n OTHER: two distinct sets are linked. Sorts before the pairs of ID. */
  link: 'n',
  /** A p B OVERLAP SIZE SIZE: a pair of distinct sets; from the published algorithms without sizes. */
  pair: 'p',
  /** B q A OVERLAP: such a pair, where A is already an input record. */
  halfExpanded: 'q',
  /** ID i JSON: findings from reading the input whose first page has the id ID. */
  ofInput: 'i',
  /** FIRST j B A OVERLAP SIZES: a pair of the component whose first set is FIRST, A before B. */
  inComponent: 'j',
  /** ID l NUMBER JSON: a redirect in that input, counted from 0. */
  redirect: 'l',
  /** BLOCK s ID SIZE GRAMS OTHER,OTHER…: a set, and the sets of that block to compare it with. Sorts after them. */
  sent: 's',
  /** TOKEN t COUNT: COUNT sets of a sample have the token. */
  sampled: 't',
  /**
   * TOKEN v SIZE ID POSITION RANKS PREFIXES: a whole record by a token of its prefix, as the published algorithms send
   * it.
   */
  signature: 'v',
  /** ID w: the set is the larger one of some candidate. */
  wanted: 'w',
  /** KEY x SIZE ID POSITION BLOCK SPLIT BITMAP: a posting of a prefix token. */
  posting: 'x',

  // Lines about pages to judge and decide. OVERLAP is followed by the sizes of the sets compared.
  /** IDENTITY A ID URL: a page by its identity. Sorts before questions about that. */
  named: 'A',
  /** ID B SIMILARITY OTHER NAME: OTHER is similar to the page but about something else; NAME is its id in the dump. */
  alikeTo: 'B',
  /** KIND:GROUP C WORDED NAMED UNLIKE COUNT: counts for the pages with a text that may be a wall. */
  mayBeWall: 'C',
  /** ID D JSON: what judging pairs needs to know about a page. Sorts before questions about it. */
  described: 'D',
  /**
   * REPRESENTATIVE E ID NAME JSON: a member of a cluster, as in `clusters.jsonl`; NAME is that of the representative.
   */
  clustered: 'E',
  /** ID F SIZE FACTS PLACE: the same without the grams. */
  facts: 'F',
  /** KEY fa ID NUMBER ROUND PLACE: a page claims the id with that hash: its own if NUMBER is 0, else the NUMBERth one by its place. */
  claimed: 'fa',
  /** ID fb NUMBER NAME: the page is called NAME, unless a line with a larger NUMBER follows. */
  renamed: 'fb',
  /** ID G KIND GROUP: the page has a text that other pages have, too. */
  inGroup: 'G',
  /**
   * KIND:GROUP H HOST WORDED NAMED STANDING WORDED NAMED: for a host with such a text, counts of its pages with and
   * without it.
   */
  usual: 'H',
  /** HOST I KIND WORDED NAMED: pages of a wall, which do not count among the host's other pages. Sorts before those. */
  notUsual: 'I',
  /** A K B NAMES OVERLAP RAW ARTICLES RANK RANK: a pair about different things. */
  alike: 'K',
  /**
   * ID L REPRESENTATIVE NAME SIMILARITY RAW OVERLAP SIZE SIZE DIGEST DIGEST: the page that stands for a dropped one, without SIMILARITY if other pages link both,
   * with the evidence.
   */
  dropped: 'L',
  /**
   * ID N 0 SIZE IDENTITY: how many grams of a page are not template, and its identity; ID N 1 SIZE: how many are in no
   * notice.
   */
  ofSite: 'N',
  /**
   * ID O SIZE GRAMS: the grams of a page that are not template, if they are asked for. Sorts before the page and the
   * question.
   */
  content: 'O',
  /**
   * A P B KIND OVERLAP: a pair of pages similar by all grams (0), by content (1) or without notices (2); later with
   * facts about A.
   */
  similar: 'P',
  /** IDENTITY Q …: asks whether pages with two names exist side by side. */
  asked: 'Q',
  /** HOST T NAMED: a page whose URL has words. */
  worded: 'T',
  /** A U B NAMES OVERLAP RAW ARTICLES RANK RANK: a pair of duplicates. */
  duplicates: 'U',
  /** KIND:GROUP W COUNT, ID W KIND COUNT: COUNT pages belong to one wall. */
  wall: 'W',
  /** HOST X KIND GROUP WORDED NAMED STANDING: counts for the pages of a host with a text that may be a wall. */
  ofText: 'X',
  /** KIND:GROUP Y ID: a page with a text that may be a wall. */
  standing: 'Y',
  /** ID Z JSON: a line of `decisions.jsonl`. */
  decided: 'Z',
  /** URL g ID NAMED NAMES GROUPS; KEY g …: a page under its URL, or by its message. */
  grouped: 'g',
  /**
   * REPRESENTATIVE k MEMBER OVERLAP: the same as b, by the representative; without an overlap if only other pages link
   * the two.
   */
  standsFor: 'k',
  /** ID r OVERLAP SIZE SIZE DIGEST DIGEST: the overlap, over all grams, of a page with the one that stands for it. */
  measured: 'r',
  /** ID u OTHER SIZE GRAMS: asks for that overlap. */
  unmeasured: 'u',
  /**
   * A y B JSON JSON OVERLAP OVERLAP OVERLAP; B y A JSON JSON OVERLAP OVERLAP OVERLAP SIZE GRAMS SIZE GRAMS: two pages of
   * which the grams must be compared; then with the grams of A.
   */
  compared: 'y',

  /** PATTERN ja: an article whose URL fits a pattern. Sorts before questions about that. */
  ofPattern: 'ja',
  /** PATTERN jb KIND COUNT UNLIKE: number of pages with a text or a name, and of unlike URLs of the pattern that it has. */
  sharedAt: 'jb',
  /** PATTERN jc KIND COUNT: number of these pages that belong to a wall. */
  wallAt: 'jc',
  /** PATTERN jd KIND:GROUP COUNT NAMED UNLIKE: asks about the pattern's other pages. */
  askedAt: 'jd',
  /**
   * KIND:GROUP je PATTERN COUNT NAMED UNLIKE COUNT SHARED TESTED: counts for a pattern's pages with the text, and for all
   * of its pages.
   */
  usualAt: 'je',

  // Lines of the other result files. The line of the file is their last field.
  /** FIRST M PART DIGEST JSON: a part of the template of the host whose first page is FIRST. */
  template: 'M',
  /** ID V JSON: the evidence for the removal of a page. */
  removal: 'V',
  /** URL ua ID NAME REPRESENTATIVE: a page at a URL. Sorts before what is declared about the URL. */
  atUrl: 'ua',
  /** URL ub ORDER JSON REPRESENTATIVE: a canonical link or a redirect to the URL. */
  declares: 'ub',
  /** ORDER uc JSON: the same, with the page at that URL. */
  declared: 'uc',
  /** ORIGIN ha: an article of an origin. Sorts before the pairs of the origin. */
  ofOrigin: 'ha',
  /** A B hb CLUSTER ONCE ONCE MORE MORE KINDS: counts for the pages of two origins. */
  counted: 'hb',
  /** ORIGIN hc OTHER JSON: the counts for two origins, and the articles of one. */
  ofOrigins: 'hc',
  /** RANK hd A B JSON: a pair of origins. */
  hostPair: 'hd',
  /** ID wa REPRESENTATIVE: the page is in a pair with one that REPRESENTATIVE stands for. */
  pairedWith: 'wa',
  /** REPRESENTATIVE wb: a pair inside a cluster. */
  within: 'wb',
  /** REPRESENTATIVE wc JSON: a large cluster. */
  large: 'wc',
} as const;

/** The second field of a trailer. No key begins with it, and it sorts after all keys. */
export const trailerKey = '~';

/** Number of digits of each number that has its own field. Ids are below 2^53. */
export const digits = { id: 16, size: 8, position: 8, block: 6, split: 4, count: 10 } as const;

/** The largest number of tokens of a set, as its size has 8 digits. */
export const mostTokens = 99_999_999;

/** A number with leading zeros, so that text sorts as the numbers do. */
export function padded(number: number, width: number): string {
  return String(number).padStart(width, '0');
}

/**
 * A line of the version and these fields, which contain no tab, CR, LF or backslash except as `escaped` writes them.
 */
export function lineOf(...fields: readonly string[]): string {
  return `${formatVersion}\t${fields.join('\t')}`;
}

/** The character by which Spark divides columns. A page with it in its URL must not end a run. */
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

/**
 * Any text as a field: tab, CR, LF, backslash and character 1 as `\t`, `\r`, `\n`, `\\` and `\1`; everything else in
 * UTF-8, a character for each byte.
 */
export function escaped(text: string): string {
  return Buffer.from(text.replace(unsafe, (character) => escapes[character])).toString('latin1');
}

/** The text that {@link escaped} wrote. */
export function unescaped(field: string): string {
  return Buffer.from(field, 'latin1')
    .toString()
    .replace(escapeSequence, (_, character: string) => characters[character] ?? character);
}
