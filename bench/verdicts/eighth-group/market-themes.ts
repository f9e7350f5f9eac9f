import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { script } from '../shells.ts';
import { halves, html, theme } from '../theme.ts';
import { cards, cookieDialog, pick, whole } from './parts.ts';

const cities = 'Bremen|Kassel|Jena|Ulm|Mainz|Essen|Trier|Halle';

/** A board of jobs in utility classes, with the advertisement again in its state and its data. German. */
const jobs = theme('a job board', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const [duties, profile] = halves(paragraphs);
  const state = areLoose
    ? { page: '/[...slug]', props: {} }
    : { page: '/job/[id]', props: { job: { id: 10_400_000 + at, title, description: html(paragraphs) } } };
  const data = jsonLd({
    '@type': 'JobPosting',
    title,
    description: html(paragraphs),
    datePosted: dated(at).iso,
    employmentType: 'FULL_TIME',
  });
  const main = areLoose
    ? `<div class="mx-auto max-w-prose px-4"><h1 class="text-2xl font-bold">${title}</h1>${html(paragraphs)}</div>`
    : `<div class="grid grid-cols-12 gap-6"><article class="col-span-8" data-at="job-ad"><header class="rounded-xl border p-6"><img alt="" src="/logo/${at % 90}.svg"><h1 class="text-3xl font-bold" data-at="header-job-title">${title}</h1><ul class="flex flex-wrap gap-2 text-sm"><li>Reederei ${pick(at, 'Möwe|Anker|Lotse|Kogge')} GmbH</li><li>${pick(at >> 3, cities)}</li><li>Feste Anstellung</li><li>${pick(at >> 5, 'Vollzeit|Teilzeit|Homeoffice möglich')}</li><li>Erschienen: vor ${1 + (at % 27)} Tagen</li></ul><a class="btn-primary" role="button">Ich bin interessiert</a><button aria-pressed="false">Speichern</button></header>${notice === '' ? '' : `<div role="note">${notice}</div>`}<section data-at="introduction"><h2>Das erwartet Sie</h2>${html(duties)}</section><section data-at="profile"><h2>Das bringen Sie mit</h2>${html(profile)}</section><section data-at="benefits"><h2>Das bieten wir</h2><ul><li>30 Tage Urlaub</li><li>Fahrtkostenzuschuss</li><li>Betriebliche Altersvorsorge</li></ul></section></article><aside class="col-span-4" aria-label="Unternehmen"><h2>Über das Unternehmen</h2><p>${shown.shared[0]}</p><h2>Gehaltsplaner</h2><p>${30 + (at % 50)}.000 € – ${82 + (at % 30)}.000 €/Jahr</p></aside></div><section aria-labelledby="sim"><h2 id="sim">Ähnliche Jobs</h2>${cards(shown, 6, 5, (name, n) => `<article class="rounded-lg border p-4"><h3><a>${name}</a></h3><p>${pick(n, cities)}</p><p>Schnelle Bewerbung</p></article>`)}</section>`;
  return whole(
    'de',
    areLoose ? `${title} | ${shown.site}` : `${title} in ${pick(at >> 3, cities)} | ${shown.site} Jobs`,
    `${areLoose ? '' : data}<link rel="preload" as="font" href="/_next/static/media/a.woff2">`,
    `<body class="antialiased bg-neutral-50"><div id="__next"><header class="sticky top-0"><a href="/" aria-label="${shown.site}"></a><nav aria-label="Hauptmenü"><ul>${links('Jobs finden|Lebenslauf anlegen|Unternehmen|Gehalt|Für Arbeitgeber|Anmelden')}</ul></nav><form role="search"><label>Jobtitel, Kompetenz oder Firmenname<input></label><label>Ort<input></label><button>Jobs finden</button></form></header>${cookieDialog('Ihre Privatsphäre', 'Wir verwenden Cookies, damit die Seite läuft und damit wir sie verbessern können.', 'Alles akzeptieren|Ablehnen|Einstellungen')}<main>${main}</main><footer><ul>${links('Über uns|Karriere|Presse|Impressum|Datenschutz|Barrierefreiheit')}</ul><p>${shown.shared[1]}</p></footer></div><script id="__NEXT_DATA__" type="application/json">${script(state)}</script></body>`,
  );
});

