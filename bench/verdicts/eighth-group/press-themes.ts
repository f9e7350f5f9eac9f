import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { beginning, html, theme } from '../theme.ts';
import { cards, cookieDialog, pick, whole } from './parts.ts';

const clock = (seconds: number): string =>
  [seconds / 3600, (seconds / 60) % 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':');

/** Episodes with transcripts: who speaks and when before each paragraph, notes, further episodes still to load. */
const podcast = theme('podcast transcripts', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const spoken = paragraphs
    .map(
      (each, i) =>
        `<div class="transcript-block" data-start="${31 * i + (at % 20)}"><div class="meta"><button class="timestamp" aria-label="Play from here">${clock(31 * i + (at % 20))}</button><cite>${pick(at + i, 'Host|Guest')}</cite></div><p>${each}</p></div>`,
    )
    .join('');
  const main = areLoose
    ? `<div class="wrap prose"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<article class="episode"><header><p class="eyebrow">Season ${1 + (at % 6)}, episode ${1 + (at % 40)}</p><h1>${title}</h1><p><time datetime="${dated(at).iso}">${dated(at).digits}</time> · ${21 + (at % 50)} min</p><audio-player src="/audio/${at}.mp3"><button>Play</button><span>00:00</span><label>Speed<select><option>1×<option>1.5×<option>2×</select></label></audio-player><ul class="subscribe">${links('Apple Podcasts|Spotify|Overcast|RSS')}</ul></header>${notice === '' ? '' : `<aside class="correction"><p>${notice}</p></aside>`}<div role="tablist"><button role="tab" aria-selected="false">Show notes</button><button role="tab" aria-selected="true">Transcript</button><button role="tab">Comments (${at % 90})</button></div><section role="tabpanel" id="transcript"><h2 class="sr-only">Transcript</h2><p class="disclaimer">This transcript was made by a program and may contain mistakes.</p>${spoken}</section></article><section class="sponsor" aria-label="Sponsors"><p>${shown.shared[0]}</p></section><section class="more"><h2>More episodes</h2><ol>${cards(shown, 6, 3, (name, n) => `<li><a>${name}</a><span>${21 + (n % 50)} min</span></li>`)}</ol><div class="load-more" data-next="/episodes?page=2"><span class="spinner"></span></div></section>`;
  return whole(
    'en',
    areLoose ? `${title} — ${shown.site}` : `${title} (Transcript) — ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'PodcastEpisode', name: title, timeRequired: `PT${21 + (at % 50)}M` }),
    `<body><header><a href="/">${shown.site}</a><nav aria-label="Main"><ul>${links('Episodes|Hosts|Live shows|Shop|Support us')}</ul></nav></header><main>${main}</main><footer><p>${shown.shared[1]}</p></footer></body>`,
  );
});

/** A post and its answers as Mastodon's server renders them. Japanese. */
const mastodon = theme('like Mastodon', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const reply = (i: number): string =>
    `<div class="entry" data-id="11${at}${i}"><div class="status"><a class="status__display-name"><bdi><strong>${pick(at + i, 'かもめ|灯台守|波止場|北の港')}</strong></bdi><span>@${pick(at + i, 'kamome|todai|hatoba|kita')}@fedi.example</span></a><div class="status__content"><p>${pick(at + 2 * i, 'これは知らなかったです。|去年も同じ話がありました。|出典はどこですか？|写真もぜひ見たいです。|ありがとうございます！')}</p></div></div></div>`;
  const main = areLoose
    ? `<div class="column"><h1>${title}</h1><div class="prose">${html(paragraphs)}</div></div>`
    : `<div class="activity-stream h-entry"><div class="entry entry-center"><article class="detailed-status" data-id="11${at}"><div class="p-author h-card"><a class="detailed-status__display-name u-url"><bdi><strong class="p-name emojify">${pick(at, '港だより|埠頭ニュース')}</strong></bdi><span class="display-name__account">@minato@${shown.site.toLowerCase().replaceAll(' ', '')}.example</span></a></div><div class="status__content emojify"><div class="e-content"><p><strong>${title}</strong></p>${html(paragraphs)}${notice === '' ? '' : `<p>追記：${notice}</p>`}<p><a class="mention hashtag" rel="tag">#<span>港</span></a></p></div></div><div class="detailed-status__meta"><time datetime="${dated(at).iso}">2026年${1 + (at % 12)}月${1 + (at % 28)}日 ${at % 24}:${10 + (at % 49)}</time> · ウェブ · <span>${at % 60}</span> ブースト · <span>${at % 210}</span> お気に入り</div></article></div>${[0, 1, 2].map(reply).join('')}<div class="entry load-gap"><button aria-label="もっと見る"></button></div></div>`;
  return whole(
    'ja',
    areLoose
      ? `${title} - ${shown.site}`
      : `${pick(at, '港だより|埠頭ニュース')}: "${title}" - ${shown.site}`,
    areLoose
      ? ''
      : `<meta property="og:type" content="article"><meta property="og:title" content="${pick(at, '港だより|埠頭ニュース')} (@minato)">`,
    `<body class="theme-default no-reduce-motion"><div class="notranslate app-holder" id="mastodon" data-props='{"locale":"ja"}'><noscript><p>このサイトを利用するには、スクリプトを有効にしてください。</p></noscript></div><div class="container public"><header><a class="brand">${shown.site}</a><a class="btn">ログイン</a><a class="btn">アカウント作成</a></header><main>${main}</main><aside class="server-banner"><p>${shown.shared[0]}</p><p><strong>${412 + shown.site.length}</strong> 人のアクティブユーザー</p></aside><footer><ul>${links('概要|プロフィールディレクトリ|プライバシーポリシー|キーボードショートカット|ソースコード')}</ul><span>v4.5.2</span></footer></div></body>`,
  );
});

