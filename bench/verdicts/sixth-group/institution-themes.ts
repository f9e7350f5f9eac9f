import type { Engine } from '../engines/engine.ts';
import { dated, links, panels } from '../fifth-group/parts.ts';
import { keyOf } from '../key-of.ts';
import { beginning, halves, html, menu, neighbours, theme } from '../theme.ts';

/** As Moodle shows a page of a course: a drawer of the course, activities before and after, a policy of data in the foot. Slovenian. */
const moodle = theme('like Moodle', 'documentation', (shown) => {
  const at = keyOf(shown);
  const [previous, next] = neighbours(shown, 2, 1);
  const drawer = (side: string, inside: string): string =>
    `<div class="drawer drawer-${side} d-print-none not-initialized" data-region="fixed-drawer" id="theme_boost-drawers-${side}" data-preference="drawer-open"><div class="drawerheader"><button class="btn drawertoggle icon-no-margin hidden" title="Zapri predal"><i class="icon fa fa-xmark" aria-hidden="true"></i></button></div><div class="drawercontent drag-container">${inside}</div></div>`;
  return `<!DOCTYPE html>
<html dir="ltr" lang="sl" xml:lang="sl"><head><title>${shown.title} | ${shown.site}</title><meta http-equiv="Content-Type" content="text/html; charset=utf-8" /><meta name="keywords" content="moodle, ${shown.title}" /><script>
//<![CDATA[
var M = {}; M.yui = {}; M.cfg = {"wwwroot":"https:\\/\\/ucilnica.example","sesskey":"${(at * 7919).toString(36)}","sessiontimeout":"7200","theme":"boost","courseId":${40 + (at % 9)},"contextInstanceId":${shown.areLoose ? 0 : at},"language":"sl"};
//]]>
</script></head>
<body id="page-mod-page-view" class="format-topics path-mod path-mod-page chrome dir-ltr lang-sl pagelayout-incourse limitedwidth theme uses-drawers"><div class="toast-wrapper mx-auto py-0 fixed-top" role="status" aria-live="polite"></div><div id="page-wrapper" class="d-print-block"><div><a class="sr-only sr-only-focusable" href="#maincontent">Preskoči na glavno vsebino</a></div><nav class="navbar fixed-top bg-body navbar-expand" aria-label="Navigacija strani"><a href="/" class="navbar-brand">${shown.site}</a><div class="primary-navigation"><nav class="moremenu navigation"><ul role="menubar" class="nav more-nav navbar-nav">${links('Domov|Koledar|Knjižnica|Pomoč')}</ul></nav></div><div id="usernavigation"><div class="login ps-2"><a href="/login/index.php">Prijava</a></div></div></nav>
${drawer('left', `<nav id="courseindex" class="courseindex" aria-label="Kazalo predmeta"><div class="courseindex-section"><h3>Splošno</h3><ul>${menu(shown)}</ul></div></nav>`)}<div id="page" class="drawers show-drawer-left"><div id="topofscroll" class="main-inner"><header id="page-header" class="header-maxwidth d-print-none"><div id="page-navbar"><nav aria-label="Navigacijska vrstica"><ol class="breadcrumb"><li class="breadcrumb-item"><a>Pomorstvo ${shown.version}</a></li><li class="breadcrumb-item"><a>Tema ${1 + (at % 12)}</a></li></ol></nav></div><div class="page-context-header"><div class="page-header-headings"><h1 class="h2 mb-0">${shown.title}</h1></div></div></header>
<div id="page-content" class="pb-3 d-print-block"><div id="region-main-box"><div id="region-main" aria-label="Vsebina"><span id="user-notifications"></span>${shown.notice === '' ? '' : `<div class="alert alert-info alert-block" role="alert">${shown.notice}</div>`}${shown.areLoose ? '' : '<div class="activity-header" data-for="page-activity-header"><span class="sr-only">Pogoji za dokončanje</span><div class="completion-info"><div class="automatic-completion-conditions"><span class="badge">Opravi: oglej si</span></div></div></div>'}<div role="main"><span id="maincontent"></span><div class="box py-3 generalbox center clearfix"><div class="no-overflow">${shown.paragraphs.map((each) => `<p dir="ltr" style="text-align: left;">${each}</p>`).join('')}</div></div>${shown.areLoose ? '' : `<div class="modified">Nazadnje spremenjeno: ${dated(at).digits}</div>`}</div>
${shown.areLoose ? '' : `<div class="activity-navigation container-fluid"><div class="row"><div class="col-md-4"><a id="prev-activity-link" class="btn btn-link">◄ ${previous.title}</a></div><div class="col-md-4"><select id="jump-to-activity"><option>Skoči na ...</option></select></div><div class="col-md-4"><a id="next-activity-link" class="btn btn-link">${next.title} ►</a></div></div></div>`}</div></div></div></div><footer id="page-footer" class="footer-popover"><div data-region="footer-container-popover"><button class="btn btn-icon btn-footer-popover" aria-label="Pokaži nogo"></button></div><div class="footer-content-popover"><div class="logininfo">Trenutno uporabljate gostujoči dostop (<a>Prijava</a>)</div><div class="tool_dataprivacy"><a>Povzetek hrambe podatkov</a></div><a class="mobilelink">Pridobi mobilno aplikacijo</a><div>Poganja <a>Moodle</a></div></div></footer></div></div></body></html>`;
});

