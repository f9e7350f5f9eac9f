import { keyOf } from '../key-of.ts';
import { neighbours, type Shown } from '../theme.ts';

/** A page in HTML with its head; `more` of the head follows the title. */
export function whole(language: string, title: string, more: string, body: string): string {
  return `<!DOCTYPE html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title><meta name="viewport" content="width=device-width, initial-scale=1">${more}</head>${body}</html>`;
}

/** Cards of some other documents, written by `card`. */
export function cards(
  shown: Shown,
  count: number,
  step: number,
  card: (title: string, at: number) => string,
): string {
  return neighbours(shown, count, step)
    .map((each) => card(each.title, keyOf(each)))
    .join('');
}

/** A question for leave to set cookies, as an open dialog. */
export function cookieDialog(title: string, text: string, buttons: string): string {
  const each = buttons.split('|').map((name) => `<button type="button">${name}</button>`);
  return `<dialog open class="cookie-consent" aria-labelledby="cc-title"><h2 id="cc-title">${title}</h2><p>${text}</p><form method="dialog">${each.join('')}</form></dialog>`;
}

/** One of some, chosen by a number of a page. */
export function pick(at: number, items: string): string {
  const each = items.split('|');
  return each[at % each.length];
}
