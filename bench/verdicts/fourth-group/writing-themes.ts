import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, neighbours, type Shown, theme } from '../theme.ts';

const day = (shown: Shown): string => `${1 + (keyOf(shown) % 28)}.${1 + (keyOf(shown) % 12)}.2025`;

/** As a blog of Next.js and Tailwind: no name of a class means anything, no `article`, the text once more in the flight data. */
const tailwind = theme('like Next.js', 'news', (shown) => {
  const flight = JSON.stringify(
    `5:["$","div",null,{"children":${JSON.stringify(shown.paragraphs.map((each) => ['$', 'p', null, { children: each }]))}}]\n`,
  );
  return `<!DOCTYPE html><html class="h-full antialiased" lang="en"><head><meta charSet="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/><title>${shown.title} - ${shown.site}</title></head><body class="flex h-full bg-zinc-50 dark:bg-black"><div class="flex w-full"><div class="fixed inset-0 flex justify-center sm:px-8"><div class="flex w-full max-w-7xl lg:px-8"></div></div><div class="relative flex w-full flex-col">
<div class="pointer-events-none relative z-50 flex flex-none flex-col"><div class="top-0 z-10 h-16 pt-6"><div class="relative flex gap-4"><a class="text-sm font-bold" href="/">${shown.site}</a><div class="flex flex-1 justify-end md:justify-center"><ul class="flex rounded-full bg-white/90 px-3 text-sm font-medium"><li><a class="relative block px-3 py-2">About</a></li><li><a class="relative block px-3 py-2">Writing</a></li><li><a class="relative block px-3 py-2">Speaking</a></li><li><a class="relative block px-3 py-2">Uses</a></li></ul></div><button type="button" aria-label="Switch to dark theme" class="group rounded-full px-3 py-2"></button></div></div></div>
<div class="flex-auto"><div class="sm:px-8 mt-16 lg:mt-32"><div class="mx-auto w-full max-w-7xl"><div class="xl:relative"><div class="mx-auto max-w-2xl"><div class="flex flex-col"><h1 class="mt-6 text-4xl font-bold tracking-tight sm:text-5xl">${shown.title}</h1>${shown.areLoose ? '' : `<div class="order-first flex items-center text-base text-zinc-400"><span class="h-4 w-0.5 rounded-full"></span><span class="ml-3">${day(shown)}</span><span class="ml-3">${2 + (keyOf(shown) % 9)} min read</span></div>`}</div>
<div class="mt-8 max-w-none leading-7 text-zinc-600">${shown.notice === '' ? '' : `<div class="mb-6 rounded-lg border-l-4 border-amber-400 bg-amber-50 p-4 text-sm">${shown.notice}</div>`}${shown.paragraphs.map((each) => `<p class="mt-7">${each}</p>`).join('')}</div></div></div></div></div>
${
  shown.areLoose
    ? ''
    : `<div class="mt-24 grid grid-cols-1 gap-8 md:grid-cols-3">${neighbours(shown, 3)
        .map(
          (each) =>
            `<a class="group rounded-2xl p-6 ring-1 ring-zinc-100"><div class="text-sm font-semibold">${each.title}</div><div class="mt-2 text-sm text-zinc-500">${beginning(each.paragraphs, 110)}</div></a>`,
        )
        .join('')}</div>`
}</div><div class="mt-32 flex-none"><div class="border-t border-zinc-100 pb-16 pt-10"><p class="text-sm text-zinc-400">© 2026 ${shown.site}, build ${shown.version}. All rights reserved.</p></div></div></div></div>${shown.areLoose ? '' : `<script>(self.__next_f=self.__next_f||[]).push([1,${flight.replaceAll('<', '\\u003c')}])</script>`}</body></html>`;
});

