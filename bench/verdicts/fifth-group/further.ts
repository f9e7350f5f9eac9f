import type { EngineSite } from '../engine-site.ts';
import { slotsOfSite } from '../engine-sites.ts';
import { addMirrors } from '../mirrors.ts';
import { slugOf } from '../news.ts';
import type { AddPage } from '../planted-page.ts';
import { addShortPages, type ShortPage } from '../short-pages.ts';
import { words } from '../words.ts';
import { writtenOn } from './languages.ts';

const textsOnly = 8;

/** Mirrors and licences, pages in an edition of text alone, and short pages that look alike; `number` is the site's in its group. */
export function addFifthFurther(site: EngineSite, add: AddPage, number: number): void {
  addMirrors(site, add);
  addTextEdition(site, add);
  addShortPages(site, add, shortPagesOf(number), writtenOn);
}

/** What a site gives to slow lines: the text and a line above and below, at an address without words. */
function addTextEdition({ engine, host, texts }: EngineSite, add: AddPage): void {
  // a reference's page is more than its description
  if (engine.kind === 'reference') return;
  const own = texts.slice(slotsOfSite).filter(({ how }) => how === 'own');
  for (const [i, { document, content }] of own.slice(0, textsOnly).entries()) {
    const body = `<!doctype html><html><head><meta charset="utf-8"><title>${document.title}</title><link rel="canonical" href="https://${host}/1.0/${document.slug}"></head><body><p><a href="/t/">${host} · T</a></p><hr><h2>${document.title}</h2>${document.paragraphs.map((each) => `<p>${each}</p>`).join('\n')}<hr><p><a href="/t/${i}">‹</a> <a href="/t/${i + 2}">›</a></p></body></html>`;
    const common = { site: engine.name, isHeldOutSite: engine.isHeldOut, familySize: 1 };
    add({ ...common, how: 'mirror', url: `https://${host}/t/${i + 1}`, body, content });
  }
}

const streets = words(
  'Amber Brook Chapel Drover Easter Farrier Garland Hazel Ivory Jasper Kettle Lantern Mallow Nettle Orchid Pewter Quarry Rowan Saddle Tanner',
);
const kinds = words('Road Square Bridge Gate Hill');
const surnames = words(
  'Acheron Borealis Calder Dunlin Eider Fulmar Godwit Heron Ibis Jackdaw Kittiwake Linnet Merlin Nuthatch Osprey Petrel Quail Redshank Siskin Teal',
);
const names = words('Aino Beno Cato Dilip Enzo');
const terms = words(
  'gambit sheet crust brief proof apron block collar draft fillet gauge hitch ledger mitre nib pitch quoin rebate spline tenon',
);
const fields = words('sailing baking law chess printing');
const goods = words(
  'kayak lathe violin tent clarinet tractor loom saddle piano canoe anvil sextant easel trombone plough kiln compass harp sledge wheelbarrow',
);
const wishes = words('hire repair insurance lessons rental');

/** Twenty pages: stops of buses, members who have not written, words that are not explained, searches that found nothing. */
export function shortPagesOf(number: number): ShortPage[] {
  const at = <T>(items: readonly T[]): T => items[number % items.length];
  const count = (i: number): number => 3 + ((number * 29 + i * 101) % 90);
  return [
    ...kinds.map((kind, i): ShortPage => {
      const name = `${at(streets)} ${kind}`;
      return {
        title: name,
        paragraphs: [`Bus ${count(i)} calls at ${name}.`, 'There is a shelter, but no clock.'],
        path: `stop/${slugOf(name)}`,
        how: 'short',
      };
    }),
    ...names.map(
      (name, i): ShortPage => ({
        title: `${name} ${at(surnames)}`,
        paragraphs: [`Joined in ${1990 + (count(i) % 36)}.`, 'Has not written anything so far.'],
        path: `member.php?u=${number * 100 + i}`,
        how: 'short',
      }),
    ),
    ...fields.map(
      (field): ShortPage => ({
        title: `${at(terms)} in ${field}`,
        paragraphs: [
          `The word ${at(terms)} is used in ${field}. Nobody has told us yet what it means there.`,
        ],
        path: `word/${at(terms)}-${field}`,
        how: 'short',
      }),
    ),
    ...wishes.map(
      (wish): ShortPage => ({
        title: `Results for ${at(goods)} ${wish}`,
        paragraphs: ['Your search found nothing. Try fewer words.'],
        path: `search?q=${at(goods)}+${wish}`,
        how: 'empty list',
      }),
    ),
  ];
}
