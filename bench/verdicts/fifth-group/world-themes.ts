import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, neighbours, theme } from '../theme.ts';
import { dated, jsonLd, links, panels } from './parts.ts';

const agency = `
Dịch vụ: Nộp đơn trực tuyến|Tra cứu hồ sơ|Đặt lịch hẹn|Lệ phí|Đổi địa chỉ
Chủ đề: Việc làm|Nhà ở|Sức khỏe|Thuế|An toàn|Giao thông
Tài liệu: Mẫu đơn|Ấn phẩm|Báo cáo năm|Dữ liệu mở
Giới thiệu: Lãnh đạo|Văn phòng|Tuyển dụng|Liên hệ`;

/** As the design system of the United States shows a page of an agency: how to know an official site, panels, a side menu. Vietnamese. */
const uswds = theme('like USWDS', 'documentation', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="vi"><head><meta charset="utf-8"><title>${shown.title} | ${shown.site}</title><meta name="robots" content="index, follow"><link rel="canonical" href="https://agency.example/vi/${shown.slug}"><script src="/uswds-init.min.js"></script></head><body class="path-node html page-node-type-page"><a class="usa-skipnav" href="#main-content">Đi tới nội dung chính</a><section class="usa-banner" aria-label="Trang chính thức"><div class="usa-accordion"><header class="usa-banner__header"><div class="usa-banner__inner"><p class="usa-banner__header-text">Một trang mạng chính thức của cơ quan nhà nước</p><p class="usa-banner__header-action" aria-hidden="true">Làm sao để biết</p><button type="button" class="usa-accordion__button usa-banner__button" aria-expanded="false" aria-controls="gov-banner"><span>Làm sao để biết</span></button></div></header>
<div class="usa-banner__content usa-accordion__content" id="gov-banner" hidden><div class="grid-row grid-gap-lg"><div class="usa-banner__guidance"><div class="usa-media-block__body"><p><strong>Tên miền của nhà nước có đuôi riêng</strong><br>Chỉ cơ quan nhà nước mới dùng được đuôi ấy trong tên trang của mình.</p></div></div><div class="usa-banner__guidance"><div class="usa-media-block__body"><p><strong>Kết nối được mã hóa</strong><br>Hình ổ khóa cho biết không ai đọc được những gì quý vị gửi đi. Chỉ nên điền thông tin riêng trên các trang như vậy.</p></div></div></div></div></div></section>
<div class="usa-overlay"></div><header class="usa-header usa-header--extended"><div class="usa-navbar"><div class="usa-logo"><em class="usa-logo__text"><a href="/vi">${shown.site}</a></em></div><button class="usa-menu-btn">Mục lục</button></div><nav aria-label="Chính" class="usa-nav"><div class="usa-nav__inner"><ul class="usa-nav__primary usa-accordion">${panels(agency, 'usa-nav')}</ul><div class="usa-nav__secondary"><ul class="usa-nav__secondary-links">${links('English|Español|中文|Kreyòl')}</ul><section aria-label="Tìm kiếm"><form class="usa-search usa-search--small" role="search"><label class="usa-sr-only">Tìm kiếm</label><button type="submit">Tìm</button></form></section></div></div></nav></header>
<div class="usa-section"><div class="grid-container"><div class="grid-row grid-gap"><div class="usa-layout-docs__sidenav desktop:grid-col-3"><nav aria-label="Phụ"><ul class="usa-sidenav">${neighbours(
    shown,
    8,
    3,
  )
    .map(({ title, slug }) => `<li class="usa-sidenav__item"><a href="/vi/${slug}">${title}</a></li>`)
    .join(
      '',
    )}</ul></nav></div><main class="usa-layout-docs__main desktop:grid-col-9 usa-prose" id="main-content"><nav class="usa-breadcrumb" aria-label="Đường dẫn"><ol class="usa-breadcrumb__list"><li class="usa-breadcrumb__list-item"><a><span>Trang đầu</span></a></li><li class="usa-breadcrumb__list-item"><a><span>Dịch vụ</span></a></li><li class="usa-breadcrumb__list-item usa-current" aria-current="page"><span>${shown.title}</span></li></ol></nav>
${shown.notice === '' ? '' : `<div class="usa-alert usa-alert--info"><div class="usa-alert__body"><h4 class="usa-alert__heading">Lưu ý</h4><p class="usa-alert__text">${shown.notice}</p></div></div>`}<h1>${shown.title}</h1>${html(shown.paragraphs)}${shown.areLoose ? '' : `<div class="usa-summary-box" role="region"><div class="usa-summary-box__body"><h3 class="usa-summary-box__heading">Cần thêm trợ giúp?</h3><div class="usa-summary-box__text"><p>${shown.shared[0]}</p><ul class="usa-list">${links('Gọi tổng đài|Tìm văn phòng gần nhà|Gửi thư')}</ul></div></div></div><p class="last-updated">Cập nhật lần cuối: ${dated(at).digits}</p>`}</main></div></div></div>
<footer class="usa-footer usa-footer--big"><div class="usa-footer__return-to-top"><a href="#">Trở lên đầu trang</a></div><div class="usa-footer__primary-section"><nav aria-label="Chân trang">${['Người dân', 'Doanh nghiệp', 'Báo chí', 'Nhân viên'].map((heading, i) => `<section class="usa-footer__primary-content--collapsible"><h4 class="usa-footer__primary-link">${heading}</h4><ul>${links(['Giấy tờ|Trợ cấp|Khiếu nại', 'Đấu thầu|Giấy phép|Thuế', 'Tin mới|Hình ảnh|Số liệu', 'Cổng nội bộ|Thư điện tử'][i])}</ul></section>`).join('')}</nav><div class="usa-sign-up"><h3>Nhận tin</h3><label>Địa chỉ thư điện tử</label><button>Đăng ký</button></div></div><div class="usa-identifier"><section class="usa-identifier__section usa-identifier__section--required-links"><ul>${links('Về chúng tôi|Khả năng tiếp cận|Quyền xem hồ sơ|Không phân biệt đối xử|Thanh tra|Chính sách riêng tư')}</ul></section><section class="usa-identifier__section--usagov">Bản ${shown.version}</section></div></footer></body></html>`;
});

/** As Joomla's Cassiopeia shows an article: where one is, who wrote it and how often it was read, modules at both sides. Bulgarian. */
const joomla = theme('like Joomla', 'news', (shown) => {
  const at = keyOf(shown);
  const [previous, next] = neighbours(shown, 2, 1);
  const card = (heading: string, inside: string): string =>
    `<div class="sidebar-right card"><h3 class="card-header">${heading}</h3><div class="card-body">${inside}</div></div>`;
  return `<!DOCTYPE html>
<html lang="bg-bg" dir="ltr"><head><meta charset="utf-8"><meta name="author" content="Редакция"><meta name="generator" content="Joomla! - Open Source Content Management"><title>${shown.title} - ${shown.site}</title><link href="/media/templates/site/cassiopeia/css/template.min.css" rel="stylesheet"><script type="application/json" class="joomla-script-options new">{"joomla.jtext":{"ERROR":"Грешка","MESSAGE":"Съобщение","NOTICE":"Бележка","WARNING":"Внимание","JCLOSE":"Затвори","JOK":"Добре"},"system.paths":{"root":"","rootFull":"https:\\/\\/novini.example\\/","base":""},"csrf.token":"${(at * 69_621).toString(16)}"}</script>${shown.areLoose ? '' : jsonLd({ '@graph': [{ '@type': 'Article', headline: shown.title, inLanguage: 'bg-BG', author: { '@type': 'Person', name: 'Редакция' }, interactionStatistic: { '@type': 'InteractionCounter', userInteractionCount: at % 3000 } }] })}</head>
<body class="site com_content wrapper-static view-article no-layout no-task itemid-${101 + (at % 9)} has-sidebar-right"><header class="header container-header full-width position-sticky sticky-top"><div class="container-topbar"><ul>${links('Абонамент|Реклама|Контакти')}</ul></div><div class="grid-child"><div class="navbar-brand"><a class="brand-logo" href="/"><img loading="eager" src="/logo.svg" alt="${shown.site}"></a><div class="site-description">Вестник за морето, издание ${shown.version}</div></div></div><div class="grid-child container-nav"><nav class="navbar navbar-expand-lg" aria-label="Главно меню"><button class="navbar-toggler navbar-toggler-right" type="button" aria-label="Превключване на навигацията"><span class="icon-menu" aria-hidden="true"></span></button><div class="collapse navbar-collapse"><ul class="mod-menu mod-list nav">${links('Начало|Пристанища|Икономика|Общество|Култура|Спорт|Мнения|Архив')}</ul></div></nav><div class="container-search"><form class="mod-finder js-finder-searchform" role="search"><label class="visually-hidden finder">Търсене</label><input type="text" name="q" placeholder="Търсене …"></form></div></div></header>
<div class="site-grid"><div class="grid-child container-component"><nav class="mod-breadcrumbs__wrapper" aria-label="Навигация"><ol class="mod-breadcrumbs breadcrumb px-3 py-2"><li class="mod-breadcrumbs__here float-start">Вие сте тук: &#160;</li><li class="mod-breadcrumbs__item breadcrumb-item"><a class="pathway"><span>Начало</span></a></li><li class="mod-breadcrumbs__item breadcrumb-item"><a class="pathway"><span>${['Икономика', 'Пристанища', 'Общество'][at % 3]}</span></a></li><li class="mod-breadcrumbs__item breadcrumb-item active"><span>${shown.title}</span></li></ol></nav><div id="system-message-container" aria-live="polite"></div>
<main><div class="com-content-article item-page"><meta itemprop="inLanguage" content="bg-BG"><div class="page-header"><h1>${shown.title}</h1></div>${shown.areLoose ? '' : `<dl class="article-info text-muted"><dt class="article-info-term">Подробности</dt><dd class="createdby"><span class="icon-user icon-fw" aria-hidden="true"></span>Написана от: <span>Редакция</span></dd><dd class="category-name">Категория: <a>${['Икономика', 'Пристанища', 'Общество'][at % 3]}</a></dd><dd class="published"><time datetime="${dated(at).iso}">Публикувана: ${dated(at).digits}</time></dd><dd class="hits">Посещения: ${at % 3000}</dd></dl><ul class="actions">${links('Печат|Изпрати по пощата')}</ul><div class="content_rating" role="img" aria-label="Рейтинг"><p class="visually-hidden">Оценка на читателите: ${at % 5} / 5</p></div>`}
<div class="com-content-article__body">${shown.notice === '' ? '' : `<p class="alert alert-info"><em>${shown.notice}</em></p>`}${html(shown.paragraphs)}${shown.areLoose ? '' : `<hr><p><small>${shown.shared[at % 2].split(' ').slice(0, 34).join(' ')}</small></p>`}</div>${shown.areLoose ? '' : `<ul class="tags list-inline">${links(['внос|митници', 'риба|кораби', 'зърно|цени'][at % 3], '/tag')}</ul><nav class="pagenavigation" aria-label="Навигация"><span class="pagination ms-0"><a class="btn btn-sm btn-secondary previous" rel="prev"><span class="visually-hidden">Предишна статия: ${previous.title}</span> <span aria-hidden="true">Предишна</span></a> <a class="btn btn-sm btn-secondary next" rel="next"><span class="visually-hidden">Следваща статия: ${next.title}</span> <span aria-hidden="true">Следваща</span></a></span></nav>`}</div></main></div>
<div class="grid-child container-sidebar-right">${card(
    'Последни статии',
    `<ul class="mod-articleslatest latestnews">${shown.documents
      .slice(0, 6)
      .map(({ title }) => `<li><a><span>${title}</span></a></li>`)
      .join('')}</ul>`,
  )}${card('Вход за читатели', `<form class="mod-login"><label>Потребителско име</label><label>Парола</label><label>Запомни ме</label><button class="btn btn-primary">Вход</button><ul>${links('Забравена парола?|Забравено име?|Създаване на профил')}</ul></form>`)}${card('На линия са', '<p>В момента сайта разглеждат 23 гости и няма потребители</p>')}</div></div>
<footer class="container-footer footer full-width"><div class="grid-child"><div class="mod-footer"><div class="footer1">Авторско право &#169; 2026 ${shown.site}. Всички права запазени.</div><div class="footer2"><a>Joomla!</a> е безплатен софтуер, който се разпространява под свободен лиценз.</div></div></div></footer><a href="#top" id="back-top" class="back-to-top-link" aria-label="Обратно в началото"></a></body></html>`;
});

