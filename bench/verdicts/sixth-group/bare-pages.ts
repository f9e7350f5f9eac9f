import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

const code = (number: number, factor: number): string => ((number + 3) * factor).toString(16);

/** How servers, gates and services of 2026 show a message outside of the theme of a site: nine structures that no earlier group has. */
const structures: readonly BarePage[] = [
  // a web server's page of two lines, padded for old browsers
  (shown) =>
    `<html>\r\n<head><title>${shown.title}</title></head>\r\n<body>\r\n<center><h1>${shown.title}</h1></center>\r\n${text(shown)}<hr><center>nginx/1.29.${shown.number % 5}</center>\r\n</body>\r\n</html>\r\n${'<!-- a padding to disable MSIE and Chrome friendly error page -->\r\n'.repeat(6)}`,
  // a store of objects that answers in tags
  (shown) =>
    `<html><head><title>${shown.title}</title></head><body><h1>${shown.title}</h1><ul><li>Code: ${shown.kind.replaceAll(' ', '')}</li>${shown.paragraphs.map((each) => `<li>Message: ${each}</li>`).join('')}<li>Key: ${shown.path.slice(1)}</li><li>RequestId: ${code(shown.number, 50_331_653).toUpperCase()}</li><li>HostId: ${code(shown.number, 805_306_457)}/${code(shown.number, 1_610_612_741)}=</li></ul><hr/></body></html>`,
  // an application's own page, with the site in its tab and utility classes
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}" class="h-full bg-white dark:bg-zinc-900"><head><meta charset="utf-8"><title>${shown.title} · ${shown.host}</title><style>@layer base,utilities;</style></head><body class="h-full antialiased"><main class="grid min-h-full place-items-center px-6 py-24"><div class="text-center"><p class="text-base font-semibold text-indigo-600">${shown.host}</p><h1 class="mt-4 text-5xl font-semibold tracking-tight text-balance">${shown.title}</h1><div class="mt-6 text-lg text-pretty text-gray-500">${text(shown)}</div><div class="mt-10 flex items-center justify-center gap-x-6"><a href="/" class="rounded-md bg-indigo-600 px-3.5">⌂</a><a href="/contact" class="text-sm">@ <span aria-hidden="true">→</span></a></div></div></main></body></html>`,
  // a platform of consent in a frame of its own
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.host}</title><script>window._sp_=window._sp_||{config:{accountId:1638,baseEndpoint:"https://cdn.${shown.host}",propertyHref:"https://${shown.host}"}}</script></head><body class="no-touch"><div id="notice" class="message type-modal" role="dialog" aria-modal="true" aria-label="${shown.title}"><div class="message-component message-row"><h1 class="message-component">${shown.title}</h1>${shown.paragraphs.map((each) => `<div class="message-component message-column"><p>${each}</p></div>`).join('')}</div><div class="message-row"><button title="OK" class="sp_choice_type_11">OK</button></div><small>uuid ${code(shown.number, 402_653_189)}</small></div></body></html>`,
  // a gate of a delivery network: a picture of three machines
  (shown) =>
    `<!DOCTYPE html><html class="no-js" lang="${shown.language}"><head><title>${shown.host} | ${shown.title}</title></head><body><div id="cf-wrapper"><div id="cf-error-details" class="p-0"><header class="mx-auto pt-10"><h1 class="inline-block"><span>${shown.title}</span></h1><div class="mt-3">2026-11-${10 + (shown.number % 19)} ${10 + (shown.number % 13)}:${10 + (shown.number % 49)}:07 UTC</div></header><div class="my-8 bg-gradient-gray"><div id="cf-browser-status"><span class="cf-icon-browser"></span><h3>Browser</h3><span>✓</span></div><div id="cf-cloudflare-status"><h3>Frankfurt</h3><span>✓</span></div><div id="cf-host-status"><h3>${shown.host}</h3><span>✗</span></div></div><div class="w-240">${text(shown)}</div><div class="cf-error-footer"><p><span>Ray ID: <strong>${code(shown.number, 201_326_611)}</strong></span> • <span>IP: 2001:db8::${(shown.number + 7).toString(16)}</span></p></div></div></div></body></html>`,
  // a stack of a framework in production: a code at the left, a line at the right
  (shown) =>
    `<!DOCTYPE html><html id="__next_error__" lang="${shown.language}"><head><title>${shown.title}</title></head><body><div style="font-family:system-ui;height:100vh;text-align:center;display:flex;flex-direction:column;align-items:center;justify-content:center"><div><h1 class="next-error-h1" style="display:inline-block;margin:0 20px 0 0">${shown.title}</h1><div style="display:inline-block">${text(shown)}</div></div></div></body></html>`,
  // a page of a provider's panel: the name of the host twice, a table of steps, prices
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><title>${shown.host} - ${shown.title}</title></head><body class="parking"><table width="100%" cellpadding="0"><tr><td class="brand">${shown.host}</td><td align="right"><a href="https://panel.example/?d=${shown.host}">Login</a> | <a>WHOIS</a></td></tr></table><div class="panel"><h1>${shown.title}</h1>${text(shown)}</div><div class="offers"><div>.com<br>€ ${7 + (shown.host.length % 4)}.99</div><div>.eu<br>€ 4.99</div><div>.io<br>€ 29.99</div></div><div class="foot">© 1999-2026</div></body></html>`,
  // an interstitial with a way on to the address that was asked for
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><meta charset="utf-8"><meta name="robots" content="noindex"><title>${shown.title}</title><meta name="apple-itunes-app" content="app-id=${shown.host.length}44120, app-argument=https://${shown.host}${shown.path}"></head><body><section class="interstitial" role="alertdialog"><svg width="48" height="48" viewBox="0 0 48 48"><path d="M4 4h40v40H4z"/></svg><h2>${shown.title}</h2>${text(shown)}<a class="skip" rel="nofollow" href="https://${shown.host}${shown.path}">×</a></section></body></html>`,
  // a service that prints its state as a list of terms
  (shown) =>
    `<!DOCTYPE html><html><head><meta charset="utf-8"/><title>${shown.title}</title></head><body><h2>${shown.title}</h2><table><tr><th>URI:</th><td>${shown.path}</td></tr><tr><th>STATUS:</th><td>${400 + (shown.title.length % 4)}</td></tr><tr><th>MESSAGE:</th><td>${shown.paragraphs.join('<br/>')}</td></tr></table><hr/><a href="https://jetty.example/">Powered by Jetty:// 12.1.${shown.host.length % 9}</a><hr/></body></html>`,
];

/** A message at an address, in the structure that its wording always has. */
export const sixthBarePage = barePagesIn(structures, ({ kind, language }) => `${kind} ${language}`);
