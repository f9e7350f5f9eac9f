import type { EngineSite } from '../engine-site.ts';
import { slotsOfSite } from '../engine-sites.ts';
import { addMirrors } from '../mirrors.ts';
import { addedTo, addMovedTexts } from '../moved-texts.ts';
import { slugOf } from '../news.ts';
import type { AddPage } from '../planted-page.ts';
import { addShortPages, type ShortPage } from '../short-pages.ts';
import { html } from '../theme.ts';
import { words } from '../words.ts';
import { writtenOn } from './languages.ts';

const textsOfKind = 6;

/** Mirrors and licences, sessions, print and AMP editions, texts that moved, short pages; `number` is the site's in its group. */
export function addSixthFurther(site: EngineSite, add: AddPage, number: number): void {
  addMirrors(site, add);
  addEditions(site, add);
  addMovedTexts(site, add, movedTo);
  addShortPages(site, add, shortPagesOf(number), writtenOn);
}

/** The same text as a session sees it, as it is printed, and for telephones. */
function addEditions(site: EngineSite, add: AddPage): void {
  const { engine, host, texts, pages } = site;
  const own = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of own.slice(-textsOfKind).entries()) {
    const mirror = { ...addedTo(site), how: 'mirror', content } as const;
    const session = (i * 2_654_435_761 + 97).toString(16);
    const body = pages['1.0'].get(document.slug)!.replaceAll('href="/', `href="/s/${session}/`);
    add({ ...mirror, url: `https://${host}/1.0/${document.slug};jsessionid=${session}`, body });
    // a reference's page is more than its description
    if (engine.kind === 'reference') continue;
    const { title, paragraphs } = document;
    const printed = `<html><head><title>${title}</title><link rel="stylesheet" media="print" href="/print.css"></head><body onload="window.print()"><div id="printheader">${host}</div><h1>${title}</h1>${html(paragraphs)}<p class="source">https://${host}/1.0/${document.slug}</p></body></html>`;
    const amp = `<!doctype html><html ⚡><head><meta charset="utf-8"><link rel="canonical" href="https://${host}/1.0/${document.slug}"><title>${title}</title><script async src="https://cdn.example/v0.js"></script><style amp-boilerplate>body{animation:-amp-start 8s steps(1,end) 0s 1 normal both}</style></head><body><header><a href="/">${host}</a></header><main><h1>${title}</h1>${html(paragraphs)}</main><amp-analytics type="gtag"></amp-analytics></body></html>`;
    add({ ...mirror, url: `https://${host}/print.php?sid=${3100 + i}`, body: printed });
    add({ ...mirror, url: `https://amp.${host}/v/s/${document.slug}?usqp=mq331AQ`, body: amp });
  }
}

const movedTo = (i: number): string[] => [`p/${8_100 + i}`, `?p=${90_210 + 7 * i}`, `2026/11/0${i + 1}/`];

const branches = words(
  'Aldgate Bewdley Clun Dursley Epworth Frome Goole Hexham Ilkley Jarrow Keswick Louth Matlock Nairn Oban Penrith Quorn Ripon Skipton Tenby Usk Wick Yarm Alston',
);
const kinds = words('library surgery museum baths archive');
const terms = words(
  'anchor bezel caret detent eyelet flange gusset hasp inlay jamb kerf latch mortise nacelle offset pawl quill rabbet shim tappet underlay valance welt yoke',
);
const fields = words('masonry weaving typography aviation plumbing');
const goods = words(
  'parka clog mitten poncho sarong tunic cardigan kimono waistcoat dungarees anorak cape bonnet shawl sandal blazer jerkin kilt smock toga turban vest wader apron',
);
const sizes = words('36 38 40 42 44');
const corners = words('vintage organic children outlet handmade');

/** Twenty pages: branches of a service, entries of a glossary, sizes of a good, and categories with nothing in them. */
export function shortPagesOf(number: number): ShortPage[] {
  const at = <T>(items: readonly T[]): T => items[number % items.length];
  const count = (i: number): number => 11 + ((number * 31 + i * 53) % 80);
  return [
    ...kinds.map(
      (kind, i): ShortPage => ({
        title: `${at(branches)} ${kind}`,
        paragraphs: [`The ${kind} of ${at(branches)} is at ${count(i)} High Street.`, 'Closed on Mondays.'],
        path: `places/${slugOf(`${at(branches)} ${kind}`)}`,
        how: 'short',
      }),
    ),
    ...fields.map(
      (field): ShortPage => ({
        title: `${at(terms)} (${field})`,
        paragraphs: [`In ${field}, a part that is called ${at(terms)} by the trade.`],
        path: `glossary?_escaped_fragment_=/${at(terms)}/${field}`,
        how: 'short',
      }),
    ),
    ...sizes.map(
      (size, i): ShortPage => ({
        title: `${at(goods)} size ${size}`,
        paragraphs: [`Our ${at(goods)} in size ${size}. Order number ${count(i)}-${size}.`],
        path: `item;size=${size};name=${at(goods)}`,
        how: 'short',
      }),
    ),
    ...corners.map(
      (corner): ShortPage => ({
        title: `${corner} ${at(goods)} wear`,
        paragraphs: ['There is nothing in this category yet.'],
        path: `c/${corner}%20${at(goods)}`,
        how: 'empty list',
      }),
    ),
  ];
}
