import { classNameOf, type Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { inOrder } from '../lexicon.ts';
import type { SiteGroup } from '../site-groups.ts';
import { seventhBarePage } from './bare-pages.ts';
import { seventhFamiliesOf } from './families.ts';
import { addSeventhFurther } from './further.ts';
import { writtenOn } from './languages.ts';
import { commitHash, manualThemes } from './manual-themes.ts';
import { pressThemes } from './press-themes.ts';
import { recordThemes } from './record-themes.ts';
import { referenceThemes } from './reference-themes.ts';
import { seventhShells } from './shells.ts';
import { talkThemes } from './talk-themes.ts';
import { tradeThemes } from './trade-themes.ts';
import { numbered, seventhWordings } from './wordings.ts';

/** In this order each has guests of the next, and what names pages after classes only such as are in English. */
const order = [
  ...['like ExDoc', 'like Haddock', 'like YARD', 'like Redoc', 'like MetaCPAN', 'like Hugo Book'],
  ...['like ReadMe', 'like cgit', 'like Trac', 'statutes by section', 'like arXiv', 'like PubMed'],
  ...['patents', 'like Lemmy', 'like old Reddit', 'like Squarespace', 'like eBay', 'like Etsy'],
  ...['classifieds', 'like WooCommerce blocks', 'a register of courts', 'minutes of a council'],
  ...['objects of a museum', 'like vBulletin', 'like SMF', 'like Plone', 'an archive of letters'],
  ...['a world service', 'like Webflow'],
];

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation: 'A newer edition exists. This one is kept so that old references still lead somewhere.',
  reference: 'Use its successor in new code; this one goes away with the release after next.',
  news: 'Corrected on the day after: an earlier form of this had a wrong figure in its second half.',
  shop: 'Please note that we are away until the 14th. Orders are packed on our return, in their order.',
  wiki: 'Nobody has touched this for two years. Say so if it still matters to you.',
};

/** The path of a document in its first and in its later form. */
type Path = (slug: string, number: number, title: string) => readonly [first: string, later: string];

const hex = (number: number, digits: number): string =>
  Array.from({ length: digits / 8 }, (_, i) =>
    ((number + 11) * (2_654_435 + i * 40_503) + 268_435_456).toString(16).padStart(8, '0').slice(-8),
  ).join('');
const camel = (slug: string, title: string): string => classNameOf({ slug, title, paragraphs: [] });

