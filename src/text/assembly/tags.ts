// Element names as numbers, as in ../tags.ts.

import { TAG_SLOTS, TAGS_AT } from './layout';

export const A: i32 = tagOf('a');
export const ARTICLE: i32 = tagOf('article');
export const BR: i32 = tagOf('br');
export const DD: i32 = tagOf('dd');
export const DIALOG: i32 = tagOf('dialog');
export const DL: i32 = tagOf('dl');
export const DT: i32 = tagOf('dt');
export const FORM: i32 = tagOf('form');
export const FRAME: i32 = tagOf('frame');
export const H1: i32 = tagOf('h1');
export const HEADER: i32 = tagOf('header');
export const INPUT: i32 = tagOf('input');
export const LI: i32 = tagOf('li');
export const LINK: i32 = tagOf('link');
export const MAIN: i32 = tagOf('main');
export const MATH: i32 = tagOf('math');
export const META: i32 = tagOf('meta');
export const NAV: i32 = tagOf('nav');
export const NOFRAMES: i32 = tagOf('noframes');
export const NOSCRIPT: i32 = tagOf('noscript');
export const P: i32 = tagOf('p');
export const PLAINTEXT: i32 = tagOf('plaintext');
export const PRE: i32 = tagOf('pre');
export const SCRIPT: i32 = tagOf('script');
export const SELECT: i32 = tagOf('select');
export const STYLE: i32 = tagOf('style');
export const SVG: i32 = tagOf('svg');
export const TABLE: i32 = tagOf('table');
export const TD: i32 = tagOf('td');
export const TEMPLATE: i32 = tagOf('template');
export const TEXTAREA: i32 = tagOf('textarea');
export const TH: i32 = tagOf('th');
export const TITLE: i32 = tagOf('title');
export const TR: i32 = tagOf('tr');
export const XMP: i32 = tagOf('xmp');

function tagOf(name: string): i32 {
  let hash = 7;
  for (let i = 0; i < name.length; i++) hash = hash * 31 + (name.charCodeAt(i) | 0x20);
  return hash;
}

/** Traits of an element; 0 for inline and unknown ones. */
export function traitsOf(tag: i32): u32 {
  let slot: usize = <usize>(<u32>tag & (TAG_SLOTS - 1));
  let key = load<i32>(TAGS_AT + 8 * slot);
  while (key !== tag && key !== 0) {
    slot = (slot + 1) & (<usize>TAG_SLOTS - 1);
    key = load<i32>(TAGS_AT + 8 * slot);
  }
  // of a free slot they are 0
  return load<u32>(TAGS_AT + 8 * slot, 4);
}
