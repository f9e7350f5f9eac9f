import { createHash } from 'node:crypto';
import { inTheme } from '../engine-cases.ts';
import type { EngineSite } from '../engine-site.ts';
import { slotsOfSite } from '../engine-sites.ts';
import { addMirrors } from '../mirrors.ts';
import { slugOf } from '../news.ts';
import type { AddPage } from '../planted-page.ts';
import { addShortPages, type ShortPage } from '../short-pages.ts';
import { words } from '../words.ts';
import { writtenOn } from './languages.ts';

/** At how many addresses the texts stand that moved, one after the other. */
export const addressCounts = [2, 3, 4] as const;

/** Mirrors and licences, pages that moved, and short pages that look alike; `number` is the site's in its group. */
export function addFourthFurther(site: EngineSite, add: AddPage, number: number): void {
  addMirrors(site, add);
  addMoved(site, add, number);
  addShortPages(site, add, shortPagesOf(number), writtenOn);
}

const addresses: readonly ((id: number) => string)[] = [
  (id) => `index.php?id=${id}`,
  (id) => `?p=${id}`,
  (id) => `node/${id}`,
  (id) => `show.aspx?doc=${id}&l=1`,
  (id) => `x/${id.toString(36)}`,
];

/** Texts that stand under an old and a new address, neither of which has a word in it; half of the sites name it on the page. */
function addMoved({ engine, host, spare, slots }: EngineSite, add: AddPage, number: number): void {
  const common = { site: engine.name, isHeldOutSite: engine.isHeldOut, familySize: 1, how: 'moved' } as const;
  for (const [i, { title, paragraphs }] of spare.entries()) {
    const place = slotsOfSite - 1 - i;
    for (let address = 0; address < addressCounts[i]; address++) {
      const id = createHash('sha256').update(`${host} ${i} ${address}`).digest().readUInt16BE() % 9973;
      const url = `https://${host}/${addresses[number % addresses.length](id)}`;
      const shown = number % 2 === 0 ? paragraphs : [...paragraphs, url];
      const body = inTheme(slots['1.0'][place], place, { title, paragraphs: shown });
      add({ ...common, url, body, content: `${engine.name} moved ${i}` });
    }
  }
}

const firstSyllables = words(
  'Nor Sut Eas Wes Hol Bram Thorn Ash Elm Oak Fen Mar Lin Hart Kirk Stan Wold Hay Brock Crow Dun Fern',
);
const lastSyllables = words('ham wick by ton ley');
const areas = words(
  'coastal alpine urban rural arctic desert island river forest harbour valley lakeside volcanic northern tidal upland inland frontier medieval modern floating hidden',
);
const subjects = words('bridges villages chapels windmills markets');
const goods = words(
  'thread ribbon braid felt cord yarn twine lace tape canvas gauze velvet satin muslin denim tweed fleece burlap chiffon corduroy flannel damask',
);
const colours = words('scarlet navy lemon emerald charcoal');
const people = words('Ada Bo Cem Dora Eli');

/** Twenty pages: stubs, entries that nobody answered, lists without an entry, products that differ in one word. */
export function shortPagesOf(number: number): ShortPage[] {
  const at = <T>(items: readonly T[]): T => items[number % items.length];
  const count = (i: number): number => 40 + ((number * 37 + i * 211) % 900);
  const villages = lastSyllables.map((last) => `${at(firstSyllables)}${last}`);
  return [
    ...villages.map(
      (name, i): ShortPage => ({
        title: name,
        paragraphs: [
          `${name} is a village with ${count(i)} inhabitants.`,
          'This article is a stub. You can help by writing more.',
        ],
        path: `about/${slugOf(name)}`,
        how: 'short',
      }),
    ),
    ...villages.map(
      (name, i): ShortPage => ({
        title: `Photograph of the church in ${name}`,
        paragraphs: [
          `Added by ${people[i]} in ${1950 + (count(i) % 70)}.`,
          'No comments yet. Be the first to write one.',
        ],
        path: `pictures/${number * 100 + i}`,
        how: 'short',
      }),
    ),
    ...colours.map(
      (colour, i): ShortPage => ({
        title: `Cotton ${at(goods)}, ${colour}`,
        paragraphs: [`Our cotton ${at(goods)} in ${colour}, sold by the metre. Wash at forty degrees.`],
        path: `item?v=${number * 100 + i}`,
        how: 'short',
      }),
    ),
    ...subjects.map(
      (subject): ShortPage => ({
        title: `All about ${at(areas)} ${subject}`,
        paragraphs: ['There are no entries in this list.'],
        path: `tag/${at(areas)}-${subject}`,
        how: 'empty list',
      }),
    ),
  ];
}