/** As Koha's catalogue shows a record: fields in a list, a table of copies, what stands beside it on the shelf, tools. Lithuanian. */
const catalogue = theme('a library catalogue', 'documentation', (shown) => {
  const at = keyOf(shown);
  const field = (label: string, value: string): string =>
    `<span class="results_summary"><span class="label">${label}: </span>${value}</span>`;
  return `<!DOCTYPE html><html lang="lt"><head><title>${shown.areLoose ? '' : 'Išsami informacija: '}${shown.title} › ${shown.site} bibliotekos katalogas</title><meta name="generator" content="Koha"><link rel="unapi-server" type="application/xml" title="unAPI" href="/cgi-bin/koha/unapi"></head><body id="opac-detail" class="branch-default" data-bnumber="${at}"><button id="scrolltocontent">Pereiti prie turinio</button><div id="wrapper"><div id="header-region" class="noprint"><nav class="navbar navbar-expand"><div id="logo"><a class="navbar-brand" href="/cgi-bin/koha/opac-main.pl">Koha</a></div><div id="cartDropdown"><a class="nav-link">Krepšelis</a><div id="cartDropdown-menu" class="dropdown-menu">Jūsų krepšelis tuščias.</div></div><a>Sąrašai</a><div class="dropdown-menu"><a>Vieši sąrašai</a><ul>${links('Naujienos|Vaikams|Vasaros skaitiniai|Kraštotyra|Laivyba')}</ul><a>Mano sąrašai</a><p>Prisijunkite, kad galėtumėte kurti savo sąrašus</p></div><div id="members"><a>Prisijungti prie paskyros</a></div></nav>
<div id="opac-main-search" class="mastheadsearch"><form name="searchform" method="get" id="searchform"><label>Ieškoti kataloge</label><select name="idx"><option>Bibliotekos katalogas</option><option>Antraštė</option><option>Autorius</option><option>Dalykas</option><option>ISBN</option><option>ISSN</option><option>Serija</option><option>Šifras</option></select><select name="branch"><option>Visos bibliotekos</option><option>Miesto</option><option>Uosto filialas</option></select><button type="submit">Eiti</button></form><ul class="nav" id="moresearches">${links('Išplėstinė paieška|Kursų rezervai|Autorių paieška|Debesis žymų|Dažniausiai skolinama')}</ul></div></div>
<div class="main"><nav id="breadcrumbs" aria-label="Kelias" class="breadcrumbs"><ol class="breadcrumb"><li>Pradžia</li><li>${shown.areLoose ? '' : 'Informacija apie: '}${shown.title}</li></ol></nav><div class="container-fluid"><div class="row"><div class="col-lg-9"><div id="catalogue_detail_biblio" class="maincontent" data-biblionumber="${at}"><div class="record" vocab="http://schema.org/" typeof="Book">${shown.areLoose ? '' : '<div id="bookcover"><span class="no-image">Nėra viršelio</span></div>'}${shown.notice === '' ? '' : `<div class="alert alert-info">${shown.notice}</div>`}${shown.areLoose ? '' : '<div id="views"><span class="view current-view">Įprastas rodinys</span> <span class="view">MARC rodinys</span> <span class="view">ISBD rodinys</span></div>'}<h1 class="title" property="name">${shown.title}</h1>
${shown.areLoose ? '' : `${field('Medžiagos tipas', 'Tekstas')}${field('Kalba', ['lietuvių', 'anglų', 'lenkų'][at % 3])}${field('Leidyba', `${['Klaipėda', 'Vilnius', 'Kaunas'][at % 3]}: Uostas, ${1987 + (at % 39)}`)}${field('Apimtis', `${64 + (at % 400)} p. : iliustr.`)}${field('ISBN', `978-609-${1000 + (at % 9000)}-0${at % 10}-${at % 7}`)}${field('Dalykai', ['Prekyba | Jūrų transportas', 'Uostai | Istorija', 'Ūkis | Bankai'][at % 3])}${field('UDK', `${330 + (at % 60)}.${at % 9}`)}`}<div class="results_summary summary" property="description"><span class="label">${shown.areLoose ? '' : 'Anotacija: '}</span>${html(shown.paragraphs)}</div></div></div>
${
  shown.areLoose
    ? ''
    : `<div id="bib_extra" class="toptabs"><ul class="nav nav-tabs">${links(`Egzemplioriai (${1 + (at % 3)})|Pavadinimo pastabos (1)|Komentarai (0)`)}</ul><table class="holdingst" id="holdingst"><caption class="sr-only">Egzemplioriai</caption><thead><tr><th>Tipas</th><th>Biblioteka</th><th>Šifras</th><th>Būsena</th><th>Grąžinti iki</th><th>Brūkšninis kodas</th></tr></thead><tbody>${Array.from({ length: 1 + (at % 3) }, (_, i) => `<tr><td>Knyga</td><td>${['Miesto biblioteka', 'Uosto filialas', 'Saugykla'][(at + i) % 3]}</td><td>${330 + (at % 60)} ${['Ka', 'Pe', 'Ri'][i]}-${10 + (at % 80)}</td><td>${(at + i) % 2 === 0 ? 'Yra vietoje' : 'Išduota'}</td><td>${(at + i) % 2 === 0 ? '' : dated(at + i).digits}</td><td>${30_001_000_000 + at * 7 + i}</td></tr>`).join('')}</tbody></table><div id="comments"><p>Komentarų apie šį leidinį nėra.</p><p><a>Prisijunkite, kad paskelbtumėte komentarą</a></p></div><div id="shelfbrowser"><h5>Naršoma lentyna: Uosto filialas</h5><table><tbody><tr>${neighbours(
        shown,
        7,
        1,
      )
        .map(({ title }) => `<td><a>${title}</a></td>`)
        .join(
          '',
        )}</tr></tbody></table></div><div class="related"><h5>Bibliotekos pastabos</h5><p>${shown.shared[0]}</p></div></div>`
}</div>
<div class="col-lg-3"><div id="ulactioncontainer"><ul id="action">${links(shown.areLoose ? 'Daugiau paieškų|Siūlyti įsigyti|Pranešti apie klaidą' : 'Rezervuoti|Spausdinti|Pridėti į sąrašą|Į krepšelį|Įrašyti leidinį|Daugiau paieškų|Siūlyti įsigyti|Pranešti apie klaidą')}</ul></div></div></div></div></div><footer><div id="changelanguage"><span>Kalbos: </span><ul>${links('English|lietuvių|polski')}</ul></div><p>${shown.site} bibliotekos katalogas ${shown.version}</p></footer></div></body></html>`;
});

