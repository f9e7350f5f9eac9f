import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { halves, html, neighbours, theme } from '../theme.ts';

/** As Wix shows a page: names of classes and parts without meaning, spans in every paragraph, the menu twice. Georgian. */
const wix = theme('like Wix', 'documentation', (shown) => {
  const id = (part: string): string => `comp-${(keyOf({ slug: part }) * 97).toString(36)}`;
  const rich = (part: string, inside: string): string =>
    `<div id="${id(part)}" class="HcOXKn c9GqVL QxJLC3 ${id(part)} wixui-rich-text" data-testid="richTextElement">${inside}</div>`;
  const font8 = (text: string): string =>
    `<p class="font_8 wixui-rich-text__text" style="font-size:16px;"><span style="letter-spacing:normal;" class="wixui-rich-text__text">${text}</span></p>`;
  const names = ['მთავარი', 'ჩვენ შესახებ', 'მომსახურება', 'გალერეა', 'კონტაქტი'];
  const menu = names.map((name) => `<li class="itemDepth02233374943"><a>${name}</a></li>`).join('');
  const guarantees = shown.areLoose
    ? ''
    : `<section class="Oqnisf ${id('s4')}">${shown.shared.map((text, i) => rich(`b${i}`, font8(text))).join('')}</section>`;
  return `<!DOCTYPE html><html lang="ka"><head><meta charset='utf-8'><meta name="generator" content="Wix.com Website Builder"/><title>${shown.title} | ${shown.site}</title></head><body class='responsive'><div id="SITE_CONTAINER"><div id="main_MF" class="main_MF"><div id="SCROLL_TO_TOP" class="Vd6aQZ ignore-focus SCROLL_TO_TOP" role="region" tabindex="-1" aria-label="top of page"><span class="mHZSwn">top of page</span></div><div id="BACKGROUND_GROUP"></div><div id="site-root" class="site-root"><div id="masterPage" class="mesh-layout masterPage"><header class="xU8fqS SITE_HEADER wixui-header" tabindex="-1"><div class="_C0cVf"></div><div data-mesh-id="SITE_HEADERinlineContent">${rich('logo', `<h1 class="font_0"><span>${shown.site}</span></h1>`)}<nav class="pI_tcP" aria-label="Site"><ul>${menu}</ul></nav><nav class="CqLMcn" aria-label="Site mobile"><ul>${menu}</ul></nav></div></header>
<main id="PAGES_CONTAINER" class="PAGES_CONTAINER" tabindex="-1" data-main-content="true"><div id="SITE_PAGES" class="JsJXaX SITE_PAGES"><div id="c1dmp" class="dBAkHi theme-vars c1dmp"><div class="PFkO7r wixui-page"><div data-mesh-id="ContainerinlineContent"><section class="Oqnisf ${id('s1')} wixui-section">${shown.notice === '' ? '' : rich('n', font8(shown.notice))}${rich('t', `<h2 class="font_2 wixui-rich-text__text" style="text-align:center;"><span class="color_15">${shown.title}</span></h2>`)}</section>
<section class="Oqnisf ${id('s2')} wixui-section">${rich('x', shown.paragraphs.map(font8).join(`\n<p class="font_8 wixui-rich-text__text"><span class="wixGuard">​</span></p>\n`))}</section>${guarantees}<div class="repeater">${neighbours(
    shown,
    3,
  )
    .map(({ title }, i) => rich(`r${i}`, `<h3 class="font_5"><span>${title}</span></h3>`))
    .join(
      '',
    )}</div></div></div></div></div></main><footer class="SITE_FOOTER wixui-footer">${rich('f', font8(`© 2035 ${shown.site} ${shown.version}. დამზადებულია საიტის აგებით`))}<form><label>ელფოსტა</label><input><button>გამოწერა</button></form></footer></div></div><div id="SCROLL_TO_BOTTOM"><span class="mHZSwn">bottom of page</span></div></div></div></body></html>`;
});

