import { cards, cookieDialog, pick, whole } from '../eighth-group/parts.ts';
import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, menu, theme } from '../theme.ts';
import { facts, hour, noted, tableRow, term } from './parts.ts';

/** What is new in releases of a program, with a menu of all; the later version of the manual has another template. */
const releaseNotes = theme('release notes', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, version } = shown;
  const [first, rest] = halves(paragraphs);
  const known = `<ul><li>${pick(at, 'On slow disks the index is built twice.|The tray icon may be missing.|Import of old profiles warns once.')}</li><li>${pick(at >> 3, 'Paths with a space need quotes.|The log repeats the first line.|Sound stops after sleep.')}</li></ul>`;
  const name = `${title} - ${shown.site} documentation`;
  if (version === '2.0') {
    return whole(
      'en',
      name,
      '<link rel="icon" href="/img/favicon.svg">',
      `<body class="navigation-with-keyboard"><nav class="navbar"><a>${shown.site}</a><ul>${links('Docs|API|Releases|Community')}</ul><button>Version: 2.0</button></nav><div class="docRoot"><aside class="theme-doc-sidebar-container"><ul class="menu__list">${menu(shown)}</ul></aside><main><div class="theme-doc-version-badge">Version: 2.0</div>${noted(shown, '<div class="theme-admonition alert"><p>', '</p></div>')}<article><div class="markdown"><h1>${title}</h1>${html(first)}${rest.length === 0 || areLoose ? html(rest) : `<h2 id="details">Details<a class="hash-link">​</a></h2>${html(rest)}`}${areLoose ? '' : `<h2 id="known">Known issues</h2>${known}`}</div><footer><a>Edit this page</a> Last updated on <time>${dated(at).digits}</time></footer></article><nav class="pagination-nav">${cards(shown, 2, 1, (each) => `<a>${each}</a>`)}</nav></main></div><footer class="footer"><p>${shown.shared[1]}</p></footer></body>`,
    );
  }
  return whole(
    'en',
    name,
    '<link rel="stylesheet" href="_static/alabaster.css">',
    `<body><div class="document"><div class="documentwrapper"><div class="bodywrapper"><div class="body" role="main"><section id="s${at}"><h1>${title}<a class="headerlink" href="#s${at}">¶</a></h1>${areLoose ? html(paragraphs) : `<p class="rubric">Released ${dated(at).digits}, build ${1000 + (at % 9000)}</p>${noted(shown, '<div class="admonition note"><p>', '</p></div>')}${html(first)}${html(rest)}<section><h2>Known issues</h2>${known}</section>`}</section></div></div></div><div class="sphinxsidebar" role="navigation"><h1 class="logo"><a>${shown.site}</a></h1><h3>Navigation</h3><ul>${menu(shown)}</ul><div id="searchbox"><h3>Quick search</h3><form><input name="q"><input type="submit" value="Go"></form></div></div></div><div class="footer">${shown.shared[0]} | Powered by a generator | <a>Page source</a></div></body>`,
  );
});

