// Where things lie in the kernel's memory: tables of one size first, then what grows with the page (see room.ts).

/** Numbers of element names with their traits, as ../tags.ts has them. */
export const TAGS_AT: usize = 0x10000;
export const TAG_SLOTS: u32 = 1024;
/** Open elements, outermost first: 16 bytes each. */
export const OPEN_AT: usize = TAGS_AT + 8 * TAG_SLOTS;
/** Elements deeper than this are read as their ancestor at this depth: real pages stay below 60. */
export const MAX_DEPTH: i32 = 512;
/** Open elements by the low bits of their tag: a stray end tag is known without a search. */
export const COUNTS_AT: usize = OPEN_AT + 16 * MAX_DEPTH;
/** Values that were met before (known-values.ts): sets of four slots of 256 bytes. */
export const KNOWN_AT: usize = COUNTS_AT + 4 * 256;
export const KNOWN_SETS: u32 = 512;
/** Where memory is free. */
export const FREE_AT: usize = KNOWN_AT + 4 * 256 * KNOWN_SETS;

export const SPACE: u32 = 0x20;
export const LINE_FEED: u32 = 0x0a;
export const NO_BREAK_SPACE: u32 = 0xa0;
