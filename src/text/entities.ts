import { Tokenizer } from 'htmlparser2';

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
 * What a character reference stands for, by HTML's rules (names without a semicolon, numbers of windows-1252, …);
 * `undefined` if it is none.
 */
export function decodeReference(reference: string): string | undefined {
  source = reference;
  text = '';
  tokenizer.reset();
  tokenizer.write(source);
  tokenizer.end();
  return text === source ? undefined : text;
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

const firstReference = /^&[#\w]*;?/;

/** The first character of an attribute's value, decoded without decoding the rest. Empty for an empty value. */
export function startOfAttribute(value: string): string {
  return decodeAttribute(firstReference.exec(value)?.[0] ?? value.slice(0, 1)).slice(0, 1);
}
