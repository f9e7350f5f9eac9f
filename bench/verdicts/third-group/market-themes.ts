import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { halves, html, neighbours, type Shown, theme } from '../theme.ts';

const price = (number: number, step = 0): number => 1290 + (((number + step) * 370) % 9000);

/**
 * As Magento's Luma shows a product: tabs of details and more, a form for reviews, others that were looked at.
 * Hungarian.
 */
const luma = theme('like Magento', 'shop', (shown) => {
  const sku = `HU-${24000 + 11 * keyOf(shown)}`;
  return `<!doctype html><html lang="hu"><head><meta charset="utf-8"/><title>${shown.title}</title></head><body id="html-body" class="catalog-product-view page-layout-1column"><div class="cookie-status-message">A bolt nem működik megfelelően, ha a sütik le vannak tiltva.</div><noscript><div class="message global noscript"><p><strong>A JavaScript ki van kapcsolva a böngészőben.</strong> A legjobb élmény érdekében kapcsolja be.</p></div></noscript>
<div class="page-wrapper"><header class="page-header"><div class="panel header"><a class="action skip contentarea"><span>Ugrás a tartalomhoz</span></a><ul class="header links"><li>Bejelentkezés</li><li>Fiók létrehozása</li></ul></div><div class="header content"><a class="logo">${shown.site}</a><div class="minicart-wrapper">Kosaram</div></div></header><div class="sections nav-sections"><nav class="navigation"><ul><li>Újdonságok</li><li>Lakás</li><li>Kert</li><li>Akció ${shown.version}</li></ul></nav></div>
<div class="breadcrumbs"><ul><li>Kezdőlap</li><li>${shown.title}</li></ul></div>${shown.notice === '' ? '' : `<div class="page messages"><div class="message info"><div>${shown.notice}</div></div></div>`}
<main id="maincontent" class="page-main"><div class="columns"><div class="column main"><div class="product-info-main"><div class="page-title-wrapper product"><h1 class="page-title"><span class="base" data-ui-id="page-title-wrapper" itemprop="name">${shown.title}</span></h1></div>
${shown.areLoose ? '' : `<div class="product-info-price"><span class="price">${price(keyOf(shown))} Ft</span><div class="stock available"><span>Raktáron</span></div><div class="product attribute sku"><strong class="type">Cikkszám</strong><div class="value">${sku}</div></div></div><div class="box-tocart"><label>Mennyiség</label><button title="Kosárba"><span>Kosárba</span></button></div><div class="product-addto-links"><a>Hozzáadás a kívánságlistához</a> <a>Hozzáadás az összehasonlításhoz</a></div>`}</div>
<div class="product info detailed"><div class="product data items"><div class="data item title"><a>Részletek</a></div><div class="data item content"><div class="product attribute description"><div class="value">${html(shown.paragraphs)}</div></div></div>${shown.areLoose ? '' : `<div class="data item title"><a>Szállítás és garancia</a></div><div class="data item content">${html(shown.shared)}</div><div class="data item title"><a>Vélemények</a></div><div class="data item content"><div class="review-add"><strong>Ön értékeli:</strong><fieldset><legend>Értékelése</legend><label>Becenév</label><label>Összegzés</label><label>Vélemény</label></fieldset></div></div>`}</div></div>
${
  shown.areLoose
    ? ''
    : `<div class="block upsell"><div class="block-title"><strong>Ezek is érdekelhetik</strong></div><ol class="product-items">${neighbours(
        shown,
        4,
      )
        .map(
          ({ title }, i) =>
            `<li class="product-item"><strong class="product-item-name">${title}</strong><span class="price">${price(keyOf(shown), i + 1)} Ft</span></li>`,
        )
        .join('')}</ol></div>`
}</div></div></main><footer class="page-footer"><ul><li>Adatvédelem</li><li>Általános szerződési feltételek</li><li>Kapcsolat</li></ul><small>Minden jog fenntartva.</small></footer></div></body></html>`;
});

/**
 * As an estate agent: facts in a table above a small heading, the agent's words and a reckoner on each page. Swedish
 * around English.
 */
const estate = theme('an estate agent', 'shop', (shown) => {
  const at = keyOf(shown);
  return `<!DOCTYPE html><html lang="sv"><head><meta charset="utf-8"><title>${shown.site} Mäkleri - ${shown.areLoose ? shown.title : `Till salu: ${shown.title}`}</title></head><body><div id="root"><div class="bar"><b>${shown.site} Mäkleri</b> Köpa Sälja Kontor Om oss</div><div class="gallery"><img alt=""><img alt=""><span>1 / ${3 + (at % 19)}</span></div>
<div class="listing"><div class="listing-h"><h3>${shown.title}</h3><span>${['Luleå', 'Kalmar', 'Visby', 'Falun'][at % 4]}</span></div>${shown.areLoose ? '' : `<table class="facts"><tr><td>Utgångspris</td><td>${price(at)} 000 kr</td></tr><tr><td>Boarea</td><td>${40 + ((at * 13) % 130)} m²</td></tr><tr><td>Antal rum</td><td>${1 + (at % 7)}</td></tr><tr><td>Avgift</td><td>${price(at, 3)} kr/mån</td></tr><tr><td>Byggår</td><td>${1899 + ((at * 7) % 120)}</td></tr></table>`}
${shown.notice === '' ? '' : `<p class="flag">${shown.notice}</p>`}<div class="desc">${shown.paragraphs.map((each) => `<span>${each}</span><br>`).join('\n')}</div>${shown.areLoose ? '' : `<a>Läs hela beskrivningen</a><div class="agent"><img alt=""><b>Ansvarig mäklare</b><p>${shown.shared[at % shown.shared.length]}</p><a>Boka visning</a></div><div class="calc"><b>Räkna på boendet</b><p>Kalkylen bygger på en kontantinsats om femton procent och en ränta som banken kan ändra.</p></div>`}</div>
${
  shown.areLoose
    ? ''
    : `<div class="near"><b>Liknande bostäder</b>${neighbours(shown, 3)
        .map(({ title }, i) => `<div><i>${title}</i> ${price(at, i + 5)} 000 kr</div>`)
        .join('')}</div>`
}<div class="foot">Utgåva ${shown.version}. Uppgifterna kommer från säljaren och har inte kontrollerats.</div></div></body></html>`;
});

