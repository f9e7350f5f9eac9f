import type { Engine } from '../engines/engine.ts';
import { dated, jsonLd, links } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { beginning, html, neighbours, theme } from '../theme.ts';

const subjects = ['General Economics (econ.GN)', 'Trading and Markets (q-fin.TR)', 'Applications (stat.AP)'];
const writers = ['A. Harbour', 'B. Quay', 'C. Mooring', 'D. Bollard', 'E. Slipway'];

/** As arXiv shows an abstract: descriptors before each part, links to other forms, boxes of tools that are closed. */
const arxiv = theme('like arXiv', 'documentation', (shown) => {
  const at = keyOf(shown);
  const [field, other] = [subjects[at % 3], subjects[(at + 1) % 3]];
  return `<!DOCTYPE html><html lang="en"><head><title>${shown.areLoose ? shown.title : `[2610.${String(at).padStart(5, '0')}] ${shown.title}`}</title><meta name="viewport" content="width=device-width, initial-scale=1">${shown.areLoose ? '' : `<meta name="citation_title" content="${shown.title.replaceAll('"', '')}" /><meta name="citation_author" content="Harbour, A." /><meta name="citation_abstract" content="${shown.paragraphs.join(' ').replaceAll('"', '')}" />`}</head><body class="with-cu-identity"><div class="flex-wrap-footer"><header><a href="#content" class="is-sr-only">Skip to main content</a><div class="columns is-vcentered is-hidden-mobile" id="cu-identity"><div class="column" id="support-ack"><span id="support-ack-url">Kept alive by a foundation, by member institutions and by readers. <a>Donate</a></span></div></div><div id="header" class="is-hidden-mobile"><a aria-hidden="true" href="/ignore"></a><div class="header-breadcrumbs"><a href="/">${shown.site}</a> <span>&gt;</span> ${shown.areLoose ? 'help' : `<a>${field}</a>`}</div><div class="search-block level-right"><form class="level-item mini-search"><input class="input is-small" type="text" name="query" placeholder="Search..." aria-label="Search term or terms" /><select name="searchtype" aria-label="Field to search"><option>All fields</option><option>Title</option><option>Author</option><option>Abstract</option><option>Comments</option><option>Journal reference</option><option>ACM classification</option><option>MSC classification</option><option>Report number</option><option>identifier</option><option>DOI</option><option>ORCID</option><option>author ID</option><option>Help pages</option><option>Full text</option></select></form></div></div></header>
<main><div id="content">${
    shown.areLoose
      ? `<h1>${shown.title}</h1>${html(shown.paragraphs)}`
      : `<div id="abs-outer"><div class="leftcolumn"><div class="subheader"><h1>${field.split(' (')[0]}</h1></div><div class="header-message"></div><div id="content-inner"><div id="abs"><div class="dateline">[Submitted on ${1 + (at % 28)} Oct 2026${shown.version === '1.0' ? '' : `, last revised ${1 + (at % 28)} Nov 2026`}]</div><h1 class="title mathjax"><span class="descriptor">Title:</span>${shown.title}</h1><div class="authors"><span class="descriptor">Authors:</span><a>${writers[at % 5]}</a>, <a>${writers[(at + 2) % 5]}</a></div><div id="download-button-info" hidden>View a PDF of the paper, by ${writers[at % 5]} and 1 other author</div><a class="mobile-submission-download" href="/pdf/">View PDF</a><a class="mobile-submission-download" href="/html/">HTML (experimental)</a>${shown.notice === '' ? '' : `<div class="message-special"><p>${shown.notice}</p></div>`}<blockquote class="abstract mathjax"><span class="descriptor">Abstract:</span>${shown.paragraphs.join('\n ')}</blockquote><div class="metatable"><table summary="Additional metadata"><tr><td class="tablecell label">Comments:</td><td class="tablecell comments mathjax">${8 + (at % 40)} pages, ${1 + (at % 9)} figures</td></tr><tr><td class="tablecell label">Subjects:</td><td class="tablecell subjects"><span class="primary-subject">${field}</span>; ${other}</td></tr><tr><td class="tablecell label">Cite as:</td><td class="tablecell arxivid"><a>arXiv:2610.${String(at).padStart(5, '0')}</a></td></tr><tr><td class="tablecell label">&nbsp;</td><td class="tablecell arxivdoi">https://doi.org/10.55555/arXiv.2610.${String(at).padStart(5, '0')}<div class="button-and-tooltip"><button class="more-info">Focus to learn more</button><div role="tooltip">arXiv-issued DOI via DataCite (pending registration)</div></div></td></tr></table></div></div></div></div><div class="submission-history"><h2>Submission history</h2> From: ${writers[at % 5]} [<a>view email</a>]<br/><strong>[v1]</strong> 2026-10-${10 + (at % 19)} (${20 + (at % 900)} KB)<br/></div></div>
<div class="extra-services"><div class="full-text"><h2>Access Paper:</h2><ul>${links('View PDF|HTML (experimental)|TeX Source')}</ul><div class="abs-license"><a>view license</a></div></div><div class="browse"><h3>Current browse context:</h3><div class="current">${field.split('(')[1].replace(')', '')}</div><div class="prevnext"><span class="arrow"><a>&lt; prev</a></span> | <span class="arrow"><a>next &gt;</a></span></div></div><div class="extra-ref-cite"><h3>References &amp; Citations</h3><ul>${links('NASA ADS|Google Scholar|Semantic Scholar')}</ul></div></div>
<div id="labstabs"><div class="labstabs"><label>Bibliographic Tools</label><div class="tab"><h1>Bibliographic and Citation Tools</h1><div class="toggle"><span>Bibliographic Explorer Toggle</span></div><span class="rec-name">Bibliographic Explorer <em>(<a>What is the Explorer?</a>)</em></span></div><label>Code, Data, Media</label><div class="tab"><h1>Code, Data and Media Associated with this Article</h1></div><label>Demos</label><div class="tab"><h1>Demos</h1></div><label>Related Papers</label><div class="tab"><h1>Recommenders and Search Tools</h1></div><label>About the Labs</label><div class="tab"><h1>Experimental projects with community collaborators</h1><p>The labs are a framework in which collaborators make new features of this site and share them on it. All who work with them hold to openness, community and the privacy of users.</p></div></div></div><div class="endorsers"><a>Which authors of this paper are endorsers?</a> | <a>Disable MathJax</a></div></div>`
  }</div></main><footer style="clear: both;"><div class="columns is-desktop" role="navigation" aria-label="Secondary"><ul class="nav-spaced">${links('About|Help|Contact|Subscribe|Copyright|Privacy Policy|Web Accessibility Assistance|Operational Status')}</ul></div></footer></div></body></html>`;
});

