import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, neighbours, type Shown, theme } from '../theme.ts';
import { dated, jsonLd, links } from './parts.ts';

const minutes = ({ paragraphs }: Shown): number => 1 + Math.ceil(paragraphs.join(' ').length / 1200);

/** As Hugo's PaperMod shows a post: a folded table of contents, tags, what comes before and after, buttons to share. */
const paperMod = theme('like PaperMod', 'news', (shown) => {
  const at = keyOf(shown);
  const [first, second] = halves(shown.paragraphs);
  const [previous, next] = neighbours(shown, 2, 1);
  const part = (heading: string, text: readonly string[]): string =>
    text.length === 0
      ? ''
      : `<h2 id="${heading.toLowerCase()}">${heading}<a hidden class="anchor" aria-hidden="true" href="#${heading.toLowerCase()}">#</a></h2>${html(text)}`;
  const share = ['x', 'linkedin', 'reddit', 'facebook', 'whatsapp', 'telegram', 'ycombinator']
    .map(
      (name) =>
        `<li><a target="_blank" rel="noopener noreferrer" aria-label="share ${shown.title} on ${name}" href="https://${name}.example/share?u=${shown.slug}"><svg version="1.1" viewBox="0 0 512 512" height="30px" width="30px"><path d="M0 0h512"/></svg></a></li>`,
    )
    .join('');
  return `<!DOCTYPE html>
<html lang="en" dir="auto" data-theme="auto"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, shrink-to-fit=no"><meta name="robots" content="index, follow"><title>${shown.title} | ${shown.site}</title><meta name="keywords" content="trade, ports"><meta name="author" content="the desk"><link crossorigin="anonymous" href="/assets/css/stylesheet.8fe1.css" rel="preload stylesheet" as="style"><link rel="alternate" hreflang="en" href="/posts/"><noscript><style>#theme-toggle,.top-link{display:none}</style></noscript><script>if(localStorage.getItem("pref-theme")==="dark"){document.querySelector("html").dataset.theme="dark"}</script>${jsonLd({ '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, name: 'Posts' }] })}${shown.areLoose ? '' : jsonLd({ '@type': 'BlogPosting', headline: shown.title, wordCount: String(shown.paragraphs.length * 50), inLanguage: 'en', datePublished: dated(at).iso, author: { '@type': 'Person', name: 'the desk' } })}</head>
<body class="" id="top"><header class="header"><nav class="nav"><div class="logo"><a href="/" accesskey="h" title="${shown.site} (Alt + H)">${shown.site}</a><div class="logo-switches"><button id="theme-toggle" accesskey="t" title="(Alt + T)"><svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="5"/></svg></button></div></div><ul id="menu">${links('Archive|Search|Tags|About|Now')}</ul></nav></header>
<main class="main"><article class="post-single"><header class="post-header"><div class="breadcrumbs"><a href="/">Home</a>&nbsp;»&nbsp;<a href="/posts/">Posts</a></div><h1 class="post-title entry-hint-parent">${shown.title}</h1>${shown.areLoose ? '' : `<div class="post-meta"><span title="${dated(at).iso}">${dated(at).digits}</span>&nbsp;·&nbsp;<span>${minutes(shown)} min</span>&nbsp;·&nbsp;<span>the desk</span>&nbsp;|&nbsp;<a href="https://git.example/edit/${shown.slug}.md" rel="noopener noreferrer edit" target="_blank">Suggest Changes</a></div>`}</header>
${shown.areLoose ? '' : `<div class="toc"><details><summary accesskey="c" title="(Alt + C)"><span class="details">Table of Contents</span></summary><div class="inner"><ul><li><a href="#what">What</a></li><li><a href="#more">More</a></li></ul></div></details></div>`}
<div class="post-content">${shown.notice === '' ? '' : `<blockquote><p>${shown.notice}</p></blockquote>`}${shown.areLoose ? html(shown.paragraphs) : part('What', first) + part('More', second)}</div>
${shown.areLoose ? '' : `<footer class="post-footer"><ul class="post-tags">${links(['grain|ports', 'rails|metals', 'banks|oil'][at % 3], '/tags')}</ul><nav class="paginav"><a class="prev" href="../${previous.slug}/"><span class="title">« Prev</span><br><span>${previous.title}</span></a><a class="next" href="../${next.slug}/"><span class="title">Next »</span><br><span>${next.title}</span></a></nav><ul class="share-buttons">${share}</ul></footer>`}</article></main>
<footer class="footer"><span>&copy; 2026 <a href="/">${shown.site}</a>, ${shown.version}</span> · <span>Powered by <a>Hugo</a> &amp; <a>PaperMod</a></span></footer><a href="#top" aria-label="go to top" title="Go to Top (Alt + G)" class="top-link" id="top-link" accesskey="g"><svg viewBox="0 0 12 6"><path d="M12 6H0l6-6z"/></svg></a><script>document.querySelectorAll('pre > code').forEach((code) => { const copy = document.createElement('button'); copy.innerHTML = 'copy'; })</script></body></html>`;
});

