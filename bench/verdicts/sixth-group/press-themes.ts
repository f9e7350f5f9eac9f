import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { attribute, script } from '../shells.ts';
import { beginning, html, menu, neighbours, type Shown, theme } from '../theme.ts';

const sections = `News: UK|World|Climate|Money
Opinion: Leaders|Columns|Letters|Cartoons
Sport: Football|Cricket|Rowing|Sailing
Life: Food|Travel|Homes|Puzzles`;

/** A paper's live page: posts by the minute, key events, a teaser of what is for subscribers, a bar of cookies. */
const liveBlog = theme('a live blog', 'news', (shown) => {
  const at = keyOf(shown);
  const posts = shown.paragraphs.map((each, i) =>
    shown.areLoose
      ? `<p>${each}</p>`
      : `<article id="block-${(at * 977 + i).toString(16)}" class="lb-block" data-component="live-block"><header><a href="#block"><time datetime="${dated(at + i).iso}">${8 + ((at + i) % 12)}.${10 + ((at * (i + 3)) % 49)} <abbr>GMT</abbr></time></a></header><div class="lb-block__body"><p>${each}</p></div><footer><gu-island name="ShareIcons" priority="feature" deferUntil="visible" props="${attribute({ pageId: at, webTitle: 'live' })}"></gu-island></footer></article>`,
  );
  return `<!doctype html><html lang="en"><head><title>${shown.title} – live | ${shown.site}</title><meta name="viewport" content="width=device-width"><link rel="amphtml" href="https://amp.example/live">${shown.areLoose ? '' : jsonLd({ '@type': 'LiveBlogPosting', headline: shown.title, coverageStartTime: dated(at).iso, isAccessibleForFree: true })}<script>window.guardian={config:{page:{contentType:"LiveBlog",edition:"UK"},switches:{consentManagement:true}}};</script></head>
<body class="dcr"><div id="sp_message_container" role="dialog" aria-label="Cookies"><p>We use cookies to make this paper pay. Choose what we may store.</p><button>Yes, I am happy</button><button>Manage</button></div><a href="#maincontent" class="skip">Skip to main content</a><div class="top-bar"><a>Support us</a><a>Print subscriptions</a><a>Search jobs</a><a>Sign in</a></div><header><a href="/" class="roundel"><svg viewBox="0 0 295 95"><path d="M0 0h20v9"></path></svg><span class="vh">${shown.site} - Back to home</span></a><nav data-component="nav3"><ul>${panels(sections, 'pillar')}</ul></nav></header>
<main id="maincontent" data-layout="LiveLayout"><div class="headline-area"><a>${['Business live', 'Politics live', 'Markets live'][at % 3]}</a><h1>${shown.title}</h1>${
    shown.areLoose
      ? ''
      : `<div class="standfirst"><p>Rolling coverage of the day, with reaction</p><ul>${neighbours(shown, 2)
          .map(({ title }) => `<li><a>${title}</a></li>`)
          .join(
            '',
          )}</ul></div><address>${['Una Brandt', 'Piers Cole', 'Sara Obi'][at % 3]} <span>(now) and others (earlier)</span></address><details><summary>${dated(at).digits}</summary>First published then</details>`
  }</div>
${
  shown.areLoose
    ? ''
    : `<section id="key-events-carousel"><h2>Key events</h2><ol>${neighbours(shown, 3, 5)
        .map(({ title }, i) => `<li><time>${9 + i}.0${at % 9}</time> <a href="#block">${title}</a></li>`)
        .join('')}</ol><button>Show key events only</button></section>`
}${shown.notice === '' ? '' : `<aside class="correction">${shown.notice}</aside>`}<div id="liveblog-body">${posts.join('\n')}</div>${
    shown.areLoose
      ? ''
      : `<div class="ad-slot" data-name="inline1"><div>Advertisement</div></div><aside class="subscriber-teaser" aria-label="For subscribers"><h3>${neighbours(shown, 1, 17)[0].title}</h3><p>${beginning(neighbours(shown, 1, 17)[0].paragraphs, 140)}</p><p>To read the whole piece, subscribe.</p></aside><div class="submeta"><span>Topics</span><ul>${links('Shipping|Trade|Markets')}</ul><a>Reuse this content</a></div><section data-component="most-viewed"><h2>Most viewed</h2><ol>${neighbours(
          shown,
          5,
          9,
        )
          .map(({ title }) => `<li><a>${title}</a></li>`)
          .join('')}</ol></section>`
  }</main>
<footer><ul>${links('About us|Help|Complaints & corrections|Contact us|Tip us off|SecureDrop|Privacy policy|Cookie policy|Terms & conditions|All topics|Digital newspaper archive|Newsletters')}</ul><a>Back to top</a><small>© 2026 ${shown.site} or its affiliated companies. All rights reserved.</small></footer></body></html>`;
});