const journals = ['J Harb Med', 'Ann Quay Surg', 'Tide Epidemiol'];

/** As PubMed shows a record: a journal's line, affiliations, an abstract with headings, similar articles with theirs. */
const pubmed = theme('like PubMed', 'documentation', (shown) => {
  const at = keyOf(shown);
  const pmid = 30_000_000 + at * 131;
  return `<!DOCTYPE html><html lang="en"><head itemscope itemtype="http://schema.org/WebPage" prefix="og: http://ogp.me/ns#"><meta charset="utf-8"><title>${shown.title} - ${shown.site}</title><meta name="robots" content="index,nofollow,noarchive"><meta name="ncbi_app" content="pubmed">${shown.areLoose ? '' : `<meta name="citation_pmid" content="${pmid}"><meta name="citation_title" content="${shown.title.replaceAll('"', '')}">`}</head><body><noscript><div class="no-script-banner"><p>Scripts are switched off. Without them filters, clipboard and citations do not work here.</p></div></noscript><section class="usa-banner" aria-label="Official government website"><p>An official website of the government. <button>Here’s how you know</button></p></section><header class="ncbi-header" role="banner"><a class="ncbi-header__logo-container" href="/">National Library</a><a class="usa-button header-button" id="account_login">Log in</a></header><div class="search-form search-form-fixed"><form><a class="pubmed-logo" href="/">${shown.site}</a><input type="search" placeholder="Search" aria-label="Search PubMed" name="term"><button>Search</button><div class="search-input-links">${links('Advanced|Clipboard|User Guide')}</div></form></div>
${shown.areLoose ? '' : `<div class="actions-buttons"><button>Save</button><button>Email</button><button>Send to</button><div class="format"><label>Display options</label></div></div>`}<main class="article-details" id="article-details"><header class="heading" id="heading"><div id="full-view-heading" class="full-view">${shown.areLoose ? '' : `<div class="article-citation"><div class="publication-type">Review</div><div class="article-source"><button title="The journal">${journals[at % 3]}</button><span class="period">. </span><span class="cit">2026 Nov ${1 + (at % 28)};${10 + (at % 60)}(${1 + (at % 12)}):${100 + (at % 800)}-${108 + (at % 800)}.</span></div><span class="citation-doi">doi: 10.55555/${pmid}.</span></div>`}<h1 class="heading-title">${shown.title}</h1>${shown.areLoose ? '' : `<div class="inline-authors"><div class="authors-list"><span class="authors-list-item"><a class="full-name">${writers[at % 5]}</a><sup class="affiliation-links"> 1</sup><span class="comma">,&nbsp;</span></span><span class="authors-list-item"><a class="full-name">${writers[(at + 3) % 5]}</a></span></div></div><div class="affiliations"><h3 class="title">Affiliation</h3><ul class="item-list"><li><sup class="key">1</sup> Department of Tides, Harbour Hospital.</li></ul></div><ul class="identifiers"><li><span class="identifier pubmed"><span class="id-label">PMID:</span> <strong class="current-id">${pmid}</strong></span></li></ul>`}</div></header>
<div class="abstract" id="abstract">${shown.areLoose ? '' : '<h2 class="title">Abstract</h2>'}<div class="abstract-content selected" id="eng-abstract">${shown.notice === '' ? '' : `<p class="erratum">${shown.notice}</p>`}${shown.areLoose ? html(shown.paragraphs) : shown.paragraphs.map((each, i) => `<p><strong class="sub-title">${['Background', 'Methods', 'Results', 'Conclusion', 'Limits'][i % 5]}: </strong>${each}</p>`).join('')}</div>${shown.areLoose ? '' : `<p><strong class="sub-title">Keywords: </strong>${['tide; fever', 'harbour; scurvy; diet', 'rope burn'][at % 3]}.</p><p class="copyright">© 2026. The Author(s).</p>`}</div>
${
  shown.areLoose
    ? ''
    : `<div class="conflict-of-interest" id="conflict-of-interest"><h2 class="title">Conflict of interest statement</h2><div class="statement"><p>The authors declare that they have no competing interests.</p></div></div><div class="similar-articles" id="similar"><h2 class="title">Similar articles</h2><ul class="articles-list">${neighbours(
        shown,
        4,
        5,
      )
        .map(
          (each) =>
            `<li class="full-docsum"><div class="docsum-content"><a class="docsum-title">${each.title}</a><div class="docsum-citation full-citation"><span class="docsum-authors">${writers[keyOf(each) % 5]}.</span> ${journals[keyOf(each) % 3]}. 2025. PMID: ${30_000_000 + keyOf(each) * 131}</div><div class="full-view-snippet">${beginning(each.paragraphs, 120)}</div></div></li>`,
        )
        .join(
          '',
        )}</ul><a class="usa-button">See all similar articles</a></div><div class="linkout" id="linkout"><h2 class="title">LinkOut - more resources</h2><h3>Full Text Sources</h3><ul>${links('Harbour Press|Ovid Technologies, Inc.')}</ul></div>`
}</main>
<section class="page-sidebar">${shown.areLoose ? '' : `<h3>Full text links</h3><button>Cite</button><button>Collections</button><h3>Page navigation</h3><ul>${links('Title &amp; authors|Abstract|Conflict of interest statement|Similar articles|LinkOut - more resources')}</ul>`}</section><div id="nlm-footer"><footer><ul>${links('Connect with us|Web Policies|FOIA|Vulnerability Disclosure|Help|Accessibility|Careers')}</ul></footer></div></body></html>`;
});

const offices = ['Harbour Works Ltd', 'Quay Marine SA', 'Slipway GmbH'];

/** As a search of patents shows one: an abstract, claims by number, a description by paragraphs, events, who cites it. */
const patents = theme('patents', 'documentation', (shown) => {
  const at = keyOf(shown);
  const number = `EP${3_000_000 + at * 13}${shown.version === '1.0' ? 'A1' : 'B1'}`;
  const [abstract, ...rest] = shown.paragraphs;
  return `<!DOCTYPE html><html lang="en"><head><title>${shown.areLoose ? shown.title : `${number} - ${shown.title} - ${shown.site} Patents`}</title><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="DC.type" content="patent"></head><body unresolved><header class="nav"><a id="logo" href="/">${shown.site} Patents</a></header><search-app>${
    shown.areLoose
      ? `<div class="page"><h1>${shown.title}</h1>${html(shown.paragraphs)}</div>`
      : `<article class="result" itemscope itemtype="http://schema.org/ScholarlyArticle"><h1 itemprop="pageTitle">${number} - ${shown.title}</h1><h2>Info</h2><dl><dt>Publication number</dt><dd itemprop="publicationNumber">${number}</dd><dt>Authority</dt><dd>EP</dd><dt>Prior art keywords</dt><dd>${['mooring, line', 'fender', 'winch, drum'][at % 3]}</dd><dt>Prior art date</dt><dd><time itemprop="priorArtDate" datetime="${dated(at).iso.slice(0, 10)}">${dated(at).iso.slice(0, 10)}</time></dd><dt>Legal status (assumed from events, without any warranty)</dt><dd>${['Active', 'Pending', 'Ceased'][at % 3]}</dd><dt>Current Assignee</dt><dd>${offices[at % 3]}</dd></dl><section itemprop="abstract"><h2>Abstract</h2><div class="abstract">${shown.notice === '' ? '' : `<p>${shown.notice}</p>`}${abstract}</div></section><section itemprop="description"><h2>Description</h2><ul class="description">${rest.map((each, i) => `<li><para-num num="[${String(i + 1).padStart(4, '0')}]"></para-num><div class="description-paragraph">${each}</div></li>`).join('\n')}</ul></section><section itemprop="claims"><h2>Claims (<span itemprop="count">2</span>)</h2><ol class="claims"><li class="claim"><div class="claim-text">A device as described, characterised in that its parts are held by a pin of ${4 + (at % 30)} mm.</div></li><li class="claim-dependent"><div class="claim-text">A device according to claim 1, wherein the pin is of steel.</div></li></ol></section><h2>Cited By (${at % 9})</h2><table><caption>Family-cites-families</caption><thead><tr><th>Publication number</th><th>Priority date</th><th>Title</th></tr></thead><tbody>${neighbours(
          shown,
          3,
        )
          .map(
            (each) =>
              `<tr itemprop="backwardReferences"><td>EP${3_000_000 + keyOf(each) * 13}A1</td><td>${dated(keyOf(each)).iso.slice(0, 10)}</td><td>${each.title}</td></tr>`,
          )
          .join(
            '',
          )}</tbody></table><h2>Legal Events</h2><table><tr><th>Date</th><th>Code</th><th>Title</th><th>Description</th></tr><tr><td>${dated(at).iso.slice(0, 10)}</td><td>PUAI</td><td>Public reference made under article 153(3)</td><td>Free format text: ORIGINAL CODE: 0009012</td></tr></table></article>`
  }</search-app><footer><ul>${links('About|Send Feedback|Public Datasets|Terms|Privacy Policy|Help')}</ul></footer></body></html>`;
});

const panelsOfCourt = ['Касаційний цивільний суд', 'Господарський суд області', 'Апеляційний суд'];

/** A register of court rulings: a stamp above, the ruling in one block of lines in Times, no heading, forms around it. Ukrainian. */
const court = theme('a register of courts', 'documentation', (shown) => {
  const at = keyOf(shown);
  const inside = shown.areLoose
    ? `<div class="doc"><b>${shown.title}</b>${html(shown.paragraphs)}</div>`
    : `<table class="info" cellpadding="2"><tr><td>Категорія справи №</td><td><b>${100 + (at % 900)}/${1000 + (at % 9000)}/26</b>:</td><td>${['Цивільні справи', 'Господарські справи', 'Адміністративні справи'][at % 3]}</td></tr><tr><td>Надіслано судом:</td><td><b>${dated(at).digits}</b></td><td>Зареєстровано: <b>${dated(at + 3).digits}</b></td></tr><tr><td>Номер судового провадження:</td><td colspan="2">${at}-ц/26</td></tr></table><textarea id="txtdepository" hidden></textarea><div id="divdocument"><p align="center">${panelsOfCourt[at % 3]}</p><p align="center"><b>ІМЕНЕМ УКРАЇНИ</b></p><p align="center"><b>${shown.title}</b></p>${shown.notice === '' ? '' : `<p><i>${shown.notice}</i></p>`}${shown.paragraphs.map((each) => `<p style="text-align:justify;text-indent:35.45pt"><span style="font-family:'Times New Roman';font-size:14pt">${each}</span></p>`).join('\n')}<p align="center">УХВАЛИВ:</p><p>Рішення набирає законної сили з дня проголошення і оскарженню не підлягає.</p><p>Суддя &nbsp;&nbsp;&nbsp;&nbsp; ____________</p></div>`;
  return `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Єдиний реєстр рішень ${shown.site}</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /></head><body><div id="main"><div id="top"><a href="/"><img src="/Images/gerb.gif" alt="Герб" /></a><h1>ДЕРЖАВНИЙ РЕЄСТР СУДОВИХ РІШЕНЬ</h1><p>Пошук та перегляд документів (редакція ${shown.version})</p></div><div id="menu"><ul>${links('Пошук|Нові надходження|Довідка|Повний доступ|Статистика')}</ul></div><div id="content">${inside}<div class="buttons"><input type="button" value="Друкувати" /><input type="button" value="Копіювати посилання" /></div></div><div id="bottom"><p>Для доступу до повного тексту рішень учасники справи користуються електронним кабінетом. Знеособлення: особи позначені словами «ОСОБА_1», адреси — «АДРЕСА_1».</p><p>${shown.site}. Усі права застережено.</p></div></div></body></html>`;
});

/** A council's minutes as a program has made them from PDF: a box a line at its place, no heading, the place's name on each. Estonian. */
const minutes = theme('minutes of a council', 'documentation', (shown) => {
  const at = keyOf(shown);
  let top = 90;
  const line = (text: string, style = 'ft01'): string => {
    top += 17;
    return `<p style="position:absolute;top:${top}px;left:${style === 'ft00' ? 128 : 85}px;white-space:nowrap" class="${style}">${text}</p>`;
  };
  const lines = (text: string): string =>
    (text.match(/.{1,92}(?:\s|$)/gsu) ?? [text]).map((each) => line(each.trim())).join('\n');
  return `<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml" lang="" xml:lang=""><head><title>${shown.areLoose ? shown.title : `protokoll_${at}_allkirjastatud.pdf`}</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"/><meta name="generator" content="pdftohtml 0.36"/><style type="text/css"><!-- p {margin: 0; padding: 0;} .ft00{font-size:18px;font-family:Times;color:#000000;} .ft01{font-size:14px;font-family:Times;color:#000000;} --></style></head><body bgcolor="#A0A0A0" vlink="blue" link="blue"><div class="riba"><a href="/">${shown.site} vald</a> | <a href="/dokumendid">Dokumendiregister</a> | <a href="/otsing">Otsing</a> | <a href="/kontakt">Kontakt</a></div>${
    shown.areLoose
      ? `<div class="sisu"><h2>${shown.title}</h2>${html(shown.paragraphs)}</div>`
      : `<div id="page1-div" style="position:relative;width:892px;height:1262px;"><img width="892" height="1262" src="target001.png" alt="background image"/>${line(`${shown.site.toUpperCase()} VALLAVOLIKOGU`, 'ft00')}${line('ISTUNGI PROTOKOLL', 'ft00')}${line(`nr ${1 + (at % 40)}, ${dated(at).digits}`)}${line('Algus kell 16.00, lõpp kell 18.20')}${line(`Päevakorrapunkt ${1 + (at % 14)}`)}\n${line(`<b>${shown.title}</b>`)}\n${shown.notice === '' ? '' : lines(shown.notice)}\n${shown.paragraphs.map(lines).join('\n')}\n${line(`Hääletamine: poolt ${9 + (at % 9)}, vastu ${at % 5}, erapooletuid ${at % 3}.`)}${line('Otsus jõustub teatavakstegemisest.')}${line('(allkirjastatud digitaalselt)')}${line(`Leht ${1 + (at % 9)} / ${10 + (at % 9)}`)}</div>`
  }<div class="jalus">${shown.site} vallavalitsus, Sadama 1. Avatud E–N 9–16, väljaanne ${shown.version}</div></body></html>`;
});

const materials = ['արծաթ', 'կավ', 'փայտ', 'պղինձ'];

/** A museum's object: a label, facts in a list, rights, a viewer, others of the hall, what may be done with the picture. Armenian. */
const museum = theme('objects of a museum', 'documentation', (shown) => {
  const at = keyOf(shown);
  const fact = (name: string, value: string): string =>
    `<div class="object-fact"><dt>${name}</dt><dd>${value}</dd></div>`;
  return `<!DOCTYPE html><html lang="hy"><head><meta charset="utf-8"><title>${shown.title} – ${shown.site}</title>${shown.areLoose ? '' : jsonLd({ '@type': 'VisualArtwork', name: shown.title, artMedium: materials[at % 4], identifier: `NMA ${at}.${shown.slug.length}`, license: 'https://creativecommons.org/publicdomain/zero/1.0/' })}</head><body class="collection ${shown.areLoose ? 'page' : 'object'}"><a class="skip" href="#main">Անցնել բովանդակությանը</a><header class="mast"><a href="/" class="wordmark">${shown.site}</a><nav aria-label="Գլխավոր"><ul>${links('Այցելություն|Ցուցահանդեսներ|Հավաքածու|Կրթություն|Խանութ|Աջակցել')}</ul></nav><form role="search"><input placeholder="Փնտրել հավաքածուում"></form></header><main id="main">${
    shown.areLoose
      ? `<section class="plain"><h1>${shown.title}</h1>${html(shown.paragraphs)}</section>`
      : `<div class="viewer" data-iiif="/iiif/${at}/info.json"><button>Մեծացնել</button><button>Ներբեռնել</button><span>1 / ${1 + (at % 6)}</span></div><article><hgroup><p class="room">Սրահ ${1 + (at % 40)}</p><h1>${shown.title}</h1></hgroup><dl class="tombstone">${fact('Թվագրում', `${1500 + (at % 420)}`)}${fact('Նյութ', materials[at % 4])}${fact('Չափսեր', `${5 + (at % 90)} × ${4 + (at % 60)} սմ`)}${fact('Համար', `NMA ${at}.${shown.slug.length}`)}${fact('Ձեռքբերում', `նվեր, ${1920 + (at % 100)}`)}</dl><section class="about" aria-label="Նկարագրություն">${shown.notice === '' ? '' : `<aside class="note">${shown.notice}</aside>`}${html(shown.paragraphs)}</section><details><summary>Ծագում</summary><p>${shown.shared[0]}</p></details><details><summary>Իրավունքներ</summary><p>Հանրային տիրույթ. պատկերը կարելի է օգտագործել առանց թույլտվության։</p></details></article><section class="more"><h2>Նույն սրահից</h2><ul>${neighbours(
          shown,
          6,
          3,
        )
          .map(
            (each) =>
              `<li><a><span>${each.title}</span></a> <small>${1500 + (keyOf(each) % 420)}</small></li>`,
          )
          .join('')}</ul></section>`
  }</main><footer><p>Բաց է երեքշաբթիից կիրակի, 11–18։ Տոմս՝ 1500 դրամ։</p><ul>${links('Հասցե|Կապ|Աշխատանք|Մամուլ')}</ul><p>© ${shown.site} ${shown.version}</p></footer></body></html>`;
});

/** Papers, records, patents, rulings, minutes and objects of the seventh group. */
export const recordThemes: readonly Engine[] = [arxiv, pubmed, patents, court, minutes, museum];