/** As Medium shows a story: boxes whose classes are drawn by lot, claps, a plea to join, six other stories with who wrote them. */
const medium = theme('like Medium', 'news', (shown) => {
  const at = keyOf(shown);
  const box = (classes: string, inside: string): string =>
    `<div class="${classes}"><div class="ac cb"><div class="ci bh">${inside}</div></div></div>`;
  const others = neighbours(shown, 6)
    .map(
      (each, i) =>
        `<div class="mr ms mt"><article data-testid="post-preview"><div class="ac"><a class="af ag"><p class="bf b bg z bk">In <span>The Quay</span> by <span>${['Ines', 'Olu', 'Petra', 'Marek'][(at + i) % 4]} at the desk</span></p></a></div><h2 class="bf ir is">${each.title}</h2><h3 class="bf b">${beginning(each.paragraphs, 70)}</h3><div class="ac"><span>${dated(at + i).digits}</span><button aria-label="clap">${((at + i) * 31) % 900}</button><button aria-label="responses">${(at + i) % 40}</button></div></article></div>`,
    )
    .join('');
  return `<!doctype html><html lang="en"><head><title data-rh="true">${shown.title} | by The desk | ${shown.site}</title><meta data-rh="true" charset="utf-8"><meta data-rh="true" name="viewport" content="width=device-width,minimum-scale=1,initial-scale=1,maximum-scale=1"><meta data-rh="true" name="theme-color" content="#000000"><meta data-rh="true" property="al:ios:app_name" content="a reader"><meta data-rh="true" property="og:type" content="article">${shown.areLoose ? '' : jsonLd({ '@type': 'SocialMediaPosting', headline: shown.title, name: shown.title, identifier: at.toString(16), isAccessibleForFree: true })}<style type="text/css" data-fela-rehydration="612">.a{font-family:medium-content-sans-serif-font}.b{font-weight:400}.cb{justify-content:center}</style></head>
<body><div id="root"><div class="a b c"><a href="/sitemap/sitemap.xml" class="d e f">Sitemap</a><div class="d e f"><a>Open in app</a></div><div class="g h i"><div class="ac"><a aria-label="Homepage" data-testid="headerMediumLogo"><svg viewBox="0 0 719 160"><path d="M0 0h719"/></svg></a><div role="search"><input placeholder="Search"></div></div><div class="ac"><a data-testid="headerWriteButton">Write</a><button>Sign up</button><a>Sign in</a></div></div>
${box('hk hl hm', `<h2 class="bf">${shown.site}</h2><p class="bf b">Longer reads about ships, trade and those who do both. Edition ${shown.version}</p><button>Follow publication</button>`)}
<article><div class="l"><section><div>${box(
    'gn go gp',
    `${shown.areLoose ? '' : `<div class="speechify-ignore"><button><p>Featured</p></button></div>`}<h1 id="${at.toString(16)}" class="pw-post-title gq gr gs" data-testid="storyTitle">${shown.title}</h1>${shown.areLoose ? '' : `<div class="speechify-ignore ac cp"><div class="ac"><img alt="The desk" width="32" height="32"><a data-testid="authorName">The desk</a><button>Follow</button></div><span data-testid="storyReadTime">${minutes(shown)} min read</span><span>·</span><span data-testid="storyPublishDate">${dated(at).digits}</span></div><div class="ac cp kl"><button data-testid="headerClapButton"><p>${at % 2900}</p></button><button aria-label="responses"><p>${at % 60}</p></button><button>Listen</button><button>Share</button><button>More</button></div>`}
${shown.notice === '' ? '' : `<p class="pw-post-body-paragraph nq nr"><em class="ny">${shown.notice}</em></p>`}${shown.paragraphs.map((each, i) => `<p id="${(at + i).toString(16)}" class="pw-post-body-paragraph nq nr ns nt gt nu nv">${each}</p>`).join('\n')}`,
  )}</div></section></div></article>
${shown.areLoose ? '' : box('ot ou', `<div class="ac">${['Shipping', 'Trade', 'Money', 'History', 'Grain'].map((topic, i) => ((at + i) % 2 === 0 ? `<a class="ov ow">${topic}</a>` : '')).join('')}</div><h2>Published in ${shown.site}</h2><span>1K followers</span><p>Last published ${1 + (at % 6)} days ago</p><h2>Written by The desk</h2><p>${shown.shared[0].split(' ').slice(0, 30).join(' ')}</p>`)}
${shown.areLoose ? '' : box('pa pb', `<h2>${at % 4 === 0 ? 'No responses yet' : `Responses (${at % 60})`}</h2><p>Write a response</p><button>What are your thoughts?</button>${at % 4 === 0 ? '' : `<pre>${['I had no idea, and I grew up there.', 'Well told. The bit about the tariff is out of date, though.', 'More of this please.'][at % 3]}</pre><button>${at % 90}</button><button>Reply</button>`}<button>See all responses</button>`)}
${box('qa qb', `<h2>More from The desk and ${shown.site}</h2>${shown.areLoose ? '' : others}<button>See all from ${shown.site}</button>`)}<div class="ac footer">${['Help', 'Status', 'About', 'Careers', 'Press', 'Blog', 'Privacy', 'Rules', 'Terms', 'Text to speech'].map((each) => `<a class="af ag"><p class="bf b dv">${each}</p></a>`).join('')}</div></div></div><script>window.__BUILD_ID__="main-20260311-101010-af3"</script><script>window.__GRAPHQL_URI__="https://story.example/_/graphql"</script></body></html>`;
});