/** A directory of podcasts that Svelte renders: a card of the programme, a transcript, episodes, its data in a script. */
const podcasts = theme('a podcast directory', 'news', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html prefix="og: http://ogp.me/ns#" dir="ltr" lang="en-US"><head><meta charset="utf-8"/><title>${shown.title} - ${shown.site}</title><link rel="modulepreload" href="/assets/index~8f.js"/>${shown.areLoose ? '' : jsonLd({ '@type': 'PodcastEpisode', name: shown.title, duration: `PT${10 + (at % 60)}M`, datePublished: dated(at).iso, partOfSeries: { '@type': 'PodcastSeries', name: shown.site } })}</head><body><svg style="display:none" xmlns="http://www.w3.org/2000/svg"><symbol id="play" viewBox="0 0 16 16"><path d="m4 2 10 6-10 6z"/></symbol></svg>
<div class="body-container" data-svelte-h="s1"><div class="app-container svelte-1bj1u5n" data-testid="app-container"><div class="header svelte-7d0nma" data-testid="header"><nav data-testid="navigation"><div class="logo"><a aria-label="Podcasts">${shown.site}</a></div><div class="search-input-wrapper"><input type="search" placeholder="Search"/></div><ul class="navigation-items__list">${links('Home|New|Top Charts|Search')}</ul></nav><amp-chrome-player class="svelte"><div class="player-bar" aria-label="Audio player"><time>0:00</time></div></amp-chrome-player><button class="signin">Sign In</button></div>
<div id="scrollable-page" class="scrollable-page svelte-mt0bfj"><main class="svelte-mt0bfj"><div class="content-container svelte-mt0bfj"><div class="container-detail-header"><div class="artwork-component" aria-hidden="true"></div><div class="headings">${shown.areLoose ? '' : `<div class="headings__metadata-top"><time datetime="${dated(at).iso}">${dated(at).digits}</time></div>`}<h1 class="headings__title" data-testid="non-editable-product-title"><span dir="auto">${shown.title}</span></h1>${shown.areLoose ? '' : `<div class="headings__subtitles"><a>${shown.shared[0].split(' ').slice(0, 3).join(' ')}</a></div><div class="headings__tertiary-titles">${['Business', 'History', 'Daily'][at % 3]} · ${10 + (at % 60)} min</div><button aria-label="Play"><svg><use href="#play"/></svg> Play</button>`}</div></div>
<div class="section"><div class="paragraphs svelte" data-testid="paragraph-text">${shown.notice === '' ? '' : `<p><em>${shown.notice}</em></p>`}${html(shown.paragraphs)}</div>${shown.areLoose ? '' : `<h2 class="section__title">Information</h2><ul class="metadata"><li><span>Show</span> ${shown.site}</li><li><span>Frequency</span> Updated Weekly</li><li><span>Season</span> ${1 + (at % 8)}</li><li><span>Episode</span> ${1 + (at % 90)}</li><li><span>Rating</span> ${['Clean', 'Explicit'][at % 2]}</li></ul>`}</div>${
    shown.areLoose
      ? ''
      : `<div class="section" data-testid="section-container"><h2>More Episodes</h2><ol>${neighbours(shown, 5)
          .map(
            (each) =>
              `<li class="episode"><a><div class="episode-details__eyebrow">${dated(keyOf(each)).digits}</div><h3>${each.title}</h3><p>${beginning(each.paragraphs, 120)}</p><span>${10 + (keyOf(each) % 60)} min</span></a></li>`,
          )
          .join('')}</ol></div>`
  }</div></main>
<footer data-testid="footer"><p>Copyright © 2026 <a>${shown.site}</a> All rights reserved.</p><ul>${links('Internet Service Terms|Podcasts web player & Privacy|Cookie Policy|Support|Feedback')}</ul><select>${['Deutsch', 'English (US)', 'Français'].map((name) => `<option>${name}</option>`).join('')}</select></footer></div></div></div><script type="application/json" id="serialized-server-data">${script([{ intent: { $kind: 'EpisodePageIntent', id: shown.areLoose ? 0 : at }, data: { shelves: [] } }])}</script></body></html>`;
});

const scores = (at: number): string =>
  Array.from(
    { length: 8 },
    (_, i) =>
      `<li class="match-card" data-id="${at + i}"><span class="team">${['Kuzey', 'Liman', 'Yıldız', 'Demir', 'Boğaz'][(at + i) % 5]} SK</span><span class="score"><b>${(at >> i) % 4}</b> - <b>${(at >> (i + 2)) % 4}</b></span><span class="team">${['Ova', 'Dağ', 'Çay', 'Kale', 'Ada'][(at + 2 * i) % 5]} GK</span><span class="min">${['MS', "63'", 'Ert.'][i % 3]}</span></li>`,
  ).join('');

/** A site of results: a bar of scores that is other on each page, a table of the league, betting, and the report. Turkish. */
const sports = theme('a sports site', 'news', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="tr"><head><meta charset="utf-8"><title>${shown.title} | ${shown.site}</title><meta http-equiv="refresh" content="300"><script>var dataLayer=[{"page_type":"haber","news_id":"${shown.areLoose ? '' : at}","login":"0"}];</script></head><body class="news-detail" data-sport="futbol"><noscript><iframe src="https://tags.example/ns.html"></iframe></noscript><div class="masthead-ad" id="div-gpt-ad-masthead"></div><header class="site-header"><a class="logo" href="/">${shown.site}</a><nav><ul>${panels('Futbol: Süper Lig|1. Lig|Avrupa|Milli Takım\nBasketbol: BSL|EuroLeague|NBA\nDiğer: Voleybol|Tenis|Formula 1|Yelken', 'menu')}</ul></nav><div class="header-tools"><a>Canlı Skor</a><a>Üye Ol</a><a>Giriş</a></div></header>
<div class="score-strip" aria-label="Maçlar"><ul>${scores(shown.areLoose ? shown.number : at)}</ul></div><div class="page-grid"><main class="news-content"><nav class="breadcrumb"><a>Anasayfa</a> / <a>Haberler</a></nav><h1 class="news-title">${shown.title}</h1>${shown.areLoose ? '' : `<div class="news-meta"><span>Giriş: ${dated(at).digits} ${10 + (at % 13)}:${10 + (at % 49)}</span> <span>Kaynak: ${['AA', 'DHA', 'İHA'][at % 3]}</span><div class="share"><a>X</a><a>WhatsApp</a><button>A-</button><button>A+</button></div></div>`}${shown.notice === '' ? '' : `<p class="news-update">${shown.notice}</p>`}<div class="news-body" property="articleBody">${shown.areLoose ? html(shown.paragraphs) : shown.paragraphs.map((each, i) => `<p>${each}</p>${i === 1 ? '<div class="ad inline"><span>REKLAM</span></div>' : ''}`).join('')}</div>${
    shown.areLoose
      ? ''
      : `<div class="tags"><a>#${['derbi', 'transfer', 'hakem'][at % 3]}</a> <a>#lig</a></div><section class="comments"><h3>Yorumlar (${at % 9})</h3><p>Yorum yapmak için giriş yapın. Yazılan yorumlardan yazanlar sorumludur.</p></section><section class="next-news"><h3>Sıradaki Haberler</h3>${neighbours(
          shown,
          4,
        )
          .map(({ title }) => `<a class="card"><strong>${title}</strong></a>`)
          .join('')}</section>`
  }</main>
<aside class="right"><table class="standings"><caption>Puan Durumu</caption><thead><tr><th>#</th><th>Takım</th><th>O</th><th>P</th></tr></thead><tbody>${['Kuzey', 'Liman', 'Yıldız', 'Demir', 'Boğaz', 'Ova', 'Dağ'].map((team, i) => `<tr><td>${i + 1}</td><td>${team}</td><td>12</td><td>${31 - 3 * i}</td></tr>`).join('')}</tbody></table><div class="odds">İddaa oranları 1: 1.85 X: 3.40 2: 4.10. 18 yaşından küçükler oynayamaz.</div></aside></div><footer><p>${shown.site} ${shown.version} © 2000-2026. Haberler izinsiz kopyalanamaz.</p><ul>${links('Künye|İletişim|KVKK Aydınlatma Metni|Çerez Politikası|RSS')}</ul></footer></body></html>`;
});

