import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

const hex = (number: number, factor: number): string => ((number + 1) * factor).toString(16);

/** How gates, proxies and programs of 2026 show a message outside of the theme of a site: nine structures that no earlier group has. */
const structures: readonly BarePage[] = [
  // a gate that looks at the browser: its options in a script, a frame for those without
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.host}</title><meta http-equiv="X-UA-Compatible" content="IE=Edge"><meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="360"></head><body><div class="main-wrapper" role="main"><div class="main-content"><h1 class="zone-name-title h1"><img src="/favicon.ico" class="heading-favicon" alt="">${shown.host}</h1><h2 id="challenge-running" class="h2">${shown.title}</h2><div id="challenge-stage"></div><div id="challenge-body-text" class="core-msg">${text(shown)}</div></div></div><script>(function(){window._chl_opt={cvId:'3',cZone:'${shown.host}',cRay:'${hex(shown.number, 48271)}',cH:'${hex(shown.number, 65537)}-${1_772_000_000 + shown.number}',cUPMDTK:"${shown.path}"};})();</script><div class="footer" role="contentinfo"><div class="footer-inner"><div class="diagnostic-wrapper"><div class="ray-id">ID: <code>${hex(shown.number, 48271)}</code></div></div></div></div></body></html>`,
  // a host of functions: a code, the machine and the moment, nothing of the site
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><meta charset=utf-8><meta name=viewport content="width=device-width,initial-scale=1"><title>${shown.title}</title><div class=container><main><p class=devinfo-container><span class=error-code><strong>${shown.title}</strong></span>${shown.paragraphs.map((each) => `<span class=devinfo-line>${each}</span>`).join('')}<span class=devinfo-line>ID: <code>fra1::${hex(shown.number, 7919).slice(-5)}-${1_772_000_000_000 + shown.number * 977}-${hex(shown.number, 104_729)}</code></span></p></main></div></html>`,
  // a server of tables and sets of fields, which tells what module spoke
  (shown) =>
    `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>${shown.title}</title></head><body><div id="header"><h1>${shown.host}</h1></div><div id="content"><div class="content-container"><fieldset><h2>${shown.title}</h2><h3>${shown.paragraphs[0]}</h3>${shown.paragraphs
      .slice(1)
      .map((each) => `<h4>${each}</h4>`)
      .join(
        '',
      )}</fieldset><fieldset><table><tr><th>Module</th><td>StaticFile</td></tr><tr><th>URL</th><td>https://${shown.host}:443${shown.path}</td></tr><tr><th>Activity</th><td>${hex(shown.number, 40_503)}</td></tr></table></fieldset></div></div></body></html>`,
  // a door of identities: a realm, a form, other ways in
  (shown) =>
    `<!DOCTYPE html><html class="login-pf" lang="${shown.language}"><head><title>${shown.title} · ${shown.host}</title><link href="/resources/9fd1/login/css/styles.css" rel="stylesheet"></head><body id="keycloak-bg"><div class="pf-v5-c-login"><div class="pf-v5-c-login__container"><header id="kc-header"><div id="kc-header-wrapper">${shown.host}</div></header><main class="pf-v5-c-login__main"><div class="pf-v5-c-login__main-header"><h1 class="pf-v5-c-title" id="kc-page-title">${shown.title}</h1></div><div class="pf-v5-c-login__main-body" id="kc-form">${text(shown)}<form id="kc-form-login" action="https://id.example/realms/main/authenticate?session_code=${hex(shown.number, 69_621)}&amp;execution=${hex(shown.number, 31)}&amp;client_id=web&amp;tab_id=${shown.number.toString(36)}" method="post"><input id="username" name="username"><input id="password" name="password" type="password"><input type="submit" value="→"></form></div></main></div></div></body></html>`,
  // a dialog that is open over an empty page
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><meta charset="utf-8"><title>${shown.host}</title></head><body inert><main></main><dialog open aria-labelledby="t${shown.number}"><form method="dialog"><h2 id="t${shown.number}">${shown.title}</h2>${text(shown)}<menu><button value="yes">✔</button><button value="no">✖</button></menu></form></dialog></body></html>`,
  // a proxy that signs with the hour and its own name
  (shown) =>
    `<html><head><meta type="copyright" content="Copyright (C) 1996-2026 The proxy"><title>${shown.title}</title></head><body id=ERR><div id="titles"><h1>${shown.title}</h1><h2>${shown.host}${shown.path}</h2></div><hr><div id="content"><blockquote id="error">${text(shown)}</blockquote></div><hr><div id="footer"><p>${['Mon', 'Tue', 'Wed', 'Thu'][shown.number % 4]}, ${10 + (shown.number % 19)} Feb 2026 ${10 + (shown.number % 13)}:${10 + (shown.number % 49)}:${10 + ((shown.number * 7) % 49)} GMT cache${1 + (shown.number % 3)}.example (squid/6.10)</p></div></body></html>`,
  // a page of a registrar: the name large, the message small, searches and a form to bid
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}" data-adblockkey="${hex(shown.number, 16_807)}"><head><title>${shown.host}</title></head><body><div id="contentMain"><section class="hero"><div class="domain">${shown.host.toUpperCase()}</div><div class="lede"><h3>${shown.title}</h3>${text(shown)}</div></section><ol class="rs">${[
      'Loans',
      'Tickets',
      'Hotels',
      'Shoes',
      'Courses',
      'Phones',
    ]
      .map(
        (_, i, all) => `<li><a href="/?caf&amp;q=${i}">${all[(i + shown.host.length) % all.length]}</a></li>`,
      )
      .slice(0, 4)
      .join('')}</ol><footer>2026 © ${shown.host} <a>Privacy Policy</a></footer></div></body></html>`,
  // a short frame of the site: its name, five links, the message, an address
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><meta charset="utf-8"><title>${shown.title} | ${shown.host}</title></head><body class="system"><header class="mini"><a href="/">${shown.host}</a><nav><a href="/a">A–Z</a> <a href="/rss">RSS</a> <a href="/en">EN</a></nav></header><main class="system-message"><p class="lead">${shown.title}</p>${text(shown)}</main><footer class="mini"><span>${shown.host}</span> <span>v${1 + (shown.number % 2)}.${shown.number % 10}</span></footer></body></html>`,
  // a program's own page for what it did not expect: two lines and the hour
  (shown) =>
    `<html><head><title>${shown.title}</title></head><body><h1>${shown.title}</h1><div id='created'>2026-0${1 + (shown.number % 9)}-${10 + (shown.number % 19)}T${10 + (shown.number % 13)}:${10 + (shown.number % 49)}:07.${100 + (shown.number % 899)}+00:00</div>${shown.paragraphs.map((each) => `<div>${each}</div>`).join('')}</body></html>`,
];

/** A message at an address, in the structure that its wording always has. */
export const fifthBarePage = barePagesIn(structures, ({ kind, title }) => kind + title);