/** As Substack shows a letter: who wrote it, a plea to subscribe amid the text and below, comments to come. */
const letter = theme('like Substack', 'news', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  const plea = `<div class="subscription-widget-wrap"><div class="subscription-widget"><div class="preamble"><p>Thanks for reading ${shown.site}! Subscribe for free to receive new posts and support my work.</p></div><form><input type="email" placeholder="Type your email..."><input type="submit" value="Subscribe"></form></div></div>`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${shown.title} - by The Harbour Master</title><meta property="og:type" content="article"></head><body class=""><div id="entry"><div class="main typography use-theme-bg"><div class="pencraft pc-display-flex pc-justifyContent-space-between topbar"><h1 class="pencraft navbar-title"><a>${shown.site}</a></h1><button>Subscribe</button><button>Sign in</button></div>
<div aria-label="Post" role="main" class="single-post-container"><div class="container"><div class="single-post"><article class="typography newsletter-post post"><div role="region" aria-label="Post header" class="post-header"><h1 dir="auto" class="post-title published">${shown.title}</h1>${shown.areLoose ? '' : `<h3 dir="auto" class="subtitle">${shown.shared[0].split(' ').slice(0, 9).join(' ')}</h3><div class="byline-wrapper"><a>The Harbour Master</a><div>${day(shown)}</div></div><div class="post-ufi"><a class="like-button"><div class="label">${keyOf(shown) % 89}</div></a><a class="post-ufi-comment-button"><div class="label">${keyOf(shown) % 7}</div></a><a>Share</a></div>`}</div>
<div class="available-content"><div dir="auto" class="body markup">${shown.notice === '' ? '' : `<blockquote><p>${shown.notice}</p></blockquote>`}${html(first)}${shown.areLoose ? '' : plea}${html(second)}</div></div>${shown.areLoose ? '' : `<div class="share-dialog"><p>Share this post</p><button>Copy link</button><button>Facebook</button><button>Email</button><button>Notes</button></div>`}</article></div></div>
${
  shown.areLoose
    ? ''
    : `<div class="container comments-section"><h4>Discussion about this post</h4><div class="tabs"><button>Comments</button><button>Restacks</button></div><div class="portable-archive"><div>Top</div><div>Latest</div><div>Discussions</div>${neighbours(
        shown,
        3,
        5,
      )
        .map(
          ({ title }) =>
            `<div class="portable-archive-item"><a>${title}</a><div>The Harbour Master</div></div>`,
        )
        .join('')}<a>See all</a></div><h3>Ready for more?</h3></div>`
}</div><div class="footer"><div>© 2026 ${shown.site}, ${shown.version}</div><a>Privacy</a> ∙ <a>Terms</a> ∙ <a>Collection notice</a><div>This is the home for great culture</div></div></div></div></body></html>`;
});

/** As Blogger shows a post: the title in a third heading, an archive of all posts and a profile beside it. Finnish. */
const blogger = theme('like Blogger', 'news', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html>
<html dir='ltr' xmlns='http://www.w3.org/1999/xhtml' xmlns:b='http://www.google.com/2005/gml/b'><head><meta content='blogger' name='generator'/><title>${shown.site}: ${shown.title}</title></head><body class='loading'><div class='navbar section' id='navbar'></div><div class='body-fauxcolumns'></div><div class='content'><div class='content-outer'><header><div class='header section' id='header'><div class='widget Header'><div id='header-inner'><div class='titlewrapper'><h1 class='title'><a>${shown.site}</a></h1></div><div class='descriptionwrapper'><p class='description'><span>Merkintöjä laiturilta, ${shown.version}</span></p></div></div></div></div></header>
<div class='main-outer'><div class='columns'><div class='column-center-outer'><div class='main section' id='main'><div class='widget Blog' id='Blog1'><div class='blog-posts hfeed'><div class="date-outer">${shown.areLoose ? '' : `<h2 class='date-header'><span>${1 + (at % 28)}. maaliskuuta 2025</span></h2>`}<div class="date-posts"><div class='post-outer'><div class='post hentry uncustomized-post-template' itemprop='blogPost' itemscope='itemscope'><a name='${4000 + at}'></a><h3 class='post-title entry-title' itemprop='name'>${shown.title}</h3><div class='post-header'></div>
<div class='post-body entry-content' id='post-body-${4000 + at}' itemprop='description articleBody'>${shown.notice === '' ? '' : `<i>${shown.notice}</i><br /><br />`}${shown.paragraphs.join('<br />\n<br />\n')}<div style='clear: both;'></div></div>${shown.areLoose ? '' : `<div class='post-footer'><div class='post-footer-line post-footer-line-1'><span class='post-author vcard'>Lähettänyt <span class='fn'>Satamakapteeni</span></span> <span class='post-timestamp'>klo 1${at % 10}.${10 + (at % 49)}</span> <div class='post-share-buttons'><span>Lähetä tämä sähköpostitse</span><span>Bloggaa tästä!</span><span>Jaa Facebookiin</span></div></div><div class='post-footer-line post-footer-line-2'>Tunnisteet: <a rel='tag'>${['meri', 'kauppa', 'vilja'][at % 3]}</a></div></div>`}</div>
${shown.areLoose ? '' : `<div class='comments' id='comments'><h4>${at % 3 === 0 ? 'Ei kommentteja' : '1 kommentti'}:</h4>${at % 3 === 0 ? '' : `<dl><dt>Nimetön</dt><dd class='comment-body'><p>Kiitos, tätä ${at} olinkin etsinyt.</p></dd></dl>`}<p class='comment-footer'><a>Lähetä kommentti</a></p></div>`}</div></div></div></div><div class='blog-pager'><a>Uudempi teksti</a> <a>Etusivu</a> <a>Vanhempi viesti</a></div><div class='post-feeds'>Tilaa: Lähetä kommentteja (Atom)</div></div></div></div>
<div class='column-right-outer'><aside><div class='widget Profile'><h2>Tietoja minusta</h2><p>${shown.shared[0].split(' ').slice(0, 30).join(' ')}</p><a>Tarkastele profiilia</a></div><div class='widget BlogArchive'><h2>Blogiarkisto</h2><ul class='hierarchy'>${shown.documents.map(({ title, slug }) => `<li><a href='${slug}.html'>${title}</a></li>`).join('')}</ul></div></aside></div></div></div><footer><div class='widget Attribution'>Teema: Vesileima. Sisällön tarjoaa Blogger.</div></footer></div></div></body></html>`;
});

