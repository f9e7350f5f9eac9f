import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, menu, neighbours, type Shown, theme } from '../theme.ts';

const people = ['ferrywoman', 'tugmaster', 'oldpilot', 'buoy_keeper', 'quayside'];
const day = (shown: Shown): string => `${1 + (keyOf(shown) % 28)}.${1 + (keyOf(shown) % 12)}.2025`;

/**
 * As Stack Exchange shows a question: two writers, links to hot questions of all sites, and a box about cookies on
 * every page.
 */
const question = theme('like Stack Exchange', 'news', (shown) => {
  const [asked, answered] = halves(shown.paragraphs);
  const post = (kind: string, text: readonly string[], i: number): string =>
    `<div id="${kind}-${keyOf(shown) * 9 + i}" class="${kind}" itemprop="${i === 0 ? 'mainEntity' : 'suggestedAnswer'}"><div class="post-layout"><div class="votecell"><button aria-label="Up vote"></button><div class="js-vote-count">${(keyOf(shown) * 7 + i) % 43}</div><button aria-label="Down vote"></button></div>
<div class="postcell"><div class="s-prose js-post-body" itemprop="text">${html(text)}</div><div class="post-menu"><a>Share</a> <a>Improve this ${kind}</a> <button>Follow</button></div><div class="user-info"><div>${i === 0 ? 'asked' : 'answered'} <span class="relativetime">${day(shown)}</span></div><a>${people[(keyOf(shown) + i) % 5]}</a> <span class="reputation-score">${101 + ((keyOf(shown) + i) % 5)}</span></div></div></div></div>`;
  return `<!DOCTYPE html><html class="html__responsive" lang="en"><head><title>${['shipping', 'trade', 'ports'][keyOf(shown) % 3]} - ${shown.title} - ${shown.site} Stack</title></head><body class="question-page unified-theme"><header class="s-topbar"><a class="s-topbar--logo">${shown.site}</a><form><input placeholder="Search on ${shown.site}…"></form><ol><li>Log in</li><li>Sign up</li></ol></header>
<div class="container"><div id="left-sidebar"><nav><ol><li>Home</li><li>Questions</li><li>Unanswered</li><li>Tags</li><li>Users</li><li>Chat ${shown.version}</li></ol></nav></div><div id="content"><div itemscope itemtype="https://schema.org/Question"><div class="inner-content">
<div id="question-header"><h1 itemprop="name"><a class="question-hyperlink">${shown.title}</a></h1><div><a>Ask Question</a></div></div><div class="d-flex"><span>Asked</span> ${day(shown)} <span>Modified</span> ${day(shown)} <span>Viewed</span> ${100 + ((keyOf(shown) * 31) % 977)} times</div>
<div id="mainbar">${shown.notice === '' ? '' : `<aside class="s-notice" role="status">${shown.notice}</aside>`}${post('question', asked, 0)}<div id="answers"><div id="answers-header"><h2>${answered.length > 0 ? '1 Answer' : '0 Answers'}</h2><label>Sorted by:</label> <select><option>Highest score (default)</option><option>Date modified (newest first)</option></select></div>${answered.length > 0 ? post('answer', answered, 1) : ''}
<form id="post-form"><h2>Your Answer</h2><p>Thanks for contributing an answer! Please be sure to answer the question. Provide details and share your research. Avoid asking for help, or responding to other answers.</p></form></div></div>
<div id="sidebar"><div class="module"><h4 id="h-related">Related</h4>${neighbours(shown, 6)
    .map(({ title }) => `<div><a>${title}</a></div>`)
    .join(
      '',
    )}</div><div id="hot-network-questions"><h4>Hot Network Questions</h4><ul><li>Can a ship turn on its own length?</li><li>Who owns what falls off a train?</li><li>Why is the sky in old films so dark?</li><li>Is there a word for half a fortnight?</li></ul></div></div></div></div></div></div>
<footer id="footer"><div>Site design and logo © 2026; user contributions are under a free licence.</div></footer><div class="js-consent-banner"><h2>Your privacy</h2><p>By clicking “Accept all cookies”, you agree that we may store cookies on your device and disclose information as our cookie policy says.</p><button>Accept all cookies</button><button>Necessary cookies only</button></div></body></html>`;
});

