import { cards, cookieDialog, pick, whole } from '../eighth-group/parts.ts';
import type { Engine } from '../engines/engine.ts';
import { jsonLd, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { beginning, html, theme } from '../theme.ts';
import { facts, hour, noted, tableRow, term } from './parts.ts';

/** Stops of buses: departures by line, a map still to load, notes of the operator, stops nearby. Finnish. */
const busStops = theme('bus stops', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const departures = [0, 1, 2]
    .map(
      (i) =>
        `<tr><td>${hour(at * 7 + i * 11)}</td><td><span class="route">${1 + ((at + i * 31) % 97)}${pick(at + i, '|N|K|B')}</span></td><td>${pick(at + i, 'Rautatientori|Satama|Keskusta|Lentoasema|Yliopisto')}</td><td>${1 + ((at + i) % 4)}</td></tr>`,
    )
    .join('');
  const main = areLoose
    ? `<section class="content-page"><h1>${title}</h1>${html(paragraphs)}</section>`
    : `<section class="stop-page" data-gtfs="HSL:${1_000_000 + at}"><div class="card-header"><span class="icon-bus" aria-hidden="true"></span><div><h1 class="stop-name">${title}</h1><p class="stop-code">${pick(at, 'H|E|V|Ki')}${1000 + (at % 9000)} · Vyöhyke ${pick(at, 'A|B|C|D')}</p></div><button aria-pressed="false">Lisää suosikkeihin</button></div><div role="tablist"><a role="tab">Lähdöt</a><a role="tab">Aikataulu</a><a role="tab">Häiriöt</a></div>${noted(shown, '<div class="alert-row" role="alert"><p>', '</p></div>')}<table class="departure-list"><caption>Seuraavat lähdöt</caption><thead><tr><th>Aika</th><th>Linja</th><th>Määränpää</th><th>Laituri</th></tr></thead><tbody>${departures}</tbody></table><section class="stop-info"><h2>Tietoa pysäkistä</h2>${html(paragraphs)}<dl>${facts(at, 'Katos: Kyllä|Ei\nEsteettömyys: Matalalattiainen|Porras|Ramppi\nEtäisyys keskustaan: # km', term)}</dl></section></section><aside><h2>Lähellä olevat pysäkit</h2><ul>${cards(shown, 5, 4, (name, n) => `<li><a>${name}</a> <span>${50 + (n % 600)} m</span></li>`)}</ul></aside>`;
  return whole(
    'fi',
    `${title} | ${areLoose ? '' : 'Pysäkki | '}${shown.site}`,
    '<link rel="manifest" href="/manifest.json">',
    `<body><div id="app"><header class="top-bar"><a href="/">${shown.site}</a><nav aria-label="Päävalikko"><ul>${links('Reitit|Linjat|Liput ja hinnat|Asiakaspalvelu|Kirjaudu')}</ul></nav><form role="search"><label>Mistä<input></label><label>Minne<input></label><button>Hae reitti</button></form></header><div class="map" aria-hidden="true"></div><main>${main}</main><footer><p>${shown.shared[0]}</p><ul>${links('Tietoa palvelusta|Saavutettavuusseloste|Tietosuoja|Evästeasetukset')}</ul></footer></div></body>`,
  );
});

