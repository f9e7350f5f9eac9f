import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { script } from '../shells.ts';
import { html, menu, neighbours, theme } from '../theme.ts';

const members = ['bosun', 'keelhaul', 'dry_rot', 'Marlinspike', 'port_side'];
const replies = [
  'Thanks, that clears it up for me.',
  'I read it the other way round. Does anybody have the paper?',
  'Same here since the spring.',
  'Moved to the right board.',
];

/** As phpBB 3.3 shows a topic: posts with the writer's profile, signatures, who is online, permissions. */
const phpbb = theme('like phpBB', 'news', (shown) => {
  const at = keyOf(shown);
  const post = (number: number, writer: string, inside: string, text = ''): string =>
    `<div id="p${number}" class="post has-profile bg${1 + (number % 2)}"><div class="inner"><dl class="postprofile"><dt><a class="username">${writer}</a></dt><dd class="profile-rank">${['Able seaman', 'Mate', 'Deck hand'][writer.length % 3]}</dd><dd class="profile-posts"><strong>Posts:</strong> ${40 * writer.length + 7}</dd><dd class="profile-joined"><strong>Joined:</strong> ${2001 + writer.length}</dd></dl><div class="postbody"><div id="post_content${number}"><h3>${inside}</h3><ul class="post-buttons"><li><a title="Reply with quote" class="button button-icon-only"><i class="icon fa-quote-left fa-fw"></i><span class="sr-only">Quote</span></a></li></ul><p class="author"><span class="responsive-hide">by <strong>${writer}</strong> » </span><time datetime="${dated(number).iso}">${dated(number).digits}</time></p><div class="content">${text}</div></div></div><div class="back2top"><a href="#top" class="top" title="Top"></a></div></div></div><hr class="divider" />`;
  return `<!DOCTYPE html><html dir="ltr" lang="en-gb"><head><meta charset="utf-8" /><title>${shown.title} - ${shown.site}</title><link rel="canonical" href="/viewtopic.php?t=${shown.areLoose ? 0 : at}"></head><body id="phpbb" class="nojs notouch section-viewtopic ltr"><div id="wrap" class="wrap"><a id="top" class="top-anchor" accesskey="t"></a><div id="page-header"><div class="headerbar" role="banner"><div class="inner"><div id="site-description" class="site-description"><a id="logo" class="logo" href="/" title="Board index"><span class="site_logo"></span></a><h1>${shown.site}</h1><p>Talk of the quay since ${shown.version}</p><p class="skiplink"><a href="#start_here">Skip to content</a></p></div></div></div><div class="navbar" role="navigation"><ul id="nav-main" class="nav-main linklist" role="menubar"><li id="quick-links"><a>Quick links</a><ul class="dropdown-contents">${links('Unanswered topics|Active topics|Search')}</ul></li>${links('FAQ|Login|Register')}</ul><ul id="nav-breadcrumbs" class="nav-breadcrumbs linklist navlinks"><li class="breadcrumbs"><span class="crumb"><a>Board index</a></span><span class="crumb"><a>On deck</a></span></li></ul></div></div>
<a id="start_here" class="anchor"></a><div id="page-body" class="page-body" role="main">${
    shown.areLoose
      ? `<div class="panel" id="message"><div class="inner"><h2 class="message-title">${shown.title}</h2>${html(shown.paragraphs)}</div></div>`
      : `<h2 class="topic-title"><a>${shown.title}</a></h2><div class="action-bar bar-top"><a class="button" title="Post a reply"><span>Post Reply</span></a><div class="search-box" role="search"><input placeholder="Search this topic…" /></div><div class="pagination">${1 + (at % 3)} posts • Page <strong>1</strong> of <strong>1</strong></div></div>${post(at, members[at % 5], `<a>${shown.title}</a>`, `${shown.notice === '' ? '' : `<div class="rules"><strong>${shown.notice}</strong></div>`}${shown.paragraphs.join('<br>\n<br>\n')}`)}${Array.from({ length: at % 3 }, (_, i) => post(at + i + 1, members[(at + 2 * i + 1) % 5], '<a>Re: the first post</a>', replies[(at + i) % 4])).join('')}
<div class="action-bar bar-bottom"><div class="dropdown-container sort-tools"><span title="Display and sorting options" class="button"></span></div></div><div class="action-bar actions-jump"><p class="jumpbox-return"><a class="left-box arrow-left">Return to “On deck”</a></p><div id="jumpbox">Jump to<ul>${menu(shown)}</ul></div></div><div class="stat-block online-list"><h3><a>Who is online</a></h3><p>Users browsing this forum: No registered users and ${1 + (at % 14)} guests</p></div>`
  }</div><div id="page-footer" class="page-footer" role="contentinfo"><div class="navbar"><ul id="nav-footer" class="nav-footer linklist">${links('Board index|Delete cookies|Contact us')}<li class="rightside">All times are <span title="UTC">UTC</span></li></ul></div><div class="copyright"><p>Powered by <a>phpBB</a>® Forum Software © phpBB Limited</p><p><a>Privacy</a> | <a>Terms</a></p></div><div id="darkenwrapper" class="darkenwrapper" data-ajax-error-title="AJAX error" data-ajax-error-text="Something went wrong when processing your request."><div id="darken" class="darken">&nbsp;</div></div><div id="phpbb_alert" class="phpbb_alert"><h3 class="alert_title">&nbsp;</h3><p class="alert_text"></p></div></div></div></body></html>`;
});

