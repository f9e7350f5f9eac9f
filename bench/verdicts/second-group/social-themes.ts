import type { Engine } from '../engines/engine.ts';
import { halves, html, menu, neighbours, type Shown, theme } from '../theme.ts';

const dateOf = ({ number }: Shown): string => `2025. ${1 + (number % 12)}. ${1 + (number % 28)}.`;
const teaser = (paragraphs: readonly string[], words: number): string =>
  `${(paragraphs[0] ?? '').split(' ').slice(0, words).join(' ')} …`;

/**
 * As phpBB shows a topic: what two people wrote, each beside who they are and above what they always sign with.
 * Finnish.
 */
const forum = theme('like a forum', 'news', (shown) => {
  const posts = shown.areLoose
    ? [shown.paragraphs]
    : halves(shown.paragraphs).filter((each) => each.length > 0);
  return `<!DOCTYPE html><html dir="ltr" lang="fi"><head><meta charset="utf-8"><title>${shown.title} - ${shown.site}</title></head><body id="phpbb" class="section-viewtopic"><div id="wrap"><div id="page-header"><div class="headerbar"><h1>${shown.site}</h1><p>Keskustelua versiosta ${shown.version}</p><p class="skiplink"><a>Hyppää sisältöön</a></p></div>
<div class="navbar"><ul id="nav-main"><li>Pikalinkit</li><li>UKK</li><li>Rekisteröidy</li><li>Kirjaudu sisään</li></ul><ul id="nav-breadcrumbs"><li>Etusivu</li><li>Yleinen keskustelu</li></ul></div></div>
<div id="page-body" role="main"><h2 class="topic-title"><a>${shown.title}</a></h2>${shown.notice === '' ? '' : `<div class="rules"><strong>Huomio:</strong> ${shown.notice}</div>`}<div class="action-bar"><a>Vastaa viestiin</a> <span>Viestiketjun työkalut</span> <div class="pagination">${posts.length} viestiä • Sivu <strong>1</strong>/<strong>1</strong></div></div>
${posts
  .map(
    (post, i) =>
      `<div id="p${shown.number * 2 + i}" class="post bg${1 + (i % 2)}"><div class="inner"><dl class="postprofile"><dt><a class="username">${['merikarhu', 'satamajätkä', 'luotsi', 'kippari'][(shown.number + i) % 4]}</a></dt><dd class="profile-posts"><strong>Viestit:</strong> ${100 + ((shown.number + i) % 4)}</dd><dd class="profile-joined"><strong>Liittynyt:</strong> 04.03.2014 09:1${(shown.number + i) % 4}</dd></dl>
<div class="postbody"><h3${i === 0 ? ' class="first"' : ''}><a>${i === 0 ? '' : 'Re: '}${shown.title}</a></h3><p class="author"><span>Kirjoittaja <strong>${['merikarhu', 'satamajätkä', 'luotsi', 'kippari'][(shown.number + i) % 4]}</strong> »</span> <time>${1 + ((shown.number + i) % 28)}.${1 + (shown.number % 12)}.2025</time></p><div class="content">${post.join('<br><br>')}</div>${shown.areLoose ? '' : `<div class="signature">${shown.shared[(shown.number + i) % shown.shared.length].split(' ').slice(0, 30).join(' ')}</div>`}</div></div></div><hr class="divider">`,
  )
  .join('\n')}
<p class="jumpbox-return"><a>Palaa: Yleinen keskustelu</a></p><div class="stat-block online-list"><h3>Paikallaolijat</h3><p>Käyttäjiä lukemassa tätä aluetta: Ei rekisteröityneitä käyttäjiä ja ${1 + (shown.number % 9)} vierailijaa</p></div></div>
<div id="page-footer"><div class="copyright">Keskustelufoorumin ohjelmisto • Kaikki ajat ovat UTC+02:00</div></div></div></body></html>`;
});