/** Houses of a chain: rooms and services, a form for dates, opinions, others nearby. In the later version for telephones. Arabic. */
const hotels = theme('a hotel chain', 'shop', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const opinion = (i: number): string =>
    `<li class="review"><strong>${pick(at + i, 'سارة|خالد|نورة|يوسف')}</strong> <span>${7 + ((at + i) % 3)}.${(at + i) % 10}</span><p>${pick(at + 2 * i, 'موقع ممتاز وطاقم ودود.|الإفطار متنوع والغرفة نظيفة.|الهدوء كان أجمل ما في الإقامة.|نوصي به للعائلات.')}</p></li>`;
  const services = facts(
    at,
    'واي فاي: مجاني|في الردهة فقط\nموقف سيارات: متاح|غير متاح\nتسجيل الوصول: من الثانية ظهرًا|من الثالثة عصرًا\nعدد الغرف: #',
    term,
  );
  const price = 180 + (at % 90) * 5;
  const text = areLoose ? html(paragraphs) : `<div class="hotel-description">${html(paragraphs)}</div>`;
  const title_ = areLoose ? `${title} - ${shown.site}` : `${title} - احجز الآن - ${shown.site}`;
  if (shown.version === '2.0') {
    return whole(
      'ar" dir="rtl',
      title_,
      '<meta name="theme-color" content="#023">',
      `<body class="m-site"><header class="m-bar"><button aria-label="القائمة">☰</button><a>${shown.site}</a><button>بحث</button></header><main class="m-main"><h1>${title}</h1>${noted(shown, '<p class="m-note">', '</p>')}${areLoose ? '' : `<div class="m-gallery"></div><p class="m-price">من <b>${price}</b> ريال لليلة</p><button class="m-cta">اختر غرفتك</button>`}${text}${areLoose ? '' : `<details><summary>الخدمات</summary><dl>${services}</dl></details><h2>قد يعجبك أيضًا</h2><ul>${cards(shown, 3, 11, (name) => `<li><a>${name}</a></li>`)}</ul>`}</main><nav class="m-tabs"><ul>${links('الرئيسية|حجوزاتي|العروض|حسابي')}</ul></nav><footer><p>${shown.shared[1]}</p></footer></body>`,
    );
  }
  const main = areLoose
    ? `<div class="static"><h1>${title}</h1>${text}</div>`
    : `<article class="hotel" itemscope itemtype="https://schema.org/Hotel"><div class="hotel-head"><h1 itemprop="name">${title}</h1><span class="stars" aria-label="${3 + (at % 3)} نجوم">★★★</span><a href="#map">عرض على الخريطة</a></div><div class="gallery">${[1, 2, 3].map((i) => `<img loading="lazy" alt="${title} ${i}" src="/p/${at}-${i}.jpg">`).join('')}</div>${noted(shown, '<div class="notice">', '</div>')}${text}<section class="rooms"><h2>الغرف والأسعار</h2><table><tbody>${facts(at, `غرفة مفردة: ${price} ريال\nغرفة مزدوجة: ${price + 70} ريال\nجناح: ${price + 240} ريال`, tableRow)}</tbody></table></section><section><h2>الخدمات</h2><dl>${services}</dl></section><section class="reviews"><h2>آراء النزلاء (${at % 900})</h2><ul>${[0, 1, 2].map(opinion).join('')}</ul></section></article><section class="nearby"><h2>فنادق قريبة</h2>${cards(shown, 4, 6, (name, n) => `<div class="card"><a>${name}</a><span>${180 + (n % 90) * 5} ريال</span></div>`)}</section>`;
  return whole(
    'ar" dir="rtl',
    title_,
    areLoose ? '' : jsonLd({ '@type': 'Hotel', name: title, description: beginning(paragraphs, 120) }),
    `<body><header><a>${shown.site}</a><nav><ul>${panels('الوجهات: الرياض|جدة|دبي|عمّان\nالعروض: عطلة نهاية الأسبوع|العائلات|الشركات')}</ul></nav><select aria-label="العملة"><option>ريال<option>درهم</select></header><form class="booking"><label>الوصول<input type="date"></label><label>المغادرة<input type="date"></label><label>النزلاء<input type="number"></label><button>ابحث</button></form><main>${main}</main><footer><p>${shown.shared[0]}</p><ul>${links('من نحن|الشروط والأحكام|سياسة الخصوصية|اتصل بنا')}</ul></footer></body>`,
  );
});

