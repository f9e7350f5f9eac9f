import { cards, cookieDialog, pick, whole } from '../eighth-group/parts.ts';
import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { halves, html, menu, theme } from '../theme.ts';
import { facts, hour, noted, tableRow, term } from './parts.ts';

/** Releases of firms: who sends it, the text, about the firm, a contact, files. Chinese. */
const pressReleases = theme('press releases', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const date = `2026年${1 + (at % 12)}月${1 + (at % 28)}日`;
  const main = areLoose
    ? `<div class="con_detail"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<div class="con_detail"><h1 class="con_tit">${title}</h1><p class="con_info"><span>${pick(at, '海通集团|北岸实业|江畔科技|远洋控股')}</span><span>${date} ${hour(480 + (at % 600))}</span><span>阅读 ${at % 9000}</span></p>${noted(shown, '<p class="con_note">', '</p>')}<div id="dvContent" class="con_text"><p>${pick(at >> 3, '上海|北京|广州|天津')}${date}电</p>${html(paragraphs)}<p>（完）</p></div><div class="con_about"><h2>关于本公司</h2><p>${shown.shared[0]}</p><h2>媒体联系人</h2><p>${pick(at >> 2, '王女士|李先生|陈女士')} 电话：0${10 + (at % 89)}-5550${100 + (at % 899)}</p></div><div class="con_share">分享到：<a>微信</a> <a>微博</a></div><div class="con_file"><a>下载附件（PDF，${100 + (at % 800)} KB）</a></div></div><div class="rel"><h3>相关新闻</h3><ul>${cards(shown, 6, 7, (name, n) => `<li><a>${name}</a><em>${1 + (n % 12)}-${1 + (n % 28)}</em></li>`)}</ul></div>`;
  return whole(
    'zh-CN',
    areLoose ? `${title}_${shown.site}` : `${title}_新闻稿_${shown.site}`,
    '<meta http-equiv="Cache-Control" content="no-transform">',
    `<body><div class="top"><div class="w1200"><a>${shown.site}</a><ul>${links('首页|最新稿件|行业|企业库|媒体登录|发稿服务')}</ul><form><input placeholder="请输入关键词"><button>搜索</button></form></div></div><div class="w1200 main"><div class="left">${main}</div><div class="right"><h3>热门稿件</h3><ol>${cards(shown, 8, 11, (name) => `<li><a>${name}</a></li>`)}</ol></div></div><div class="foot"><p>${shown.shared[1]}</p><p>备案号 3101${shown.site.length}号</p></div></body>`,
  );
});