/** AMP pages of a news agency: boilerplate, advertisements amid the text, teasers, and a consent component. Hindi. */
const amp = theme('AMP pages', 'news', (shown) => {
  const at = keyOf(shown);
  const [first, second] = halves(shown.paragraphs);
  const ad = (place: string): string =>
    `<div class="ad"><span>विज्ञापन</span><amp-ad width="300" height="250" type="doubleclick" data-slot="/1009/${place}" rtc-config='{"vendors":{},"timeoutMillis":750}'><div placeholder></div></amp-ad></div>`;
  return `<!doctype html>
<html ⚡ lang="hi"><head><meta charset="utf-8"><title>${shown.title} - ${shown.site} समाचार</title><link rel="canonical" href="https://samachar.example/${shown.slug}"><meta name="viewport" content="width=device-width,minimum-scale=1"><script async src="https://cdn.example/v0.js"></script><script async custom-element="amp-sidebar" src="https://cdn.example/v0/amp-sidebar-0.1.js"></script><style amp-boilerplate>body{-webkit-animation:-amp-start 8s steps(1,end) 0s 1 normal both}@-webkit-keyframes -amp-start{from{visibility:hidden}to{visibility:visible}}</style><noscript><style amp-boilerplate>body{-webkit-animation:none}</style></noscript><style amp-custom>body{font-family:Mukta,sans-serif}.ad{text-align:center}.social{display:flex}</style>${shown.areLoose ? '' : jsonLd({ '@type': 'NewsArticle', headline: shown.title, datePublished: dated(at).iso, dateModified: dated(at).iso, articleSection: 'व्यापार', author: { '@type': 'Organization', name: `${shown.site} डेस्क` } })}</head>
<body><amp-analytics type="gtag" data-credentials="include"><script type="application/json">{"vars":{"gtag_id":"G-H1","config":{"G-H1":{"groups":"default","dimension1":"${at}"}}}}</script></amp-analytics><amp-consent id="consent" layout="nodisplay"><script type="application/json">{"consentRequired":true,"promptUI":"consent-ui"}</script><div id="consent-ui" class="consent"><h4>आपकी पसंद</h4><p>हम और हमारे साझेदार आपके फ़ोन पर कुछ जानकारी रखते हैं, ताकि विज्ञापन आपके काम के हों। आप इसे मना भी कर सकते हैं।</p><button on="tap:consent.accept">मंज़ूर है</button><button on="tap:consent.reject">नहीं</button></div></amp-consent>
<amp-sidebar id="menu" layout="nodisplay" side="left"><ul>${links('होम|देश|दुनिया|राज्य|व्यापार|खेल|मनोरंजन|राशिफल|शिक्षा|तकनीक|वीडियो|फ़ोटो|ई-पेपर')}</ul></amp-sidebar><header><button on="tap:menu.toggle">☰</button><a class="logo">${shown.site} समाचार</a><a class="cta">ऐप खोलें</a></header><nav class="strip"><ul>${links('ताज़ा|चुनाव|मौसम|सोने का भाव|शेयर बाज़ार|क्रिकेट')}</ul></nav><div class="crumbs">होम / व्यापार / <span>${shown.title}</span></div>
${ad('top')}<article><h1>${shown.title}</h1>${shown.areLoose ? '' : `<div class="by"><span>${shown.site} डेस्क</span> | <span>संस्करण ${shown.version}</span> | <time datetime="${dated(at).iso}">अपडेट: ${dated(at).digits}</time></div><div class="social"><amp-social-share type="whatsapp"></amp-social-share><amp-social-share type="twitter"></amp-social-share><amp-social-share type="facebook"></amp-social-share></div>`}${shown.notice === '' ? '' : `<p class="note"><strong>${shown.notice}</strong></p>`}${html(first)}${
    shown.areLoose
      ? ''
      : `${ad('mid')}<div class="also"><b>यह भी पढ़ें:</b> ${neighbours(shown, 1, 5)
          .map(({ title }) => `<a>${title}</a>`)
          .join('')}</div>`
  }${html(second)}${shown.areLoose ? '' : `<p class="follow">देश और दुनिया की ख़बरों के लिए हमारे चैनल से जुड़ें। ${shown.shared[at % 2].split(' ').slice(0, 20).join(' ')}</p>`}</article>
${
  shown.areLoose
    ? ''
    : `<section class="tags">टैग: ${['बाज़ार', 'निर्यात', 'बैंक', 'तेल'].map((tag, i) => ((at + i) % 2 === 0 ? `<a>#${tag}</a> ` : '')).join('')}</section><section class="more"><h2>और ख़बरें</h2>${neighbours(
        shown,
        6,
      )
        .map(
          (each) =>
            `<a class="card"><amp-img src="/i/${each.slug}.webp" width="120" height="80" layout="fixed"></amp-img><h3>${each.title}</h3><p>${beginning(each.paragraphs, 90)}</p></a>`,
        )
        .join('')}</section>`
}${ad('end')}<footer><ul>${links('हमारे बारे में|विज्ञापन दें|संपर्क|शिकायत|निजता नीति|नियम व शर्तें')}</ul><p>© 2026 ${shown.site} मीडिया। सर्वाधिकार सुरक्षित।</p></footer></body></html>`;
});

/** An agency, a newspaper, a catalogue and pages for phones of the fifth group. */
export const worldThemes: readonly Engine[] = [uswds, joomla, catalogue, amp];