/** Trains and buses of a line: a table of hours between places, notes, other lines. Thai. */
const timetables = theme('timetables', 'wiki', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const places = 'กรุงเทพ|อยุธยา|ลพบุรี|นครสวรรค์|พิษณุโลก|ลำปาง|เชียงใหม่|ขอนแก่น'.split('|');
  const row = (i: number): string =>
    `<tr><th>${places[(at + i) % 8]}</th>${[0, 1, 2].map((j) => `<td>${hour(300 + (at % 90) + i * 47 + j * 260)}</td>`).join('')}</tr>`;
  const main = areLoose
    ? `<div class="page-content"><h2 class="page-title">${title}</h2>${html(paragraphs)}</div>`
    : `<div class="timetable-page"><h2 class="page-title">${title}</h2><p class="sub">ขบวนที่ ${1 + (at % 400)} · ${pick(at, 'ด่วนพิเศษ|เร็ว|ธรรมดา|ท้องถิ่น')} · ปรับปรุงล่าสุด ${1 + (at % 28)}/${1 + (at % 12)}/2569</p>${noted(shown, '<div class="box-warning">', '</div>')}<div class="table-responsive"><table class="table table-striped"><thead><tr><th>สถานี</th><th>เช้า</th><th>กลางวัน</th><th>ค่ำ</th></tr></thead><tbody>${[0, 1, 2].map(row).join('')}</tbody></table></div><h3>รายละเอียดเส้นทาง</h3>${html(paragraphs)}<dl class="fares">${facts(at, 'ชั้นหนึ่ง: # บาท\nชั้นสอง: # บาท\nชั้นสาม: # บาท\nตู้เสบียง: มี|ไม่มี', term)}</dl></div><div class="widget"><h3>เส้นทางอื่น</h3><ul>${cards(shown, 6, 5, (name) => `<li><a>${name}</a></li>`)}</ul></div>`;
  return whole(
    'th',
    `${title} - ${shown.site}`,
    '',
    `<body class="custom-background"><div id="wrapper"><div id="header"><h1 class="site-title"><a>${shown.site}</a></h1><ul id="menu-main">${links('หน้าแรก|ตารางเวลา|ค่าโดยสาร|จองตั๋ว|ข่าวประชาสัมพันธ์|ติดต่อเรา')}</ul></div><div id="slider"></div><div id="content">${main}</div><div id="sidebar"><h3>ค้นหาเที่ยวรถ</h3><form><select><option>ต้นทาง</select><select><option>ปลายทาง</select><button>ค้นหา</button></form><h3>ประกาศ</h3><p>${shown.shared[0]}</p></div><div id="footer"><p>${shown.shared[1]}</p><p>สงวนลิขสิทธิ์ © 2569</p></div></div></body>`,
  );
});

/** Houses for sale: a strip of facts, the broker, a table of the area, houses alike twice. Vietnamese. */
const villas = theme('villas for sale', 'shop', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose } = shown;
  const price = (n: number): string => `${2 + (n % 40)},${n % 10} tỷ`;
  const alike = (count: number, step: number): string =>
    cards(
      shown,
      count,
      step,
      (name, n) =>
        `<div class="js__card"><h3 class="re__card-title">${name}</h3><span>${price(n)}</span> · <span>${60 + (n % 300)} m²</span></div>`,
    );
  const main = areLoose
    ? `<div class="re__static"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<div class="re__pr-detail"><div class="re__breadcrumb"><a>Bán</a> / <a>Biệt thự</a> / <a>${pick(at, 'Đà Nẵng|Hải Phòng|Nha Trang|Vũng Tàu')}</a></div><h1 class="re__pr-title">${title}</h1><span class="re__address">Đường số ${1 + (at % 60)}, phường ${1 + (at % 14)}</span><div class="re__short-info">${facts(at, `Mức giá: ${price(at)}\nDiện tích: # m²\nPhòng ngủ: 3 phòng|4 phòng|5 phòng`, (name, value) => `<div><span class="title">${name}</span><span class="value">${value}</span></div>`)}</div>${noted(shown, '<div class="re__note">', '</div>')}<div class="re__section"><span class="re__section-title">Thông tin mô tả</span><div class="re__section-body re__detail-content">${html(paragraphs)}</div></div><div class="re__section"><span class="re__section-title">Đặc điểm bất động sản</span>${facts(at, 'Hướng nhà: Đông|Tây|Nam|Bắc\nPháp lý: Sổ đỏ|Hợp đồng\nSố tầng: 2|3|4\nNội thất: Đầy đủ|Cơ bản', (name, value) => `<div class="re__spec-item"><span>${name}</span><span>${value}</span></div>`)}</div><div class="re__config">${facts(at, 'Ngày đăng: #/11/2026\nMã tin: 44#', (name, value) => `<div><span>${name}</span><span>${value}</span></div>`)}</div></div><div class="re__sidebar"><div class="re__contact"><span>${pick(at, 'Minh|Lan|Hùng|Thảo')}</span><button>Hiện số</button></div><p>${shown.shared[0]}</p>${alike(3, 13)}</div><div class="re__similar"><h2>Bất động sản dành cho bạn</h2>${alike(6, 5)}</div>`;
  return whole(
    'vi',
    areLoose ? `${title} | ${shown.site}` : `${title} - Mã tin ${44_000_000 + at} | ${shown.site}`,
    '',
    `<body><header class="re__header"><a>${shown.site}</a><ul>${links('Nhà đất bán|Nhà đất cho thuê|Dự án|Tin tức|Môi giới|Đăng tin')}</ul></header><form class="re__search"><input placeholder="Nhập địa điểm"><button>Tìm kiếm</button></form><main>${main}</main><footer><p>${shown.shared[1]}</p><ul>${links('Về chúng tôi|Quy chế hoạt động|Điều khoản|Giải quyết khiếu nại')}</ul></footer></body>`,
  );
});