/** Flats of an agency: pictures still to load, facts in a list, a description behind a button, others like it. Spanish. */
const homes = theme('homes to let', 'shop', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const price = 450 + (at % 90) * 10;
  const main = areLoose
    ? `<section class="static-page"><h1>${title}</h1>${html(paragraphs)}</section>`
    : `<section class="detail-info"><div class="gallery" data-total="${8 + (at % 20)}"><span class="img-loading"></span><button>Ver ${8 + (at % 20)} fotos</button><button>Plano</button></div><h1><span class="main-info__title-main">${title}</span></h1><span class="info-data-price">${price} €/mes</span><div class="info-features"><span>${40 + (at % 80)} m²</span><span>${1 + (at % 4)} hab.</span><span>Planta ${at % 9}ª exterior</span></div>${notice}<div class="comment"><h2>Comentario del anunciante</h2><div class="adCommentsLanguage expandable">${html(paragraphs)}</div><button>Leer más</button></div><div class="details-property"><h2>Características básicas</h2><ul><li>${1 + (at % 2)} baños</li><li>Segunda mano/buen estado</li><li>Orientación ${pick(at, 'norte|sur|este|oeste')}</li></ul><h2>Certificado energético</h2><p>Consumo: ${pick(at, 'C|D|E|F')}</p></div><details class="stats"><summary>Estadísticas</summary><p>Anuncio actualizado hace ${1 + (at % 30)} días</p><p>${at % 900} visitas</p></details></section><section class="mortgage"><h2>Calcula los gastos</h2><form><label>Fianza<input value="${price}"></label></form></section><aside class="advertiser"><h2>Contacta</h2><p>${shown.shared[0]}</p><form><textarea>Me interesa este piso y querría hacer una visita.</textarea><button>Contactar por chat</button></form></aside><section class="similar"><h2>Anuncios similares</h2>${cards(shown, 5, 9, (name, n) => `<article class="item"><picture></picture><a class="item-link">${name}</a><span>${450 + (n % 90) * 10} €/mes</span><span>${40 + (n % 80)} m²</span></article>`)}<div class="infinite-loader" aria-busy="true"></div></section>`;
  return whole(
    'es',
    areLoose ? `${title} — ${shown.site}` : `Alquiler: ${title} — ${shown.site}`,
    areLoose
      ? ''
      : jsonLd({
          '@type': 'Accommodation',
          name: title,
          offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
        }),
    `<body><header class="wrapper"><nav><ul>${panels('Comprar: Viviendas|Obra nueva|Garajes\nAlquilar: Pisos|Habitaciones|Vacacional')}</ul></nav><a>Publica tu anuncio gratis</a></header>${areLoose ? '' : '<nav aria-label="breadcrumb"><ol><li>Alquiler</li><li>Viviendas</li><li>Barrio del Puerto</li></ol></nav>'}<main id="main-content">${main}</main><footer><p>${shown.shared[1]}</p><ul>${links('Ayuda|Aviso legal|Cookies|Aplicaciones')}</ul></footer></body>`,
  );
});

