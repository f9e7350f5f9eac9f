import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

/**
 * Structures in which proxies, hosts and overlays show a message outside the theme of a site: eight that differ from
 * the earlier ones.
 */
const structures: readonly BarePage[] = [
  // a proxy's page: what happened in one list, the request in another, and an identifier of its own
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.host} | ${shown.title}</title></head><body><div id="cf-wrapper"><div id="cf-error-details"><header><h1><span>${shown.title}</span></h1><div>${shown.number % 2 === 0 ? 'edge ams' : 'edge fra'} 2026-02-1${shown.number % 10} 0${shown.number % 9}:1${shown.number % 6}:4${shown.number % 10} UTC</div></header><section>${text(shown)}</section>
<footer><span>Ray: <strong>${(shown.number * 48271 + 11).toString(16)}</strong></span> • <span>${shown.host}</span></footer></div></div></body></html>`,
  // plain text in a box of fixed width
  (shown) =>
    `<html><head><title>${shown.title}</title></head><body><pre>${shown.title}\n${'='.repeat(shown.title.length)}\n\n${shown.paragraphs.join('\n\n')}\n</pre></body></html>`,
  // an overlay over an empty application, with the title of the site
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><title>${shown.host}</title></head><body style="overflow:hidden"><div id="app"></div><div class="modal-backdrop"></div><div class="modal" tabindex="-1"><div class="modal-dialog"><div class="modal-content"><div class="modal-header"><h5 class="modal-title">${shown.title}</h5></div><div class="modal-body">${text(shown)}</div><div class="modal-footer"><button>1</button><button>2</button></div></div></div></div></body></html>`,
  // the message in a list of definitions, without a title
  (shown) =>
    `<!DOCTYPE html><html><head><meta charset="utf-8"><meta name="robots" content="noindex,nofollow"></head><body><dl><dt>${shown.title}</dt>${shown.paragraphs.map((each) => `<dd>${each}</dd>`).join('')}</dl></body></html>`,
  // a page of a hosting provider, which names the requested site in its heading and in its text
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.host}: ${shown.title}</title></head><body><header><a href="https://hosting.example"><img alt="Hosting"></a></header><main><h1>${shown.host}</h1><section><h2>${shown.title}</h2>${text(shown)}</section><section class="grid"><a>hosting.example</a><a>${shown.host}</a></section></main></body></html>`,
  // a title that names the requested page as if it were there
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${decodeURIComponent(
      shown.path
        .split('/')
        .pop()!
        .replace(/[?#].*/, ''),
    ).replaceAll(
      /[-_]/g,
      ' ',
    )} | ${shown.host}</title></head><body><main class="gate"><h2>${shown.title}</h2>${text(shown)}</main></body></html>`,
  // the message twice, for wide and narrow windows
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.title}</title></head><body><div class="hidden-xs"><h1>${shown.title}</h1>${text(shown)}</div><div class="visible-xs"><h1>${shown.title}</h1>${text(shown)}</div></body></html>`,
  // a number for the support, a clock, and a form with a token
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.title}</title></head><body><form method="post" action="${shown.path}"><h3>${shown.title}</h3>${text(shown)}<input type="hidden" name="t" value="${(shown.number * 16807).toString(36)}"><p><b>#${100000 + shown.number * 7}</b> ${10 + (shown.number % 13)}:${10 + (shown.number % 47)}</p><button>→</button></form></body></html>`,
];

/** The page of a message at an address, in the structure that its wording always has. */
export const thirdBarePage = barePagesIn(structures, ({ paragraphs }) => paragraphs[0]);