/** Plants with a table of needs, months of flower, how to look after them, plants that go with it. Czech. */
const plants = theme('plants of a garden', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const [looks, care] = halves(paragraphs);
  const needs = facts(
    at,
    'Čeleď: hvězdnicovité|růžovité|hluchavkovité\nVýška: # cm\nStanoviště: slunce|polostín|stín\nPůda: propustná|vlhká|písčitá\nZóna: 4|5|6|7\nKvete: duben–květen|červen–srpen|září',
    tableRow,
  );
  const main = areLoose
    ? `<h1>${title}</h1>${html(paragraphs)}`
    : `<h1>${title}</h1><p class="latin"><em>${pick(at, 'Salvia|Iris|Geranium|Primula')} ${pick(at >> 3, 'officinalis|alpina|sibirica|vulgaris')}</em></p><div class="plant-grid"><figure><img alt="${title}" loading="lazy"><figcaption>Foto: archiv</figcaption></figure><table class="infobox">${needs}</table></div>${noted(shown, '<blockquote>', '</blockquote>')}<h2>Popis</h2>${html(looks)}<h2>Pěstování</h2>${html(care)}<h2>Kalendář prací</h2><ol class="months">${[2, 4, 6, 9].map((month) => `<li>${month}. měsíc: ${pick(at + month, 'výsev|řez|hnojení|zálivka|dělení')}</li>`).join('')}</ol><div class="discussion"><h2>Poradna (${at % 30})</h2><p>${pick(at, 'Mně letos vymrzla.|Dobrý den, kdy ji mám přesadit?|Na slunci jí to svědčí.')}</p></div>`;
  return whole(
    'cs',
    areLoose ? `${title} | ${shown.site}` : `${title} – pěstování a péče | ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'Article', headline: title, description: beginning(paragraphs, 90) }),
    `<body><header><a class="logo">${shown.site}</a><nav class="main-nav"><ul>${panels('Rostliny: Trvalky|Keře|Cibuloviny\nZahrada: Trávník|Skalka|Jezírko\nPoradna: Škůdci|Choroby')}</ul></nav></header><div class="wrap"><main>${main}</main><aside><h2>Hodí se k ní</h2><ul>${cards(shown, 5, 8, (name) => `<li><a>${name}</a></li>`)}</ul><div class="banner"><p>${shown.shared[0]}</p></div><h2>Nejčtenější</h2><ol>${cards(shown, 4, 19, (name) => `<li><a>${name}</a></li>`)}</ol></aside></div><footer><p>${shown.shared[1]}</p><p>Provozovatel neručí za správnost údajů.</p></footer></body>`,
  );
});

/** Cards of recipes with amounts, steps and numbers of nutrition, by users; further cards twice. Korean. */
const recipeCards = theme('recipe cards', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const things = '양파|마늘|간장|고추장|두부|참기름|대파|애호박|감자|당근'.split('|');
  const needed = [0, 1, 2, 3]
    .map(
      (i) =>
        `<li>${things[(at + 3 * i) % 10]} <span>${1 + ((at + i) % 9)}${pick(at + i, '큰술|개|g|컵')}</span></li>`,
    )
    .join('');
  const steps = paragraphs
    .map((each, i) => `<div class="view_step_cont"><div class="media-body" id="step${i}">${each}</div></div>`)
    .join('');
  const main = areLoose
    ? `<div class="cont_box"><h3>${title}</h3>${html(paragraphs)}</div>`
    : `<div class="view2_summary"><h3>${title}</h3><div class="view2_summary_info"><span>${1 + (at % 6)}인분</span><span>${10 + (at % 50)}분 이내</span><span>${pick(at, '초급|중급|아무나')}</span></div>${noted(shown, '<p class="notice">', '</p>')}</div><div class="cont_ingre"><b>재료</b><ul>${needed}</ul><button>계량법 안내</button></div><div class="view_step"><b>조리순서</b>${steps}</div><table class="nutrition">${facts(at, '열량: # kcal\n나트륨: # mg', tableRow)}</table><div class="view_reply"><b>댓글 ${at % 70}</b><div>${pick(at, '따라 했는데 정말 맛있어요.|간이 조금 세네요.|아이들이 좋아합니다.')}</div></div>`;
  const other = (count: number, step: number): string =>
    `<ul>${cards(shown, count, step, (name, n) => `<li><a>${name}</a><span>조회 ${n % 9000}</span></li>`)}</ul>`;
  return whole(
    'ko',
    areLoose ? `${title} : ${shown.site}` : `${title} 레시피 : ${shown.site}`,
    '',
    `<body><div class="gnb"><a>${shown.site}</a><ul>${links('추천|분류|랭킹|매거진|쇼핑|로그인')}</ul><form><input placeholder="재료나 요리를 검색하세요"></form></div><div class="container"><div class="contents_left">${main}<div class="more"><b>이 레시피와 비슷한</b>${areLoose ? '' : other(4, 5)}</div></div><div class="contents_right"><b>오늘의 인기</b>${other(5, 12)}<p>${shown.shared[0]}</p></div></div><footer><ul>${links('회사소개|이용약관|개인정보처리방침|제휴문의')}</ul><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** Records of a catalogue: fields, copies by branch, subjects, a record in other formats. Hebrew. */
const library = theme('records of a library', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const fields = facts(
    at,
    'סוג חומר: ספר|כתב עת|מפה|תקליט\nהוצאה: ירושלים|תל אביב|חיפה\nשנה: 19#\nתיאור פיזי: # עמודים\nנושאים: היסטוריה|ספנות|כלכלה\nמסת״ב: 965-#-#',
    (name, value) => `<span class="results_summary"><span class="label">${name}: </span>${value}</span>`,
  );
  const copies = [0, 1]
    .map(
      (i) =>
        `<tr><td>${pick(at + i, 'הספרייה המרכזית|סניף הנמל|מדעי הרוח')}</td><td>${300 + ((at + i) % 600)}.${at % 90}</td><td>${pick(at + 2 * i, 'זמין|מושאל|לעיון בלבד')}</td></tr>`,
    )
    .join('');
  const main = areLoose
    ? `<div class="main"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<div id="catalogue_detail_biblio" class="record" vocab="http://schema.org/"><h1 class="title" property="name">${title}</h1><h5 class="author">מאת: ${pick(at, 'לוי, דוד|כהן, רות|מזרחי, אסתר')}</h5>${noted(shown, '<div class="alert">', '</div>')}${fields}<div class="results_summary summary"><span class="label">תקציר:</span>${html(paragraphs)}</div><ul class="nav-tabs"><li>עותקים (${1 + (at % 5)})</li><li>הערות כותר</li><li>תגובות (0)</li></ul><table id="holdingst"><caption>עותקים</caption><tbody>${copies}</tbody></table><div id="shelfbrowser"><h4>על המדף</h4>${cards(shown, 4, 3, (name) => `<a>${name}</a>`)}</div></div><div class="nav_results"><a>« הקודם</a> <a>הבא »</a><ul id="action">${links('הזמנה|הדפסה|שמירה לרשימה|ייצוא MARC')}</ul></div>`;
  return whole(
    'he" dir="rtl',
    areLoose ? `${title} › ${shown.site}` : `פרטים עבור: ${title} › ${shown.site} קטלוג`,
    '',
    `<body id="opac-detail"><div id="header-region"><a class="navbar-brand">${shown.site}</a><a>עגלה</a><a>רשימות</a><a>כניסה</a></div><form id="searchform"><select><option>חיפוש בקטלוג<option>כותר<option>מחבר</select><input name="q"><button>חיפוש</button></form><div class="moresearches"><ul>${links('חיפוש מתקדם|קורסים|מחברים|ענן תגיות')}</ul></div><div class="container-fluid">${main}</div><div id="opaccredits"><p>${shown.shared[0]}</p></div><footer>${shown.shared[1]}</footer></body>`,
  );
});

/** Objects: fields, a text, where it is shown; in the later version a viewer of pictures with labels. Japanese. */
const museum = theme('items of a museum', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, version } = shown;
  const fields = facts(
    at,
    '時代: 江戸時代|明治時代|室町時代\n材質: 木|絹本着色|銅|陶器\n寸法: 縦# cm\n所蔵番号: A-#\n寄贈者: 個人|市役所|商会',
    version === '2.0' ? tableRow : term,
  );
  const name = `${title} | ${areLoose ? '' : '収蔵品 | '}${shown.site}`;
  if (version === '2.0') {
    return whole(
      'ja',
      name,
      '<link rel="alternate" type="application/json+oembed" href="/oembed">',
      `<body><div class="site"><header><a>${shown.site}</a><nav><ul>${links('展覧会|コレクション|学ぶ|来館案内')}</ul></nav></header><main>${areLoose ? '' : '<div class="iiif-viewer" data-manifest="/iiif/manifest.json"><button>拡大</button><button>縮小</button></div>'}<div class="object"><h1>${title}</h1>${noted(shown, '<p class="obj-note">', '</p>')}${html(paragraphs)}${areLoose ? '' : `<table>${fields}</table>`}</div>${areLoose ? '' : `<section><h2>あわせて見る</h2><div class="grid">${cards(shown, 6, 7, (each) => `<a>${each}</a>`)}</div></section>`}</main><footer><p>${shown.shared[1]}</p></footer></div></body>`,
    );
  }
  const main = areLoose
    ? `<div id="main"><h2>${title}</h2>${html(paragraphs)}</div>`
    : `<div id="main"><h2>${title}</h2><div class="photo"><img alt="${title}" src="/img/${at}.jpg"></div><dl class="data">${fields}</dl>${noted(shown, '<p class="caution">', '</p>')}<h3>解説</h3><div class="kaisetsu">${html(paragraphs)}</div><p class="place">展示場所：${pick(at, '本館一階|東館|収蔵庫（非公開）')}　更新日：2026年${1 + (at % 12)}月</p></div>`;
  return whole(
    'ja',
    name,
    '<meta http-equiv="Content-Style-Type" content="text/css">',
    `<body><div id="wrap"><div id="head"><h1><a>${shown.site}</a></h1><ul id="gnavi">${links('ホーム|利用案内|展示案内|収蔵品検索|研究紀要|お問い合わせ')}</ul></div><div id="pankuzu">ホーム &gt; 収蔵品検索</div>${main}<div id="side"><h3>ほかの収蔵品</h3><ul>${cards(shown, 5, 7, (each) => `<li><a>${each}</a></li>`)}</ul><p>${shown.shared[0]}</p></div><div id="foot">${shown.shared[1]}</div></div></body>`,
  );
});

