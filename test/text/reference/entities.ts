import { Tokenizer } from 'htmlparser2';

/** What a character reference stands for, and how many code units of the source it takes. */
interface Entity {
  readonly text: string;
  readonly length: number;
}

/** The longest name that HTML knows is 31 letters; numbers that long are no characters. */
const longest = 32;
const keptEntities = 4096;
/** V8 copies slices up to this length; a longer one would keep its whole page alive. */
const copiedLength = 12;

const decoded = new Map<string, Entity | null>();
let text = '';
let source = '';

const tokenizer = new Tokenizer(
  { decodeEntities: true },
  {
    ontext: (start, end) => {
      text += source.slice(start, end);
    },
    ontextentity: (codePoint) => {
      text += String.fromCodePoint(codePoint);
    },
    onattribdata: (start, end) => {
      text += source.slice(start, end);
    },
    onattribentity: (codePoint) => {
      text += String.fromCodePoint(codePoint);
    },
    onattribend() {},
    onattribname() {},
    oncdata() {},
    onclosetag() {},
    oncomment() {},
    ondeclaration() {},
    onend() {},
    onopentagend() {},
    onopentagname() {},
    onprocessinginstruction() {},
    onselfclosingtag() {},
  },
);

/**
 * The character reference at the `&` in `html[at]`, by HTML's rules (names without a semicolon, numbers of
 * windows-1252, …); `undefined` where there is none.
 */
export function decodeEntity(html: string, at: number, end: number): Entity | undefined {
  const last = Math.min(end, at + longest + 2);
  let stop = at + 1;
  if (html[stop] === '#') stop++;
  while (stop < last && isAlphanumeric(html.charCodeAt(stop))) stop++;
  if (stop === at + 1) return undefined;
  if (stop < last && html[stop] === ';') stop++;
  source = html.slice(at, stop);
  let entity = decoded.get(source);
  if (entity === undefined) {
    text = '';
    tokenizer.reset();
    tokenizer.write(source);
    tokenizer.end();
    entity = text === source ? null : { text, length: source.length };
    if (source.length <= copiedLength) {
      if (decoded.size >= keptEntities) decoded.clear();
      decoded.set(source, entity);
    }
  }
  return entity ?? undefined;
}

/** The value of an attribute with its character references decoded, by HTML's rules for attributes. O(value). */
export function decodeAttribute(value: string): string {
  if (!value.includes('&')) return value;
  source = `<a x="${value.replaceAll('"', '&quot;')}"`;
  text = '';
  tokenizer.reset();
  tokenizer.write(source);
  tokenizer.end();
  return text;
}

function isAlphanumeric(unit: number): boolean {
  return (unit >= 0x30 && unit <= 0x39) || (unit >= 0x41 && unit <= 0x5a) || (unit >= 0x61 && unit <= 0x7a);
}
