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

/** Mirrors and licences, tracked and archived copies, editions for telephones and readers, moved texts, short pages. */
export function addSeventhFurther(site: EngineSite, add: AddPage, number: number): void {
  addMirrors(site, add);
  addCopies(site, add);
  addMovedTexts(site, add, movedTo);
  addShortPages(site, add, shortPagesOf(number), writtenOn);
}

/** The same text with the marks of a campaign, in an archive of the web, on a telephone and in a reader of feeds. */
function addCopies(site: EngineSite, add: AddPage): void {
  const { engine, host, texts, pages } = site;
  const own = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of own.slice(-textsOfKind).entries()) {
    const mirror = { ...addedTo(site), how: 'mirror', content } as const;
    const body = pages['1.0'].get(document.slug)!;
    const address = `https://${host}/1.0/${document.slug}`;
    add({ ...mirror, url: `${address}?utm_source=letter&utm_medium=email&utm_campaign=nov${i}`, body });
    const stamp = `202611${10 + i}0${i}1207`;
    const bar = `<!-- BEGIN WAYBACK TOOLBAR INSERT --><div id="wm-ipp-base" lang="en"><div id="wm-ipp" style="position:relative"><a href="/web/" title="home page of the archive">Archive</a><form><input type="text" value="${address}"/><input type="submit" value="Go"/></form><b>${3 + i} captures</b> <span>${10 + i} Nov 2026</span></div></div><!-- END WAYBACK TOOLBAR INSERT -->`;
    add({
      ...mirror,
      url: `https://web.archive.example/web/${stamp}/${address}`,
      body: body.replace(/<body([^>]*)>/i, (tag) => tag + bar),
    });
    // a reference's page is more than its description
    if (engine.kind === 'reference') continue;
    const { title, paragraphs } = document;
    const mobile = `<!DOCTYPE html><html><head><meta name="viewport" content="width=320"><title>${title}</title></head><body class="m"><div class="bar"><a href="/">☰</a> ${host}</div><div class="t"><b>${title}</b></div>${paragraphs.map((each) => `<div class="p">${each}</div>`).join('')}<div class="foot"><a href="${address}?full=1">⇱</a> © 2026</div></body></html>`;
    const reader = `<!doctype html><html><head><meta charset="utf-8"><title>${title}</title></head><body><div id="rss-item"><h2><a href="${address}">${title}</a></h2><p class="source">via ${host}, ${1 + i}h</p><div class="entry">${html(paragraphs)}</div><ul class="tools"><li>☆</li><li>↗</li></ul></div></body></html>`;
    add({ ...mirror, url: `https://m.${host}/a/${70_100 + 3 * i}`, body: mobile });
    add({ ...mirror, url: `https://reader.${host}/item?id=${i}f${81 + i}`, body: reader });
  }
}

const movedTo = (i: number): string[] =>
  [`node/${3_300 + 11 * i}`, `?p=${61_004 + i}`, `${(i + 3) * 715_827_883}`, `d/9${i}c-77b`].slice(0, 2 + i);

const stops = words(
  'Allerton Brinkley Cropton Denby Ellerby Fenwick Grimston Hawnby Irton Kilburn Lealholm Marton Newby Osmington Pockley Rudland Spaunton Thornton Ugthorpe Welburn Yafforth Ainthorpe Barmby Castleton Danby Eskdale Farndale Goathland Hutton',
);
const lines = words('12 27 48 63 81');
const metals = words(
  'sextant pantograph theodolite astrolabe barometer clepsydra dynamometer eudiometer fathometer galvanometer hygrometer inclinometer kymograph lucimeter manometer nephoscope odometer planimeter quadrant rheometer seismograph tachometer udometer viameter wattmeter ondometer altimeter bolometer calorimeter',
);
const makers = words('Leeds Turin Bremen Lyon Gothenburg');
const cuts = words(
  'brogue clutch duffel espadrille fedora gilet holdall jodhpur loafer mackinaw necktie overall plimsoll ruana slipper trilby ulster wellington balaclava camisole dirndl earmuff fichu gaiter hoodie jumper kaftan legging muffler',
);
const colours = words('teal ochre plum ivory slate');
const weeks = words('Monday Tuesday Wednesday Thursday Friday');

/** Twenty pages: stops of buses, instruments of an inventory, colours of a good, and days on which nothing is on. */
export function shortPagesOf(number: number): ShortPage[] {
  const at = <T>(items: readonly T[]): T => items[number % items.length];
  const count = (i: number): number => 13 + ((number * 37 + i * 59) % 80);
  return [
    ...lines.map(
      (line, i): ShortPage => ({
        title: `${at(stops)} stop, line ${line}`,
        paragraphs: [
          `Line ${line} leaves ${at(stops)} at ${count(i) % 60} minutes past each hour.`,
          'There is a shelter.',
        ],
        path: `stops/${at(stops).toLowerCase()}-${line}.html`,
        how: 'short',
      }),
    ),
    ...makers.map(
      (maker, i): ShortPage => ({
        title: `${at(metals)} from ${maker}`,
        paragraphs: [`A ${at(metals)} made in ${maker}. Inventory number ${count(i)}.${i + 1}.`],
        path: `inventory?maker=${maker}&kind=${at(metals)}`,
        how: 'short',
      }),
    ),
    ...colours.map(
      (colour, i): ShortPage => ({
        title: `${at(cuts)} in ${colour}`,
        paragraphs: [`The ${at(cuts)} in ${colour}. Article ${count(i)}-${i + 1}, one size.`],
        path: `c/${slugOf(`${at(cuts)} ${colour}`)}`,
        how: 'short',
      }),
    ),
    ...weeks.map(
      (day): ShortPage => ({
        title: `${day} in ${at(stops)} hall`,
        paragraphs: ['No events are planned on this day.'],
        path: `hall/${at(stops).toLowerCase()}/${day.toLowerCase()}`,
        how: 'empty list',
      }),
    ),
  ];
}
