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
import { isInEnglish, translations, writtenOn } from './languages.ts';

const textsOfKind = 6;

/** Mirrors and licences, copies for clicks, printers, AMP and partners, translations, moved texts, short pages. */
export function addEighthFurther(site: EngineSite, add: AddPage, number: number): void {
  addMirrors(site, add);
  addCopies(site, add);
  if (isInEnglish(site.engine)) addTranslations(site, add, translations);
  addMovedTexts(site, add, movedTo);
  addShortPages(site, add, shortPagesOf(number), writtenOn);
}

/** The same text with the marks of a click, to print, as AMP, and on the site of a partner that says where it is from. */
function addCopies(site: EngineSite, add: AddPage): void {
  const { host, texts, pages } = site;
  const own = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of own.slice(-textsOfKind).entries()) {
    const mirror = { ...addedTo(site), how: 'mirror', content } as const;
    const { title, paragraphs, slug } = document;
    const address = `https://${host}/1.0/${slug}`;
    const body = pages['1.0'].get(slug)!;
    add({ ...mirror, url: `${address}?fbclid=IwY2xjawO${i}aem_${91 * (i + 4)}`, body });
    const print = `<!DOCTYPE html><html><head><title>${title}</title><meta name="robots" content="noindex"></head><body onload="window.print()"><div class="print-source">${address}</div><h1>${title}</h1>${html(paragraphs)}<p class="printed">01.12.2026</p></body></html>`;
    add({ ...mirror, url: `https://${host}/print/${slug}`, body: print });
    const amp = `<!doctype html><html ⚡><head><meta charset="utf-8"><title>${title}</title><link rel="canonical" href="${address}"><style amp-boilerplate>body{animation:-amp-start 8s steps(1,end) 0s 1 normal both}</style><script async src="https://cdn.amp.example/v0.js"></script></head><body><amp-sidebar id="s" layout="nodisplay" side="left"><ul><li><a href="/">${host}</a></li></ul></amp-sidebar><header><button on="tap:s.toggle">☰</button></header><article><h1>${title}</h1><amp-img width="600" height="300" layout="responsive" alt=""></amp-img>${html(paragraphs)}</article><amp-ad width="300" height="250" type="x"><div placeholder></div></amp-ad><footer><a href="${address}">↗ ${host}</a></footer></body></html>`;
    add({ ...mirror, url: `https://${host}/amp/${slug}`, body: amp });
    const partner = `<!doctype html><html><head><title>${title} | Tidings</title><meta name="syndication-source" content="${address}"></head><body><header><nav><a>Tidings</a> <a>Latest</a> <a>Partners</a></nav></header><main><article><h1>${title}</h1><p class="via">From ${host}</p>${html(paragraphs)}<p>This was first published at <a href="${address}">${host}</a>.</p></article></main><footer>Tidings, 2026</footer></body></html>`;
    add({ ...mirror, url: `https://tidings-${i % 2}.example/partners/${31_337 + 41 * i}`, body: partner });
  }
}

const movedTo = (i: number): string[] =>
  [
    `p/${4_400_100 + 37 * i}`,
    `?id=${88_310 + i}`,
    `2f${i}1-7c`,
    `share/${((i + 2) * 1_299_709).toString(36)}`,
  ].slice(0, 2 + i);

const halls = words(
  'Ashdown Birling Chanctonbury Ditchling Eastdean Firle Glynde Hangleton Iford Jevington Kingley Lullington Mount Newtimber Offham Poynings Rackham Seaford Telscombe Upwaltham',
);
const dishes = words(
  'barley bulgur chicory damson elderberry fennel gooseberry hazelnut juniper kohlrabi lentil medlar nettle oregano parsnip quince rhubarb sorrel tarragon vetch',
);
const tools = words(
  'adze bradawl chisel drawknife edger froe gimlet hatchet ironing-board jigsaw keyhole-saw lathe mallet nippers oilstone plane quoin rasp spokeshave trowel',
);
const ways = words('Lewes Hove Worthing Steyning Arundel');
const months = words('March May July September November');
const grades = words('coarse medium fine extra-fine blunt');

/** Twenty pages: ways to halls, what to do with a plant in a month, grades of a tool, and lists without an entry. */
export function shortPagesOf(number: number): ShortPage[] {
  const at = <T>(items: readonly T[]): T => items[number % items.length];
  const count = (i: number): number => 11 + ((number * 43 + i * 61) % 85);
  return [
    ...ways.map(
      (town, i): ShortPage => ({
        title: `From ${town} to ${at(halls)} hall`,
        paragraphs: [`Take bus ${count(i)} from ${town}. The hall is ${i + 2} minutes from the stop.`],
        path: `way?from=${town}&to=${at(halls)}`,
        how: 'short',
      }),
    ),
    ...months.map(
      (month, i): ShortPage => ({
        title: `${at(dishes)} in ${month}`,
        paragraphs: [`In ${month}, sow ${at(dishes)} ${count(i)} cm apart and water it once.`],
        path: `garden/${at(dishes)}/${i * 2 + 3}`,
        how: 'short',
      }),
    ),
    ...grades.map(
      (grade, i): ShortPage => ({
        title: `${at(tools)}, ${grade}`,
        paragraphs: [`Number ${count(i)}-${i}. One ${at(tools)}, ${grade}, without a case.`],
        path: `t/${slugOf(`${at(tools)} ${grade}`)}.html`,
        how: 'short',
      }),
    ),
    ...ways.map(
      (town): ShortPage => ({
        title: `Offers near ${at(halls)}, ${town}`,
        paragraphs: ['At present there are no offers.'],
        path: `offers/${town.toLowerCase()}/${at(halls).toLowerCase()}`,
        how: 'empty list',
      }),
    ),
  ];
}
