import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { halves, html, menu, neighbours, theme } from '../theme.ts';

/** As Drupal shows a page of a ministry: fields in boxes, the same help and forms on each. Hebrew. */
const ministry = theme('like Drupal', 'documentation', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="he" dir="rtl" prefix="og: https://ogp.me/ns#"><head><meta charset="utf-8"/><meta name="Generator" content="Drupal 10 (https://www.drupal.org)"/><title>${shown.title} | ${shown.site}</title></head><body class="path-node page-node-type-page"><a href="#main-content" class="visually-hidden focusable skip-link">דילוג לתוכן העיקרי</a><div class="dialog-off-canvas-main-canvas"><div class="layout-container"><header role="banner"><div class="region region-header"><div class="block block-system-branding-block"><a rel="home">${shown.site}</a></div><nav role="navigation" class="block-menu"><h2 class="visually-hidden">ניווט ראשי</h2><ul class="menu"><li>בית</li><li>שירותים</li><li>חקיקה</li><li>מכרזים</li><li>צור קשר</li></ul></nav></div></header>
<div class="region region-highlighted">${shown.notice === '' ? '' : `<div role="contentinfo" aria-label="הודעת מצב" class="messages messages--status"><h2 class="visually-hidden">הודעת מצב</h2>${shown.notice}</div>`}</div><nav class="breadcrumb"><h2 class="visually-hidden">נתיב ניווט</h2><ol><li>בית</li><li>מידע לציבור ${shown.version}</li></ol></nav>
<main role="main"><a id="main-content" tabindex="-1"></a><div class="layout-content"><div class="region region-content"><div class="block block-page-title-block"><h1 class="page-header"><span class="field field--name-title field--type-string">${shown.title}</span></h1></div><div class="block block-system-main-block"><article data-history-node-id="${500 + at}" class="node node--type-page"><div class="node__content"><div class="field field--name-field-updated"><div class="field__label">עודכן לאחרונה</div><div class="field__item">${1 + (at % 28)}/${1 + (at % 12)}/2025</div></div>
<div class="clearfix text-formatted field field--name-body">${html(shown.paragraphs)}</div>${shown.areLoose ? '' : `<div class="field field--name-field-help"><div class="field__label">מידע נוסף</div><div class="field__item">${shown.shared[0]}</div></div><div class="webform"><p>האם המידע באתר עזר לך? כן לא</p><p>נשמח לקבל משוב על השירות. אין למסור כאן פרטים אישיים.</p></div>`}</div></article></div></div></div>
<aside class="layout-sidebar-second"><div class="block"><h2>בנושא זה</h2><ul>${neighbours(shown, 8)
    .map(({ title }) => `<li>${title}</li>`)
    .join(
      '',
    )}</ul></div></aside></main><footer role="contentinfo"><ul class="menu"><li>הצהרת נגישות</li><li>תנאי שימוש</li><li>חופש המידע</li></ul></footer></div></div></body></html>`;
});

/** As Zendesk shows an article of help: sections at the side, votes, what was looked at lately. Chinese. */
const help = theme('like Zendesk', 'documentation', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html dir="ltr" lang="zh-CN"><head><meta charset="utf-8"/><title>${shown.title} – ${shown.site}</title><meta name="description" content="${(shown.paragraphs[0] ?? '').slice(0, 60)}"/></head><body><a class="skip-navigation" href="#main-content">跳到主要内容</a><header class="header"><div class="logo"><a>${shown.site}</a></div><nav class="user-nav"><ul><li>社区</li><li>提交请求</li><li>登录</li></ul></nav></header>${shown.notice === '' ? '' : `<div class="alert-banner">${shown.notice}</div>`}<main role="main"><div class="container-divider"></div><div class="container"><div class="sub-nav"><ol class="breadcrumbs"><li>${shown.site}</li><li>入门</li><li>第 ${shown.version} 版</li></ol><form><input placeholder="搜索"></form></div>
<div class="article-container"><aside class="article-sidebar"><div class="collapsible-sidebar"><h2 class="collapsible-sidebar-title">此组别内的文章</h2><ul>${neighbours(
    shown,
    10,
    1,
  )
    .map(({ title }) => `<li><a class="sidenav-item">${title}</a></li>`)
    .join(
      '',
    )}</ul><a>查看更多</a></div></aside><article id="main-content" class="article"><header class="article-header"><h1 class="article-title">${shown.title}</h1><div class="article-author"><div class="article-meta"><a>客服小组</a><ul class="meta-group"><li class="meta-data"><time>2025年${1 + (at % 12)}月${1 + (at % 28)}日</time></li><li>已更新</li></ul></div></div><button class="article-subscribe">关注</button></header>
<section class="article-info"><div class="article-content"><div class="article-body">${html(shown.paragraphs)}${shown.areLoose ? '' : `<p class="wysiwyg-note">${shown.shared[0]}</p>`}</div></div></section><footer><div class="article-votes"><h2 class="article-votes-question">这篇文章有帮助吗？</h2><button>是</button><button>否</button><span>${(at * 29) % 90} 人中有 ${(at * 13) % 30} 人觉得有帮助</span></div><div class="article-more-questions">还有其它问题？<a>提交请求</a></div></footer>
<div class="article-relatives"><section class="related-articles"><h2>相关文章</h2><ul>${neighbours(shown, 5)
    .map(({ title }) => `<li>${title}</li>`)
    .join(
      '',
    )}</ul></section></div></article></div></div></main><footer class="footer">${shown.site} 由帮助中心软件提供支持</footer></body></html>`;
});

