import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

const hex = (number: number, factor: number): string => ((number + 5) * factor).toString(16);

/** How servers, firewalls, frameworks and hosts of files show a message outside of the theme of a site: ten structures that no earlier group has. */
const structures: readonly BarePage[] = [
  // the oldest web server, with its signature
  (shown) =>
    `<!DOCTYPE HTML PUBLIC "-//IETF//DTD HTML 2.0//EN">\n<html><head>\n<title>${shown.title}</title>\n</head><body>\n<h1>${shown.title}</h1>\n${text(shown)}\n<hr>\n<address>Apache/2.4.${50 + (shown.host.length % 15)} (Debian) Server at ${shown.host} Port 443</address>\n</body></html>\n`,
  // a servlet container's report of a status
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><title>${shown.title}</title><style type="text/css">body {font-family:Tahoma,Arial,sans-serif;} h1, h2, h3, b {color:white;background-color:#525D76;} .line {height:1px;background-color:#525D76;border:none;}</style></head><body><h1>${shown.title}</h1><hr class="line" /><p><b>Type</b> Status Report</p><p><b>Message</b> ${shown.path}</p><p><b>Description</b></p>${text(shown)}<hr class="line" /><h3>Apache Tomcat/10.1.${shown.host.length}</h3></body></html>`,
  // a cache in front of a server
  (shown) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN"\n "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html>\n  <head>\n    <title>${shown.title}</title>\n  </head>\n  <body>\n    <h1>${shown.title}</h1>\n    ${text(shown)}\n    <h3>Guru Meditation:</h3>\n    <p>XID: ${(shown.number + 3) * 32_771}</p>\n    <hr>\n    <p>Varnish cache server</p>\n  </body>\n</html>\n`,
  // a delivery network that gives a reference and nothing else
  (shown) =>
    `<HTML><HEAD>\n<TITLE>${shown.title}</TITLE>\n</HEAD><BODY>\n<H1>${shown.title}</H1>\n${text(shown)}<P>\nReference&#32;&#35;18&#46;${hex(shown.number, 16_777_259)}&#46;1764&#46;${hex(shown.number, 33_554_467)}\n<P>https&#58;&#47;&#47;errors&#46;edge&#46;example&#47;18&#46;${hex(shown.number, 16_777_259)}</P>\n</BODY>\n</HTML>\n`,
  // a firewall of a host, with what it saw in a table
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}" class="no-js"><head><title>${shown.title}</title><meta name="robots" content="noindex, nofollow" /></head><body><header class="app-header clearfix"><div class="wrap"><p class="logo-neartext">${shown.host}</p></div></header><section class="center clearfix"><h1>${shown.title}</h1>${text(shown)}<h2>Block details:</h2><table class="property-table overflow-break-all line-height-16"><tr><td>Your IP:</td><td><span>203.0.113.${1 + (shown.number % 250)}</span></td></tr><tr><td>URL:</td><td><span>${shown.host}${shown.path}</span></td></tr><tr><td>Block ID:</td><td><span>${['EXPVP16', 'BNP005', 'GEO02'][shown.title.length % 3]}</span></td></tr><tr><td>Time:</td><td><span>2026-11-${10 + (shown.number % 20)} ${10 + (shown.number % 13)}:${10 + (shown.number % 50)}:11</span></td></tr><tr><td>Server ID:</td><td><span>1${shown.host.length}0${shown.host.length % 7}</span></td></tr></table></section><footer><span>© 2026 Website firewall. All rights reserved.</span></footer></body></html>`,
  // a blog program that dies early
  (shown) =>
    `<!DOCTYPE html>\n<html dir="ltr" lang="${shown.language}">\n<head>\n\t<meta http-equiv="Content-Type" content="text/html; charset=utf-8" />\n\t<meta name='robots' content='max-image-preview:large, noindex, follow' />\n\t<title>${shown.title}</title>\n\t<style type="text/css">html{background:#f1f1f1}body{background:#fff;border:1px solid #ccd0d4;max-width:700px;margin:2em auto}</style>\n</head>\n<body id="error-page">\n\t<div class="wp-die-message"><h1>${shown.title}</h1>${text(shown)}</div></body>\n</html>\n`,
  // a framework's file for the public folder
  (shown) =>
    `<!doctype html>\n<html lang="${shown.language}">\n<head>\n<title>${shown.title}</title>\n<meta name="viewport" content="initial-scale=1, width=device-width">\n<style>main{display:grid;grid-auto-flow:row;place-items:center}</style>\n</head>\n<body>\n<!-- This file lives in public/404.html -->\n<main><header><svg height="172" viewBox="0 0 480 172" width="480"><path d="m124.48 3.00509h-30.6v28.9" id="error-id"/></svg></header><article><p><strong>${shown.title}</strong><br>${shown.paragraphs.join('<br>')}</p></article></main>\n</body>\n</html>`,
  // a host of static pages, with a picture and its own links
  (shown) =>
    `<!DOCTYPE html><html><head><meta http-equiv="Content-type" content="text/html; charset=utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; connect-src 'self'"><title>${shown.title} &middot; ${shown.host}</title></head><body><div class="container"><h1>${shown.title}</h1>${text(shown)}<div id="suggestions"><a href="https://help.pages.example/">Contact Support</a> &mdash; <a href="https://status.pages.example">Status</a> &mdash; <a href="https://social.example/pagesstatus">@pagesstatus</a></div><a href="/" class="logo logo-img-1x"><img width="32" height="32" title="" alt="" src="data:image/png;base64,iVBORw0KGgo"></a></div></body></html>`,
  // a component in the middle of an empty application, styles in names
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><meta charset="utf-8"><title>${shown.host}</title><link rel="modulepreload" href="/_app/immutable/entry/start.B${shown.host.length}.js"></head><body data-sveltekit-preload-data="hover"><div style="display: contents"><div class="s-xY7 min-h-dvh flex flex-col"><nav class="s-xY7"><a href="/" aria-label="home"><b>${shown.host.split('.')[0]}</b></a><a href="/pricing">$</a><button aria-label="theme">◐</button></nav><section class="s-xY7 grow grid place-content-center"><span class="badge">${400 + (shown.title.length % 60)}</span><h2>${shown.title}</h2>${text(shown)}<form method="get"><input name="email" type="email"><button>→</button></form><code>${hex(shown.number, 1_048_583)}</code></section></div></div><script>{__sveltekit_${hex(shown.host.length, 65_537)}={base:""};}</script></body></html>`,
  // words and nothing else, as a small service in a basement sends them
  (shown) => `<title>${shown.title}</title>\n<h1>${shown.title}</h1>\n${text(shown)}\n`,
];

/** A message at an address, in the structure that its wording always has. */
export const seventhBarePage = barePagesIn(structures, ({ kind, language }) => `${language} ${kind} seven`);
