/** A string of a script, escapes decoded. */
export interface ScriptString {
  readonly text: string;
  /** The key that it is the value of, such as `title` in `{title: "…"}`; else ''. */
  readonly key: string;
  /** The strings in the innermost braces around it, by key. Empty for a short string without a key. */
  readonly of: Readonly<Record<string, string>>;
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
const SLASH = 0x2f;
const ASTERISK = 0x2a;
const OPENING = 0x7b;
const CLOSING = 0x7d;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Code units before a string in which its key is looked for. */
const longestKey = 40;
/** A longer value of a key names nothing, in code units. */
const longestNamed = 1000;
/** A shorter string, in code units, is no text that could have a name: no object is made for it. */
const shortestNamed = 8;
const noStrings: Readonly<Record<string, string>> = {};

/**
 * Calls `tell` with each string literal of a script, in order, for all three kinds of quotes. Parts joined by `+` are
 * one string. Nothing is run: the script is scanned once for quotes, comments and braces (ECMAScript, §12). A quote
 * that begins no string, as in a regular expression, ends with its line. O(source) for any source.
 *
 * @returns the code around the strings, without comments
 */
export function readScriptStrings(source: string, tell: (string: ScriptString) => void): string {
  return new ScriptReader(source, tell).read();
}

class ScriptReader {
  readonly #source: string;
  readonly #tell: (string: ScriptString) => void;
  /** The strings in each of the open braces, once there are some. */
  readonly #open: (Record<string, string> | undefined)[] = [];
  #around = '';
  /** Where the code that has not been added yet begins. */
  #from = 0;
  /** The last string, which a `+` may continue. */
  #waiting: { text: string; readonly key: string; readonly of: ScriptString['of'] } | undefined;

  constructor(source: string, tell: (string: ScriptString) => void) {
    this.#source = source;
    this.#tell = tell;
  }

  read(): string {
    const source = this.#source;
    for (let at = 0; at < source.length; ) {
      const unit = source.charCodeAt(at);
      if (unit === QUOTE || unit === APOSTROPHE || unit === BACKTICK) {
        at = this.#readLiteral(at, unit);
        continue;
      }
      const next = unit === SLASH ? source.charCodeAt(at + 1) : 0;
      if (next === SLASH || next === ASTERISK) {
        at = this.#skipComment(at, next);
        continue;
      }
      if (unit === OPENING) this.#open.push(undefined);
      else if (unit === CLOSING) this.#open.pop();
      at++;
    }
    if (this.#waiting !== undefined) this.#tell(this.#waiting);
    return this.#around + source.slice(this.#from);
  }

  /** @returns where the code after it begins */
  #readLiteral(at: number, quote: number): number {
    const end = endOfLiteral(this.#source, at, quote);
    if (this.#source.charCodeAt(end) !== quote) return end;
    const text = unescaped(this.#source.slice(at + 1, end));
    const code = this.#source.slice(this.#from, at);
    this.#around += code;
    const waiting = this.#waiting;
    if (waiting !== undefined && code.length <= longestKey && code.trim() === '+') waiting.text += text;
    else {
      if (waiting !== undefined) this.#tell(waiting);
      const key = keyBefore(this.#source, at);
      this.#waiting = { text, key, of: this.#stringsAround(key, text) };
    }
    this.#from = end + 1;
    return this.#from;
  }

  /** The strings in the innermost braces, with this one. */
  #stringsAround(key: string, text: string): ScriptString['of'] {
    if (key === '' && text.length < shortestNamed) return noStrings;
    const last = Math.max(0, this.#open.length - 1);
    const strings = (this.#open[last] ??= Object.create(null) as Record<string, string>);
    if (key !== '' && text.length <= longestNamed) strings[key] ??= text;
    return strings;
  }

  /** @returns where the code after it begins: for one that ends with its line, the line's end */
  #skipComment(at: number, second: number): number {
    const source = this.#source;
    this.#around += source.slice(this.#from, at);
    const end = second === SLASH ? source.indexOf('\n', at + 2) : source.indexOf('*/', at + 2);
    this.#from = end < 0 ? source.length : end + (second === SLASH ? 0 : 2);
    return this.#from;
  }
}

/** Place of the quote that ends a literal, else the end of its line or of the source. */
function endOfLiteral(source: string, start: number, quote: number): number {
  for (let at = start + 1; at < source.length; at++) {
    const unit = source.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === BACKSLASH) at++;
    else if (quote !== BACKTICK && (unit === LINE_FEED || unit === CARRIAGE_RETURN)) return at;
  }
  return source.length;
}

const assigned = /(?:^|[^\w$])["']?([\w$]+)["']?\s*:\s*$/;

function keyBefore(source: string, at: number): string {
  const before = source.charCodeAt(at - 1);
  // a colon or white space; most strings have neither before them
  if (before !== 0x3a && before > 0x20) return '';
  return assigned.exec(source.slice(Math.max(0, at - longestKey), at))?.[1] ?? '';
}

const controls: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  v: '\v',
  0: '\0',
};

/** The value of a literal, given without its quotes (ECMAScript, §12.9.4). */
function unescaped(literal: string): string {
  if (!literal.includes('\\')) return literal;
  return literal.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|(\r\n|[\s\S]))/gi,
    (_, point?: string, unit?: string, byte?: string, other?: string) => {
      if (other !== undefined) return /^[\r\n\u2028\u2029]/.test(other) ? '' : (controls[other] ?? other);
      const code = Number.parseInt(point ?? unit ?? byte!, 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
    },
  );
}
