// Properties of elements, as bits: used by script and compiled into the kernel.

/** Starts and ends a block of text. */
export const BLOCK = 1;
/** Has no content and no end tag. */
export const VOID = 2;
/** Its content is not text of the page. */
export const UNSEEN = 4;
/** Usually around the main text, not in it. */
export const BOILERPLATE = 8;
/** `h1` to `h6`. */
export const HEADING = 16;
/** End tags in it close nothing outside of it. */
export const SCOPE = 32;
/** The page as a whole. If hidden, it waits for a script to show it; its class says which template it has. */
export const WHOLE = 64;
/** An open `<p>` ends where one of these starts. */
export const ENDS_P = 128;
/** Line feeds in it count. */
export const PREFORMATTED = 256;
/** Its end tag in a cell does close elements outside of the cell. */
export const TABLE_PART = 512;
/** A header in it may belong to the text. */
export const SECTIONING = 1024;
/** Headings in it are about other pages. */
export const ELSEWHERE = 2048;
/** The tokenizer reads what is in it as text, up to its end tag. */
export const RAW = 4096;

/** Three bits: start tags of group g, 1 to 6, have `g << GROUP_SHIFT`. Each ends the nearest open element … */
export const GROUP_SHIFT = 13;
/** … that has the bit `ENDED_SHIFT + g`, … */
export const ENDED_SHIFT = 15;
/** … unless one with the bit `STOPS_SHIFT + g` is nearer. */
export const STOPS_SHIFT = 21;
