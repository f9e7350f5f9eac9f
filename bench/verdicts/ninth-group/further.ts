import type { EngineSite } from '../engine-site.ts';
import { slotsOfSite } from '../engine-sites.ts';
import { addMirrors } from '../mirrors.ts';
import { addedTo, addMovedTexts } from '../moved-texts.ts';
import { slugOf } from '../news.ts';
import type { AddPage } from '../planted-page.ts';
import { addShortPages, type ShortPage } from '../short-pages.ts';
import { html } from '../theme.ts';
import { addTranslations } from '../translated-texts.ts';
import { words } from '../words.ts';
import { languageOf, translations, writtenOn } from './languages.ts';

const textsOfKind = 6;

/** Mirrors and licences, copies for printers, telephones, AMP and partners, translations, moved texts, short records. */
export function addNinthFurther(site: EngineSite, add: AddPage, number: number): void {
  addMirrors(site, add);
  addCopies(site, add);
  if (languageOf(site.engine) === 'en') addTranslations(site, add, translations);
  addMovedTexts(site, add, movedTo);
  addShortPages(site, add, shortPagesOf(number), writtenOn);
}

/** The same text sorted in another way, to print, on a mobile host, as AMP, and with a partner that names its source. */
function addCopies(site: EngineSite, add: AddPage): void {
  const { host, texts, pages } = site;
  const own = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of own.slice(-textsOfKind).entries()) {
    const mirror = { ...addedTo(site), how: 'mirror', content } as const;
    const { title, paragraphs, slug } = document;
    const address = `https://${host}/1.0/${slug}`;
    const body = pages['1.0'].get(slug)!;
    add({ ...mirror, url: `${address}?view=full&sort=${i % 2 === 0 ? 'date' : 'name'}&from=list${i}`, body });
    const print = `<!DOCTYPE html><html><head><title>${title}</title><link rel="stylesheet" media="print" href="/print.css"></head><body class="print"><table width="100%"><tr><td><h2>${title}</h2></td></tr><tr><td>${html(paragraphs)}</td></tr><tr><td class="print-footer">URL: ${address} — 1/1</td></tr></table></body></html>`;
    add({ ...mirror, url: `https://${host}/print.php?id=${4_100 + 7 * i}`, body: print });
    const mobile = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="${address}"><meta name="viewport" content="width=320, user-scalable=no"></head><body><div data-role="page"><div data-role="header"><a data-icon="back">‹</a><h1>${host}</h1></div><div data-role="content"><h2>${title}</h2>${html(paragraphs)}</div><div data-role="footer"><a href="${address}">Desktop</a> <a href="#top">↑</a></div></div></body></html>`;
    add({ ...mirror, url: `https://m.${host}/${slug}`, body: mobile });
    const amp = `<!doctype html><html amp><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="${address}"><script async src="https://cdn.amp.example/v0.js"></script></head><body><header><amp-img width="120" height="40" alt="${host}"></amp-img></header><main><h1>${title}</h1>${html(paragraphs)}</main><amp-consent layout="nodisplay" id="c"></amp-consent><footer><small>© ${host}</small></footer></body></html>`;
    add({ ...mirror, url: `https://${host}/amp/${slug}`, body: amp });
    const partner = `<!doctype html><html><head><title>${title} – Gazetteer</title><link rel="canonical" href="${address}"></head><body><header><nav><a>Gazetteer</a> <a>Records</a> <a>Sources</a> <a>About</a></nav></header><main><article><header><h1>${title}</h1><p>Source: ${host}</p></header>${html(paragraphs)}<footer><p>Taken over from <a href="${address}">${host}</a> with leave.</p></footer></article></main><footer>Gazetteer of records</footer></body></html>`;
    add({ ...mirror, url: `https://gazetteer-${i % 2}.example/r/${52_013 + 29 * i}`, body: partner });
  }
}

const movedTo = (i: number): string[] =>
  [
    `r/${7_200_400 + 53 * i}`,
    `?rec=${61_940 + i}`,
    `9c${i}4-e1`,
    `k/${((i + 3) * 1_299_721).toString(36)}`,
  ].slice(0, 2 + i);

const squares = words(
  'Amber Basalt Coral Dolerite Emerald Feldspar Granite Hornblende Ilmenite Jasper Kyanite Lazurite Malachite Nephrite Obsidian Porphyry Quartzite Rhyolite Serpentine Topaz',
);
const foods = words(
  'aubergine broccoli celeriac daikon endive fig guava haricot jackfruit kale leek mango nutmeg okra pumpkin quinoa radish spinach turnip yam',
);
const parts = words(
  'axle bolt cam dowel eyelet ferrule grommet hinge insert jack key latch mandrel nut o-ring pawl rivet screw toggle washer',
);
const lineEnds = words('Airport Brewery Castle Dockyard Hospital');
const helpings = words('two four six eight ten');
const metals = words('brass bronze copper steel zinc');

/** Twenty pages: lines at a square, what a dish is for how many, parts in a metal, and lists without an entry. */
export function shortPagesOf(number: number): ShortPage[] {
  const at = <T>(items: readonly T[]): T => items[number % items.length];
  const count = (i: number): number => 12 + ((number * 41 + i * 67) % 84);
  return [
    ...lineEnds.map(
      (end, i): ShortPage => ({
        title: `${at(squares)} Square towards ${end}`,
        paragraphs: [`Line ${count(i)} calls at ${at(squares)} Square on its way to the ${end}.`],
        path: `stop/${at(squares)}?to=${end}`,
        how: 'short',
      }),
    ),
    ...helpings.map(
      (persons, i): ShortPage => ({
        title: `${at(foods)} soup for ${persons}`,
        paragraphs: [`For ${persons}, boil ${count(i)}0 g of ${at(foods)} and season it.`],
        path: `soup/${at(foods)}/${2 * i + 2}`,
        how: 'short',
      }),
    ),
    ...metals.map(
      (metal, i): ShortPage => ({
        title: `${at(parts)} of ${metal}`,
        paragraphs: [`Order number ${count(i)}-${i}. A single ${at(parts)}, ${metal}, in a bag.`],
        path: `item/${slugOf(`${at(parts)} ${metal}`)}`,
        how: 'short',
      }),
    ),
    ...lineEnds.map(
      (place): ShortPage => ({
        title: `Events between ${at(squares)} and the ${place}`,
        paragraphs: ['No events have been entered.'],
        path: `events/${at(squares).toLowerCase()}/${place.toLowerCase()}`,
        how: 'empty list',
      }),
    ),
  ];
}
