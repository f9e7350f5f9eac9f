/** Starts and ends a block of text. */
export const BLOCK = 1;
/** Has no content and no end tag. */
export const VOID = 2;
/** Its content is no text of the page. */
export const UNSEEN = 4;
/** Usually around the main text, not in it. */
export const BOILERPLATE = 8;
/** `h1` to `h6`. */
export const HEADING = 16;
/** End tags do not reach out of it. */
export const SCOPE = 32;
/** A paragraph or a cell: its text counts for the element around it. */
const PARAGRAPH = 64;
/** An open `<p>` ends where one of these starts. */
export const ENDS_P = 128;

/** An element name as a number: the same for both cases of ASCII letters. */
export type TagId = number;

/** Number of the element name `source[start .. end)`; two names share one with the chance of a 32-bit hash. */
export function tagId(source: string, start: number, end: number): TagId {
  let hash = 7;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (source.charCodeAt(i) | 0x20)) | 0;
  return hash;
}

/** Number of a whole name. */
export function tagOf(name: string): TagId {
  return tagId(name, 0, name.length);
}

/** Numbers of names that are separated by spaces. */
export function tagsOf(names: string): Set<TagId> {
  return new Set(names.split(' ').map(tagOf));
}

const slots = 1024;
const keys = new Int32Array(slots);
const traits = new Uint8Array(slots);

/** Properties of an element, the bits above; 0 for inline and unknown elements. */
export function traitsOf(tag: TagId): number {
  let slot = tag & (slots - 1);
  while (keys[slot] !== 0) {
    if (keys[slot] === tag) return traits[slot]!;
    slot = (slot + 1) & (slots - 1);
  }
  return 0;
}

function declare(names: string, bits: number): void {
  for (const tag of tagsOf(names)) {
    let slot = tag & (slots - 1);
    while (keys[slot] !== 0) slot = (slot + 1) & (slots - 1);
    keys[slot] = tag;
    traits[slot] = bits;
  }
}

const flow = BLOCK | ENDS_P;

declare(
  'html head body main article section div center hgroup search address fieldset details summary',
  flow,
);
declare('figure figcaption dialog menu ul ol dl table', flow);
declare('p pre listing xmp plaintext blockquote li dd dt', flow | PARAGRAPH);
declare('td th caption', BLOCK | SCOPE | PARAGRAPH);
declare('tr tbody thead tfoot legend', BLOCK);
declare('h1 h2 h3 h4 h5 h6', flow | HEADING);
declare('nav header footer aside form', flow | BOILERPLATE);
declare('button', BLOCK | BOILERPLATE);
declare('title script style noscript template svg math textarea select datalist iframe', UNSEEN);
declare('noembed noframes object audio video canvas applet map', UNSEEN);
declare('area base basefont bgsound br col embed frame img input keygen link meta param source track', VOID);
declare('wbr', VOID);
declare('hr', VOID | flow);