/** A calendar of WordPress: when and where, a map, links to calendars; in the later version with blocks. Catalan. */
const whatIsOn = theme('what is on', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, version } = shown;
  const when = `${1 + (at % 28)} de ${pick(at, 'gener|març|juny|novembre')} a les ${hour(1020 + (at % 12) * 15)}`;
  const where = facts(
    at,
    'Lloc: Ateneu|Teatre Principal|Biblioteca|Plaça Major\nPreu: Gratuït|#€\nOrganitza: Ajuntament|Coral|Associació de veïns',
    term,
  );
  const calendars = `<div class="tribe-events-cal-links"><a>+ Calendari de Google</a> <a>+ iCalendar</a></div>`;
  const event =
    version === '2.0'
      ? `<article class="wp-block-post"><h1 class="wp-block-post-title">${title}</h1><p class="wp-block-event-date">${when}</p>${noted(shown, '<p class="has-background">', '</p>')}<div class="entry-content wp-block-post-content is-layout-constrained">${html(paragraphs)}</div><dl class="wp-block-event-details">${where}</dl></article>`
      : `<div id="tribe-events-content" class="tribe-events-single"><p class="tribe-events-back"><a>« Tots els esdeveniments</a></p><h1 class="tribe-events-single-event-title">${title}</h1><div class="tribe-events-schedule"><h2>${when}</h2></div>${noted(shown, '<div class="tribe-events-notices"><ul><li>', '</li></ul></div>')}<div class="tribe-events-single-event-description tribe-events-content">${html(paragraphs)}</div>${calendars}<div class="tribe-events-single-section tribe-clearfix"><div class="tribe-events-meta-group"><h2>Detalls</h2><dl>${where}</dl></div><div class="tribe-events-meta-group-gmap"></div></div><nav class="tribe-events-nav-pagination"><ul>${cards(shown, 2, 1, (name) => `<li><a>${name}</a></li>`)}</ul></nav></div>`;
  return whole(
    'ca',
    `${title} – ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'Event', name: title, startDate: `2026-11-${1 + (at % 28)}` }),
    `<body class="tribe-no-js ${areLoose ? 'page' : 'single-tribe_events'}"><a class="skip-link">Vés al contingut</a><header class="site-header"><p class="site-title"><a>${shown.site}</a></p><nav><ul>${links('Agenda|Entitats|Espais|Notícies|Contacte')}</ul></nav></header><main id="main">${areLoose ? `<article class="page"><h1 class="entry-title">${title}</h1><div class="entry-content">${html(paragraphs)}</div></article>` : event}</main><aside class="widget-area"><section class="widget"><h2>Propers actes</h2><ol>${cards(shown, 6, 3, (name, n) => `<li><time>${1 + (n % 28)}/11</time> <a>${name}</a></li>`)}</ol></section><section class="widget"><h2>Butlletí</h2><p>${shown.shared[0]}</p></section></aside><footer><p>${shown.shared[1]}</p></footer>${cookieDialog('Galetes', 'Aquest web fa servir galetes per comptar visites.', 'D’acord|No, gràcies')}</body>`,
  );
});

/** Sites of places and how to reach them. */
export const travelThemes: readonly Engine[] = [busStops, hotels, timetables, villas, whatIsOn];
