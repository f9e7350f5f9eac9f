// Text that nobody sees: of titles, style sheets, scripts, templates, `<noscript>`, and of other elements that hold it for a script.

import { CODE, DATA, MARKUP } from '../element-bits';
import { SPACE } from './layout';
import { NOFRAMES, NOSCRIPT, SCRIPT, STYLE, TEMPLATE, TITLE } from './tags';

/** Style sheets are read up to this many code units a page. */
const KEPT_STYLES: u32 = 1 << 17;

// Kinds of text that is kept aside, as ../page-reader.ts numbers them.
const OF_TITLE: u32 = 0;
const OF_NOSCRIPT: u32 = 1;
const OF_STYLE: u32 = 2;
const OF_TEMPLATE: u32 = 3;
const OF_MARKUP: u32 = 4;
const OF_DATA: u32 = 5;
const OF_NOFRAMES: u32 = 6;

// @ts-ignore: decorator
@external('page', 'keepAside')
declare function keepAside(kind: u32, at: usize, length: u32): void;
/** The source of a script that is run. */
// @ts-ignore: decorator
@external('page', 'keepCode')
declare function keepCode(at: usize, length: u32): void;
/** A script, or the rest of one, that holds data. */
// @ts-ignore: decorator
@external('page', 'beginData')
declare function beginData(): void;
/** Within a template and `<noscript>`, tags separate words, and so do ends of elements that hold markup. */
// @ts-ignore: decorator
@external('page', 'partAside')
declare function partAside(kind: u32): void;
/** Length of the assignment that a script begins with, if a value follows that may be JSON; else 0. */
// @ts-ignore: decorator
@external('page', 'stateAssignment')
declare function stateAssignment(at: usize, length: u32): u32;
/** Reads the style sheet that was kept; returns whether any name hides its element. */
// @ts-ignore: decorator
@external('page', 'readStyles')
declare function readStyles(): bool;

/** Text within `<template>`, and within `<script>` that is not run, in code units. */
export let inertLength: u32 = 0;
/** Whether the page has a script of any kind. */
export let hasScript: bool = false;
/** Whether a style sheet of the page hides elements by their names: then those of inline elements are wanted, too. */
export let hidesByName: bool = false;

/** What the open script holds, and whether text of it was seen. */
let holds: u32 = CODE;
let isBegun = false;
let cssRead: u32 = 0;
let hasCss = false;

/** A new page. */
export function beginAside(): void {
  inertLength = cssRead = 0;
  hasScript = hidesByName = hasCss = isBegun = false;
}

/** A tag within an element of this name, whose text nobody sees. */
export function tagWithin(tag: i32): void {
  if (tag === TEMPLATE) partAside(OF_TEMPLATE);
  else if (tag === NOSCRIPT) partAside(OF_NOSCRIPT);
}

/** The text `[at, end)` within an element of this name. @param isSource it is markup, or Markdown, for a script to show */
export function textWithin(tag: i32, at: usize, end: usize, isSource: bool): void {
  const count = <u32>((end - at) >> 1);
  if (tag === SCRIPT || tag === TEMPLATE) inertText(tag, at, end);
  else if (tag === TITLE) keepAside(OF_TITLE, at, count);
  else if (tag === NOSCRIPT) keepAside(OF_NOSCRIPT, at, count);
  else if (tag === NOFRAMES) keepAside(OF_NOFRAMES, at, count);
  else if (tag === STYLE && cssRead < KEPT_STYLES) {
    keepAside(OF_STYLE, at, min(count, KEPT_STYLES - cssRead));
    cssRead += count;
    if (count > 0) hasCss = true;
  } else if (isSource) keepAside(OF_MARKUP, at, count);
}

/** An element whose text nobody sees has ended. */
export function endAside(): void {
  if (!hasCss) return;
  hasCss = false;
  hidesByName = readStyles();
}

/** A script of a kind. */
export function beginScript(kind: u32): void {
  hasScript = true;
  holds = kind;
  isBegun = false;
  if (kind === DATA) beginData();
  else if (kind === MARKUP) beginMarkup();
}

/** A script or another element that holds markup. */
export function beginMarkup(): void {
  partAside(OF_MARKUP);
}

function inertText(tag: i32, from: usize, end: usize): void {
  let at = from;
  if (tag === SCRIPT && !isBegun) {
    isBegun = true;
    if (holds === CODE && mayBeAssignment(at, end)) {
      const assignment = stateAssignment(at, <u32>((end - at) >> 1));
      // what follows is the state that a framework left for its script
      if (assignment > 0) {
        holds = DATA;
        beginData();
        at += 2 * <usize>assignment;
      }
    }
  }
  if (tag === SCRIPT && holds === CODE) {
    keepCode(at, <u32>((end - at) >> 1));
    return;
  }
  inertLength += <u32>((end - at) >> 1);
  const kind = tag === TEMPLATE ? OF_TEMPLATE : holds === MARKUP ? OF_MARKUP : OF_DATA;
  keepAside(kind, at, <u32>((end - at) >> 1));
}

/** Whether it begins, behind white space, with the first letter of window, self or globalThis, or no ASCII. */
function mayBeAssignment(at: usize, end: usize): bool {
  for (; at < end; at += 2) {
    const unit = <u32>load<u16>(at);
    if (unit > SPACE) return unit === 0x77 || unit === 0x73 || unit === 0x67 || unit > 0x7f;
  }
  return false;
}