/** As Flarum is served: the discussion for those without scripts, and all of it again in the payload of the application. */
const flarum = theme('like Flarum', 'news', (shown) => {
  const at = keyOf(shown);
  const payload = script({
    resources: [{ type: 'forums', id: '1', attributes: { title: shown.site, baseUrl: '/', debug: false } }],
    session: { userId: 0, csrfToken: (at * 16_807).toString(36) },
    apiDocument: {
      data: { type: 'discussions', id: String(at), attributes: { title: shown.title } },
      included: [
        {
          type: 'posts',
          id: '1',
          attributes: { contentHtml: shown.paragraphs.map((each) => `<p>${each}</p>`).join('') },
        },
      ],
    },
  });
  return `<!doctype html><html dir="ltr" lang="en"><head><meta charset="utf-8"><title>${shown.title} - ${shown.site}</title><meta name="theme-color" content="#4D698E"><link rel="stylesheet" href="/assets/forum.css?v=${shown.version}">${shown.areLoose ? '' : jsonLd({ '@type': 'DiscussionForumPosting', headline: shown.title, commentCount: at % 3, datePublished: dated(at).iso })}</head><body><div id="app" class="App"><div id="app-navigation" class="App-navigation"></div><div id="drawer" class="App-drawer"><header id="header" class="App-header"><div id="header-navigation" class="Header-navigation"></div><div class="container"><div class="Header-title"><a href="/" id="home-link">${shown.site}</a></div><div id="header-primary" class="Header-primary"></div><div id="header-secondary" class="Header-secondary"></div></div></header></div>
<main class="App-content"><div id="content"><noscript id="flarum-content"><div class="container"><h1>${shown.title}</h1><div>${shown.notice === '' ? '' : `<blockquote><p>${shown.notice}</p></blockquote>`}<article>${shown.areLoose ? '' : `<div class="PostUser"><h3 class="PostUser-name">${members[at % 5]}</h3></div>`}<div class="Post-body">${html(shown.paragraphs)}</div></article>${
    shown.areLoose
      ? ''
      : Array.from(
          { length: at % 3 },
          (_, i) =>
            `<hr><article><div class="PostUser"><h3 class="PostUser-name">${members[(at + i + 2) % 5]}</h3></div><div class="Post-body"><p>${replies[(at + i) % 4]}</p></div></article>`,
        ).join('')
  }</div>${shown.areLoose ? '' : '<a href="?page=2">Next Page &raquo;</a>'}</div></noscript></div><div class="App-footer"><aside>${neighbours(
    shown,
    2,
    3,
  )
    .map(({ title }) => `<a class="DiscussionLink">${title}</a>`)
    .join(
      ' ',
    )}</aside></div></main></div><div id="modal"></div><div id="alerts"></div><script>document.getElementById('flarum-loading')?.remove();var flarum={extensions:{}};</script>${shown.areLoose ? '' : `<script id="flarum-json-payload" type="application/json">${payload}</script>`}<script>const data=JSON.parse(document.getElementById('flarum-json-payload')?.textContent??'{}');</script></body></html>`;
});

/** Boards of the sixth group. */
export const boardThemes: readonly Engine[] = [phpbb, flarum];