/** Doctors with hours, prices and opinions. Polish. */
const doctors = theme('doctors and their hours', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const opinion = (i: number): string =>
    `<div class="opinion" itemprop="review"><h4>${pick(at + i, 'Anna K.|M. W.|Pacjent|Zofia|Tomek')}</h4><time>${dated(at + i).digits}</time><p>${pick(at + 3 * i, 'Bardzo dokładny wywiad i spokojne wyjaśnienie.|Punktualnie, polecam.|Wizyta krótka, ale konkretna.|Długo czekałam, ale warto było.|Miła obsługa w rejestracji.')}</p></div>`;
  const main = areLoose
    ? `<div class="card"><div class="card-body"><h1>${title}</h1>${html(paragraphs)}</div></div>`
    : `<div class="card card-profile"><div class="media"><img alt="" src="/avatar/${at}.jpg"><div class="media-body"><h1 class="h3"><span itemprop="name">${title}</span></h1><span class="rating" data-score="5"><span>${3 + (at % 80)} opinie</span></span><a>Umów wizytę</a></div></div></div>${notice === '' ? '' : `<div class="alert alert-info">${notice}</div>`}<ul class="nav nav-tabs" role="tablist"><li role="tab">O mnie</li><li role="tab">Usługi i ceny</li><li role="tab">Adresy (${1 + (at % 3)})</li><li role="tab">Opinie</li></ul><section id="about"><h2>O mnie</h2>${html(paragraphs)}</section><section id="services"><h2>Usługi i ceny</h2><ul><li>Konsultacja <span>${150 + 10 * (at % 20)} zł</span></li><li>Wizyta kontrolna <span>${100 + 10 * (at % 9)} zł</span></li></ul></section><booking-calendar data-doctor="${at}"><table><tr><th>Dziś</th><th>Jutro</th><th>Pojutrze</th></tr><tr>${[0, 1, 2].map((i) => `<td>${8 + ((at + i) % 9)}:${10 + ((at + 7 * i) % 49)}</td>`).join('')}</tr></table><button>Pokaż więcej godzin</button></booking-calendar><section id="opinions"><h2>Opinie pacjentów</h2>${[0, 1, 2, 3].map(opinion).join('')}</section><section><h2>Inni specjaliści w okolicy</h2><ul>${cards(shown, 5, 13, (name, n) => `<li><a>${name}</a> <small>${n % 60} opinii</small></li>`)}</ul></section>`;
  return whole(
    'pl',
    areLoose ? `${title} - ${shown.site}` : `${title} - umów wizytę - ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'Physician', name: title }),
    `<body class="profile"><header><nav class="navbar"><a class="navbar-brand">${shown.site}</a><ul>${links('Znajdź lekarza|Pytania i odpowiedzi|Leki|Dla specjalistów|Zaloguj się')}</ul></nav></header><main>${main}</main><footer><p>${shown.shared[0]}</p><ul>${links('Regulamin|Polityka prywatności|Centrum pomocy')}</ul></footer></body>`,
  );
});

/** A shop as Shopify's newer themes write it: custom elements, sections with ids, variants, panels that open. Korean. */
const shopify = theme('like Shopify', 'shop', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const section = (name: string, body: string, n = 17_241): string =>
    `<section id="shopify-section-template--${n}__${name}" class="shopify-section section">${body}</section>`;
  const price = `₩${12 + (at % 80)},${100 * (1 + (at % 9))}`;
  const variants = ['S', 'M', 'L', 'XL'].map((size, i) => ({ id: 44_000_000 + 4 * at + i, title: size }));
  const main = areLoose
    ? section(
        'main',
        `<div class="page-width page-width--narrow"><h1 class="main-page-title h0">${title}</h1><div class="rte">${html(paragraphs)}</div></div>`,
      )
    : section(
        'main-product',
        `<product-info id="MainProduct" data-url="/products/${shown.slug}"><media-gallery role="region" aria-label="갤러리 뷰어"><ul class="product__media-list"><li class="is-active"></li><li></li></ul></media-gallery><div class="product__info-wrapper"><p class="product__text caption">${shown.site}</p><div class="product__title"><h1>${title}</h1><a href="/products/${shown.slug}" class="product__title"><h2 class="h1">${title}</h2></a></div><div class="price"><span class="visually-hidden">정가</span><span class="price-item">${price}</span><span>품절</span></div><variant-selects><fieldset><legend>사이즈</legend>${variants.map(({ id, title: size }) => `<input type="radio" id="${id}" value="${size}"><label for="${id}">${size}<span class="visually-hidden">옵션 품절 또는 이용 불가</span></label>`).join('')}</fieldset><script type="application/json">${script(variants)}</script></variant-selects><quantity-input>수량<input type="number" value="1"></quantity-input><product-form><button type="submit" name="add">카트에 추가</button></product-form>${notice}<div class="product__description rte">${html(paragraphs)}</div>${['소재|세탁 방법', '배송 및 반품'].map((each, i) => `<div class="product__accordion accordion"><details><summary><h2 class="accordion__title">${each}</h2></summary><div class="accordion__content rte"><p>${shown.shared[i]}</p></div></details></div>`).join('')}<share-button><button>공유하기</button></share-button></div></product-info>`,
      ) +
      section(
        'related-products',
        `<product-recommendations data-url="/recommendations/products?limit=4"><h2>추천 상품</h2><ul class="grid product-grid">${cards(shown, 4, 11, (name, n) => `<li class="grid__item"><div class="card-wrapper"><h3 class="card__heading"><a>${name}</a></h3><span class="price-item">₩${12 + (n % 80)},${100 * (1 + (n % 9))}</span></div></li>`)}</ul></product-recommendations>`,
      );
  return whole(
    'ko',
    `${title} – ${shown.site}`,
    `<meta property="og:type" content="${areLoose ? 'website' : 'product'}"><script>var Shopify = Shopify || {}; Shopify.locale = "ko"; Shopify.currency = {"active":"KRW","rate":"1.0"};</script>`,
    `<body class="gradient"><a class="skip-to-content-link button" href="#MainContent">콘텐츠로 건너뛰기</a>${section('announcement', '<p>5만원 이상 무료 배송</p>', 17_200)}${section('header', `<sticky-header><header><menu-drawer><details><summary aria-label="메뉴"></summary><nav><ul>${links('홈|전체 상품|신상품|문의하기')}</ul></nav></details></menu-drawer><a href="/cart">카트</a></header></sticky-header>`, 17_200)}<cart-notification><div role="dialog" aria-label="카트에 추가된 품목"><h2>카트에 추가된 품목</h2><a>카트 보기</a><button>결제</button></div></cart-notification><main id="MainContent" class="content-for-layout focus-none" role="main" tabindex="-1">${main}</main>${section('footer', `<footer><h2>빠른 링크</h2><ul>${links('검색|환불 정책|개인정보처리방침|서비스 약관')}</ul><p>© 2026, ${shown.site}. Shopify 제공</p></footer>`, 17_200)}<ul hidden><li id="a11y-refresh-page-message">선택하면 전체 페이지가 새로 고쳐집니다.</li></ul></body>`,
  );
});

/** Steps and forms of a ministry, with what to bring. Romanian. */
const forms = theme('forms of a ministry', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const [first, second] = halves(paragraphs);
  const main = areLoose
    ? `<article><h1>${title}</h1>${html(paragraphs)}</article>`
    : `<article aria-labelledby="titlu"><p class="eyebrow">Serviciu public nr. ${1000 + (at % 8000)}</p><h1 id="titlu">${title}</h1>${notice === '' ? '' : `<div class="alert" role="status"><p>${notice}</p></div>`}<dl class="facts"><dt>Termen</dt><dd>${5 + (at % 40)} zile lucrătoare</dd><dt>Taxă</dt><dd>${at % 7 === 0 ? 'gratuit' : `${10 + (at % 90)} lei`}</dd><dt>Formular</dt><dd>${pick(at, 'A|B|C')}-${at % 300}</dd></dl><ol class="stepper"><li aria-current="step">Informații</li><li>Documente</li><li>Depunere</li></ol><section><h2>Cine poate solicita</h2>${html(first)}</section><section><h2>Cum se depune</h2>${html(second)}</section><section><h2>Documente necesare</h2><ul><li>Act de identitate</li><li>Cerere tip</li><li>Dovada plății taxei</li></ul><a class="download" href="/f/${at}.pdf">Descarcă formularul (PDF, ${100 + (at % 400)} KB)</a></section></article><aside><h2>Servicii conexe</h2><ul>${cards(shown, 5, 17, (name) => `<li><a>${name}</a></li>`)}</ul></aside>`;
  return whole(
    'ro',
    `${title} | ${shown.site}`,
    '<meta name="generator" content="Drupal 11 (https://www.drupal.org)">',
    `<body><div class="gov-banner"><p>Un site oficial al Guvernului</p><details><summary>De unde știu?</summary><p>Site-urile oficiale folosesc domeniul gov. Conexiunea este securizată dacă adresa începe cu https.</p></details></div><header role="banner"><a href="/">${shown.site}</a><nav aria-label="Principal"><ul>${links('Acasă|Servicii|Legislație|Transparență|Contact')}</ul></nav></header><main id="continut" tabindex="-1">${main}<form class="feedback"><fieldset><legend>A fost utilă această pagină?</legend><label><input type="radio">Da</label><label><input type="radio">Nu</label><button>Trimite</button></fieldset></form></main><footer role="contentinfo"><p>${shown.shared[0]}</p><ul>${links('Termeni|Protecția datelor|Accesibilitate|Harta site-ului')}</ul></footer></body>`,
  );
});

/** Sites on which people look for work, homes, doctors, goods and forms. */
export const marketThemes: readonly Engine[] = [jobs, homes, doctors, shopify, forms];
