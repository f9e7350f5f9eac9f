// What the attributes of an element say, as bits of one number: used by script and compiled into the kernel.

/** Nobody sees the element or anything in it. */
export const GONE = 1;
/** Its text has no size, nor has that of its descendants unless they are `SIZED`. */
export const UNSIZED = 2;
/** Its text has a size. */
export const SIZED = 4;
/** Its text is invisible, as is that of its descendants unless they are `VISIBLE`. */
export const INVISIBLE = 8;
/** Its text is visible. */
export const VISIBLE = 16;
/** It has a `display` other than `none`, which takes back a rule that hides it. */
export const SHOWN = 32;
/** `aria-hidden`: visible, but not read out. */
export const UNSPOKEN = 64;
/**
 * An `<a>` with `href`, or with none of `href`, `id` and `name`: a placeholder for a link, such as the menu entry of
 * the current page (HTML, §4.5.1).
 */
export const LINKED = 128;
/** An `<input>` for a password. */
export const PASSWORD = 256;
/** A part of the page that was sent later than what surrounds it, and which a script moves to its place. */
export const SENT_LATER = 32768;
/** An `<input>` that readers fill in or choose. */
export const CONTROL = 16384;

/** Its `id` or `role` calls it the main part of the page. */
export const CALLED_MAIN = 65536;

/** Two bits from here on: what a `<script>` contains, by its `type`. */
export const HOLDS_SHIFT = 9;
/** A script of unknown use, which is run. */
export const CODE = 0;
/** JSON. */
export const DATA = 1;
/** A template of markup. */
export const MARKUP = 2;

/** Its text and that of its descendants is transparent. */
export const TRANSPARENT = 8192;

/** Two bits from here on: what `class`, `id` and `role` say about the element's text. */
export const MEANING_SHIFT = 11;
/** An element with such names surrounds the main text. */
export const SURROUNDS = 1;
/** An element with such names is seldom main text. */
export const NEGATIVE = 2;
/** An element with such names is a window over the page. */
export const OVER = 3;