const paths: Readonly<Record<string, Path>> = {
  'like ExDoc': (slug, _, title) => [
    `harbour/1.0.0/Harbour.${camel(slug, title)}.html`,
    `harbour/2.0.0/Harbour.${camel(slug, title)}.html`,
  ],
  'like Haddock': (slug, _, title) => [
    `package/harbour-1.0.0/docs/Harbour-${camel(slug, title)}.html`,
    `package/harbour-2.0.0/docs/Harbour-${camel(slug, title)}.html`,
  ],
  'like YARD': (slug, _, title) => [
    `gems/harbour/1.0/Harbour/${camel(slug, title)}`,
    `gems/harbour/2.0/Harbour/${camel(slug, title)}`,
  ],
  'like Redoc': (slug) => [`openapi/quay/operation/${slug}/`, `openapi/quay@v2/operation/${slug}/`],
  'like MetaCPAN': (slug, _, title) => [
    `release/QUAY/Harbour-1.0/view/lib/Harbour/${camel(slug, title)}.pm`,
    `release/QUAY/Harbour-2.0/view/lib/Harbour/${camel(slug, title)}.pm`,
  ],
  'like Hugo Book': (slug) => [`docs/quay/${slug}/`, `v2/docs/quay/${slug}/`],
  'like ReadMe': (slug) => [`v1.0/docs/${slug}`, `v2.0/docs/${slug}`],
  'like cgit': (slug) => [
    `harbour.git/commit/?id=${commitHash(keyOf({ slug }), '1.0')}`,
    `harbour.git/commit/?h=next&id=${commitHash(keyOf({ slug }), '2.0')}`,
  ],
  'like Trac': (slug) => [`trac/ticket/${keyOf({ slug })}`, `trac/ticket/${keyOf({ slug })}?version=2`],
  'statutes by section': (slug) => {
    const at = keyOf({ slug });
    const section = `text/${1 + (at % 50)}/${100 + (at % 8000)}`;
    return [`uscode/${section}`, `uscode/2027/${section}`];
  },
  'like arXiv': (slug) => {
    const number = String(keyOf({ slug })).padStart(5, '0');
    return [`abs/2610.${number}v1`, `abs/2610.${number}v2`];
  },
  'like PubMed': (slug) => {
    const pmid = 30_000_000 + 131 * keyOf({ slug });
    return [`${pmid}/`, `${pmid}/?format=abstract`];
  },
  patents: (slug) => {
    const number = 3_000_000 + 13 * keyOf({ slug });
    return [`patent/EP${number}A1/en`, `patent/EP${number}B1/en`];
  },
  'like Lemmy': (slug) => [`post/${keyOf({ slug })}`, `post/${keyOf({ slug })}?scrollToComments=true`],
  'like old Reddit': (slug) => {
    const thread = `r/harbour/comments/${keyOf({ slug }).toString(36)}/${slug.replaceAll('-', '_')}/`;
    return [thread, `${thread}?sort=new`];
  },
  'like Squarespace': (slug, number) => [`journal/${slug}`, `journal/2026/11/${1 + (number % 30)}/${slug}`],
  'like eBay': (_, number) => [
    `itm/1453${40_000_000 + 7919 * number}`,
    `itm/1453${40_000_000 + 7919 * number}?hash=item21d${number}:g:qA&_trkparms=amclksrc`,
  ],
  'like Etsy': (slug, number) => [
    `listing/${1_200_000_000 + 331 * number}/${slug}`,
    `uk/listing/${1_200_000_000 + 331 * number}/${slug}?ref=shop_home_active_${number}`,
  ],
  classifieds: (slug) => {
    const number = 7_700_000_000 + 331 * keyOf({ slug });
    return [`hdk/fuo/d/${slug}/${number}.html`, `hdk/fuo/${number}.html`];
  },
  'like WooCommerce blocks': (slug) => [`proizvod/${slug}/`, `proizvod/${slug}/?v=2`],
  'a register of courts': (_, number) => [
    `Review/${118_000_000 + 17 * number}`,
    `Review/${118_000_000 + 17 * number}?red=2`,
  ],
  'minutes of a council': (slug, number) => {
    const file = `documents/17712/${4400 + number}/protokoll_${keyOf({ slug })}_allkirjastatud.html`;
    return [file, `${file}?versioon=2`];
  },
  'objects of a museum': (slug, _, title) => [
    `collection/${encodeURIComponent(title.replaceAll(' ', '-'))}`,
    `hy/object/NMA-${keyOf({ slug })}.${slug.length}`,
  ],
  'like vBulletin': (slug, number) => [
    `showthread.php?${20_100 + number}-${slug}`,
    `showthread.php?t=${20_100 + number}&styleid=2`,
  ],
  'like SMF': (_, number) => [`index.php?topic=${930 + number}.0`, `index.php/topic,${930 + number}.0.html`],
  'like Plone': (slug) => [`eu/albisteak/${slug}`, `eu/albisteak/copy_of_${slug}`],
  'an archive of letters': (_, number) => [
    `?u=7f3e21&id=${hex(number, 8)}`,
    `?u=7f3e21&id=${hex(number + 500, 8)}&e=5d0c`,
  ],
  'a world service': (slug, number) => [
    `urdu/articles/c${keyOf({ slug }).toString(36)}o`,
    `urdu/world-${41_000_000 + 97 * number}`,
  ],
  'like Webflow': (slug) => [`news-post/${slug}`, `km/news-post/${slug}`],
};

const engines = [
  ...[...referenceThemes, ...manualThemes, ...recordThemes],
  ...[...talkThemes, ...pressThemes, ...tradeThemes],
];

/**
 * Twenty-nine sites of programs, languages, messages, families and addresses that the earlier groups have not: written on 1 December
 * without a look at the code that is measured. After its first run the wrong verdicts of all sites were listed, and pages read of eleven:
 * Plone, arXiv, PubMed, patents, old Reddit, eBay, the council, the courts, WooCommerce, Squarespace and Webflow. Nothing may be tuned to the
 * others; they are not to be read.
 */
export const seventhGroup: SiteGroup = {
  name: 'seventh group held out',
  engines: inOrder(order, engines, writtenOn),
  wordings: seventhWordings,
  notices,
  familiesOf: seventhFamiliesOf,
  written: writtenOn,
  pathOf: ({ name }, { slug, title }, version, number) =>
    `/${paths[name](slug, number, title)[version === '1.0' ? 0 : 1]}`,
  barePage: seventhBarePage,
  numbered,
  parkedKinds: ['parked', 'maintenance', 'age gate', 'error', 'region block'],
  parked: [
    { hosts: 1, pages: 12 },
    { hosts: 3, pages: 2 },
    { hosts: 1, pages: 25 },
    { hosts: 6, pages: 1 },
    { hosts: 2, pages: 5 },
    { hosts: 1, pages: 4 },
    { hosts: 4, pages: 3 },
    { hosts: 1, pages: 2 },
  ],
  shells: seventhShells,
  spareTexts: 3,
  addFurther: (site, add) => addSeventhFurther(site, add, order.indexOf(site.engine.name)),
};