/** As a department of a university: tables for layout, images for buttons, the department's name as first heading. Tamil. */
const department = theme('a department', 'wiki', (shown) => {
  const menu = shown.documents
    .map(
      ({ slug, title }) =>
        `<tr><td bgcolor="#ddddee"><img src="/img/dot.gif" width="9" height="9" alt=""> <a class="navi" href="${slug}.shtml">${title}</a></td></tr>`,
    )
    .join('\n');
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN" "http://www.w3.org/TR/html4/loose.dtd">
<html lang="ta"><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>${shown.site} துறை: ${shown.title}</title></head><body bgcolor="#ffffff" link="#003399" leftmargin="0"><a href="#content"><img src="/img/spacer.gif" alt="உள்ளடக்கத்திற்குச் செல்" width="1" height="1" border="0"></a>
<table width="780" border="0" cellspacing="0" cellpadding="0"><tr><td colspan="2" bgcolor="#003366"><h1><font color="white">${shown.site} துறை</font></h1><font color="white" size="-1">பல்கலைக்கழகம் &gt; அறிவியல் புலம் &gt; துறை</font></td></tr><tr><td colspan="2" bgcolor="#99aacc"><small>முகப்பு | ஆட்கள் | ஆய்வு | கற்பித்தல் | வெளியீடுகள் | நூலகம்</small></td></tr>
<tr valign="top"><td width="170"><table width="100%" cellpadding="3">${menu}</table>${shown.areLoose ? '' : `<p><small>${shown.shared[0]}</small></p>`}</td>
<td><table cellpadding="12"><tr><td><a name="content"></a>${shown.notice === '' ? '' : `<p><font color="#cc0000">${shown.notice}</font></p>`}<h2>${shown.title}</h2>
${html(shown.paragraphs)}${shown.areLoose ? '' : `<hr noshade size="1"><address>வலைப்பொறுப்பாளர். கடைசி மாற்றம்: ${1 + (keyOf(shown) % 28)}.${1 + (keyOf(shown) % 12)}.2009</address>`}</td></tr></table></td></tr>
<tr><td colspan="2" align="center" bgcolor="#eeeeee"><small>பதிப்பு ${shown.version} | அச்சிடு | தள வரைபடம் | மேலே</small></td></tr></table></body></html>`;
});

/** As TYPO3 shows a page of a German town: a consent box whole on every page, an address, hours, tools to read aloud. German. */
const municipality = theme('a municipality', 'documentation', (shown) => {
  const consent = `<div id="cookieman-modal" data-cookieman-showonce="1" class="modal fade"><div class="modal-dialog"><h5 class="modal-title" id="cookieman-modal-title">Datenschutzhinweis</h5><p>Unsere Webseite verwendet Cookies. Diese haben zwei Funktionen: Zum einen sind sie erforderlich für die grundlegende Funktionalität unserer Website. Zum anderen können wir mit Hilfe der Cookies unsere Inhalte für Sie immer weiter verbessern. Hierzu werden pseudonymisierte Daten von Website-Besuchern gesammelt und ausgewertet.</p><div class="card"><label>Notwendig</label><p>Diese Cookies werden für eine reibungslose Funktion unserer Website benötigt.</p><table><tr><th>Name</th><th>Zweck</th><th>Ablauf</th></tr><tr><td>CookieConsent</td><td>Speichert Ihre Einwilligung zur Verwendung von Cookies.</td><td>1 Jahr</td></tr><tr><td>fe_typo_user</td><td>Ordnet Ihren Browser einer Session auf dem Server zu.</td><td>Session</td></tr></table></div><button data-cookieman-accept-none>Speichern</button><button data-cookieman-accept-all>Alle akzeptieren</button></div></div>`;
  return `<!DOCTYPE html><html lang="de"><head><meta charset="utf-8"><meta name="generator" content="TYPO3 CMS"><title>${shown.title} - Gemeinde ${shown.site}</title></head><body id="p${keyOf(shown)}" class="page-${keyOf(shown)} pagelevel-3"><div id="top"></div><div class="body-bg"><a class="visually-hidden-focusable" href="#page-content"><span>Zum Hauptinhalt springen</span></a><header id="page-header" class="bp-page-header navbar"><div class="container"><a class="navbar-brand" title="Gemeinde">Gemeinde ${shown.site}</a><form class="search"><input placeholder="Suchbegriff"></form><nav aria-label="Hauptnavigation"><ul class="navbar-nav"><li>Rathaus &amp; Politik</li><li>Bürgerservice</li><li>Leben &amp; Wohnen</li><li>Bauen &amp; Wirtschaft</li><li>Tourismus &amp; Freizeit</li></ul></nav></div></header>
<nav class="breadcrumb-section" aria-label="Brotkrümelnavigation"><div class="container"><p class="visually-hidden">Sie sind hier:</p><ol class="breadcrumb"><li>Startseite</li><li>Bürgerservice</li><li aria-current="page">${shown.title}</li></ol></div></nav>
<div id="page-content" class="bp-page-content main-section"><!--TYPO3SEARCH_begin--><div class="section section-default"><div class="frame frame-default frame-type-header frame-layout-default"><header class="frame-header"><h1 class="element-header"><span>${shown.title}</span></h1></header></div>${shown.notice === '' ? '' : `<div class="frame frame-type-text frame-alert"><p>${shown.notice}</p></div>`}
<div class="frame frame-default frame-type-text"><div class="frame-group-container"><div class="frame-inner">${html(shown.paragraphs)}</div></div></div>${shown.areLoose ? '' : `<div class="frame frame-type-contact"><h3>Ansprechpartner</h3><p>${['Frau Adler', 'Herr Kranich', 'Frau Möwe', 'Herr Reiher'][keyOf(shown) % 4]}, Zimmer ${1 + (keyOf(shown) % 30)}, Telefon 0000 555-${100 + (keyOf(shown) % 800)}</p><h3>Öffnungszeiten</h3><p>Montag bis Freitag 8.00 bis 12.00 Uhr, Donnerstag auch 14.00 bis 18.00 Uhr und nach Vereinbarung</p><p>${shown.shared[0]}</p></div>`}</div><!--TYPO3SEARCH_end--><ul class="tools"><li>Seite vorlesen</li><li>Seite drucken</li><li>Leichte Sprache</li></ul></div>
<footer id="page-footer" class="bp-page-footer"><p>Gemeindeverwaltung ${shown.site}, Marktplatz 1. Stand ${shown.version}</p><ul><li>Impressum</li><li>Datenschutz</li><li>Barrierefreiheitserklärung</li></ul></footer>${shown.areLoose ? '' : consent}</div></body></html>`;
});

/** As a plugin for calendars shows an event: day and place as lists, the text, buttons to keep it, what comes before and after. Japanese. */
const event = theme('an event calendar', 'news', (shown) => {
  const at = keyOf(shown);
  const when = `${1 + (at % 12)}月${1 + (at % 28)}日 1${at % 10}:30 - 2${at % 3}:00`;
  const [before, after] = neighbours(shown, 2, 1);
  return `<!DOCTYPE html><html lang="ja"><head><meta charset="UTF-8"><title>${shown.title} - ${shown.site}</title></head><body class="tribe_events-template-default single single-tribe_events postid-${at}"><div id="page"><header id="masthead"><div class="site-branding"><p class="site-title">${shown.site}</p><p>港の催し ${shown.version}</p></div><nav><ul><li>ホーム</li><li>イベント</li><li>会場</li><li>お問い合わせ</li></ul></nav></header>
<section id="tribe-events" role="main"><div class="tribe-events-before-html"></div><div id="tribe-events-content" class="tribe-events-single"><p class="tribe-events-back"><a>« すべてのイベント</a></p>${shown.notice === '' ? '' : `<div class="tribe-events-notices"><ul><li>${shown.notice}</li></ul></div>`}<h1 class="tribe-events-single-event-title">${shown.title}</h1>${shown.areLoose ? '' : `<div class="tribe-events-schedule tribe-clearfix"><h2><span class="tribe-event-date-start">${when}</span></h2><span class="tribe-events-cost">¥${500 + 100 * (at % 30)}</span></div>`}
<div id="post-${at}" class="post-${at} tribe_events type-tribe_events"><div class="tribe-events-single-event-description tribe-events-content">${html(shown.paragraphs)}</div>${shown.areLoose ? '' : `<div class="tribe-events tribe-common"><div class="tribe-events-c-subscribe-dropdown"><button>カレンダーに追加</button><ul><li>Google カレンダー</li><li>iCalendar</li><li>Outlook 365</li><li>Outlook Live</li></ul></div></div><div class="tribe-events-single-section tribe-events-event-meta"><div class="tribe-events-meta-group"><h2>詳細</h2><dl><dt>日時:</dt><dd>${when}</dd><dt>参加費:</dt><dd>¥${500 + 100 * (at % 30)}</dd></dl></div><div class="tribe-events-meta-group"><h2>主催者</h2><dl><dd>${shown.site}実行委員会</dd></dl></div><div class="tribe-events-meta-group"><h2>会場</h2><dl><dd>${['第一埠頭', '海員会館', '灯台広場'][at % 3]}</dd></dl><p>${shown.shared[0]}</p></div></div>`}</div><div id="tribe-events-footer"><nav><ul><li>« ${before.title}</li><li>${after.title} »</li></ul></nav></div></div></section><footer><p>${shown.site} All Rights Reserved.</p></footer></div></body></html>`;
});

/** As a page of answers with accordions: the text folded into `details`, questions that every page ends with. Catalan around English. */
const questions = theme('an accordion', 'documentation', (shown) => {
  const fold = (heading: string, texts: readonly string[]): string =>
    `<details class="accordion__item"><summary class="accordion__header"><span>${heading}</span><svg aria-hidden="true"></svg></summary><div class="accordion__panel">${html(texts)}</div></details>`;
  const [first, second] = halves(shown.paragraphs);
  const folded = shown.areLoose
    ? html(shown.paragraphs)
    : [
        fold('Què cal saber?', first),
        ...(second.length > 0 ? [fold('I què més?', second)] : []),
        fold('Com us podem ajudar?', shown.shared.slice(0, 1)),
        fold('On em puc queixar?', shown.shared.slice(1, 2)),
      ].join('\n');
  return `<!doctype html><html lang="ca"><head><meta charset="utf-8"><title>Preguntes: ${shown.title}</title></head><body><ajuda-header><a slot="logo">${shown.site}</a><a slot="nav">Tràmits</a><a slot="nav">Ajuda</a><a slot="nav">Contacte</a></ajuda-header><div class="hero"><h1>${shown.title}</h1><label>Cerca a l'ajuda <input type="search"></label></div>${shown.notice === '' ? '' : `<div role="status" class="toast">${shown.notice}</div>`}
<div class="accordion" data-allow-multiple>${folded}</div><div class="chips">${neighbours(shown, 5)
    .map(({ title }) => `<a class="chip">${title}</a>`)
    .join(
      '',
    )}</div><div class="vote" hidden>T'ha servit? Sí No</div><ajuda-footer>Avís legal · Accessibilitat · ${shown.version}</ajuda-footer></body></html>`;
});

/** A builder, offices, events and answers of the fourth group. */
export const townThemes: readonly Engine[] = [wix, department, municipality, event, questions];
