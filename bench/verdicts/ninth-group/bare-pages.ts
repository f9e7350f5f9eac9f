import { type BarePage, barePagesIn, messageText as text } from '../bare-page.ts';

const hex = (number: number, factor: number): string => ((number + 11) * factor).toString(16);

/** How firewalls, servers, content systems and single sign-ons show a message outside of the theme of a site: nine structures. */
const structures: readonly BarePage[] = [
  // a content system that ends early
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><meta name="viewport" content="width=device-width"><meta name='robots' content='max-image-preview:large, noindex, follow' /><title>${shown.title}</title><style type="text/css">html{background:#f1f1f1}body{max-width:700px;margin:2em auto;padding:1em 2em}#error-page{margin-top:50px}</style></head><body id="error-page"><div class="wp-die-message"><h1>${shown.title}</h1>${text(shown)}</div></body></html>`,
  // a cache in front of a server
  (shown) =>
    `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">\n<html>\n  <head>\n    <title>${shown.title}</title>\n  </head>\n  <body>\n    <h1>${shown.title}</h1>\n    ${text(shown)}\n    <h3>Guru Meditation:</h3>\n    <p>XID: ${(shown.number + 3) * 32_771}</p>\n    <hr>\n    <p>Varnish cache server</p>\n  </body>\n</html>\n`,
  // a firewall with a number of the case
  (shown) =>
    `<html lang="${shown.language}"><head><title>${shown.title}</title></head><body>${shown.title}<br><br>${shown.paragraphs.join('<br>')}<br><br>Support ID: ${((shown.number + 17) * 99_991_777).toString()}<br><br><a href='javascript:history.back();'>[Go Back]</a></body></html>`,
  // a server of applications
  (shown) =>
    `<!doctype html><html lang="${shown.language}"><head><title>${shown.title}</title><style type="text/css">body {font-family:Tahoma,Arial,sans-serif;} h1, h2, h3, b {color:white;background-color:#525D76;} .line {height:1px;background-color:#525D76;border:none;}</style></head><body><h1>${shown.title}</h1><hr class="line" />${text(shown)}<hr class="line" /><h3>Apache Tomcat/10.1</h3></body></html>`,
  // a form of a single sign-on
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}"><head><title>${shown.host} – SSO</title><meta http-equiv="X-UA-Compatible" content="IE=edge"></head><body class="login-pf"><div id="kc-header"><div id="kc-header-wrapper">${shown.host}</div></div><div class="card-pf"><header class="login-pf-header"><h1 id="kc-page-title">${shown.title}</h1></header><div id="kc-content">${text(shown)}<form id="kc-form-login" action="/auth/realms/x/login-actions/authenticate?session_code=${hex(shown.number, 1_073_741_789)}&amp;tab_id=${hex(shown.number, 65_521)}" method="post"><input id="username" name="username" type="text" autofocus autocomplete="off"><input id="password" name="password" type="password"><input type="hidden" name="execution" value="e1s${shown.number}"><input type="submit" value="OK"></form></div></div></body></html>`,
  // a scene in the middle of the window, with marks of the request
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}" data-request="${hex(shown.number, 2_147_483_629)}"><head><meta charset="utf-8"><title>${shown.title} | ${shown.host}</title></head><body><div class="flex-center position-ref full-height"><div class="code">!</div><div class="message" style="padding:10px"><strong>${shown.title}</strong>${text(shown)}</div></div><footer><small>${hex(shown.number, 7_777_777)}</small></footer></body></html>`,
  // a content system that is being worked on, with the name of the host for a logo
  (shown) =>
    `<!DOCTYPE html><html lang="${shown.language}" dir="auto"><head><meta charset="utf-8" /><meta name="Generator" content="Drupal 11 (https://www.drupal.org)" /><title>${shown.title} | ${shown.host}</title></head><body class="maintenance-page in-maintenance"><div class="l-container"><header role="banner"><a href="/" rel="home">${shown.host}</a></header><main role="main"><h1>${shown.title}</h1>${text(shown)}</main></div></body></html>`,
  // a firewall in the cloud: an empty page, a frame for the check, the message beneath
  (shown) =>
    `<html style="height:100%"><head><META NAME="ROBOTS" CONTENT="NOINDEX, NOFOLLOW"><meta name="format-detection" content="telephone=no"><title>${shown.title}</title></head><body style="margin:0px;height:100%"><iframe id="main-iframe" src="/_Incapsula_Resource?SWUDNSAI=31&xinfo=${hex(shown.number, 15_485_863)}&incident_id=${(shown.number + 5) * 1_299_721}" frameborder=0 width="100%" height="100%"></iframe><div class="fallback"><h2>${shown.title}</h2>${text(shown)}<p>Incident ID: ${(shown.number + 5) * 1_299_721}</p></div></body></html>`,
  // an empty account of a host: a table in the middle
  (shown) =>
    `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${shown.host}</title></head><body bgcolor="#ffffff"><center><table width="600" border="0" cellpadding="8"><tr><td align="center"><font size="5"><b>${shown.title}</b></font></td></tr><tr><td>${text(shown)}</td></tr><tr><td align="center"><font size="1">${shown.host} &middot; webmaster@${shown.host}</font></td></tr></table></center></body></html>`,
];

/** A message at an address, in the structure that its wording always has. */
export const ninthBarePage = barePagesIn(structures, ({ kind, language }) => `${kind} ${language} nine`);