/** As a WordPress blog: comments of readers below, recent posts and archives at the side. Korean. */
const blog = theme('like WordPress', 'news', (shown) => {
  const recent = shown.documents.slice(0, 5);
  return `<!DOCTYPE html><html lang="ko-KR"><head><meta charset="UTF-8"><title>${shown.title} – ${shown.site}</title><meta property="og:title" content="${shown.title}"></head><body class="post-template-default single single-post"><div id="page" class="site"><a class="skip-link screen-reader-text" href="#content">콘텐츠로 바로가기</a>
<header id="masthead" class="site-header"><p class="site-title"><a rel="home">${shown.site}</a></p><p class="site-description">바다와 항구 이야기 ${shown.version}</p><nav id="site-navigation"><ul><li>소개</li><li>연재</li><li>방명록</li></ul></nav></header>
<div id="content" class="site-content"><div id="primary" class="content-area"><main id="main" class="site-main"><article id="post-${shown.number + 100}" class="post type-post"><header class="entry-header"><h1 class="entry-title">${shown.title}</h1><div class="entry-meta"><span class="posted-on"><time>${dateOf(shown)}</time></span><span class="byline"> 글쓴이 <a>김하나</a></span></div></header>
<div class="entry-content">${shown.notice === '' ? '' : `<p class="has-background"><em>${shown.notice}</em></p>`}${html(shown.paragraphs)}<div class="sharedaddy"><h3 class="sd-title">이 글 공유하기:</h3><ul><li>클릭하여 이웃과 공유하기 (새 창에서 열림)</li><li>클릭하여 인쇄하기 (새 창에서 열림)</li></ul></div></div>
<footer class="entry-footer"><span class="cat-links">카테고리: ${['시장', '원자재', '회사'][shown.number % 3]}</span></footer></article>
${shown.areLoose ? '' : `<div class="author-bio"><h2>글쓴이: 김하나</h2><p>${shown.shared[0]}</p></div>`}<nav class="navigation post-navigation"><h2 class="screen-reader-text">글 탐색</h2><a>이전 글 ${neighbours(shown, 1, shown.documents.length - 1)[0].title}</a><a>다음 글 ${neighbours(shown, 1, 1)[0].title}</a></nav>
${shown.number % 3 === 0 && !shown.areLoose ? `<div id="comments"><h2>댓글 1개</h2><ol class="comment-list"><li class="comment"><article><footer><b>나그네${shown.number}</b> 말하길</footer><div class="comment-content"><p>좋은 글 잘 읽었습니다. ${shown.number}번째 방문입니다. 다음 글도 기다리겠습니다.</p></div></article></li></ol></div>` : ''}<div id="respond"><h3>댓글 남기기</h3><p>이메일 주소는 공개되지 않습니다. 필수 필드는 *로 표시됩니다</p></div></main></div>
<aside id="secondary" class="widget-area"><section class="widget"><h2>최신 글</h2><ul>${recent.map(({ title }) => `<li>${title}</li>`).join('')}</ul></section><section class="widget"><h2>보관함</h2><ul><li>2025년 3월</li><li>2025년 2월</li><li>2025년 1월</li></ul></section></aside></div><footer id="colophon">자랑스럽게 만들었습니다</footer></div></body></html>`;
});

/** As Ghost shows a post: what others say of it, calls to join, and beginnings of three other posts below. Greek. */
const newsletter = theme('like Ghost', 'news', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  return `<!DOCTYPE html><html lang="el"><head><meta charset="utf-8"><title>${shown.title}</title><script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Article', headline: shown.title, publisher: { '@type': 'Organization', name: shown.site }, description: teaser(shown.paragraphs, 20) }).replaceAll('<', '\\u003c')}</script></head>
<body class="post-template"><div class="gh-viewport"><header id="gh-navigation"><a class="gh-navigation-logo">${shown.site}</a><nav><ul><li>Αρχική</li><li>Αρχείο</li><li>Σχετικά</li></ul></nav><div>Σύνδεση Εγγραφή</div></header>
<main class="gh-main"><article class="gh-article post"><header class="gh-article-header gh-canvas"><a class="gh-article-tag">${['Αγορές', 'Εταιρείες'][shown.number % 2]}</a><h1 class="gh-article-title">${shown.title}</h1><p class="gh-article-excerpt">${teaser(shown.paragraphs, 12)}</p><div class="gh-article-meta"><h4><a>Μαρία Λιμάνι</a></h4><time>${1 + (shown.number % 28)} Μαΐου 2025</time> — ${2 + (shown.number % 5)} λεπτά ανάγνωσης</div></header>
<section class="gh-content gh-canvas">${shown.notice === '' ? '' : `<div class="kg-card kg-callout-card"><div class="kg-callout-text">${shown.notice}</div></div>`}${html(first)}${shown.areLoose ? '' : `<div class="kg-card kg-signup-card"><h2>Εγγραφείτε στο ενημερωτικό μας δελτίο</h2><p>Κάθε Κυριακή τα νέα του λιμανιού στο γραμματοκιβώτιό σας, χωρίς διαφημίσεις, έκδοση ${shown.version}.</p></div>`}${html(second)}</section></article>
${shown.areLoose ? '' : `<div class="gh-author"><p>${shown.shared[1]}</p></div>`}<section class="gh-container is-grid"><h2 class="gh-container-title">Διαβάστε περισσότερα</h2><div class="gh-feed">${neighbours(
    shown,
    3,
  )
    .map(
      (each) =>
        `<article class="gh-card post"><a><h3 class="gh-card-title">${each.title}</h3><p class="gh-card-excerpt">${teaser(each.paragraphs, 30)}</p></a></article>`,
    )
    .join(
      '',
    )}</div></section></main><footer class="gh-footer"><div>${shown.site} © 2026</div><div>Με την υποστήριξη ενός προγράμματος</div></footer></div></body></html>`;
});

