import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

const searches = [
  'insurance quotes',
  'cheap flights',
  'web hosting',
  'online degrees',
  'used cars',
  'credit cards',
  'garden tools',
];

/** Structures in which servers, registrars and overlays show a message outside the theme of a site: seven of them. */
const structures: Readonly<Record<string, BarePage>> = {
  'with a reference of its own': (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.title}</title><meta name="robots" content="noindex"></head>
<body><section class="card"><img alt="" src="/shield.svg"><h1>${shown.title}</h1>${text(shown)}<dl><dt>Ref</dt><dd>${(shown.number * 2654435761 + 97).toString(16)}-${(shown.number * 40503).toString(36)}</dd>
<dt>IP</dt><dd>203.0.113.${shown.number % 250}</dd><dt>UTC</dt><dd>2026-03-0${1 + (shown.number % 9)} 1${shown.number % 10}:${10 + (shown.number % 49)}:07</dd></dl></section></body></html>`,
  'one table': (shown) =>
    `<html><head><title>${shown.host}</title></head><body bgcolor=#ffffff><table width=600 align=center><tr><td><b>${shown.title}</b></td></tr>
<tr><td>${text(shown)}</td></tr><tr><td align=right><font size=1>${shown.host}</font></td></tr></table></body></html>`,
  'a form that leads back': (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><title>${shown.title} | ${shown.host}</title></head><body class="no-js"><div class="wrap"><header><a href="/">${shown.host}</a></header>
<div class="panel"><h2>${shown.title}</h2>${text(shown)}<form method="post" action="/gate?next=${encodeURIComponent(shown.path)}"><input name="a"><input name="b"><button>OK</button></form></div></div></body></html>`,
  'lines without paragraphs': (shown) =>
    `<html><head><meta charset="utf-8"><title>${shown.title}</title></head><body><div style="text-align:center"><strong>${shown.title}</strong><br><br>${shown.paragraphs.join('<br><br>')}</div></body></html>`,
  'links of other names': (shown) =>
    `<!DOCTYPE html><html><head><title>${shown.host}</title></head><body><div id="main"><h1>${shown.host}</h1><h3>${shown.title}</h3>${text(shown)}<ul>${searches
      .map((_, i) => `<li><a href="/?q=${i}">${searches[(i + shown.number) % searches.length]}</a></li>`)
      .slice(0, 5)
      .join('')}</ul></div><footer>${shown.host} &copy; 2026</footer></body></html>`,
  'the address that was asked for': (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.title}</title></head><body><main><article><h1>${shown.title}</h1>${text(shown)}<p><code>https://${shown.host}${shown.path}</code></p></article></main></body></html>`,
  'a script beside it': (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.title}</title><script>window.__gate={"id":"${(shown.number * 7919).toString(36)}","t":${1700000000 + shown.number}}</script></head>
<body><div id="gate"><div><h1>${shown.title}</h1>${text(shown)}</div></div><script src="/gate.js"></script><noscript>${shown.paragraphs[0].split(' ').slice(0, 8).join(' ')}</noscript></body></html>`,
};

/** The page of a message at an address, in the structure that its wording always has. */
export const secondBarePage = barePagesIn(Object.values(structures), ({ title }) => title);