const signs = [
  'Currently building: 1:72 dredger, 40% done',
  'Two wrongs do not make a right, but three lefts do.',
  'Moderator. Please use the report button, not my inbox.',
  'Ex deckhand, now ashore. My pictures: see profile.',
];
const replies = [
  'Thanks for posting this, saved me an evening of searching.',
  'Not sure that holds for the smaller yards, ours never had the money.',
  'Bumping this since it came up again last week.',
  'See the sticky at the top of this forum before asking about prices.',
  'Can somebody repost the pictures? They have all gone.',
];

/** As XenForo shows a thread: a cell about each writer, signatures, replies of others, threads alike, who is here. */
const xenForo = theme('like XenForo', 'news', (shown) => {
  const at = keyOf(shown);
  const post = (number: number, text: string): string => {
    const who = (at + number * 5) % signs.length;
    return `<article class="message message--post js-post" data-author="${['Bosun', 'Keelhaul', 'Marlinspike', 'Sextant'][who]}" data-content="post-${at * 11 + number}" id="js-post-${at * 11 + number}"><span class="u-anchorTarget" id="post-${at * 11 + number}"></span><div class="message-inner"><div class="message-cell message-cell--user"><section class="message-user"><div class="message-avatar"><a class="avatar avatar--m"><span>${'BKMS'[who]}</span></a></div><h4 class="message-name"><a class="username">${['Bosun', 'Keelhaul', 'Marlinspike', 'Sextant'][who]}</a></h4><h5 class="userTitle message-userTitle">${['Well-known member', 'Active member', 'New member', 'Moderator'][who]}</h5><div class="message-userExtras"><dl class="pairs pairs--justified"><dt>Joined</dt><dd>Mar ${3 + who}, 20${11 + who}</dd></dl><dl class="pairs pairs--justified"><dt>Messages</dt><dd>${211 + who * 1739}</dd></dl><dl class="pairs pairs--justified"><dt>Reaction score</dt><dd>${who * 431}</dd></dl><dl class="pairs pairs--justified"><dt>Points</dt><dd>${18 * (who + 1)}</dd></dl></div></section></div>
<div class="message-cell message-cell--main"><div class="message-main js-quickEditTarget"><header class="message-attribution"><ul class="message-attribution-main"><li class="u-concealed"><a rel="nofollow"><time class="u-dt" datetime="${dated(at + number).iso}">${dated(at + number).digits}</time></a></li></ul><ul class="message-attribution-opposite"><li><a class="message-attribution-gadget" data-xf-init="share-tooltip" aria-label="Share"></a></li><li><a rel="nofollow">#${number + 1}</a></li></ul></header><div class="message-content js-messageContent"><div class="message-userContent lbContainer"><article class="message-body js-selectToQuote"><div class="bbWrapper">${text}</div></article></div><aside class="message-signature"><div class="bbWrapper">${signs[who]}</div></aside></div><footer class="message-footer"><div class="message-actionBar actionBar"><a class="actionBar-action--like">Like</a> <a class="actionBar-action--reply">Reply</a></div><div class="reactionsBar js-reactionsList ${number === 0 ? 'is-active' : ''}">${number === 0 && at % 3 === 0 ? 'Reactions: Sextant and 2 others' : ''}</div></footer></div></div></div></article>`;
  };
  return `<!DOCTYPE html>
<html id="XF" lang="en-US" dir="LTR" data-app="public" data-template="thread_view" data-container-key="node-17" data-content-key="thread-${at}" data-logged-in="false" data-cookie-prefix="xf_" class="has-no-js template-thread_view"><head><meta charset="utf-8"><title>${shown.title} | ${shown.site} Modellers</title><meta property="og:site_name" content="${shown.site} Modellers"></head><body data-template="thread_view"><div class="p-pageWrapper" id="top"><header class="p-header"><div class="p-header-logo"><a href="/">${shown.site} Modellers</a></div></header>
<div class="p-navSticky"><nav class="p-nav"><div class="p-nav-scroller"><ul class="p-nav-list">${links('Forums|New posts|Search forums|What’s new|Media|Resources|Members')}</ul></div><div class="p-nav-opposite"><a>Log in</a><a>Register</a></div></nav><div class="p-sectionLinks"><ul>${links('New posts|Search forums')}</ul></div></div>
<div class="offCanvasMenu offCanvasMenu--nav js-headerOffCanvasMenu"><div class="offCanvasMenu-header">Menu<a role="button" tabindex="0" aria-label="Close"></a></div></div><div class="p-body"><div class="p-body-inner"><noscript><div class="blockMessage blockMessage--important u-noJsOnly">Scripts are switched off. The forum is nicer with them on, so switch them on if you can.</div></noscript>
<ul class="p-breadcrumbs"><li><a><span>Home</span></a></li><li><a><span>Forums</span></a></li><li><a><span>The harbour</span></a></li><li><a><span>${['Under way', 'In dock', 'At anchor'][at % 3]}</span></a></li></ul><div class="p-body-header"><div class="p-title"><h1 class="p-title-value">${shown.title}</h1></div>${shown.areLoose ? '' : `<div class="p-description"><ul class="listInline listInline--bullet"><li><span class="u-srOnly">Thread starter</span> <a class="username">Bosun</a></li><li><span class="u-srOnly">Start date</span> <time>${dated(at).digits}</time></li></ul></div>`}</div>
<div class="p-body-main"><div class="p-body-content"><div class="p-body-pageContent">${shown.notice === '' ? '' : `<div class="blockStatus"><dl><dt>Status</dt><dd class="blockStatus-message">${shown.notice}</dd></dl></div>`}<div class="block block--messages"><div class="block-outer"><nav><ul class="pageNav-main"><li class="pageNav-page--current"><a>1</a></li></ul></nav></div><div class="block-container"><div class="block-body js-replyNewMessageContainer">${
    shown.areLoose
      ? `<div class="blockMessage">${html(shown.paragraphs)}</div>`
      : [
          shown.paragraphs.join('<br>\n<br>\n'),
          ...replies.slice(0, at % 3).map((_, i) => replies[(at + i * 2) % replies.length]),
        ]
          .map((text, i) => post(i, text))
          .join('\n')
  }</div></div></div>
<div class="blockMessage blockMessage--none"><div class="shareButtons"><span class="shareButtons-label">Share:</span><a><span>Facebook</span></a><a><span>X (Twitter)</span></a><a><span>Reddit</span></a><a><span>WhatsApp</span></a><a><span>Email</span></a><a><span>Link</span></a></div></div>${
    shown.areLoose
      ? ''
      : `<div class="block"><div class="block-container"><h3 class="block-header">Similar threads</h3><div class="structItemContainer">${neighbours(
          shown,
          5,
        )
          .map(
            (each, i) =>
              `<div class="structItem structItem--thread"><div class="structItem-title"><a>${each.title}</a></div><ul class="structItem-parts"><li>Keelhaul</li><li>${dated(at + i).digits}</li></ul><dl class="pairs"><dt>Replies</dt><dd>${(at + i) % 31}</dd></dl><dl class="pairs"><dt>Views</dt><dd>${(at * 3 + i * 97) % 9000}</dd></dl></div>`,
          )
          .join('')}</div></div></div>`
  }</div></div></div></div></div>
<footer class="p-footer"><div class="p-footer-inner"><ul class="p-footer-linkList">${links('Contact us|Terms and rules|Privacy policy|Help|Home|RSS')}</ul><div class="p-footer-copyright"><a class="u-concealed" dir="ltr">Community platform by XenForo<sup>®</sup> <span class="copyright">© 2010-2026 XenForo Ltd.</span></a> ${shown.version}</div></div></footer></div><ul class="notices notices--bottom_fixer js-notices"><li class="notice js-notice notice--primary notice--cookie"><div class="notice-content"><p class="u-alignCenter">We keep a few cookies so that members stay logged in and the forum looks the way they set it.<br>Whoever reads on agrees to that.</p><a class="button">Accept</a><a class="button">Learn more…</a></div></li></ul></body></html>`;
});

/** Posts, stories and threads of the fifth group. */
export const writingThemes: readonly Engine[] = [paperMod, medium, xenForo];
