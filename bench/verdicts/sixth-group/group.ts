import type { Engine } from '../engines/engine.ts';
import { inOrder } from '../lexicon.ts';
import { type Paths, pathsOf, type SiteGroup } from '../site-groups.ts';
import { sixthBarePage } from './bare-pages.ts';
import { boardThemes } from './board-themes.ts';
import { sixthFamiliesOf } from './families.ts';
import { addSixthFurther } from './further.ts';
import { institutionThemes } from './institution-themes.ts';
import { writtenOn } from './languages.ts';
import { manualThemes } from './manual-themes.ts';
import { pressThemes } from './press-themes.ts';
import { sixthShells } from './shells.ts';
import { shopThemes } from './shop-themes.ts';
import { numbered, sixthWordings } from './wordings.ts';
import { workThemes } from './work-themes.ts';

/** In this order each has guests of the next, and what names pages after classes only such as are in English. */
const order = [
  ...['like Dokka', 'like phpDocumentor', 'like Nextra', 'like Fumadocs', 'like Redmine', 'like Jira'],
  ...['like Gerrit', 'a live blog', 'a podcast directory', 'like phpBB', 'like Flarum', 'like Amazon'],
  ...['a hotel booking', 'like SharePoint', 'like Moodle', 'like OJS', 'like DSpace', 'a hospital'],
  ...['a parliament', 'a sports site', 'a table layout', 'like Nuxt 4', 'like Shopware'],
];

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation:
    'This has been taken over from the old site and was not looked through. Links in it may lead nowhere.',
  reference: 'Do not build on this yet: the next minor release may give it another shape.',
  news: 'What is told here has been added to during the day; the oldest parts may no longer hold.',
  shop: 'Because of the holidays parcels take two days longer. Returns are open until the end of January.',
  wiki: 'Closed for comments by a moderator. Open another one if the matter is still alive.',
};

const paths: Paths = {
  'like Dokka': ({ slug }) => `harbour/quay/-${slug}/index.html`,
  'like phpDocumentor': ({ slug }) => `classes/Harbour-Quay-${slug.replaceAll('-', '')}.html`,
  'like Nextra': ({ slug }) => `docs/guide/${slug}`,
  'like Fumadocs': ({ slug }) => `docs/(core)/${slug}`,
  'like Redmine': (_, number) => `issues/${20_400 + 7 * number}`,
  'like Jira': (_, number) => `browse/HBR-${1200 + 3 * number}`,
  'like Gerrit': (_, number) => `c/quay/harbour/+/${771_000 + 113 * number}`,
  'a live blog': ({ slug }, number) => `business/live/2026/nov/${10 + (number % 19)}/${slug}`,
  'a podcast directory': ({ slug }, number) =>
    `us/podcast/${slug}/id1500000001?i=1000${700_000 + 977 * number}`,
  'like phpBB': (_, number) => `viewtopic.php?f=${2 + (number % 5)}&t=${4400 + number}`,
  'like Flarum': ({ slug }, number) => `d/${300 + number}-${slug}`,
  'like Amazon': ({ slug }, number) =>
    `${slug}/dp/B0${(number * 104_729 + 60_466_176).toString(36).toUpperCase()}/ref=sr_1_${1 + (number % 9)}`,
  'a hotel booking': ({ slug }) => `hotel/gb/${slug}.en-gb.html`,
  'like SharePoint': ({ title }) =>
    `sites/havn/SitePages/${encodeURIComponent(title.replaceAll(' ', '-'))}.aspx`,
  'like Moodle': (_, number) => `mod/page/view.php?id=${9100 + number}`,
  'like OJS': (_, number) => `index.php/hbr/article/view/${2000 + 9 * number}`,
  'like DSpace': (_, number) =>
    `items/${(number * 2_654_435_761 + 268_435_456).toString(16)}-4c1d-4b7e-9f00-0a1b2c3d${4000 + number}`,
  'a hospital': ({ title }) =>
    `frettir/frett/${encodeURIComponent(title.toLowerCase().replaceAll(' ', '-'))}`,
  'a parliament': (_, number) =>
    `steno/steno2026.stenograma;idv=${8800 + (number >> 2)};idm=${1 + (number % 4)}`,
  'a sports site': ({ slug }, number) => `futbol/haber/${slug}-${650_000 + 17 * number}`,
  'a table layout': (_, number) => `noticies.asp?Seccio=${1 + (number % 6)}&IdNoticia=${number + 31}`,
  'like Nuxt 4': ({ title }, number) =>
    `article/${number + 510}/${encodeURIComponent(title.replaceAll(' ', '-'))}`,
  'like Shopware': ({ slug }, number) => `${slug}/SW${10_000 + number}`,
};

const engines = [
  ...[...manualThemes, ...workThemes, ...institutionThemes],
  ...[...pressThemes, ...boardThemes, ...shopThemes],
];

/**
 * Twenty-three sites of programs, languages, messages, families and addresses that the earlier groups have not: written on 28
 * November without a look at the code that is measured. The pages of six sites were read after its first run: Flarum, Amazon, Redmine, Jira,
 * the parliament and phpDocumentor. Nothing may be tuned to the others; they are not to be read.
 */
export const sixthGroup: SiteGroup = {
  name: 'sixth group held out',
  engines: inOrder(order, engines, writtenOn),
  wordings: sixthWordings,
  notices,
  familiesOf: sixthFamiliesOf,
  written: writtenOn,
  pathOf: pathsOf(paths),
  barePage: sixthBarePage,
  numbered,
  parkedKinds: ['parked', 'server default', 'maintenance', 'captcha', 'region block'],
  parked: [
    { hosts: 1, pages: 10 },
    { hosts: 2, pages: 4 },
    { hosts: 1, pages: 30 },
    { hosts: 7, pages: 1 },
    { hosts: 3, pages: 3 },
    { hosts: 1, pages: 6 },
    { hosts: 5, pages: 2 },
    { hosts: 1, pages: 3 },
  ],
  shells: sixthShells,
  spareTexts: 3,
  addFurther: (site, add) => addSixthFurther(site, add, order.indexOf(site.engine.name)),
};
