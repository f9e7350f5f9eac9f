import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, neighbours, theme } from '../theme.ts';
import { dated, jsonLd, links, panels } from './parts.ts';

/** As Twenty Twenty-Five of WordPress shows a post: blocks in groups of blocks, comments, a list of other posts. Amharic. */
const blocks = theme('like Twenty Twenty-Five', 'news', (shown) => {
  const at = keyOf(shown);
  const [previous, next] = neighbours(shown, 2, 1);
  const group = (tag: string, inside: string): string =>
    `<${tag} class="wp-block-group alignfull has-global-padding is-layout-constrained wp-block-group-is-layout-constrained" style="padding-top:var(--wp--preset--spacing--60)">${inside}</${tag}>`;
  const comments = ['ጥሩ ጽሑፍ ነው፤ አመሰግናለሁ።', 'ቁጥሩ ትክክል አይመስለኝም።', 'ተጨማሪ እንጠብቃለን።', 'በኛ ከተማም እንዲሁ ነበር።'];
  return `<!DOCTYPE html>
<html lang="am"><head><meta charset="UTF-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name='robots' content='max-image-preview:large' /><title>${shown.title} &#8211; ${shown.site}</title><link rel='dns-prefetch' href='//stats.example' /><link rel="alternate" type="application/rss+xml" title="${shown.site} &raquo; Feed" href="/feed/" /><script>window._wpemojiSettings = {"baseUrl":"https:\\/\\/s.example\\/images\\/core\\/emoji\\/16.0.1\\/72x72\\/","ext":".png","source":{"concatemoji":"\\/wp-includes\\/js\\/wp-emoji-release.min.js?ver=6.9"}};</script><style id='wp-block-library-inline-css'>:root{--wp-block-synced-color:#7a00df}.wp-block-post-title{word-break:break-word}</style><script type="importmap" id="wp-importmap">{"imports":{"@wordpress\\/interactivity":"\\/wp-includes\\/js\\/dist\\/script-modules\\/interactivity\\/index.min.js"}}</script><link rel='shortlink' href='/?p=${at}' /></head>
<body class="wp-singular post-template-default single single-post postid-${at} single-format-standard wp-embed-responsive wp-theme-twentytwentyfive"><a class="skip-link screen-reader-text" href="#wp--skip-link--target">ወደ ይዘቱ ዝለል</a><div class="wp-site-blocks"><header class="wp-block-template-part">${group('div', `<div class="wp-block-group alignwide is-content-justification-space-between is-layout-flex"><p class="wp-block-site-title"><a href="/" rel="home">${shown.site}</a></p><nav class="is-responsive items-justified-right wp-block-navigation" aria-label="ማውጫ"><button aria-haspopup="dialog" aria-label="ማውጫውን ክፈት" class="wp-block-navigation__responsive-container-open"></button><ul class="wp-block-navigation__container wp-block-page-list">${links('መነሻ|ዜና|ንግድ|ባሕል|ስፖርት|ስለ እኛ|ያግኙን')}</ul></nav></div>`)}</header>
<main class="wp-block-group has-global-padding is-layout-constrained" id="wp--skip-link--target">${group(
    'div',
    `<h1 class="wp-block-post-title has-x-large-font-size">${shown.title}</h1>${shown.areLoose ? '' : `<div class="wp-block-group has-accent-4-color has-link-color is-layout-flex"><p>ጸሐፊ </p><div class="wp-block-post-author-name"><a class="wp-block-post-author-name__link">የባሕር ዴስክ</a></div><p>በ</p><div class="taxonomy-category wp-block-post-terms"><a rel="tag">${['ንግድ', 'ወደብ', 'ከተማ'][at % 3]}</a></div><div class="wp-block-post-date"><time datetime="${dated(at).iso}">${dated(at).digits}</time></div></div>`}
<div class="entry-content alignfull wp-block-post-content has-global-padding is-layout-constrained">${shown.notice === '' ? '' : `<blockquote class="wp-block-quote is-layout-flow"><p>${shown.notice}</p></blockquote>`}${shown.paragraphs.map((each) => `\n<p class="wp-block-paragraph">${each}</p>\n`).join('\n')}</div>${shown.areLoose ? '' : `<div class="taxonomy-post_tag is-style-post-terms-1 wp-block-post-terms">${links(['ቡና|ወጪ ንግድ', 'ወርቅ|ባንክ', 'እህል|ዝናብ'][at % 3], '/tag')}</div>`}`,
  )}
${
  shown.areLoose
    ? ''
    : `${group('nav', `<div class="post-navigation-link-previous wp-block-post-navigation-link"><span class="wp-block-post-navigation-link__arrow-previous" aria-hidden="true">←</span><a rel="prev">${previous.title}</a></div><div class="post-navigation-link-next wp-block-post-navigation-link"><a rel="next">${next.title}</a><span aria-hidden="true">→</span></div>`)}
<div class="wp-block-comments"><h2 class="wp-block-heading has-x-large-font-size">አስተያየቶች</h2><h3 class="wp-block-comments-title">${1 + (at % 3)} አስተያየት</h3><ol class="wp-block-comment-template">${Array.from({ length: 1 + (at % 3) }, (_, i) => `<li id="comment-${at + i}" class="comment even thread-even depth-1"><div class="wp-block-group is-layout-flow"><div class="wp-block-comment-author-name">አንባቢ ${(at + i * 7) % 97}</div><div class="wp-block-comment-date">${dated(at + i).digits}</div><div class="wp-block-comment-content"><p>${comments[(at + i) % comments.length]}</p></div><div class="wp-block-comment-reply-link"><a>መልስ</a></div></div></li>`).join('')}</ol><div id="respond" class="comment-respond wp-block-post-comments-form"><h3 id="reply-title" class="comment-reply-title">አስተያየት ይስጡ <small><a rel="nofollow" style="display:none;">መልሱን ሰርዝ</a></small></h3><form method="post" id="commentform"><p class="comment-notes">የኢሜይል አድራሻዎ አይታተምም። አስፈላጊ ቦታዎች ምልክት አላቸው</p><label>አስተያየት</label><label>ስም</label><label>ኢሜይል</label><label>ድረ ገጽ</label><input name="submit" type="submit" value="አስተያየቱን ላክ" /></form></div></div>
${group(
  'section',
  `<h2 class="wp-block-heading">ተጨማሪ ጽሑፎች</h2><ul class="wp-block-post-template">${neighbours(shown, 4)
    .map(
      ({ title }, i) =>
        `<li class="wp-block-post"><h3 class="wp-block-post-title"><a>${title}</a></h3><time>${dated(at + i).digits}</time></li>`,
    )
    .join('')}</ul>`,
)}`
}</main>
<footer class="wp-block-template-part">${group('div', `<div class="wp-block-columns"><div class="wp-block-column"><h2 class="wp-block-site-title">${shown.site}</h2><p class="wp-block-site-tagline">የባሕርና የንግድ ወሬ፣ ዕትም ${shown.version}</p></div><ul class="wp-block-navigation">${links('ብሎግ|ስለ እኛ|ጥያቄዎች|ጸሐፊዎች')}</ul><ul class="wp-block-navigation">${links('ዝግጅቶች|ሱቅ|ንድፎች|ገጽታዎች')}</ul></div><p>የተሠራው በWordPress</p>`)}</footer></div></body></html>`;
});