/** Parts of machines: a drawing with numbers, prices, what they fit, a strip of tabs. Polish. */
const spareParts = theme('spare parts', 'shop', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const price = `${10 + (at % 900)},${10 + (at % 89)} zł`;
  const fits = [0, 1]
    .map(
      (i) =>
        `<li>${pick(at + i, 'Koral|Bosman|Mewa|Fala')} ${100 + ((at * (i + 3)) % 800)} (${2001 + ((at + i) % 22)}–)</li>`,
    )
    .join('');
  const main = areLoose
    ? `<section class="page-cms"><h1>${title}</h1>${html(paragraphs)}</section>`
    : `<section class="product" data-id="${at}"><div class="product__gallery"><img alt="${title}"><a>Rysunek złożeniowy, poz. ${1 + (at % 60)}</a></div><div class="product__info"><h1 class="product__name">${title}</h1><p>Nr kat. ${pick(at, 'KX|MB|TR')}-${10_000 + (at % 80_000)} | Producent: ${pick(at >> 2, 'Gdynia Pumps|Warta|Odra')}</p><p class="price"><strong>${price}</strong> brutto</p><p class="stock">${pick(at, 'Na stanie|Na zamówienie: 5 dni|Ostatnie sztuki')}</p>${noted(shown, '<p class="info">', '</p>')}<form><input type="number" value="1"><button>Do koszyka</button></form></div><div class="tabs"><button>Opis</button><button>Pasuje do</button><button>Dostawa</button></div><div class="tab tab--desc">${html(paragraphs)}<table>${facts(at, 'Masa: # g\nMateriał: stal|mosiądz|guma\nNumer OEM: 5#-#\nGwarancja: 12 miesięcy|24 miesiące', tableRow)}</table></div><div class="tab tab--fits" hidden><ul>${fits}</ul></div><div class="tab" hidden><p>${shown.shared[0]}</p></div></section><section class="also"><h2>Inni kupili także</h2>${cards(shown, 5, 6, (name, n) => `<div class="tile"><a>${name}</a><span>${10 + (n % 900)},00 zł</span><button>Do koszyka</button></div>`)}</section>`;
  return whole(
    'pl',
    areLoose ? `${title} - ${shown.site}` : `${title} - części zamienne - sklep ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'Product', name: title, sku: `KX-${at}` }),
    `<body><div class="topbar">Wysyłka w 24 h | Tel. 58 555 0${100 + shown.site.length}</div><header><a>${shown.site}</a><form><input placeholder="Numer części lub model"></form><a>Koszyk (0)</a></header><nav><ul>${panels('Silnik: Uszczelki|Filtry|Rozrusznik\nPompy: Wirniki|Wały|Łożyska\nOsprzęt: Przewody|Zawory')}</ul></nav><main>${main}</main><footer><p>${shown.shared[1]}</p><ul>${links('Regulamin|Zwroty|RODO|Kontakt')}</ul></footer>${cookieDialog('Ciasteczka', 'Sklep używa plików cookie do obsługi koszyka.', 'OK|Ustawienia')}</body>`,
  );
});

/** Episodes: a player, notes with hours, people who speak, subscriptions, the latest episodes. Spanish. */
const podcast = theme('episodes of a podcast', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const chapters = [0, 1, 2]
    .map(
      (i) =>
        `<li>${hour(i * 9 + (at % 7))} ${pick(at + i, 'Presentación|Entrevista|Correo de oyentes|Despedida|Noticias')}</li>`,
    )
    .join('');
  const main = areLoose
    ? `<section class="page"><h1>${title}</h1>${html(paragraphs)}</section>`
    : `<article class="episode"><p class="kicker">T${1 + (at % 9)} · E${1 + (at % 52)} · ${20 + (at % 60)} min</p><h1>${title}</h1><div class="player" data-src="/audio/${at}.mp3"><button aria-label="Reproducir">▶</button><input type="range" value="0"><span>00:00</span></div>${noted(shown, '<p class="fe-de-erratas">', '</p>')}<div class="notes">${html(paragraphs)}<h2>En este episodio</h2><ul>${chapters}</ul></div><section class="hosts"><h2>Voces</h2>${facts(at, 'Presenta: Marta|Julián|Inés\nSonido: Óscar|Leire\nMúsica: archivo|Trío Bruma', (name, value) => `<p><b>${name}:</b> ${value}</p>`)}</section></article><section class="latest"><h2>Últimos episodios</h2><ol>${cards(shown, 6, 4, (name, n) => `<li><a>${name}</a> <small>${20 + (n % 60)} min</small></li>`)}</ol><button>Cargar más</button></section>`;
  return whole(
    'es',
    `${title} · ${shown.site}`,
    `<link rel="alternate" type="application/rss+xml" href="/feed.xml">${areLoose ? '' : jsonLd({ '@type': 'PodcastEpisode', name: title })}`,
    `<body><header><a>${shown.site}</a><nav><ul>${links('Episodios|Temas|Quiénes somos|Tienda|Apóyanos')}</ul></nav></header><main>${main}</main><section class="subscribe"><h2>Suscríbete</h2><ul>${links('Apple Podcasts|Spotify|iVoox|RSS')}</ul><p>${shown.shared[0]}</p></section><footer><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** Sites of collections and of what is sold or heard one by one. */
export const collectionThemes: readonly Engine[] = [
  releaseNotes,
  plants,
  recipeCards,
  library,
  museum,
  spareParts,
  podcast,
];