/**
 * As a recipe site: the recipe in a card after a story, in numbered steps, and once more as data; comments. Italian
 * around English.
 */
const recipes = theme('a recipe site', 'news', (shown) => {
  const [story, steps] = halves(shown.paragraphs);
  const at = keyOf(shown);
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Recipe',
    name: shown.title,
    author: { '@type': 'Person', name: 'Nonna' },
    recipeYield: String(2 + (at % 5)),
    recipeInstructions: steps.map((text) => ({ '@type': 'HowToStep', text })),
  };
  return `<!DOCTYPE html><html lang="it-IT"><head><meta charset="UTF-8"><title>${shown.title} » ${shown.site} in cucina</title>${shown.areLoose ? '' : `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`}</head><body class="recipe-template"><div class="site-container"><ul class="genesis-skip-link"><li>Vai alla navigazione</li><li>Vai al contenuto</li></ul><header class="site-header"><p class="site-title">${shown.site} in cucina</p></header><nav class="nav-primary"><ul><li>Primi</li><li>Secondi</li><li>Dolci</li><li>Chi sono</li></ul></nav>
<div class="content-sidebar-wrap"><main class="content"><article class="entry"><header class="entry-header"><h1 class="entry-title">${shown.title}</h1><p class="entry-meta">${1 + (at % 28)} maggio 2025 · <a>${(at * 3) % 17} commenti</a></p></header><div class="entry-content">${shown.notice === '' ? '' : `<p class="disclosure"><small>${shown.notice}</small></p>`}${shown.areLoose ? '' : `<a class="jump">Vai alla ricetta</a> <a class="print">Stampa la ricetta</a>`}${html(story)}
${
  shown.areLoose
    ? html(steps)
    : `<div class="wprm-recipe-container"><h2 class="wprm-recipe-name">${shown.title}</h2><span>Porzioni: ${2 + (at % 5)}</span> <span>Tempo: ${15 + ((at * 5) % 70)} minuti</span><h3>Istruzioni</h3><ol>${steps.map((each) => `<li><div class="wprm-recipe-instruction-text">${each}</div></li>`).join('')}</ol><p>Ti è piaciuta? Lascia una valutazione qui sotto!</p></div><div class="author-box"><p>${shown.shared[0]}</p></div>`
}</div></article>${shown.areLoose || at % 4 > 0 ? '' : `<section id="comments"><h3>Commenti</h3><ol><li><cite>Ospite ${at}</cite><p>Provata domenica scorsa per ${2 + (at % 9)} persone, riuscita benissimo. Grazie!</p></li></ol></section>`}</main>
<aside class="sidebar"><section><h3>Benvenuti!</h3><p>Cucino da sempre, e qui trovate ricette semplici della mia famiglia, edizione ${shown.version}.</p></section><section><h3>Le più amate</h3><ul>${neighbours(
    shown,
    4,
    9,
  )
    .map(({ title }) => `<li>${title}</li>`)
    .join(
      '',
    )}</ul></section></aside></div><footer class="site-footer"><p>Come affiliata ricevo un compenso per gli acquisti idonei.</p></footer></div></body></html>`;
});

/**
 * As pages of a builder: boxes in boxes, names of classes without meaning, no heading; the title alone in a larger
 * letter. Czech around English.
 */
const boxes = theme('boxes alone', 'documentation', (shown: Shown) => {
  const name = (part: number): string => `css-${((part + 3) * 48271).toString(36)}`;
  const box = (part: number, inside: string): string => `<div class="${name(part)}">${inside}</div>`;
  return `<!doctype html><html lang="cs"><head><meta charset="utf-8"><title>${shown.site}: ${shown.title}</title></head><body>${box(1, box(2, box(3, `${shown.site} ${shown.version}`) + box(4, 'Domů') + box(4, 'Služby') + box(4, 'Ceník') + box(4, 'Napište nám')) + (shown.notice === '' ? '' : box(5, box(6, shown.notice))))}
${box(7, box(8, box(9, shown.title)) + box(10, shown.paragraphs.map((each) => box(11, box(12, `<span style="white-space:pre-wrap">${each}</span>`))).join('\n')) + (shown.areLoose ? '' : box(13, box(14, 'Proč právě my') + shown.shared.map((each) => box(15, each)).join(''))))}
${box(
  16,
  box(17, 'Další') +
    neighbours(shown, 6)
      .map(({ title }) => box(18, title))
      .join(''),
)}${box(19, `Vytvořeno bez programování. Návštěva číslo ${4000 + 17 * keyOf(shown)}.`)}</body></html>`;
});

/** Shops, recipes and a builder's pages of the third group. */
export const marketThemes: readonly Engine[] = [luma, estate, recipes, boxes];