/** As Open Journal Systems shows an article: authors, a DOI, an issue, a licence, other articles by likeness. Portuguese. */
const ojs = theme('like OJS', 'documentation', (shown) => {
  const at = keyOf(shown);
  const authors = ['Ana Ribeiro', 'João Tavares', 'Marta Seixas', 'Rui Pacheco', 'Lívia Prado'];
  const issue = `v. ${1 + (at % 30)} n. ${1 + (at % 4)} (${1996 + (at % 30)})`;
  return `<!DOCTYPE html><html lang="pt-BR" xml:lang="pt-BR"><head><meta charset="utf-8"><title>${shown.title} | ${shown.site}</title><meta name="generator" content="Open Journal Systems 3.5.0.1">${shown.areLoose ? '' : `<link rel="schema.DC" href="http://purl.org/dc/elements/1.1/" /><meta name="DC.Title" content="${shown.title.replaceAll('"', '')}"/><meta name="citation_doi" content="10.55555/hbr.${at}"/><meta name="citation_date" content="${dated(at).iso.slice(0, 10)}"/>`}</head>
<body class="pkp_page_article pkp_op_view" dir="ltr"><div class="pkp_structure_page"><header class="pkp_structure_head" id="headerNavigationContainer" role="banner"><nav class="cmp_skip_to_content" aria-label="Saltar para conteúdos"><a href="#pkp_content_main">Pular para o conteúdo principal</a><a href="#pkp_content_footer">Pular para o rodapé</a></nav><div class="pkp_head_wrapper"><div class="pkp_site_name"><a class="is_text">${shown.site}</a></div><nav class="pkp_site_nav_menu" aria-label="Navegação no Site"><ul id="navigationPrimary" class="pkp_navigation_primary pkp_nav_list">${links('Atual|Arquivos|Notícias|Sobre|Submissões')}</ul><ul id="navigationUser">${links('Cadastro|Acesso')}</ul></nav></div></header>
<div class="pkp_structure_content has_sidebar"><main class="pkp_structure_main" role="main"><a id="pkp_content_main"></a><div class="page page_article">${shown.areLoose ? '' : `<nav class="cmp_breadcrumbs" aria-label="Você está aqui:"><ol><li><a>Início</a><span class="separator">/</span></li><li><a>Arquivos</a></li><li><a>${issue}</a></li><li class="current" aria-current="page"><span>Artigos</span></li></ol></nav>`}<article class="obj_article_details"><h1 class="page_title">${shown.title}</h1><div class="row"><div class="main_entry">${shown.areLoose ? '' : `<section class="item authors"><h2 class="pkp_screen_reader">Autores</h2><ul class="authors"><li><span class="name">${authors[at % 5]}</span><span class="affiliation">Universidade do Porto Novo</span></li><li><span class="name">${authors[(at >> 4) % 5]}</span></li></ul></section><section class="item doi"><h2 class="label">DOI:</h2><span class="value"><a>https://doi.org/10.55555/hbr.${at}</a></span></section>`}
<section class="item abstract">${shown.areLoose ? '' : '<h2 class="label">Resumo</h2>'}${shown.notice === '' ? '' : `<div class="item retraction"><p>${shown.notice}</p></div>`}${html(shown.paragraphs)}</section>${shown.areLoose ? '' : '<section class="item downloads_chart"><h3 class="label">Downloads</h3><div class="value"><canvas class="usageStatsGraph"></canvas><div class="usageStatsUnavailable">Não há dados estatísticos.</div></div></section>'}</div>${shown.areLoose ? '' : `<div class="entry_details"><div class="item galleys"><ul class="galleys_links"><li><a class="obj_galley_link pdf">PDF</a></li></ul></div><div class="item published"><h2 class="label">Publicado</h2><div class="value"><span>${dated(at).digits}</span></div></div><div class="item issue"><h2 class="label">Edição</h2><a class="title">${issue}</a></div><div class="item copyright"><h2>Licença</h2><p>Este trabalho está licenciado sob uma licença Creative Commons Attribution 4.0 International License.</p></div><div class="item citation"><h2>Como Citar</h2><div id="citationOutput" role="region" aria-live="polite">${authors[at % 5]} (${1996 + (at % 30)}). ${shown.title}. <i>${shown.site}</i>.</div></div></div>`}</div>${
    shown.areLoose
      ? ''
      : `<div id="articlesBySimilarityList"><h3>Artigos Semelhantes</h3><ul>${neighbours(shown, 6, 5)
          .map(({ title }) => `<li><span>${authors[at % 5]}</span>, <a>${title}</a></li>`)
          .join(
            '',
          )}</ul><p>Você também pode iniciar uma pesquisa avançada por similaridade para este artigo.</p></div>`
  }</article></div></main>
<div class="pkp_structure_sidebar left" role="complementary"><div class="pkp_block block_make_submission"><a>Enviar Submissão</a></div><div class="pkp_block block_language"><span class="title">Idioma</span><ul>${links('English|Español (España)|Português (Brasil)')}</ul></div><div class="pkp_block block_information"><span class="title">Informações</span><ul>${links('Para Leitores|Para Autores|Para Bibliotecários')}</ul></div></div></div><div class="pkp_structure_footer_wrapper" role="contentinfo"><a id="pkp_content_footer"></a><div class="pkp_footer_content"><p>ISSN 1980-0002</p></div><div class="pkp_brand_footer"><a aria-label="Mais informações sobre o sistema"></a></div></div></div></body></html>`;
});

/** As DSpace 9 serves an item: custom elements of Angular, communities, files, who it is by, and the state at the end. Latvian. */
const dspace = theme('like DSpace', 'documentation', (shown) => {
  const at = keyOf(shown);
  const field = (name: string, value: string): string =>
    `<ds-generic-item-page-field class="ng-star-inserted"><ds-metadata-field-wrapper><div class="simple-view-element"><h2 class="simple-view-element-header">${name}</h2><div class="simple-view-element-body"><span class="dont-break-out">${value}</span></div></div></ds-metadata-field-wrapper></ds-generic-item-page-field>`;
  return `<!DOCTYPE html><html lang="lv" data-critters-container=""><head><meta charset="UTF-8"><base href="/"><title>${shown.title}</title><meta name="Generator" content="DSpace 9.1">${shown.areLoose ? '' : `<meta name="citation_title" content="${shown.title.replaceAll('"', '')}"><meta name="citation_abstract_html_url" content="https://dspace.example/handle/7/${at}">`}</head>
<body><ds-app _nghost-serverapp-c1="" ng-version="18.2.12" ng-server-context="ssr"><ds-root><button class="sr-only">Pāriet uz galveno saturu</button><div class="outer-wrapper"><ds-system-wide-alert-banner></ds-system-wide-alert-banner><div class="inner-wrapper"><ds-header-navbar-wrapper><header><div class="container"><a class="navbar-brand my-2" href="/home" aria-label="Sākums"></a><ds-navbar><nav role="navigation" class="navbar"><ul class="navbar-nav" role="menubar">${panels('Kopienas un kolekcijas: Visas kopienas|Jaunākie\nPārlūkot krātuvi: Pēc datuma|Pēc autora|Pēc nosaukuma|Pēc temata\nStatistika: Apmeklējumi', 'nav-item')}</ul></nav></ds-navbar><ds-search-navbar><form><input placeholder="Meklēt"></form></ds-search-navbar><ds-lang-switch><ul>${links('English|Latviešu|Deutsch')}</ul></ds-lang-switch><ds-auth-nav-menu><a class="loginLink">Pieslēgties</a></ds-auth-nav-menu></div></header></ds-header-navbar-wrapper>
<main class="main-content" id="main-content"><div class="container"><nav aria-label="breadcrumb" class="nav-breadcrumb"><ol class="breadcrumb"><li class="breadcrumb-item"><a>Sākums</a></li><li class="breadcrumb-item"><a>${shown.site}</a></li></ol></nav><ds-item-page><div class="item-page"><ds-item-alerts>${shown.notice === '' ? '' : `<div class="alert alert-warning">${shown.notice}</div>`}</ds-item-alerts><ds-publication><div class="d-flex flex-row"><ds-item-page-title-field><h1 class="item-page-title-field">${shown.title}</h1></ds-item-page-title-field></div><div class="row">${shown.areLoose ? '' : `<div class="col-xs-12 col-md-4"><ds-item-page-file-section><h2 class="simple-view-element-header">Datnes</h2><div class="file-section"><a>raksts_${at}.pdf <span>(${(1 + (at % 90) / 10).toFixed(2)} MB)</span></a></div></ds-item-page-file-section>${field('Datums', dated(at).iso.slice(0, 10))}${field('Žurnāla ISSN', `1407-${1000 + (at % 9000)}`)}${field('Izdevējs', 'Ostas institūts')}</div>`}<div class="col-xs-12 col-md-6"><ds-item-page-abstract-field>${shown.areLoose ? '' : '<h2 class="simple-view-element-header">Kopsavilkums</h2>'}<div class="simple-view-element-body">${shown.paragraphs.map((each) => `<p class="dont-break-out preserve-line-breaks">${each}</p>`).join('')}</div></ds-item-page-abstract-field>${shown.areLoose ? '' : `${field('Apraksts', `${4 + (at % 40)} lpp.`)}${field('Atslēgvārdi', ['osta, kuģniecība', 'tirdzniecība, graudi', 'likumi, muita'][at % 3])}${field('URI', `https://hdl.example/7/${at}`)}${field('Kolekcijas', 'Raksti un referāti')}<button class="btn btn-outline-primary">Pilns ieraksts</button>`}</div></div></ds-publication></div></ds-item-page></div></main>
<ds-footer><footer class="text-lg-start"><div class="bottom-footer"><p class="m-0"><a>DSpace programmatūra</a> autortiesības © 2002-2026 <a>LYRASIS</a></p><ul class="footer-info list-unstyled">${links('Sīkdatņu iestatījumi|Privātuma politika|Lietotāja līgums|Nosūtīt atsauksmi')}</ul></div></footer></ds-footer></div></div></ds-root></ds-app><script id="dspace-angular-state" type="application/json">{"NGRX_STATE":{"core":{"auth":{"authenticated":false,"loaded":true}}}}</script></body></html>`;
});

const wards = `Þjónusta: Bráðamóttaka|Göngudeildir|Rannsóknir|Heimsóknir
Sjúklingar: Réttindi|Undirbúningur|Eftir aðgerð|Lyf
Um spítalann: Stjórn|Laus störf|Fréttir|Styrktarsjóður`;

/** A hospital with TYPO3: content elements in frames, a line for emergencies, wards in a menu, a form about the page. Icelandic. */
const hospital = theme('a hospital', 'news', (shown) => {
  const at = keyOf(shown);
  const [first, second] = halves(shown.paragraphs);
  const frame = (inside: string, layout: string): string =>
    `<div id="c${shown.areLoose ? 7 : at % 9000}" class="frame frame-default frame-type-${layout} frame-layout-0 frame-background-none"><div class="frame-group-container"><div class="frame-group-inner"><div class="frame-container frame-container-default"><div class="frame-inner">${inside}</div></div></div></div></div>`;
  return `<!DOCTYPE html>
<html dir="ltr" lang="is" class="no-js">
<head><meta charset="utf-8">
<!--
	This website is powered by TYPO3 - inspiring people to share!
	TYPO3 is a free open source Content Management Framework.
-->
<title>${shown.title}: ${shown.site}</title><meta name="generator" content="TYPO3 CMS"><link rel="stylesheet" href="/typo3temp/assets/compressed/merged-8f1.css?1764" media="all"></head>
<body id="p${shown.areLoose ? 1 : at}" class="page-${at % 7} pagelevel-3 language-2 backendlayout-subnavigation_left layout-default"><div id="top"></div><div class="body-bg body-bg-top"><a class="visually-hidden-focusable page-skip-link" href="#page-content">Beint í efni</a><div class="emergency-bar" role="region" aria-label="Neyð">Í neyð hringið í <strong>112</strong>. Læknavakt <strong>1700</strong>.</div>
<header id="page-header" class="bp-page-header navbar navbar-mainnavigation"><div class="container"><a class="navbar-brand" href="/">${shown.site}</a><nav aria-label="Aðalvalmynd" id="mainnavigation"><ul class="navbar-nav">${panels(wards, 'nav')}</ul></nav><form role="search"><input placeholder="Hvað vantar þig?"></form><ul class="lang">${links('Íslenska|English|Polski')}</ul></div></header><nav class="breadcrumb-section" aria-label="Brauðmolar"><div class="container"><ol class="breadcrumb"><li class="breadcrumb-item"><a>Forsíða</a></li><li class="breadcrumb-item"><a>Fréttir</a></li></ol></div></nav>
<div id="page-content" class="bp-page-content main-section"><section class="section section-default"><div class="container"><div class="section-row"><div class="section-column subnav-column"><nav class="frame-menu" role="navigation"><ul class="subnav-nav">${menu(shown)}</ul></nav></div><main class="section-column maincontent-column" role="main"><!--TYPO3SEARCH_begin-->${shown.notice === '' ? '' : frame(`<div class="callout callout-warning"><p>${shown.notice}</p></div>`, 'text')}${frame(`<div class="frame-header"><h1 class="element-header"><span>${shown.title}</span></h1>${shown.areLoose ? '' : `<p class="element-subheader">Útgáfa ${shown.version}, <time datetime="${dated(at).iso}">${dated(at).digits}</time></p>`}</div>${html(first)}`, 'text')}${second.length === 0 ? '' : frame(html(second), 'textpic')}<!--TYPO3SEARCH_end-->${
    shown.areLoose
      ? ''
      : `<div class="news-related"><h2>Tengdar fréttir</h2><ul>${neighbours(shown, 3)
          .map((each) => `<li><a>${each.title}</a><p>${beginning(each.paragraphs, 70)}</p></li>`)
          .join(
            '',
          )}</ul></div><form class="page-feedback"><fieldset><legend>Var efnið hjálplegt?</legend><button>Já</button><button>Nei</button></fieldset></form>`
  }</main></div></div></section></div>
<footer id="page-footer" class="bp-page-footer"><section class="footer-section footer-section-content"><div class="container"><address>Hringbraut 101, 101 Reykjavík<br>Sími 543 0000</address><ul>${links('Persónuvernd|Vafrakökur|Aðgengi|Hafa samband')}</ul></div></section><section class="footer-section-meta"><p>© ${shown.site}</p></section></footer><a class="scroll-top" title="Efst á síðu" href="#top"><span class="scroll-top-icon"></span></a></div></body></html>`;
});

/** A parliament's minutes: speakers with their groups, a vote in a table, sittings by date. Romanian. */
const parliament = theme('a parliament', 'documentation', (shown) => {
  const at = keyOf(shown);
  const speakers = ['Domnul Radu Ilie', 'Doamna Ioana Petcu', 'Domnul Matei Oprea', 'Doamna Sanda Vlad'];
  const turns = shown.paragraphs.map((each, i) =>
    shown.areLoose
      ? `<p>${each}</p>`
      : `<div class="interventie" id="i${i}"><p class="vorbitor"><b><font color="#000080">${speakers[(at + i) % 4]}:</font></b></p><p align="justify">${each}</p></div>`,
  );
  return `<!DOCTYPE html><html lang="ro"><head><meta charset="utf-8"><title>${shown.site}: ${shown.title}</title><link rel="stylesheet" href="/css/stenograme.css?v=${shown.version}"></head><body><div id="antet" role="banner"><img src="/img/stema.gif" alt="Stema" width="60"><span class="institutie">${shown.site}</span><div class="limbi"><a>RO</a> | <a>EN</a> | <a>FR</a></div></div><div id="meniu"><ul>${panels('Activitate: Ordinea de zi|Stenograme|Voturi|Proiecte de lege\nOrganizare: Birou permanent|Comisii|Grupuri parlamentare\nInformații: Buget|Petiții|Achiziții|Contact', 'nivel1')}</ul></div>
<div id="corp"><div id="stanga"><h4>Ședințe</h4><ul>${menu(shown)}</ul></div><div id="continut" role="main"><div class="cale"><a>Pagina de start</a> &gt; <a>Stenograme</a>${shown.areLoose ? '' : ` &gt; <a>Ședința din ${dated(at).digits}</a>`}</div><h1>${shown.title}</h1>${shown.areLoose ? '' : `<p class="info">Punctul ${1 + (at % 30)} al ordinii de zi. Transcriere neverificată. <a>video</a> <a>pdf</a></p>`}${shown.notice === '' ? '' : `<p class="erata"><i>${shown.notice}</i></p>`}${turns.join('\n')}${shown.areLoose ? '' : `<table class="vot" border="1" cellpadding="3"><caption>Vot final</caption><tr><th>Pentru</th><th>Contra</th><th>Abțineri</th></tr><tr><td>${90 + (at % 80)}</td><td>${at % 70}</td><td>${at % 20}</td></tr></table><p class="navig"><a>« Punctul anterior</a> <a>Punctul următor »</a></p>`}</div></div><div id="subsol"><p>${shown.site}, Calea Portului 2-4. Adresa sitului se citează cu data consultării.</p></div></body></html>`;
});

/** Learning, research, health and law of the sixth group. */
export const institutionThemes: readonly Engine[] = [moodle, ojs, dspace, hospital, parliament];