/** Votes by name: the question, a sum, how groups voted; in the later version on a new site. Hungarian. */
const rollCalls = theme('roll calls', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, version } = shown;
  const groups = ['Kék', 'Zöld', 'Független'].map(
    (name, i) =>
      `<tr><td>${name}</td><td>${(at * (i + 3)) % 70}</td><td>${(at * (i + 5)) % 40}</td><td>${(at + i) % 9}</td></tr>`,
  );
  const table = `<table class="votes"><thead><tr><th>Frakció</th><th>Igen</th><th>Nem</th><th>Tart.</th></tr></thead><tbody>${groups.join('')}</tbody></table>`;
  const sum = facts(
    at,
    'Szavazás ideje: 2026. november #.\nEredmény: Elfogadva|Elutasítva\nSzavazási mód: Egyszerű többség|Kétharmad\nÜlésszak: #. ülésszak',
    version === '2.0' ? term : tableRow,
  );
  const name = areLoose ? `${title} - ${shown.site}` : `${title} - Szavazások - ${shown.site}`;
  if (version === '2.0') {
    return whole(
      'hu',
      name,
      '<link rel="stylesheet" href="/assets/main.9d.css">',
      `<body><header role="banner"><a href="/" class="logo">${shown.site}</a><button aria-controls="nav">Menü</button></header><nav id="nav"><ul>${panels('Képviselők: Névsor|Frakciók|Bizottságok\nIrományok: Javaslatok|Szavazások|Kérdések\nKözvetítés: Élő|Archívum')}</ul></nav><main class="container"><h1>${title}</h1>${noted(shown, '<div class="callout">', '</div>')}${areLoose ? html(paragraphs) : `<dl class="summary">${sum}</dl>${html(paragraphs)}<h2>Szavazatok frakciónként</h2>${table}<h2>További szavazások</h2><ul class="tiles">${cards(shown, 4, 9, (each) => `<li><a>${each}</a></li>`)}</ul>`}</main><footer class="site-footer"><p>${shown.shared[1]}</p></footer>${cookieDialog('Sütik', 'A honlap sütiket használ a látogatottság mérésére.', 'Elfogadom|Beállítások')}</body>`,
    );
  }
  const main = areLoose
    ? `<table width="100%"><tr><td><h2>${title}</h2>${html(paragraphs)}</td></tr></table>`
    : `<table width="100%" class="szav"><tr><td colspan="2"><h2>${title}</h2></td></tr>${sum}<tr><td colspan="2">${noted(shown, '<p><i>', '</i></p>')}${html(paragraphs)}</td></tr></table><h3>Frakciók</h3>${table}<h3>Kapcsolódó szavazások</h3><ul>${cards(shown, 5, 9, (each) => `<li><a>${each}</a></li>`)}</ul>`;
  return whole(
    'hu',
    name,
    '<meta name="generator" content="WebForms">',
    `<body><div id="fejlec"><img alt="${shown.site}"><a>Magyar</a> | <a>English</a></div><table id="keret"><tr><td id="menu" valign="top"><ul>${links('Az Országgyűlés|Képviselők|Irományok|Szavazások|Ülésnapok|Könyvtár|Sajtó')}</ul><p>${shown.shared[0]}</p></td><td id="tartalom" valign="top">${main}</td></tr></table><div id="lablec">${shown.shared[1]}</div></body>`,
  );
});

