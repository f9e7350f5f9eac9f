import {
  BLOCK,
  BOILERPLATE,
  ELSEWHERE,
  ENDED_SHIFT,
  ENDS_P,
  GROUP_SHIFT,
  HEADING,
  PREFORMATTED,
  RAW,
  SCOPE,
  SECTIONING,
  STOPS_SHIFT,
  TABLE_PART,
  UNSEEN,
  VOID,
  WHOLE,
} from './traits.ts';

/** An element name as a number: the same for both cases of ASCII letters. */
export type TagId = number;

/** Number of an element name, as in assembly/tags.ts. Two names share one with the probability of a 32-bit hash. */
export function tagOf(name: string): TagId {
  let hash = 7;
  for (let i = 0; i < name.length; i++) hash = (Math.imul(hash, 31) + (name.charCodeAt(i) | 0x20)) | 0;
  return hash;
}

const slots = 1024;

/** Hash table of known elements, with 1,024 slots: the number of a name, or 0, and then its traits. */
export const tagTable: Int32Array<ArrayBuffer> = new Int32Array(2 * slots);

/** Properties of an element, the bits of traits.ts; 0 for inline and unknown elements. */
export function traitsOf(tag: TagId): number {
  return tagTable[slotOf(tag) + 1]!;
}

/** The slot of a number, or the one that is free for it. */
function slotOf(tag: TagId): number {
  let slot = 2 * (tag & (slots - 1));
  while (tagTable[slot] !== 0 && tagTable[slot] !== tag) slot = (slot + 2) % tagTable.length;
  return slot;
}

function declare(names: string, bits: number): void {
  for (const tag of names.split(' ').map(tagOf)) {
    const slot = slotOf(tag);
    tagTable[slot] = tag;
    tagTable[slot + 1]! |= bits;
  }
}

const flow = BLOCK | ENDS_P;

declare(
  'html head body main article section div center hgroup search address fieldset details summary',
  flow,
);
declare('figure figcaption dialog menu ul ol dl table', flow);
declare('p pre listing xmp plaintext blockquote li dd dt', flow);
declare('td th caption', BLOCK | SCOPE);
declare('tr tbody thead tfoot legend', BLOCK);
declare('h1 h2 h3 h4 h5 h6', flow | HEADING);
declare('nav header footer aside form', flow | BOILERPLATE);
declare('button', BLOCK | BOILERPLATE);
declare('title script noscript style template svg math textarea select datalist iframe', UNSEEN);
declare('noembed noframes object audio video canvas applet map', UNSEEN);
declare('area base basefont bgsound br col embed frame img input keygen link meta param source track', VOID);
declare('wbr', VOID);
declare('hr', VOID | flow);
declare('html body', WHOLE);
declare('pre listing xmp plaintext', PREFORMATTED);
declare('td th tr tbody thead tfoot table caption', TABLE_PART);
declare('section article main', SECTIONING);
declare('nav aside footer form', ELSEWHERE);
declare('iframe noembed noframes plaintext script style title textarea xmp', RAW);

/** Start tag → the open elements that it ends, and those that stop the search for them. */
const impliedEnds = [
  ['li', 'li', 'ul ol menu'],
  ['dt dd', 'dt dd', 'dl'],
  ['td th', 'td th', 'tr table'],
  ['tr', 'tr', 'tbody thead tfoot table'],
  ['tbody thead tfoot', 'tbody thead tfoot', 'table'],
  ['body', 'head', 'html'],
] as const;
for (const [i, [starts, ends, within]] of impliedEnds.entries()) {
  const group = i + 1;
  declare(starts, group << GROUP_SHIFT);
  declare(ends, 1 << (ENDED_SHIFT + group));
  declare(within, 1 << (STOPS_SHIFT + group));
}
