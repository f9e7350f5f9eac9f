import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { inOrder } from '../lexicon.ts';
import type { SiteGroup } from '../site-groups.ts';
import type { Wording } from '../wordings.ts';
import { ninthBarePage } from './bare-pages.ts';
import { collectionThemes } from './collection-themes.ts';
import { ninthFamiliesOf } from './families.ts';
import { addNinthFurther } from './further.ts';
import { languageOf, writtenOn } from './languages.ts';
import { officeThemes } from './office-themes.ts';
import { ninthShells } from './shells.ts';
import { travelThemes } from './travel-themes.ts';
import { ninthWordings, numbered } from './wordings.ts';

/** Sites that may be read, and whose verdicts may be mended. */
const mayBeRead = [
  'release notes',
  'bus stops',
  'a hotel chain',
  'press releases',
  'roll calls',
  'plants of a garden',
  'recipe cards',
  'vacancies',
  'lesson plans',
];
/** Sites that are set aside: totals only. */
const setAside = [
  'records of a library',
  'timetables',
  'a court docket',
  'spare parts',
  'weather stations',
  'episodes of a podcast',
  'items of a museum',
  'villas for sale',
  'what is on',
];
/** In this order each has guests of the next of its half. */
const order = [...mayBeRead, ...setAside];

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation: 'A newer edition of this is being written. Until it is there, read this one with care.',
  reference: 'The entry was taken over from cards of paper and has not been checked yet.',
  news: 'Added at noon: one of the names below was spelled wrongly at first.',
  shop: 'Because of the holidays it takes two days longer than usual until we answer.',
  wiki: 'Whoever knows more about this may write to the editors, who will add it here.',
};

/** The path of a document in its first and in its later form. */
type Path = (slug: string, number: number) => readonly [first: string, later: string];

const letters = (slug: string): string => (keyOf({ slug }) * 98_317 + 60_466_176).toString(36);

const paths: Readonly<Record<string, Path>> = {
  'release notes': (slug) => [`1.9/notes/${slug}.html`, `2.0/whats-new/${slug}`],
  'bus stops': (slug, number) => [
    `pysakit/HSL:${1_040_000 + 7 * number}/${slug}`,
    `stop.php?stop=${1_040_000 + 7 * number}`,
  ],
  'a hotel chain': (slug, number) => [`ar/hotels/${slug}`, `m/hotel-${3_300 + number}.html`],
  'press releases': (slug, number) => [
    `story/${3_812_000 + 41 * number}-1.shtml`,
    `a/2026/11/${letters(slug)}/${slug}`,
  ],
  'roll calls': (slug, number) => [
    `web/guest/szavazas?p_id=${87_000 + number}&nev=${slug}`,
    `szavazasok/2026/${slug}`,
  ],
  'plants of a garden': (slug, number) => [`rostliny/${slug}/`, `herbar/detail/${slug}-${600 + number}`],
  'recipe cards': (_, number) => [`recipe/${6_900_100 + 13 * number}`, `m/recipe/${6_900_100 + 13 * number}`],
  vacancies: (slug) => [`${slug}-2025/`, `${slug}-2026/`],
  'lesson plans': (slug, number) => [
    `plany/${100 + number}-${slug}.html`,
    `index.php?option=com_content&view=article&id=${100 + number}:${slug}`,
  ],
  'records of a library': (slug, number) => [
    `cgi-bin/koha/opac-detail.pl?biblionumber=${40_200 + number}`,
    `record/${letters(slug)}/${slug}`,
  ],
  timetables: (slug, number) => [`timetable/${slug}`, `schedule/view.aspx?line=${number + 1}&y=2569`],
  'a court docket': (slug, number) => [
    `docket/${67_300_000 + 19 * number}/${slug}/`,
    `d/${letters(slug)}/${slug}/?order_by=desc`,
  ],
  'spare parts': (slug, number) => [`${slug}-p-${20_000 + number}.html`, `czesci/${slug}`],
  'weather stations': (slug, number) => [
    `stasjon/${slug}`,
    `observasjoner/SN${10_000 + 31 * number}/${slug}`,
  ],
  'episodes of a podcast': (slug, number) => [`e/${number + 1}/${slug}`, `temporada-2/${slug}`],
  'items of a museum': (slug, number) => [
    `collection/detail.cgi?no=${500 + number}`,
    `objects/${letters(slug)}-${slug}`,
  ],
  'villas for sale': (slug, number) => [`ban-biet-thu/${slug}-pr${44_000_000 + number}`, `tin/${slug}`],
  'what is on': (slug) => [`esdeveniment/${slug}/2025-11-${10 + (keyOf({ slug }) % 20)}/`, `agenda/${slug}/`],
};

/** Two thirds of the kinds of messages, others on each site: in the language of the site, or in English if none of the kind is in it. */
function wordingsOfSite(engine: Engine): Wording[] {
  const isIn = (language: string, wording: Wording): boolean => wording.language.split('-')[0] === language;
  const kinds = [...new Set(ninthWordings.map(({ kind }) => kind))];
  return kinds
    .filter((_, i) => (i + order.indexOf(engine.name)) % 3 > 0)
    .flatMap((kind) => {
      const ofKind = ninthWordings.filter((each) => each.kind === kind);
      const own = ofKind.filter((each) => isIn(languageOf(engine), each));
      return own.length > 0 ? own : ofKind.filter((each) => isIn('en', each));
    });
}

/**
 * Eighteen kinds of sites of records, in seventeen languages, of 1 December, by an author who had not read the code that is measured.
 * In six of them the later version has another template. Half of them may be read (`mayBeRead`); nothing may be tuned to the other half, whose pages are never read.
 */
export const ninthGroup: SiteGroup = {
  name: 'ninth group',
  engines: inOrder(order, [...travelThemes, ...officeThemes, ...collectionThemes], writtenOn).map(
    (engine) => ({
      ...engine,
      isHeldOut: setAside.includes(engine.name),
    }),
  ),
  wordings: ninthWordings,
  wordingsOf: wordingsOfSite,
  notices,
  familiesOf: ninthFamiliesOf,
  written: writtenOn,
  pathOf: ({ name }, { slug }, version, number) => `/${paths[name](slug, number)[version === '1.0' ? 0 : 1]}`,
  barePage: ninthBarePage,
  numbered,
  parkedKinds: ['parked', 'maintenance', 'queue', 'age check', 'geo-block'],
  parked: [
    { hosts: 2, pages: 8 },
    { hosts: 1, pages: 16 },
    { hosts: 5, pages: 2 },
    { hosts: 6, pages: 1 },
    { hosts: 1, pages: 4 },
    { hosts: 3, pages: 3 },
  ],
  shells: ninthShells,
  spareTexts: 3,
  addFurther: (site, add) => addNinthFurther(site, add, order.indexOf(site.engine.name)),
};