/** Posts of public offices: a table of conditions, how to apply, dates, other posts by state. Hindi. */
const vacancies = theme('vacancies', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const conditions = facts(
    at,
    'विभाग: रेलवे|डाक|शिक्षा|स्वास्थ्य\nपदों की संख्या: #\nयोग्यता: दसवीं|बारहवीं|स्नातक|डिप्लोमा\nआयु सीमा: 18 से 27 वर्ष|21 से 32 वर्ष\nवेतन: ₹25,500|₹35,400|₹44,900\nअंतिम तिथि: # दिसंबर 2026',
    tableRow,
  );
  const main = areLoose
    ? `<article class="page"><h1 class="entry-title">${title}</h1><div class="entry-content">${html(paragraphs)}</div></article>`
    : `<article class="post"><h1 class="entry-title">${title}</h1><div class="entry-meta">प्रकाशित: ${dated(at).digits} | द्वारा: ${pick(at, 'संपादक|राहुल|प्रिया')}</div>${noted(shown, '<div class="wp-block-group notice"><p>', '</p></div>')}<div class="entry-content"><div id="toc" class="toc"><p>विषय सूची</p><ul>${links('विवरण|योग्यता|आवेदन कैसे करें|महत्वपूर्ण लिंक')}</ul></div><h2>विवरण</h2>${html(paragraphs)}<figure class="wp-block-table"><table><tbody>${conditions}</tbody></table></figure><h2>आवेदन कैसे करें</h2><ol><li>आधिकारिक वेबसाइट खोलें।</li><li>पंजीकरण करें और फॉर्म भरें।</li><li>शुल्क जमा करके रसीद सहेजें।</li></ol><h2>महत्वपूर्ण लिंक</h2><table><tr><td>अधिसूचना</td><td><a>यहाँ क्लिक करें</a></td></tr><tr><td>आवेदन</td><td><a>यहाँ क्लिक करें</a></td></tr></table></div></article><section class="related"><h2>अन्य भर्तियाँ</h2><ul>${cards(shown, 6, 7, (name) => `<li><a>${name}</a></li>`)}</ul></section>`;
  return whole(
    'hi',
    areLoose ? `${title} - ${shown.site}` : `${title} 2026 - ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'JobPosting', title, datePosted: dated(at).iso }),
    `<body class="wp-theme"><header><p><a>${shown.site}</a></p><nav><ul>${links('मुख्य पृष्ठ|नवीनतम भर्ती|प्रवेश पत्र|परिणाम|पाठ्यक्रम')}</ul></nav><div class="ticker">${cards(shown, 3, 17, (name) => `<a>${name}</a>`)}</div></header><main>${main}</main><aside><h2>टेलीग्राम समूह से जुड़ें</h2><p>${shown.shared[0]}</p></aside><footer><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** Cases of courts: parties, a table of entries with numbers, who judges; in the later version a list. */
const docket = theme('a court docket', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, version } = shown;
  const entry = (i: number): readonly [number: string, date: string, text: string] => [
    String(1 + i + (at % 40)),
    dated(at + i * 13).digits,
    pick(
      at + 3 * i,
      'Summons issued|Notice of appearance|Motion to extend time|Minute entry|Certificate of service|Stipulation',
    ),
  ];
  const entries = [0, 1, 2].map(entry);
  const case_ = facts(
    at,
    'Docket number: 2:26-cv-0#|1:25-cv-0#|4:26-mc-00#\nNature of suit: Contract|Admiralty|Patent|Insurance\nJury demand: None|Plaintiff|Defendant\nJudge: A. Whitlock|R. Amadi|S. Brandt',
    term,
  );
  const opinion = `<div class="plaintext">${html(paragraphs)}</div>`;
  const listed =
    version === '2.0'
      ? `<ol class="space-y-4">${entries.map(([n, date, text]) => `<li><span>#${n}</span> <time>${date}</time> <span>${text}</span></li>`).join('')}</ol>`
      : `<table id="docket-entry-table"><thead><tr><th>No.</th><th>Filed</th><th>Entry</th></tr></thead><tbody>${entries.map(([n, date, text]) => `<tr><td>${n}</td><td>${date}</td><td>${text} <a>Main document</a> <button>Buy on the register</button></td></tr>`).join('')}</tbody></table>`;
  const main = areLoose
    ? `<div class="col-sm-12"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<div class="col-sm-9"><h1 id="caption">${title}</h1><p class="bottom">District court, ${pick(at, 'northern|southern|eastern|western')} district</p>${noted(shown, '<div class="alert alert-warning">', '</div>')}<dl class="case-meta">${case_}</dl><div role="tablist"><a role="tab">Entries (${4 + (at % 80)})</a><a role="tab">Parties</a><a role="tab">Authorities</a></div><h2>Latest opinion</h2>${opinion}<h2>Entries</h2>${listed}</div><div class="col-sm-3"><h3>Cited by</h3><ul>${cards(shown, 5, 9, (name, n) => `<li><a>${name}</a> (${2000 + (n % 26)})</li>`)}</ul></div>`;
  return whole(
    'en',
    areLoose ? `${title} – ${shown.site}` : `${title}, docket – ${shown.site}`,
    '<link rel="search" type="application/opensearchdescription+xml" href="/os.xml">',
    `<body><nav class="navbar"><a class="navbar-brand">${shown.site}</a><ul>${links('Opinions|Filings|Oral arguments|Judges|Citation look-up|Donate')}</ul></nav><div class="alert-donate"><p>${shown.shared[0]}</p></div><div class="container"><form class="search"><input placeholder="Search"><select><option>Opinions<option>Dockets</select></form><div class="row">${main}</div></div><footer><div class="row">${links('About|FAQ|Visualizations|Coverage|Terms')}</div><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** Plans of lessons: aims, a table of steps, what to bring, a whole tree of topics beside it. Ukrainian. */
const lessonPlans = theme('lesson plans', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const [opening, course] = halves(paragraphs);
  const steps = ['Організаційний момент', 'Актуалізація знань', 'Новий матеріал', 'Підсумок']
    .map((step, i) => `<tr><td>${i + 1}</td><td>${step}</td><td>${3 + ((at + i * 5) % 20)} хв</td></tr>`)
    .join('');
  const main = areLoose
    ? `<article class="item-page"><h2 itemprop="headline">${title}</h2><div itemprop="articleBody">${html(paragraphs)}</div></article>`
    : `<article class="item-page"><h2 itemprop="headline">${title}</h2><dl class="article-info">${facts(at, 'Клас: 3|4|5|6|7\nПредмет: Математика|Природа|Історія|Мова\nТип уроку: Комбінований|Засвоєння знань|Повторення\nПереглядів: #', term)}</dl>${noted(shown, '<p class="alert">', '</p>')}<div itemprop="articleBody"><h3>Мета</h3>${html(opening)}<h3>Обладнання</h3><ul><li>${pick(at, 'картки|карта|глобус|лінійка')}</li><li>${pick(at >> 2, 'проєктор|дошка|зошит')}</li></ul><h3>Хід уроку</h3><table class="steps"><tbody>${steps}</tbody></table>${html(course)}<h3>Домашнє завдання</h3><p>§ ${1 + (at % 60)}, вправи ${1 + (at % 12)}–${13 + (at % 9)}.</p></div><div class="attachments"><a>Завантажити (.docx)</a></div><ul class="pager">${cards(shown, 2, 1, (name) => `<li><a>${name}</a></li>`)}</ul></article>`;
  return whole(
    'uk',
    areLoose ? `${title} » ${shown.site}` : `План уроку: ${title} » ${shown.site}`,
    '<script type="application/json" class="joomla-script-options new">{"csrf.token":"7c"}</script>',
    `<body class="site com_content"><div class="header"><a class="brand">${shown.site}</a><ul class="nav menu">${links('Головна|Плани уроків|Презентації|Тести|Форум учителів|Вхід')}</ul></div><div class="container"><div class="sidebar"><h3>Усі теми</h3><ul>${menu(shown)}</ul></div><main role="main">${main}</main><div class="span3"><h3>Нове на сайті</h3><p>${shown.shared[0]}</p></div></div><footer><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** Stations and what they measure: a map, means by month, the history of a place. Norwegian. */
const weatherStations = theme('weather stations', 'documentation', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const months = 'jan|mai|sep'.split('|');
  const means = months
    .map(
      (month, i) =>
        `<tr><th>${month}</th><td>${((at * (i + 3)) % 300) / 10 - 10}</td><td>${(at * (i + 7)) % 180}</td></tr>`,
    )
    .join('');
  const main = areLoose
    ? `<div class="text-page"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<article class="station"><header><h1>${title}</h1><p>SN${10_000 + (at % 80_000)} · ${at % 900} moh. · i drift siden ${1890 + (at % 120)}</p></header>${noted(shown, '<div class="message message--info">', '</div>')}<div class="now"><span>${(at % 300) / 10 - 8} °C</span><span>${at % 20} m/s</span><span>${980 + (at % 60)} hPa</span></div><section><h2>Om stasjonen</h2>${html(paragraphs)}</section><section><h2>Normaler 1991–2020</h2><table><thead><tr><th>Måned</th><th>°C</th><th>mm</th></tr></thead><tbody>${means}</tbody></table></section><dl>${facts(at, 'Eier: Meteorologisk institutt|Kommunen|Vegvesenet\nKommune: Bodø|Røros|Molde|Alta\nInstrumenter: Temperatur, vind|Nedbør|Alle', term)}</dl></article><section class="near"><h2>Andre stasjoner</h2><ul>${cards(shown, 6, 6, (name, n) => `<li><a>${name}</a> ${1 + (n % 60)} km</li>`)}</ul></section>`;
  return whole(
    'nb',
    areLoose ? `${title} – ${shown.site}` : `${title} – observasjoner og klima – ${shown.site}`,
    '<meta name="color-scheme" content="light dark">',
    `<body><header class="page-header"><a>${shown.site}</a><form role="search"><input aria-label="Søk på sted"></form><nav><ul>${links('Værvarsel|Observasjoner|Klima|Hav|Luftkvalitet')}</ul></nav></header><main>${main}</main><footer><p>${shown.shared[0]}</p><ul>${links('Om oss|Frie data|Personvern')}</ul></footer></body>`,
  );
});

/** Sites of offices, courts, schools and services. */
export const officeThemes: readonly Engine[] = [
  pressReleases,
  rollCalls,
  vacancies,
  docket,
  lessonPlans,
  weatherStations,
];