/** As a blog of Tistory: folders at the side, who reads along, five others of the folder in a table, comments without a name. Korean. */
const tistory = theme('like Tistory', 'news', (shown) => {
  const at = keyOf(shown);
  const said = ['잘 보고 갑니다 :)', '유익한 글 감사합니다. 자주 올게요!', '퍼가도 될까요?'];
  const folder = ['항구 이야기', '무역 공부', '바다와 사람'][at % 3];
  return `<!DOCTYPE html><html lang="ko"><head><script>if (!window.T) { window.T = {} } window.T.config = {"TOP_SSL_URL":"https://www.blog.example","PREVIEW":false,"ROLE":"guest","BLOG":{"id":${4_000_000 + 17},"name":"harbour","title":"${shown.site}","isDormancy":false,"status":"open"},"IS_LOGIN":false,"HAS_BLOG":false};</script><meta charset="utf-8"><title>${shown.title} :: ${shown.site}</title><meta property="og.article.author" content="선장">${shown.areLoose ? '' : jsonLd({ '@type': 'BlogPosting', mainEntityOfPage: { '@id': `https://harbour.blog.example/${at}` }, headline: shown.title, datePublished: dated(at).iso })}</head>
<body id="tt-body-page" class="layout-aside-right paging-number"><div id="acc-nav"><a href="#content">본문 바로가기</a></div><div id="wrap"><header id="header"><div class="inner"><h1><a href="/">${shown.site}</a></h1><button type="button" class="mobile-menu"><span>메뉴</span></button><nav id="gnb"><ul>${links('홈|태그|방명록|공지')}</ul></nav></div></header>
<div id="container"><main class="main"><div id="content" class="content"><div class="inner"><div class="entry-content" id="article-view"><div class="post-cover"><div class="inner">${shown.areLoose ? '' : `<span class="category">${folder}</span>`}<h2>${shown.title}</h2>${shown.areLoose ? '' : `<span class="meta"><span class="author">by 선장</span> <span class="date">${dated(at).digits} ${10 + (at % 13)}:${10 + (at % 49)}</span></span>`}</div></div>
<div class="tt_article_useless_p_margin contents_style">${shown.notice === '' ? '' : `<blockquote data-ke-style="style2">${shown.notice}</blockquote>`}${shown.paragraphs.map((each) => `<p data-ke-size="size16">${each}</p>\n<p data-ke-size="size16">&nbsp;</p>`).join('\n')}</div>${
    shown.areLoose
      ? ''
      : `<div class="container_postbtn #post_button_group"><div class="postbtn_like"><button type="button" class="btn_post uoc-icon"><span class="txt_like">공감</span> <span class="uoc-count">${at % 70}</span></button><button>공유하기</button><button>게시글 관리</button></div><div data-tistory-react-app="SupportButton"></div><button class="btn_subscription"><strong>${shown.site}</strong> 구독하기</button></div><div data-tistory-react-app="Namecard"></div>
<div class="another_category another_category_color_gray"><h4>'<a>${folder}</a>' 카테고리의 다른 글</h4><table>${neighbours(
          shown,
          5,
        )
          .map(
            ({ title }, i) =>
              `<tr><th><a>${title}</a>&nbsp;&nbsp;<span>(${(at + i) % 12})</span></th><td>${dated(at + i).digits}</td></tr>`,
          )
          .join(
            '',
          )}</table></div><div class="tags"><h2>태그</h2><div class="items"><a rel="tag">${['수출', '환율', '곡물', '해운'][at % 4]}</a>, <a rel="tag">${['역사', '은행', '원유'][at % 3]}</a></div></div>
<div class="related-articles"><h2>관련글</h2><ul>${neighbours(shown, 4, 5)
          .map((each) => `<li><a><span class="title">${each.title}</span></a></li>`)
          .join(
            '',
          )}</ul></div><div id="entry${at}Comment"><div class="tt-comment-cont"><div class="tt-box-total"><span class="tt_txt_g">댓글</span><span class="tt_num_g">${at % 4}</span></div><ul class="tt-list-comment">${said
          .slice(0, at % 4)
          .map((each) => `<li>${each}</li>`)
          .join(
            '',
          )}</ul><form class="tt-area-write"><textarea placeholder="내용을 입력하세요."></textarea><label>비밀글</label><button>등록</button></form></div></div>`
  }</div></div></div></main>
<aside id="aside" class="sidebar"><div class="sidebar-1"><div class="box-profile"><div class="inner-box"><p class="text-profile">${shown.shared[0].split(' ').slice(0, 14).join(' ')}</p><a>글쓰기</a><a>관리</a></div></div><nav class="box-category box-category-2depth"><ul class="tt_category"><li><a class="link_tit"> 분류 전체보기 <span class="c_cnt">(${shown.documents.length})</span></a><ul class="category_list">${links('항구 이야기 (41)|무역 공부 (33)|바다와 사람 (29)|일상 (12)')}</ul></li></ul></nav></div><div class="sidebar-2"><div class="box-recent"><h3 class="title-sidebar">최근글</h3><ul>${shown.documents
    .slice(0, 5)
    .map(({ title }) => `<li><a><span>${title}</span></a></li>`)
    .join(
      '',
    )}</ul></div><div class="box-visit"><h3><span>전체 방문자</span></h3><p class="total">${(81_000 + at).toLocaleString('en')}</p><ul><li>오늘 : ${at % 300}</li><li>어제 : ${(at * 3) % 400}</li></ul></div></div></aside></div><footer id="footer"><div class="inner"><div class="box-site"><p class="meta">배포 ${shown.version}</p></div><ul>${links('이용약관|개인정보처리방침|고객센터|신고')}</ul></div></footer></div></body></html>`;
});

/** As a published page of Notion: a box a block, identifiers for names, the title in a box as well, no list of other pages but a few. Japanese. */
const notion = theme('like Notion', 'documentation', (shown) => {
  const at = keyOf(shown);
  const block = (number: number, kind: string, inside: string): string =>
    `<div data-block-id="${(at * 65_599 + number * 40_503).toString(16).padStart(10, '0')}-${number}" class="notion-selectable notion-${kind}-block" style="width:100%;max-width:100%;margin-top:1px;margin-bottom:1px"><div style="color:inherit;fill:inherit"><div style="display:flex">${inside}</div></div></div>`;
  const leaf = (text: string): string =>
    `<div spellcheck="true" placeholder="​" data-content-editable-leaf="true" style="max-width:100%;width:100%;white-space:break-spaces;word-break:break-word;caret-color:rgb(55,53,47);padding:3px 2px" contenteditable="false">${text}</div>`;
  return `<!DOCTYPE html><html lang="ja" class="notion-html"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,height=device-height,initial-scale=1,maximum-scale=1,user-scalable=no,viewport-fit=cover"><title>${shown.title} | ${shown.site} ワークスペース</title><meta name="apple-mobile-web-app-capable" content="yes"><script>window.__notion_html_async=window.__notion_html_async||{q:[],push:function(e){this.q.push(e)}}</script><style>.notion-light-theme{color:rgb(55,53,47)}</style></head>
<body class="notion-body"><div id="notion-app"><div class="notion-app-inner notion-light-theme" style="color:rgb(55,53,47);fill:currentcolor;line-height:1.5"><div style="height:100%"><div class="notion-cursor-listener" style="width:100vw;height:100%;position:relative;display:flex;flex:1 1 0%;background:white;cursor:text"><div class="" style="display:flex;flex-direction:column;width:100%;overflow:hidden"><div style="max-width:100vw;z-index:100;background:white;user-select:none"><div class="notion-topbar" style="width:100%;max-width:100vw;height:44px"><div style="display:flex;justify-content:space-between;align-items:center;height:44px;padding-inline:12px 10px"><div class="notranslate shadow-cursor-breadcrumb" style="display:flex;align-items:center"><div role="button">${shown.site}</div><span>/</span><div role="button">手引き ${shown.version}</div><span>/</span><div role="button">${shown.title}</div></div><div class="notion-topbar-action-buttons"><div role="button">検索</div><div role="button">複製</div><div role="button">無料で始める</div></div></div></div></div>
<main class="notion-frame" style="flex-grow:0;flex-shrink:1;display:flex;flex-direction:column;background:white;z-index:1;height:calc(-44px + 100vh)"><div class="notion-scroller vertical"><div class="whenContentEditable" data-content-editable-root="true"><div class="layout layout-wide"><div class="layout-content"><div class="notion-page-controls"></div><div style="padding-inline-end:calc(env(safe-area-inset-right) + 96px)">${block(0, 'page', `<h1 spellcheck="true" placeholder="新規ページ" class="content-editable-leaf-rtl" style="max-width:100%;width:100%">${shown.title}</h1>`)}</div></div><div class="layout-content"><div class="notion-page-content" style="flex-shrink:0;flex-grow:1;max-width:100%;display:flex;align-items:flex-start;flex-direction:column;font-size:16px">
${shown.notice === '' ? '' : block(1, 'callout', `<div role="img" aria-label="⚠️">⚠️</div>${leaf(shown.notice)}`)}${shown.paragraphs.map((each, i) => block(2 + i, 'text', leaf(each))).join('\n')}${
  shown.areLoose
    ? ''
    : `${block(40, 'divider', '<div role="separator"></div>')}${block(41, 'toggle', leaf('よくある質問'))}${block(42, 'quote', leaf(shown.shared[0]))}${neighbours(
        shown,
        3,
        11,
      )
        .map(({ title }, i) =>
          block(50 + i, 'page', `<a href="/${at.toString(16)}${i}"><span>📄</span><span>${title}</span></a>`),
        )
        .join('')}`
}</div></div></div></div></div></main></div></div></div></div></div><script src="/_assets/app-9f1c.js" defer></script></body></html>`;
});

const schools = `
Το Ίδρυμα: Διοίκηση|Ιστορία|Σύγκλητος|Στρατηγικό σχέδιο|Διασφάλιση ποιότητας|Απόφοιτοι
Σπουδές: Προπτυχιακές|Μεταπτυχιακές|Διδακτορικές|Ξενόγλωσσα|Κατατακτήριες|Πρακτική άσκηση|Κινητότητα
Σχολές: Ναυτιλίας|Οικονομικών|Μηχανικών|Επιστημών Υγείας|Ανθρωπιστικών Σπουδών
Έρευνα: Εργαστήρια|Έργα|Ηθική|Βραβεία|Τεχνοβλαστοί
Φοιτητές: Ακαδημαϊκή ταυτότητα|Σίτιση|Στέγαση|Βιβλιοθήκη|Ηλεκτρονική τάξη|Συμβουλευτική|Γυμναστήριο
Προσωπικό: Προκηρύξεις|Μισθοδοσία|Τηλεφωνικός κατάλογος|Υπηρεσία δικτύων`;

/** As a university shows a page: panels of six menus, doors for kinds of visitors, notices of the week, an address in the footer. Greek. */
const university = theme('a university', 'documentation', (shown) => {
  const at = keyOf(shown);
  const [first, second] = halves(shown.paragraphs);
  return `<!DOCTYPE html><html lang="el" dir="ltr" prefix="og: https://ogp.me/ns#"><head><meta charset="utf-8"><title>${shown.title} | Πανεπιστήμιο ${shown.site}</title><link rel="shortlink" href="/node/${at}"><script type="application/json" data-drupal-selector="drupal-settings-json">{"path":{"baseUrl":"/","currentPath":"node/${at}","currentLanguage":"el","isFront":false},"ajaxTrustedUrl":{"/search":true},"user":{"uid":0}}</script></head><body class="page-node page-node-${at} not-front"><a href="#main" class="visually-hidden focusable">Μετάβαση στο κυρίως περιεχόμενο</a><div class="region-top"><ul class="audiences">${links('Μελλοντικοί φοιτητές|Φοιτητές|Προσωπικό|Απόφοιτοι|Επισκέπτες')}</ul><ul class="tools">${links('Αναζήτηση|Τηλέφωνα|Webmail|Σύνδεση|EN')}</ul></div>
<header role="banner"><a class="brand" href="/"><img alt="" src="/emblem.svg"><span>Πανεπιστήμιο ${shown.site}</span></a><nav role="navigation" aria-label="Κύριο"><ul class="megamenu">${panels(schools, 'megamenu')}</ul></nav></header><div class="hero hero--thin"><nav class="breadcrumb" role="navigation"><ol>${links('Αρχική|Σπουδές|Ανακοινώσεις')}<li>${shown.title}</li></ol></nav></div>
<div class="layout"><aside class="sidebar-first"><h2>Στην ίδια ενότητα</h2><ul class="menu">${neighbours(
    shown,
    6,
    3,
  )
    .map(({ title, slug }) => `<li><a href="/${slug}">${title}</a></li>`)
    .join(
      '',
    )}</ul><div class="block-contact"><h3>Γραμματεία</h3><p>Κτίριο Β, ισόγειο. Δευτέρα έως Παρασκευή, 11:00 έως 13:00.</p></div></aside><main id="main" role="main"><div data-drupal-messages-fallback class="hidden"></div><article class="node node--type-page node--view-mode-full"><h1 class="page-title"><span class="field field--name-title">${shown.title}</span></h1>${shown.areLoose ? '' : `<p class="submitted">Δημοσιεύτηκε: <time datetime="${dated(at).iso}">${dated(at).digits}</time>. Αρ. πρωτ. ${1000 + (at % 9000)}</p>`}
<div class="node__content">${shown.notice === '' ? '' : `<div class="callout callout--warning"><p>${shown.notice}</p></div>`}<div class="field field--name-body field--type-text-with-summary">${html(first)}${second.length === 0 || shown.areLoose ? '' : '<h2>Λεπτομέρειες</h2>'}${html(second)}</div>${shown.areLoose ? '' : `<div class="field field--name-field-files"><div class="field__label">Συνημμένα</div><span class="file file--application-pdf"><a>${shown.slug.slice(0, 12)}.pdf</a> <span>(${80 + (at % 900)} KB)</span></span></div><section class="paragraph paragraph--contact"><h3>Σχετικά με τη σχολή</h3><p>${shown.shared[1]}</p></section><ul class="share">${links('Εκτύπωση|Αποστολή|Κοινοποίηση')}</ul>`}</div></article></main>
<aside class="sidebar-second"><section><h2>Ανακοινώσεις της εβδομάδας</h2>${shown.documents
    .slice(2, 6)
    .map(
      (each, i) =>
        `<div class="views-row"><time>${dated(i * 5 + 3).digits}</time><h3>${each.title}</h3><p>${shown.areLoose ? '' : beginning(each.paragraphs, 60)}</p></div>`,
    )
    .join(
      '',
    )}</section><section><h2>Εκδηλώσεις</h2><p>Ημέρα σταδιοδρομίας στο αμφιθέατρο, κάθε Τετάρτη στις πέντε.</p></section></aside></div>
<footer role="contentinfo"><div class="footer-columns"><section><h3>Πρόσβαση</h3><p>Λεωφόρος Λιμένος, κτίριο διοίκησης</p></section><section><h3>Σύνδεσμοι</h3><ul>${links('Διαύγεια|Προσωπικά δεδομένα|Προσβασιμότητα|Χάρτης ιστοτόπου|Κέντρο δικτύων')}</ul></section></div><p>© 2026 Πανεπιστήμιο ${shown.site}, έκδοση ${shown.version}</p></footer><div id="sliding-popup" class="eu-cookie-compliance-banner"><div class="popup-content"><h2 id="popup-text">Cookies για τις στατιστικές μας</h2><p>Μετράμε τις επισκέψεις με δικό μας λογισμικό. Αν συμφωνείτε, πατήστε το κουμπί.</p><button class="agree-button">Συμφωνώ</button><button class="decline-button">Όχι, ευχαριστώ</button></div></div></body></html>`;
});

/** Blogs, a workspace and a university of the fifth group. */
export const houseThemes: readonly Engine[] = [blocks, tistory, notion, university];