/**
 * As a law gazette: no heading, bold lines in the middle, every paragraph an article with a number, seals on each page.
 * Romanian around English.
 */
const gazette = theme('a law gazette', 'documentation', (shown) => {
  const at = keyOf(shown);
  return `<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"><title>Monitorul ${shown.site}, nr. ${300 + at}</title></head><body><div class="antet"><center><b>MONITORUL ${shown.site.toUpperCase()}</b><br>Partea I, anul ${shown.version}, nr. ${300 + at}<br>Legi, decrete, hotărâri și alte acte</center></div><hr>${shown.notice === '' ? '' : `<p class="S_NOTA"><i>${shown.notice}</i></p>`}
<div class="S_DEN"><center><b>${shown.title}</b></center></div>${shown.areLoose ? '' : `<div class="S_EMT">Emitent: Consiliul ${shown.site}</div><p class="S_PRE">${shown.shared[0]}</p>`}
${shown.paragraphs.map((each, i) => (shown.areLoose ? `<div class="S_PAR">${each}</div>` : `<div class="S_ART"><span class="S_ART_TTL">Articolul ${i + 1}</span><div class="S_ART_BDY"><span class="S_PAR">${each}</span></div></div>`)).join('\n')}
${shown.areLoose ? '' : `<p class="S_POR">În temeiul legii, prezentul act se publică în monitor și intră în vigoare la treizeci de zile de la publicare.</p><p align=right>PREȘEDINTE,<br>${['A. Popa', 'M. Radu', 'I. Dinu'][at % 3]}</p><p>Dată: ${1 + (at % 28)}.0${1 + (at % 9)}.2025. Nr. ${40 + at}.</p>`}<hr><small>Forma printabilă. Textul actului are caracter informativ și nu înlocuiește forma tipărită.</small></body></html>`;
});

