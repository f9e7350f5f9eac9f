/// <reference lib="dom" />
import { element } from './element.ts';
import { many } from './numbers.ts';
import type { Row, Run } from './passages.ts';
import { visible } from './visible.ts';
import { placeOfCut } from './whole-characters.ts';

/** A shared run longer than this is folded to its ends. */
const FOLDED_CHARACTERS = 500;
const SHOWN_END = 120;

/**
 * The rows of a comparison as elements. With `fold`, equal rows and long shared runs are hidden until the reader
 * opens them.
 */
export function showRows(rows: readonly Row[], fold: boolean): HTMLElement[] {
  if (!fold) return rows.map((row) => rowElement(row, false));
  const shown: HTMLElement[] = [];
  for (let i = 0; i < rows.length; ) {
    let end = i;
    while (end < rows.length && rows[end]!.same) end++;
    if (end - i > 1) shown.push(foldedRows(rows.slice(i, end), end - i === rows.length));
    else shown.push(rowElement(rows[(end = i)]!, true));
    i = Math.max(end, i + 1);
  }
  return shown;
}

function foldedRows(rows: readonly Row[], open: boolean): HTMLElement {
  const summary = element('summary', {}, `${many(rows.length, 'paragraph')} alike`);
  const details = element('details', { class: 'alike', open }, summary);
  // made when opened, since most are never opened
  details.addEventListener('toggle', () => details.append(...rows.map((row) => rowElement(row, false))), {
    once: true,
  });
  return details;
}

function rowElement(row: Row, fold: boolean): HTMLElement {
  return element(
    'div',
    { class: row.same ? 'row same' : 'row' },
    cell(row.a, 'left', fold),
    cell(row.b, 'right', fold),
  );
}

function cell(runs: readonly Run[], side: 'left' | 'right', fold: boolean): HTMLElement {
  return element(
    'div',
    { class: 'cell', 'data-side': side, dir: 'auto' },
    ...runs.flatMap((run) => runNodes(run, side, fold)),
  );
}

function runNodes(run: Run, side: string, fold: boolean): (Node | string)[] {
  if (run.percent === undefined) return markedNodes(run, side, fold);
  const pages = run.percent === 0 ? 'fewer than 1 %' : `${run.percent} % or more`;
  const title = `does not count: on ${pages} of the pages of this site`;
  return [element('span', { class: 'template', title }, ...markedNodes(run, side, fold))];
}

function markedNodes({ shared, text }: Run, side: string, fold: boolean): (Node | string)[] {
  if (!shared) {
    // also in words, for readers who do not see the colour
    const spoken = element('span', { class: 'unseen' }, `[only ${side}: `);
    const end = element('span', { class: 'unseen' }, ']');
    // the separator between this word and the next is no difference
    const marked = text.trimEnd();
    return [element('mark', {}, spoken, visible(marked), end), visible(text.slice(marked.length))];
  }
  if (!fold || text.length <= FOLDED_CHARACTERS) return [visible(text)];
  // at spaces, so that no word is split; a text without spaces is cut anywhere
  const headEnd = text.lastIndexOf(' ', SHOWN_END) + 1 || placeOfCut(text, SHOWN_END);
  const tailStart =
    text.indexOf(' ', text.length - SHOWN_END) + 1 || placeOfCut(text, text.length - SHOWN_END);
  const hidden = text.slice(headEnd, tailStart);
  const button = element(
    'button',
    {
      type: 'button',
      class: 'more',
      // its own words, whichever way the text around it is written
      dir: 'ltr',
      'aria-label': `Show ${many(hidden.length, 'character')} that are alike`,
    },
    `⋯ ${many(hidden.length, 'character')} alike ⋯`,
  );
  button.addEventListener('click', () => button.replaceWith(visible(hidden)));
  return [visible(text.slice(0, headEnd)), button, visible(text.slice(tailStart))];
}