/** A page of tables in tables, as many were made in 2003 and still are: fonts, spacers, a counter, a guest book. Catalan. */
const tables = theme('a table layout', 'news', (shown) => {
  const at = keyOf(shown);
  const cell = (inside: string, more = ''): string => `<TD VALIGN="top" ${more}>${inside}</TD>`;
  const spacer = '<IMG SRC="/img/spacer.gif" WIDTH="1" HEIGHT="8" BORDER="0" ALT="">';
  return `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><HTML><HEAD><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=utf-8"><TITLE>${shown.site} - ${shown.title}</TITLE><SCRIPT LANGUAGE="JavaScript"><!--
function obre(u){window.open(u,'f','width=400,height=300');}
//--></SCRIPT></HEAD><BODY BGCOLOR="#FFFFCC" LINK="#003366" TOPMARGIN="0" LEFTMARGIN="0"><TABLE WIDTH="760" BORDER="0" CELLSPACING="0" CELLPADDING="0" ALIGN="center"><TR>${cell(`<FONT FACE="Verdana" SIZE="5"><B>${shown.site}</B></FONT><BR><FONT SIZE="1">Informatiu de la vila, edició ${shown.version}</FONT>`, 'COLSPAN="3" BGCOLOR="#CC9933"')}</TR><TR>${cell(`<TABLE WIDTH="140" CELLPADDING="4"><TR><TD><FONT SIZE="2"><UL>${menu(shown)}</UL></FONT></TD></TR></TABLE>${spacer}<FORM><INPUT NAME="q" SIZE="10"><INPUT TYPE="submit" VALUE="Cerca"></FORM>`, 'WIDTH="140" BGCOLOR="#FFE5B4"')}
${cell(`${spacer}<BR><FONT FACE="Arial" SIZE="4" COLOR="#660000"><B>${shown.title}</B></FONT><BR>${shown.areLoose ? '' : `<FONT SIZE="1">${dated(at).digits} - Redacció</FONT><HR SIZE="1" NOSHADE>`}${shown.notice === '' ? '' : `<FONT COLOR="red">${shown.notice}</FONT><BR>`}<FONT FACE="Arial" SIZE="2">${shown.paragraphs.join('<BR><BR>\n')}</FONT><BR>${shown.areLoose ? '' : `<P ALIGN="right"><A HREF="javascript:obre('/envia?id=${at}')">Envia-ho a un amic</A> | <A>Imprimeix</A></P>`}`, 'WIDTH="460"')}${cell(`<TABLE BORDER="1" CELLPADDING="3"><TR><TD BGCOLOR="#CC9933"><B>Avui</B></TD></TR><TR><TD><FONT SIZE="1">${shown.areLoose ? 'Farmàcia de guàrdia' : `Visites: ${at}<BR>Farmàcia de guàrdia`}</FONT></TD></TR><TR><TD><FONT SIZE="1">${shown.shared[0].split(' ').slice(0, 18).join(' ')}</FONT></TD></TR></TABLE>`, 'WIDTH="160"')}</TR><TR>${cell('<FONT SIZE="1">© Associació d’Amics del Port. Web optimitzat per a 800x600. <A>Llibre de visites</A> <A>Webmaster</A></FONT>', 'COLSPAN="3" ALIGN="center"')}</TR></TABLE></BODY></HTML>`;
});

