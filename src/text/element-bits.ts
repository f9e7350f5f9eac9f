// What the attributes of an element say, as bits of one number: read by script and compiled into the kernel.

/** Nobody sees the element or anything in it. */
export const GONE = 1;
/** Its text has no size, and that of its descendants unless they say `SIZED`. */
export const UNSIZED = 2;
/** Its text has a size. */
export const SIZED = 4;
/** Its text is invisible, and that of its descendants unless they say `VISIBLE`. */
export const INVISIBLE = 8;
/** Its text is visible. */
export const VISIBLE = 16;
/** It is a box of its own, which a rule that hid it would not leave. */
export const SHOWN = 32;
/** `aria-hidden`: seen, but nothing that is read out. */
export const UNSPOKEN = 64;
/** An `<a>` with `href`, or with neither that nor a name: what stands for a link, such as the entry of a menu that is shown (HTML, §4.5.1). */
export const LINKED = 128;
/** An `<input>` for a password. */
export const PASSWORD = 256;

/** From here on two bits: what a `<script>` holds, by its `type`. */
export const HOLDS_SHIFT = 9;
/** A script of unknown use, which is run. */
export const CODE = 0;
/** JSON. */
export const DATA = 1;
/** A template of markup. */
export const MARKUP = 2;

/** From here on two bits: what `class`, `id` and `role` say of the element's text. */
export const MEANING_SHIFT = 11;
/** An element named so stands around the main text. */
export const SURROUNDS = 1;
/** An element named so is seldom main text. */
export const NEGATIVE = 2;