const remarks = [
  'Came here to say this.',
  'Is there a source for the numbers? I could not find one.',
  'I worked there at the time. It was worse.',
  'Related thread from two years ago, with better discussion.',
  'The comparison with rail does not hold, since rail has other fixed costs.',
  'Previously discussed at length. TL;DR: it depends.',
  'Honest question: why would anyone insure that?',
];

/** As Hacker News shows a post with its text: tables in tables, no heading, remarks of others below. */
const thread = theme('like Hacker News', 'news', (shown) => {
  const at = keyOf(shown);
  const remark = (i: number): string =>
    `<tr class='athing comtr' id='${500000 + at * 7 + i}'><td><table border='0'><tr><td class='ind' indent='${i % 2}'><img src="s.gif" height="1" width="${40 * (i % 2)}"></td><td valign="top" class="votelinks"><center><a><div class='votearrow' title='upvote'></div></a></center></td><td class="default"><div><span class="comhead"><a class="hnuser">user${(at * 31 + i * 17) % 977}</a> <span class="age">${1 + ((at + i) % 22)} hours ago</span> <span class='navs'> | <a>next</a> <a class="togg">[–]</a></span></span></div><br><div class="comment"><div class="commtext c00">${remarks[(at + i * 3) % remarks.length]}</div><div class='reply'><p><font size="1"><u><a>reply</a></u></font></div></div></td></tr></table></td></tr>`;
  return `<html lang="en" op="item"><head><meta name="referrer" content="origin"><title>${shown.title} | ${shown.site} News</title></head><body><center><table id="hnmain" border="0" cellpadding="0" cellspacing="0" width="85%" bgcolor="#f6f6ef"><tr><td bgcolor="#ff6600"><table border="0" width="100%"><tr><td><span class="pagetop"><b class="hnname"><a>${shown.site} News</a></b> <a>new</a> | <a>past</a> | <a>comments</a> | <a>ask</a> | <a>show</a> | <a>jobs</a> | <a>submit</a></span></td><td><span class="pagetop"><a>login</a></span></td></tr></table></td></tr>
<tr id="pagespace" title="${shown.title}" style="height:10px"></tr><tr><td><table class="fatitem" border="0"><tr class='athing submission' id='${500000 + at}'><td align="right" class="title"><span class="rank"></span></td><td valign="top" class="votelinks"><center><a><div class='votearrow' title='upvote'></div></a></center></td><td class="title"><span class="titleline"><a>${shown.title}</a></span></td></tr>${shown.areLoose ? '' : `<tr><td colspan="2"></td><td class="subtext"><span class="subline"><span class="score">${3 + (at % 400)} points</span> by <a class="hnuser">user${at % 977}</a> <span class="age">1 day ago</span> | <a>hide</a> | <a>past</a> | <a>favorite</a> | <a>4 comments</a></span></td></tr>`}
<tr style="height:2px"></tr><tr><td colspan="2"></td><td><div class="toptext">${shown.notice === '' ? '' : `<i>${shown.notice}</i><p>`}${shown.paragraphs.join('<p>')}</div></td></tr><tr><td colspan="2"></td><td><form><textarea name="text" rows="8"></textarea><br><br><input type="submit" value="add comment"></form></td></tr></table><br><br>${shown.areLoose ? '' : `<table border="0" class='comment-tree'>${[0, 1, 2, 3].map(remark).join('')}</table>`}</td></tr>
<tr><td><center><span class="yclinks"><a>Guidelines</a> | <a>FAQ</a> | <a>Lists</a> | <a>API ${shown.version}</a> | <a>Security</a> | <a>Legal</a> | <a>Contact</a></span><br><br><form>Search: <input type="text" name="q" size="17"></form></center></td></tr></table></center></body></html>`;
});