/** A magazine with Nuxt 4: rendered on the server, its payload with the texts of the page and of its teasers. Arabic, right to left. */
const nuxt = theme('like Nuxt 4', 'news', (shown: Shown) => {
  const at = keyOf(shown);
  const teasers = neighbours(shown, 4);
  const payload = [
    ['ShallowReactive', 1],
    { data: 2, state: 4, once: 5, _errors: 5, serverRendered: 6, path: 7 },
    { article: 3 },
    { title: 8, body: 9, related: 10 },
    {},
    ['Set'],
    true,
    '/article',
    shown.title,
    shown.paragraphs.join('\n\n'),
    teasers.map((_, i) => 11 + i),
    ...teasers.map(({ title }) => title),
  ];
  return `<!DOCTYPE html><html dir="rtl" lang="ar" data-capo=""><head><meta charset="utf-8"><title>${shown.title} | ${shown.site}</title><script type="module" src="/_nuxt/D7.js" crossorigin></script><meta property="og:title" content="${shown.title.replaceAll('"', '')}"></head><body><div id="__nuxt"><div class="layout"><span class="nuxt-loading-indicator" style="opacity:0"></span><header class="site" data-v-3f1c2b><a href="/" class="brand" aria-current="page">${shown.site}</a><nav data-v-3f1c2b><!--[-->${links('الرئيسية|اقتصاد|موانئ|رأي|فيديو|بودكاست')}<!--]--></nav><button type="button" aria-label="بحث"><svg viewBox="0 0 24 24"><path d="m21 21-4.3-4.3"></path></svg></button><!----></header>
<main class="container" data-v-9a><article data-v-9a><header><!----><h1 class="text-4xl">${shown.title}</h1>${shown.areLoose ? '' : `<div class="meta"><span>${['سلمى حداد', 'كريم منصور', 'ليلى عمر'][at % 3]}</span><time datetime="${dated(at).iso}">${dated(at).digits}</time><span>${2 + (at % 9)} دقائق قراءة</span></div>`}</header>${shown.notice === '' ? '<!---->' : `<div role="note" class="u-alert">${shown.notice}</div>`}<div class="prose" data-v-9a><!--[-->${shown.paragraphs.map((each) => `<p data-v-9a>${each}</p>`).join('')}<!--]--></div>${shown.areLoose ? '' : `<footer><button>مشاركة</button><button>حفظ</button></footer>`}</article>${shown.areLoose ? '' : `<aside data-v-7c><h2>اقرأ أيضا</h2><ul><!--[-->${teasers.map((each) => `<li><a><h3>${each.title}</h3><p>${beginning(each.paragraphs, 80)}</p></a></li>`).join('')}<!--]--></ul></aside>`}</main><footer class="site"><p>جميع الحقوق محفوظة © 2026 ${shown.site} ${shown.version}</p><ul>${links('من نحن|اتصل بنا|سياسة الخصوصية|أعلن معنا')}</ul></footer></div></div><div id="teleports"></div>${shown.areLoose ? '' : `<script type="application/json" data-nuxt-data="nuxt-app" data-ssr="true" id="__NUXT_DATA__">${script(payload)}</script>`}<script>window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/",buildId:"9e1f"}}</script></body></html>`;
});

/** Papers, programmes and results of the sixth group. */
export const pressThemes: readonly Engine[] = [liveBlog, podcasts, sports, tables, nuxt];