/** Notices of deaths with a book of condolences, by the firm of an undertaker. French. */
const obituaries = theme('obituaries', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const condolence = (i: number): string =>
    `<li class="condolence"><strong>${pick(at + i, 'Famille Morel|Jeanne et Paul|Un ancien collègue|Les voisins|M. Girard')}</strong><time>${dated(at + i).digits}</time><p>${pick(at + 3 * i, 'Toutes nos condoléances.|Nous pensons bien à vous dans cette épreuve.|Un homme de grande valeur nous quitte.|Sincères condoléances à toute la famille.|De tout cœur avec vous.')}</p></li>`;
  const main = areLoose
    ? `<section class="contenu"><h1>${title}</h1>${html(paragraphs)}</section>`
    : `<section class="avis"><div class="portrait"><img alt="" src="/p/${at}.webp"></div><h1>${title}</h1><p class="dates">${1920 + (at % 60)} – 2026 · ${pick(at, 'Rennes|Brest|Nantes|Vannes|Angers')}</p>${notice === '' ? '' : `<p class="info">${notice}</p>`}<div class="texte">${html(paragraphs)}</div><div class="ceremonie"><h2>Cérémonie</h2><p>${pick(at, 'Lundi|Mardi|Jeudi|Vendredi')} à ${9 + (at % 8)} h ${10 + (at % 5) * 10}, crématorium</p></div><div class="actions"><button>Déposer une condoléance</button><button>Faire livrer des fleurs</button><button>Planter un arbre</button></div></section><section class="livre"><h2>Livre de condoléances</h2><ul>${[0, 1, 2].map(condolence).join('')}</ul><button>Voir plus</button></section><section class="autres"><h2>Autres avis de décès</h2><ul>${cards(shown, 8, 19, (name, n) => `<li><a>${name}</a> (${60 + (n % 40)} ans)</li>`)}</ul></section>`;
  return whole(
    'fr',
    areLoose ? `${title} - ${shown.site}` : `Avis de décès : ${title} - ${shown.site}`,
    '',
    `<body><header><a href="/">${shown.site}</a><nav><ul>${links('Avis de décès|Rechercher|Pompes funèbres|Services|Publier un avis')}</ul></nav></header>${cookieDialog('Respect de votre vie privée', 'Nous utilisons des traceurs pour mesurer l’audience.', 'Tout accepter|Tout refuser|Personnaliser')}<main>${main}</main><aside><h2>Nos conseils</h2><p>${shown.shared[0]}</p></aside><footer><ul>${links('Mentions légales|CGU|Contact')}</ul></footer></body>`,
  );
});