/** As a home page of 1998: capitals, fonts for headings, one title for every page, a counter, a menu in a table. */
const homepage = theme('a home page of 1998', 'wiki', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  const lines = (texts: readonly string[]): string =>
    texts.map((each) => `<P><FONT FACE="Arial" SIZE="2">${each}</FONT>`).join('\n');
  return `<HTML>\n<HEAD><TITLE>Welcome to ${shown.site}!</TITLE><META NAME="GENERATOR" CONTENT="FrontPage 2.0"></HEAD>\n<BODY BGCOLOR="#FFFFCC" BACKGROUND="sand.gif"><A NAME="top"></A>
<TABLE BORDER="0" WIDTH="100%"><TR><TD VALIGN="top" WIDTH="150" BGCOLOR="#003366"><FONT COLOR="white"><B>${shown.site}</B><BR>${shown.documents
    .slice(0, 25)
    .map(({ slug, title }) => `<A HREF="${slug}.htm"><IMG SRC="ball.gif" ALT="*">${title}</A><BR>`)
    .join(
      '\n',
    )}<A HREF="mailto:me@example.org">Mail me!</A><BR><A HREF="guest.htm">Sign my guestbook</A></FONT></TD>
<TD VALIGN="top"><CENTER><IMG SRC="new.gif" ALT="NEW!"><BR><FONT SIZE="+3" COLOR="#990000"><B>${shown.title}</B></FONT></CENTER><HR>${shown.notice === '' ? '' : `<BLINK><B>${shown.notice}</B></BLINK>`}
${lines(first)}${second.length === 0 || shown.areLoose ? '' : '<P ALIGN="center"><IMG SRC="line.gif" ALT="-----">'}${lines(second)}${shown.areLoose ? '' : `<HR><FONT SIZE="1">${shown.shared[0]}</FONT>`}
<P><A HREF="#top">Back to top</A><CENTER>You are visitor number <IMG SRC="counter.gif" ALT="${200 + 3 * keyOf(shown)}"> since 1.1.1998<BR><I>Best viewed at 800 by 600. Edition ${shown.version}. This page hosted for free: get your own!</I></CENTER></TD></TR></TABLE></BODY></HTML>`;
});

/**
 * As Confluence shows a page of a space: a tree, who saw it, labels, a footer that asks for comments. Portuguese around
 * English.
 */
const space = theme('like Confluence', 'wiki', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="pt-BR"><head><title>${shown.title} - ${shown.site} - Confluence</title><meta name="ajs-page-id" content="${98300 + at}"></head><body id="com-atlassian-confluence" class="theme-default aui-layout"><ul id="assistive-skip-links" class="assistive"><li><a>Ir para o conteúdo</a></li><li><a>Ir para a barra lateral</a></li></ul><div id="page"><div id="full-height-container"><div id="header-precursor"></div><header id="header"><nav class="aui-header"><h1 id="logo"><span class="aui-header-logo-text">${shown.site} ${shown.version}</span></h1><ul><li>Espaços</li><li>Pessoas</li><li>Calendários</li></ul><form><input placeholder="Pesquisar"></form></nav></header>
<div class="acs-side-bar"><div class="acs-side-bar-title">Árvore de páginas</div><div class="plugin_pagetree"><ul>${menu(shown)}</ul></div></div><div id="main" class="aui-page-panel"><div id="main-header"><div id="navigation"><ul class="ajs-menu-bar"><li>Entrar</li><li>Exportar para PDF</li><li>Histórico da página</li></ul></div><ol id="breadcrumbs"><li>Páginas</li><li>${shown.site}</li></ol><h1 id="title-text" class="with-breadcrumbs"><a>${shown.title}</a></h1></div>
<div id="content" class="page view"><div class="page-metadata"><ul><li>Criado por <span class="author">Marta Cais</span>, última alteração em ${1 + (at % 28)}/0${1 + (at % 9)}/2025</li><li>${1 + (at % 6)} minutos para ler</li></ul></div><div id="main-content" class="wiki-content">${shown.notice === '' ? '' : `<div class="confluence-information-macro confluence-information-macro-note"><p class="title">Atenção</p><div class="confluence-information-macro-body"><p>${shown.notice}</p></div></div>`}<div class="contentLayout2"><div class="columnLayout single"><div class="cell normal"><div class="innerCell">${html(shown.paragraphs)}</div></div></div></div>${shown.areLoose ? '' : `<div class="panel"><div class="panelHeader"><b>Sobre este espaço</b></div><div class="panelContent"><p>${shown.shared[0]}</p></div></div>`}</div>
<div id="likes-and-labels-container"><div id="likes-section">Seja o primeiro a gostar disto</div><div id="labels-section">Sem etiquetas</div></div></div></div></div></div><div id="footer"><section class="footer-body"><ul id="poweredby"><li>Relate um problema ao administrador</li></ul></section></div></body></html>`;
});

/** Offices, help, law, a space and a home page of the third group. */
export const officeThemes: readonly Engine[] = [ministry, help, gazette, homepage, space];
