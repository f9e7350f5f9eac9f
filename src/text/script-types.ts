import { CODE, DATA, MARKUP } from './element-bits.ts';

/** What a `<script>` of this `type` contains: `CODE`, `DATA` or `MARKUP`. */
export function scriptHolds(type: string): number {
  if (/json/i.test(type)) return DATA;
  return /template|html|mustache|markdown/i.test(type) ? MARKUP : CODE;
}

/** Shorter attributes contain no text of a page, in code units. */
export const leastState = 200;

/** Whether an attribute, such as `data-page="{…}"`, may be the data that a script shows: JSON, and long. */
export function mayBeState(value: string): boolean {
  return value.length >= leastState && beginsAsJson(value);
}

/** Whether a value begins as objects and lists of JSON do. */
export function beginsAsJson(value: string): boolean {
  return value.startsWith('{') || value.startsWith('[');
}

/** `window.__STATE__ = {`: how frameworks hand over what a page is made of. */
const state = /^\s*(?:window|self|globalThis)(?:\.[\w$]+|\[["'][\w$]+["']\])\s*=\s*(?=[{[])/;
/** Code units at the start of a script in which that is looked for. */
export const stateHead = 200;

/** Length of the assignment that a script begins with, if a value follows that may be JSON; else 0. */
export function stateAssignment(source: string): number {
  return state.exec(source.slice(0, stateHead))?.[0].length ?? 0;
}