/** Bulletins of a weather office; what is around them is in declarative shadow roots, tables carry forecasts. Danish. */
const weather = theme('weather bulletins', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const row = (day: string, i: number): string =>
    `<tr><th scope="row">${day}</th><td>${((at + 3 * i) % 18) - 4}°</td><td>${2 + ((at + i) % 16)} m/s</td><td>${(at + 5 * i) % 12},${at % 10} mm</td></tr>`;
  const main = areLoose
    ? `<h1>${title}</h1>${html(paragraphs)}`
    : `<article><h1>${title}</h1><p class="issued">Udsendt kl. ${at % 24}.${10 + (at % 49)}</p>${notice === '' ? '' : `<weather-warning level="gul"><p>${notice}</p></weather-warning>`}<div class="bulletin">${html(paragraphs)}</div><figure><table><caption>Fem døgn</caption><tr><th>Dag</th><th>Temp.</th><th>Vind</th><th>Nedbør</th></tr>${['I dag', 'I morgen', 'Onsdag', 'Torsdag', 'Fredag'].map(row).join('')}</table></figure></article><section><h2>Flere udsigter</h2><ul>${cards(shown, 6, 7, (name) => `<li><a>${name}</a></li>`)}</ul></section>`;
  return whole(
    'da',
    `${title} · ${shown.site}`,
    '',
    `<body><site-header><template shadowrootmode="open"><style>:host{display:block}</style><nav aria-label="Hoved"><ul>${links('Vejr|Hav og is|Klima|Varsler|Om os')}</ul></nav><form role="search"><input aria-label="Søg sted"></form><slot></slot></template><a slot="logo" href="/">${shown.site}</a></site-header><main>${main}</main><site-footer><template shadowrootmode="open"><p>${shown.shared[0]}</p><slot name="links"></slot></template><ul slot="links">${links('Privatlivspolitik|Tilgængelighed|Åbne data')}</ul></site-footer></body>`,
  );
});

/** Reports of matches: score, teams, numbers, minutes, films still to load. Turkish. */
const matches = theme('match reports', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const teams = 'Limanspor|Denizgücü|Kıyı FK|Fenerli|Yelkenspor|Martı SK';
  const [home, away] = [pick(at, teams), pick(at + 1 + (at % 4), teams)];
  const minute = (i: number): string =>
    `<li><span>${7 + ((at + 17 * i) % 20) + 20 * i}'</span> ${pick(at + i, 'Gol!|Sarı kart|Oyuncu değişikliği|Korner|Kaçan fırsat')}</li>`;
  const main = areLoose
    ? `<article class="static"><h1>${title}</h1>${html(paragraphs)}</article>`
    : `<div class="scoreboard" role="region" aria-label="Skor"><span>${home}</span><b>${at % 5} - ${(at >> 4) % 4}</b><span>${away}</span><small>MS</small></div><div class="tabs">${links('Özet|Kadrolar|İstatistik|Puan durumu')}</div><article><h1>${title}</h1><div class="share"><button>Paylaş</button><button>Kaydet</button></div>${notice === '' ? '' : `<p class="note"><em>${notice}</em></p>`}<div class="article-body" itemprop="articleBody">${html(paragraphs.slice(0, 1))}<div class="ad-slot" id="div-gpt-ad-${at}"><span>Reklam</span></div>${html(paragraphs.slice(1))}</div></article><section><h2>Maçtan dakikalar</h2><ul>${[0, 1, 2, 3].map(minute).join('')}</ul></section><section><h2>İstatistikler</h2><table><tr><td>${30 + (at % 40)}</td><th>Topla oynama</th><td>${70 - (at % 40)}</td></tr><tr><td>${at % 20}</td><th>Şut</th><td>${(at >> 3) % 20}</td></tr></table></section><section><h2>İlgili haberler</h2>${cards(shown, 6, 5, (name) => `<div class="card"><a><div class="lazy"></div><h3>${name}</h3></a></div>`)}</section>`;
  return whole(
    'tr',
    `${title} - ${shown.site}`,
    areLoose ? '' : jsonLd({ '@type': 'NewsArticle', headline: title, datePublished: dated(at).iso }),
    `<body><header><nav><ul>${links('Futbol|Basketbol|Voleybol|Canlı skor|Yazarlar|Video')}</ul></nav></header><main>${main}</main><aside><h2>Çok okunanlar</h2><p>${shown.shared[0]}</p></aside><footer>${links('Künye|İletişim|Gizlilik')}</footer></body>`,
  );
});