/** As Discourse shows a topic to crawlers: every post alike, a table of other topics, a word about scripts. Thai. */
const topic = theme('like Discourse', 'news', (shown) => {
  const posts = shown.areLoose
    ? [shown.paragraphs]
    : halves(shown.paragraphs).filter(({ length }) => length > 0);
  return `<!DOCTYPE html><html lang="th"><head><meta charset="utf-8"><title>${shown.title} - ทั่วไป - ${shown.site}</title><meta name="generator" content="Discourse 3.4"></head><body class="crawler"><header><a href="/">${shown.site}</a></header><div id="main-outlet" class="wrap" role="main">
<div id="topic-title"><h1><a href="/t/${keyOf(shown)}">${shown.title}</a></h1><div class="topic-category"><span class="category-title"><a><span itemprop="name">ทั่วไป</span></a></span></div></div>${shown.notice === '' ? '' : `<div id="banner"><p>${shown.notice}</p></div>`}
<div itemscope itemtype="http://schema.org/DiscussionForumPosting">${posts
    .map(
      (post, i) =>
        `<div id="post_${i + 1}" class="topic-body crawler-post"><div class="crawler-post-meta"><span class="creator" itemprop="author"><a><span itemprop="name">${people[(keyOf(shown) + i) % 5]}</span></a></span><span class="crawler-post-infos"><time class="post-time">${day(shown)}, 09:${10 + (keyOf(shown) % 49)}</time> <span itemprop="position">${i + 1}</span></span></div>
<div class="post" itemprop="text">${html(post)}</div><div itemprop="interactionStatistic"><span class="post-likes">${keyOf(shown) % 4 === 0 ? 'ถูกใจ 3 คน' : ''}</span></div></div>`,
    )
    .join('\n')}</div>
${
  shown.areLoose
    ? ''
    : `<div id="related-topics" class="more-topics__list"><h3>หัวข้อที่เกี่ยวข้อง</h3><table><thead><tr><th>หัวข้อ</th><th></th><th>ตอบกลับ</th><th>เข้าชม</th><th>กิจกรรม</th></tr></thead><tbody>${neighbours(
        shown,
        5,
      )
        .map(
          ({ title }, i) =>
            `<tr><td><a>${title}</a></td><td>ทั่วไป</td><td>${(keyOf(shown) + i) % 9}</td><td>${100 + ((keyOf(shown) * 17 + i) % 800)}</td><td>${day(shown)}</td></tr>`,
        )
        .join('')}</tbody></table></div>`
}</div><footer><nav><ul><li>หน้าแรก</li><li>หมวดหมู่</li><li>แนวทางปฏิบัติ</li><li>เงื่อนไขการให้บริการ</li><li>นโยบายความเป็นส่วนตัว</li></ul></nav></footer><div class="crawler-footer">ขับเคลื่อนโดยโปรแกรมรุ่น ${shown.version} ดูได้ดีที่สุดเมื่อเปิดใช้งาน JavaScript</div></body></html>`;
});

/**
 * As a newspaper's system shows an article: teasers of others above, in the midst and below, each with its beginning.
 * Bengali.
 */
const newspaper = theme('a newspaper', 'news', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  const teasers = (count: number, step: number, length: number): string =>
    neighbours(shown, count, step)
      .map(
        (each) =>
          `<article class="teaser"><a><span class="teaser__kicker">${['অর্থনীতি', 'বিশ্ব', 'শহর'][each.slug.length % 3]}</span><h3 class="teaser__title">${each.title}</h3><p>${beginning(each.paragraphs, length)}</p></a></article>`,
      )
      .join('');
  return `<!doctype html><html lang="bn"><head><meta charset="utf-8"><title>${shown.title} | ${shown.site} পত্রিকা</title><meta property="og:type" content="article"></head><body><div class="ticker">${neighbours(
    shown,
    3,
    11,
  )
    .map(({ title }) => `<span>${title}</span>`)
    .join(
      ' • ',
    )}</div><header class="masthead"><a>${shown.site} পত্রিকা</a><time>সংস্করণ ${shown.version}</time><nav><ul><li>জাতীয়</li><li>আন্তর্জাতিক</li><li>খেলা</li><li>বিনোদন</li><li>মতামত</li></ul></nav></header>
<main><div class="grid"><article class="story"><p class="story__kicker">${['অর্থনীতি', 'বিশ্ব', 'শহর'][keyOf(shown) % 3]}</p><h1 class="story__headline">${shown.title}</h1>${shown.areLoose ? '' : `<p class="story__standfirst">${beginning(shown.paragraphs, 90)}</p><div class="story__byline">নিজস্ব প্রতিবেদক, প্রকাশ: ${day(shown)}</div>`}<div class="share"><button>ফেসবুক</button><button>মেসেঞ্জার</button><button>কপি লিংক</button></div>
<div class="story__body">${shown.notice === '' ? '' : `<p class="correction"><em>${shown.notice}</em></p>`}${html(first)}${shown.areLoose ? '' : `<aside class="inline-related"><h4>আরও পড়ুন</h4>${teasers(1, 5, 80)}</aside>`}${html(second)}</div>${shown.areLoose ? '' : `<p class="story__box">${shown.shared[keyOf(shown) % 2]}</p>`}</article>
<section class="more"><h2>এই বিভাগের আরও খবর</h2>${teasers(4, 3, 160)}</section><section class="most-read"><h2>সর্বাধিক পঠিত</h2><ol>${shown.documents
    .slice(0, 7)
    .map(({ title }) => `<li>${title}</li>`)
    .join('')}</ol></section></div></main><footer>সম্পাদক ও প্রকাশক কর্তৃক সর্বস্বত্ব সংরক্ষিত</footer></body></html>`;
});

