import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

/** How servers, builders and programs of 2024 to 2026 show a message outside of the theme of a site: eight structures. */
const structures: readonly BarePage[] = [
  // as WordPress ends with a message
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><meta name='robots' content='max-image-preview:large, noindex, follow' /><title>${shown.title}</title></head><body id="error-page"><div class="wp-die-message"><h1>${shown.title}</h1>${text(shown)}</div></body></html>`,
  // as an edge network: a reference number, and nothing else that differs
  (shown) =>
    `<HTML><HEAD>\n<TITLE>${shown.title}</TITLE>\n</HEAD><BODY>\n<H1>${shown.title}</H1>\n${shown.paragraphs.join('<P>')}<P>\nReference&#32;&#35;18&#46;${(shown.number * 65537 + 4099).toString(16)}&#46;17${30000000 + shown.number * 31}\n</BODY>\n</HTML>`,
  // as an application of Tailwind: a card in the middle, names of classes without meaning
  (shown) =>
    `<!doctype html><html lang="${shown.language}" class="h-full"><head><title>${shown.host}</title></head><body class="h-full"><div class="grid min-h-full place-items-center px-6 py-24"><div class="text-center"><p class="text-base font-semibold text-indigo-600">${shown.host}</p><div class="mt-4 text-5xl font-semibold">${shown.title}</div><div class="mt-6 text-lg text-gray-500">${text(shown)}</div><div class="mt-10 flex gap-x-6"><a class="rounded-md px-3.5 py-2.5">↩</a></div></div></div></body></html>`,
  // a server's own page: the program and the port below a line
  (shown) =>
    `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${shown.title}</title>\n</head><body>\n<h1>${shown.title}</h1>\n${text(shown)}<p>${shown.path}</p><hr>\n<address>Apache/2.4.62 (Debian) Server at ${shown.host} Port 443</address>\n</body></html>`,
  // a layer of consent: purposes in `details`, a list of vendors, a version of the tool
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.host}</title><script>window.__cmp={"v":"4.1","s":"${(shown.number * 7919).toString(36)}"}</script></head><body><div id="cmpbox" role="alertdialog" aria-modal="true"><div class="cmpboxinner"><div class="cmpboxhead">${shown.title}</div><div class="cmptxt">${text(shown)}</div><details><summary>1/11</summary><ul><li>IAB TCF 2.2</li><li>ISO 3166</li></ul></details><div class="cmpboxbtns"><a role="button">✓</a><a role="button">✗</a></div></div></div></body></html>`,
  // the address as heading, the message as a definition, a date by the second
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><meta charset="utf-8"><title>${shown.host}${shown.path}</title></head><body><header><h1>${shown.host}</h1></header><section aria-live="polite"><strong>${shown.title}</strong>${text(shown)}</section><footer><time>2026-04-${10 + (shown.number % 19)}T1${shown.number % 10}:0${shown.number % 9}:2${shown.number % 10}Z</time></footer></body></html>`,
  // with a picture in the page, and a script that would go on by itself
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.title}</title><meta http-equiv="refresh" content="300"></head><body><svg viewBox="0 0 10 10" aria-label="${shown.title}"><title>${shown.title}</title><path d="M0 0h10"/></svg><div class="m"><h2>${shown.title}</h2>${text(shown)}<div id="t">${300 - (shown.number % 60)}</div></div><script>setTimeout(function(){location.reload()},3e5)</script></body></html>`,
  // in a custom element, its text in the shadow root that is declared in the page
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><title>${shown.title} · ${shown.host}</title></head><body><site-gate><template shadowrootmode="open"><style>:host{display:block}</style><slot></slot></template><h2>${shown.title}</h2>${text(shown)}</site-gate></body></html>`,
];

/** A message at an address, in the structure that its wording always has. */
export const fourthBarePage = barePagesIn(structures, ({ title, paragraphs }) => title + paragraphs[0]);