/** A newspaper that gives its text to crawlers and asks readers to pay; live blog and most read beside it. Greek. */
const paper = theme('a newspaper with a paywall', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const main = areLoose
    ? `<div class="page-content"><h1>${title}</h1>${html(paragraphs)}</div>`
    : `<article class="is-premium"><header><span class="kicker">${pick(at, 'Πολιτική|Οικονομία|Κόσμος|Ελλάδα')}</span><h1>${title}</h1><p class="standfirst">${beginning(paragraphs, 90)}</p><p class="byline">${pick(at, 'Μαρία Νικολάου|Γιώργος Πέτρου|Newsroom')} · <time>${dated(at).digits}</time></p></header>${notice === '' ? '' : `<div class="correction">${notice}</div>`}<div class="article-content">${html(paragraphs.slice(0, 1))}<div class="paywall">${html(paragraphs.slice(1))}</div></div><div class="paywall-offer" hidden><h3>Συνέχισε την ανάγνωση</h3><p>Γίνε συνδρομητής από 1 ευρώ.</p></div></article><section class="live" aria-label="Ζωντανά"><h2>Ροή ειδήσεων</h2><ol>${cards(shown, 5, 3, (name, n) => `<li><time>${n % 24}:${10 + (n % 49)}</time> <a>${name}</a></li>`)}</ol></section><section class="sponsored"><span>Χορηγούμενο</span><p>${shown.shared[0]}</p></section><section class="more-in"><h2>Διαβάστε ακόμη</h2>${cards(shown, 4, 23, (name) => `<article><h3><a>${name}</a></h3></article>`)}</section>`;
  return whole(
    'el',
    `${title} | ${shown.site}`,
    areLoose
      ? ''
      : jsonLd({
          '@type': 'NewsArticle',
          headline: title,
          isAccessibleForFree: false,
          hasPart: { '@type': 'WebPageElement', isAccessibleForFree: false, cssSelector: '.paywall' },
        }),
    `<body><header class="masthead"><a href="/">${shown.site}</a><nav><ul>${links('Πολιτική|Οικονομία|Κόσμος|Πολιτισμός|Αθλητισμός|Συνδρομές')}</ul></nav></header><main>${main}</main><footer><p>${shown.shared[1]}</p><ul>${links('Ταυτότητα|Όροι χρήσης|Επικοινωνία')}</ul></footer></body>`,
  );
});

/** Disturbances and works of a railway, with a timetable for the line. Dutch. */
const railway = theme('a railway', 'news', (shown) => {
  const at = keyOf(shown);
  const { title, paragraphs, areLoose, notice } = shown;
  const stops = 'Zwolle|Meppel|Assen|Beilen|Haren|Hoogeveen|Groningen|Heerenveen';
  const times = (i: number): string =>
    [0, 30, 60, 90]
      .map((wait) => `<td>${clock(21_600 + 60 * (wait + 7 * i + (at % 30))).slice(0, 5)}</td>`)
      .join('');
  const main = areLoose
    ? `<nes-page-header><h1>${title}</h1></nes-page-header><nes-rich-text>${html(paragraphs)}</nes-rich-text>`
    : `<nes-page-header><nes-label>${pick(at, 'Werkzaamheden|Storing|Stiptheidsactie')}</nes-label><h1>${title}</h1></nes-page-header>${notice === '' ? '' : `<nes-alert type="warning"><p>${notice}</p></nes-alert>`}<nes-rich-text>${html(paragraphs)}</nes-rich-text><section><h2>Dienstregeling van deze lijn</h2><div class="scroll" tabindex="0"><table><thead><tr><th>Station</th><th colspan="4">Vertrek</th></tr></thead><tbody>${[0, 1, 2, 3, 4].map((i) => `<tr><th scope="row">${pick((at >> 2) + i, stops)}</th>${times(i)}</tr>`).join('')}</tbody></table></div></section><section><h2>Andere meldingen</h2><nes-list>${cards(shown, 5, 7, (name) => `<nes-link-list-item><a>${name}</a></nes-link-list-item>`)}</nes-list></section>`;
  return whole(
    'nl',
    `${title} | ${shown.site}`,
    '',
    `<body><app-root ng-version="20.1.0" ng-server-context="ssr"><nes-header><nav aria-label="Hoofdnavigatie"><ul>${links('Reisinformatie|Kaartjes|Abonnementen|Klantenservice|Mijn account')}</ul></nav></nes-header><main id="inhoud">${main}</main><nes-footer><p>${shown.shared[0]}</p><ul>${links('Privacy|Cookies|Toegankelijkheid|Werken bij')}</ul></nes-footer></app-root><script src="main-JQ.js" type="module"></script></body>`,
  );
});

/** Sites of what happened: episodes, posts, deaths, weather, matches, news, trains. */
export const pressThemes: readonly Engine[] = [
  podcast,
  mastodon,
  obituaries,
  weather,
  matches,
  paper,
  railway,
];