/**
 * As a job board: facts in a list, the firm's words about itself on each page, and jobs like this. Dutch around
 * English.
 */
const jobs = theme('a job board', 'news', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="nl"><head><meta charset="utf-8"><title>Vacature: ${shown.title} | ${shown.site} Banen</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'JobPosting', title: shown.title, hiringOrganization: { name: `${shown.site} Groep` }, identifier: `HB-${7000 + 3 * at}` }).replaceAll('<', '\\u003c')}</script></head><body><div class="page"><div class="page__top"><span class="brand">${shown.site} Banen</span><form class="search"><label>Wat</label><input><label>Waar</label><input><button>Zoek vacatures</button></form><a>Inloggen</a> <a>Voor werkgevers</a></div>
<div class="vacancy"><div class="vacancy__head"><h1>${shown.title}</h1>${shown.areLoose ? '' : `<dl class="facts"><dt>Werkgever</dt><dd>${shown.site} Groep</dd><dt>Plaats</dt><dd>${['Delft', 'Breda', 'Assen', 'Hoorn'][at % 4]}</dd><dt>Dienstverband</dt><dd>${['Vast', 'Tijdelijk'][at % 2]}</dd><dt>Referentie</dt><dd>HB-${7000 + 3 * at}</dd></dl><button>Solliciteer direct</button><button>Bewaar vacature</button>`}</div>
${shown.notice === '' ? '' : `<div class="alert alert--info">${shown.notice}</div>`}<div class="vacancy__text">${shown.areLoose ? '' : '<h2>Over de functie</h2>'}${html(shown.paragraphs)}${shown.areLoose ? '' : `<h2>Over ons</h2>${html(shown.shared)}<h2>Solliciteren</h2><p>Stuur je brief en cv via de knop hierboven. Acquisitie naar aanleiding van deze vacature wordt niet op prijs gesteld.</p>`}</div></div>
${
  shown.areLoose
    ? ''
    : `<div class="similar"><h2>Vergelijkbare vacatures</h2><ul>${neighbours(shown, 5)
        .map((each) => `<li><a>${each.title}</a><div>${beginning(each.paragraphs, 120)}</div></li>`)
        .join('')}</ul></div>`
}<div class="page__bottom">Vacatures per plaats: Delft Breda Assen Hoorn. © ${shown.site} Banen, uitgave ${shown.version}</div></div></body></html>`;
});

/**
 * As GitLab shows a wiki: breadcrumbs, who edited last, all pages at the side, an application's words for those without
 * scripts.
 */
const projectWiki = theme('like GitLab', 'wiki', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  return `<!DOCTYPE html><html class="gl-light" lang="en"><head><meta content="object" property="og:type"><meta content="${shown.title} · Wiki · ${shown.site} · GitLab" property="og:title"><title>${shown.title} · Wiki · ${shown.site} · GitLab</title></head><body data-page="projects:wikis:show"><header class="header-logged-out"><a class="gl-sr-only gl-accessibility" href="#content-body">Skip to content</a><ul><li>GitLab ${shown.version}</li><li>Explore</li><li>Sign in</li></ul></header>
<div class="layout-page"><aside id="js-super-sidebar" class="super-sidebar-loading"></aside><div class="content-wrapper"><div class="broadcast-wrapper">${shown.notice === '' ? '' : `<div class="gl-broadcast-message"><h2 class="gl-sr-only">Admin message</h2>${shown.notice}</div>`}</div><nav class="breadcrumbs"><ul><li>quay</li><li>${shown.site}</li><li>Wiki</li><li>${shown.title}</li></ul></nav>
<main class="content" id="content-body"><div class="wiki-page-header"><div><h1 class="gl-heading-1" data-testid="wiki-page-title">${shown.title}</h1><div class="wiki-last-version">Last edited by <a>${people[keyOf(shown) % 5]}</a> <time>${day(shown)}</time></div></div><div><a>Page history</a> <a>Clone repository</a></div></div>
<div class="js-wiki-page-content md"><div class="md" data-sourcepos="1:1-9:0">${first.map((each) => `<p data-sourcepos="${keyOf(shown)}:1" dir="auto">${each}</p>`).join('\n')}${second.length === 0 || shown.areLoose ? '' : '<h2 dir="auto"><a id="user-content-more" class="anchor"></a>More</h2>'}${html(second)}</div></div></main>
<aside class="right-sidebar wiki-sidebar"><div class="sidebar-container"><a>View All Pages</a><ul class="wiki-pages">${menu(shown)}</ul>${shown.areLoose ? '' : `<div class="md">${html(shown.shared.slice(0, 1))}</div>`}</div></aside></div></div></body></html>`;
});

/** Questions, topics, news, jobs and a wiki of the third group. */
export const talkThemes: readonly Engine[] = [question, topic, newspaper, jobs, projectWiki];