/** As Shopify's Dawn shows a product: choices, a description that unfolds, terms, and what else there is. Turkish. */
const shop = theme('like Shopify', 'shop', (shown) => {
  const price = `${149 + ((shown.number * 37) % 900)},90 TL`;
  return `<!doctype html><html class="no-js" lang="tr"><head><meta charset="utf-8"><title>${shown.title} – ${shown.site}</title></head><body class="gradient"><a class="skip-to-content-link">İçeriğe atla</a><div class="announcement-bar"><p>${shown.notice === '' ? '500 TL üzeri siparişlerde kargo ücretsiz' : shown.notice}</p></div>
<header class="header"><h2><a>${shown.site}</a></h2><nav><ul><li>Yeni gelenler</li><li>Ev</li><li>Bahçe</li><li>İndirim</li></ul></nav><div id="cart-notification"><h2>Ürün sepetinize eklendi</h2><a>Sepetimi görüntüle</a><button>Alışverişe devam et</button></div></header>
<main id="MainContent"><section class="product"><div class="product__media-wrapper"><ul><li><img alt="${shown.title}"></li></ul></div><div class="product__info-wrapper"><p class="product__text">${shown.site} ${shown.version}</p>${
    shown.areLoose
      ? `<h1 class="main-page-title">${shown.title}</h1>`
      : `<div class="product__title"><h1>${shown.title}</h1></div><div class="price"><span>Normal fiyat</span> <span>${price}</span><span>Birim fiyat</span></div><div class="product__tax">Vergiler dahildir. Kargo, ödeme sayfasında hesaplanır.</div>
<fieldset><legend>Adet</legend><button>Azalt</button><input value=1><button>Artır</button></fieldset><button type="submit">Sepete ekle</button>`
  }<div class="product__description rte">${html(shown.paragraphs)}</div>
${shown.areLoose ? '' : `<div class="accordion"><details><summary><h2>Kargo ve iade</h2></summary><div>${html(shown.shared)}</div></details><details><summary><h2>Bakım talimatları</h2></summary><div><p>Nemli bir bezle silin, güneşten koruyun.</p></div></details></div>`}</div></section>
<product-recommendations><h2>Bunları da beğenebilirsiniz</h2><ul>${neighbours(shown, 4)
    .map(
      ({ title }, i) =>
        `<li><h3>${title}</h3><span>${149 + (((shown.number + (i + 1) * 7) * 37) % 900)},90 TL</span></li>`,
    )
    .join(
      '',
    )}</ul></product-recommendations></main><footer><h2>Bültenimize abone olun</h2><p>© 2026, ${shown.site}</p></footer></body></html>`;
});

/** As MediaWiki's newer look: menus among the text, links to edit in headings, a box of links at the end. Arabic. */
const wiki = theme('like MediaWiki', 'wiki', (shown) => {
  const [first, second] = halves(shown.paragraphs);
  return `<!DOCTYPE html><html lang="ar" dir="rtl"><head><meta charset="UTF-8"><title>${shown.title} - ${shown.site}</title></head><body class="skin-vector-2022"><a class="mw-jump-link">انتقل إلى المحتوى</a><div class="vector-header-container"><header><nav><div>القائمة الرئيسية<ul><li>الصفحة الرئيسية</li><li>أحدث التغييرات</li><li>صفحة عشوائية</li><li>مساعدة</li></ul></div></nav><div>بحث إنشاء حساب دخول</div></header></div>
<div class="mw-page-container"><div class="mw-content-container"><main id="content" class="mw-body"><header class="mw-body-header vector-page-titlebar"><h1 id="firstHeading" class="firstHeading mw-first-heading"><span class="mw-page-title-main">${shown.title}</span></h1><div>${3 + (shown.number % 40)} لغة</div></header>
<div class="vector-page-toolbar"><ul><li>صفحة</li><li>نقاش</li><li>اقرأ</li><li>عدّل</li><li>تاريخ</li></ul></div><div id="bodyContent"><div id="siteSub">من ${shown.site}، الإصدار ${shown.version}</div><div id="mw-content-text" class="mw-body-content"><div class="mw-content-rtl mw-parser-output">
${shown.notice === '' ? '' : `<table class="box-Unreferenced plainlinks ambox"><tbody><tr><td class="mbox-text"><div class="mbox-text-span">${shown.notice}</div></td></tr></tbody></table>`}${html(first)}${second.length === 0 ? '' : `<div class="mw-heading mw-heading2"><h2 id="d">تفاصيل</h2><span class="mw-editsection">[<a>عدل</a> | <a>عدل المصدر</a>]</span></div>`}${html(second)}
${shown.areLoose ? '' : `<div class="navbox"><table><tbody><tr><th>ع ن ت</th></tr><tr><td><ul>${menu(shown)}</ul></td></tr></tbody></table></div>`}</div><div class="printfooter">مجلوبة من «https://wiki.example/w/index.php?title=${shown.slug}&amp;oldid=${70001 + shown.number * 13}»</div></div><div id="catlinks">تصنيفات: مقالات بذرة | اقتصاد</div></div></main></div>
<footer><ul id="footer-info"><li>آخر تعديل لهذه الصفحة كان يوم ${1 + (shown.number % 28)} مارس 2025</li><li>النصوص متاحة تحت رخصة حرة</li></ul></footer></div></body></html>`;
});

/** Forum, blogs, shop and wiki of the second group. */
export const socialThemes: readonly Engine[] = [forum, blog, newsletter, shop, wiki];