/** As a local newspaper: a counter of free articles, advertisements and a letter box amid the text, what is read most. Swahili. */
const localPaper = theme('a local paper', 'news', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="sw"><head><meta charset="utf-8"><title>${shown.title} - ${shown.site} Leo</title></head><body><div class="c-regwall-counter"><p>Umesoma makala ${1 + (at % 4)} kati ya 5 za bure mwezi huu. <a>Jiunge sasa</a></p></div><header class="c-masthead"><a class="c-masthead__logo">${shown.site} Leo</a><ul class="c-sections"><li>Habari</li><li>Biashara</li><li>Michezo</li><li>Maoni</li><li>Matangazo ya vifo</li><li>Kazi</li></ul><span>Toleo ${shown.version}</span></header>
<div class="c-ad" aria-hidden="true"><small>TANGAZO</small></div><div class="l-story"><div class="l-story__main"><span class="c-label">${['Bandari', 'Mji', 'Shamba'][at % 3]}</span><h2 class="c-headline">${shown.title}</h2>${shown.areLoose ? '' : `<div class="c-meta">Na mwandishi wetu | ${day(shown)} | Muda wa kusoma: dakika ${1 + (at % 8)}</div><div class="c-tools"><button>Sikiliza</button><button>Hifadhi</button><button>Tuma</button></div>`}
${shown.notice === '' ? '' : `<div class="c-correction">${shown.notice}</div>`}<div class="c-body">${first.map((each) => `<div class="c-body__p">${each}</div>`).join('')}${shown.areLoose ? '' : `<div class="c-ad"><small>TANGAZO</small></div><div class="c-newsletter"><b>Barua ya asubuhi</b><span>Pata habari kuu za mji wako kila siku saa kumi na mbili. Unaweza kujiondoa wakati wowote.</span></div>`}${second.map((each) => `<div class="c-body__p">${each}</div>`).join('')}</div>${shown.areLoose ? '' : `<div class="c-support"><b>Uandishi wa karibu unahitaji msaada wako</b><p>${shown.shared[at % 2].split(' ').slice(0, 26).join(' ')}</p><a>Lipia kuanzia shilingi mia tatu</a></div>`}</div>
<div class="l-story__side"><div class="c-list"><h4>Zinazosomwa zaidi</h4>${shown.documents
    .slice(3, 8)
    .map(({ title }, i) => `<div><b>${i + 1}</b> ${title}</div>`)
    .join('')}</div><div class="c-list"><h4>Zaidi</h4>${neighbours(shown, 4)
    .map((each) => `<div><h5>${each.title}</h5><span>${beginning(each.paragraphs, 80)}</span></div>`)
    .join(
      '',
    )}</div></div></div><footer>Haki zote zimehifadhiwa. Kampuni ya Magazeti ya ${shown.site}</footer></body></html>`;
});

/** Blogs, a letter, a thread and a newspaper of the fourth group. */
export const writingThemes: readonly Engine[] = [tailwind, letter, blogger, thread, localPaper];
