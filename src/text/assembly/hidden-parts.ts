// Parts of a page that are hidden until a script shows them: outermost elements without visibility or opacity, and each `<noscript>`, numbered
// from 1 on as they open.

import { inkIn } from './scan';
import { ARTICLE, H1, MAIN } from './tags';

/** Less than this in a hidden part is no page's text, in code units without white space. */
const LEAST_HIDDEN: u32 = 200;

let parts: u32 = 0;
/** Where the open one stands, and what is in it: text without white space, and an `<h1>`, a `<main>` or an `<article>`. */
export let hiddenFrom: i32 = -1;
let ink: u32 = 0;
let hidesPage = false;
/** The one with such an element and the most text, and how much it has. */
let fullest: u32 = 0;
let fullestInk: u32 = 0;
/** The number of the one that is read as if it were seen, and where it stands while it is open. */
let shownPart: u32 = 0;
export let shownFrom: i32 = -1;

/** A new page. @param part number of the part to read as if it were seen, 0 for none */
export function beginParts(part: u32): void {
  hiddenFrom = shownFrom = -1;
  parts = fullest = fullestInk = 0;
  shownPart = part;
}

/** Begins a hidden part; returns whether it is the one that is read as if it were seen. */
export function beginPart(at: i32): bool {
  if (++parts === shownPart) {
    shownFrom = at;
    return true;
  }
  hiddenFrom = at;
  ink = 0;
  hidesPage = false;
  return false;
}

/** An element in the open hidden part. */
export function tagInPart(tag: i32): void {
  if (tag === H1 || tag === MAIN || tag === ARTICLE) hidesPage = true;
}

/** The text `[from, end)` in the open hidden part. */
export function textInPart(from: usize, end: usize): void {
  ink += inkIn(from, end);
}

/** The open element there ends, and with it the part that it is, if it is one. */
export function endPart(at: i32): void {
  if (at === shownFrom) shownFrom = -1;
  if (at !== hiddenFrom) return;
  hiddenFrom = -1;
  if (!hidesPage || ink <= fullestInk) return;
  fullest = parts;
  fullestInk = ink;
}

/** The number of the part with the text of a page that shows so many code units; 0 if there is none. */
export function fullestPart(shown: u32): u32 {
  return fullestInk >= LEAST_HIDDEN && fullestInk > shown ? fullest : 0;
}
