import type { Engine } from '../engines/engine.ts';
import { inOrder } from '../lexicon.ts';
import { type Paths, pathsOf, type SiteGroup } from '../site-groups.ts';
import { fourthBarePage } from './bare-pages.ts';
import { pod2html } from './engines/pod2html.ts';
import { pydata } from './engines/pydata.ts';
import { pydoc } from './engines/pydoc.ts';
import { fourthFamiliesOf } from './families.ts';
import { addFourthFurther, addressCounts } from './further.ts';
import { writtenOn } from './languages.ts';
import { fourthShells } from './shells.ts';
import { shopThemes } from './shop-themes.ts';
import { terminalThemes } from './terminal-themes.ts';
import { townThemes } from './town-themes.ts';
import { fourthWordings } from './wordings.ts';
import { writingThemes } from './writing-themes.ts';

/** In this order each has guests of the next, and what names pages after classes only such as are in English. */
const order = [
  ...['pydoc', 'like pkg.go.dev', 'pydata', 'pod2html', 'man pages', 'an RFC archive', 'like Pipermail'],
  ...['like Bugzilla', 'like Hacker News', 'like Next.js', 'like Substack', 'an accordion'],
  ...['like PrestaShop', 'like Wix', 'like Blogger', 'a department', 'a municipality', 'like WooCommerce'],
  ...['a local paper', 'an event calendar'],
];

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation:
    'This is the text of the coming edition. It is open for comment until the end of the quarter, has no force before it is signed, and differs from the edition in force in some places.',
  reference: 'Alpha: callers should expect this to change between any two releases.',
  news: 'Editor’s note: this piece has been brought up to date to reflect what became known overnight.',
  shop: 'Stocktaking from Thursday to Saturday: we take your order, and pack it on Monday.',
  wiki: 'Somebody has asked for this to be merged with another one. Until that is decided, please go on here and not there.',
};

const paths: Paths = {
  pydoc: ({ slug }) => `${slug.replaceAll('-', '_')}.html`,
  'man pages': ({ slug }) => `man8/${slug}.8`,
  'an RFC archive': (_, number) => `rfc/rfc${9000 + number}`,
  'like Pipermail': (_, number) => `pipermail/list/2025-March/00${1000 + number}.html`,
  'like Bugzilla': (_, number) => `show_bug.cgi?id=${100_000 + 17 * number}`,
  'like Hacker News': (_, number) => `item?id=${4_100_000 + 129 * number}`,
  'like Next.js': ({ slug }) => `writing/${slug}`,
  'like Substack': ({ slug }) => `p/${slug}`,
  'an accordion': ({ slug }) => `ajuda/${slug}`,
  'like PrestaShop': ({ slug }, number) => `es/accesorios/${number + 1}-${slug}.html`,
  'like Blogger': ({ slug }, number) => `2025/0${1 + (number % 9)}/${slug.slice(0, 39)}_${number}.html`,
  'a department': ({ slug }) => `~inst/${slug}.shtml`,
  'a municipality': ({ title }) => `buergerservice/${encodeURIComponent(title.replaceAll(' ', '-'))}`,
  'like WooCommerce': ({ title }) => `product/${encodeURIComponent(title.replaceAll(' ', '-'))}/`,
  'a local paper': ({ slug }, number) => `habari/${slug}-${4_400_000 + 7 * number}`,
  'an event calendar': (_, number) => `event/${7000 + 3 * number}/`,
};

const engines = [pydata, pydoc, pod2html, ...terminalThemes, ...writingThemes, ...townThemes, ...shopThemes];

/**
 * Twenty sites of generators, languages, messages, families and addresses that the earlier groups have not: written on 23 November
 * without a look at the code that is measured. Nothing may be tuned to it; it is not to be read.
 */
export const fourthGroup: SiteGroup = {
  name: 'fourth group held out',
  engines: inOrder(order, engines, writtenOn),
  wordings: fourthWordings,
  notices,
  familiesOf: fourthFamiliesOf,
  written: writtenOn,
  pathOf: pathsOf(paths),
  barePage: fourthBarePage,
  parkedKinds: ['parked', 'expired', 'maintenance', 'quota', 'waiting room', 'region block'],
  parked: [
    { hosts: 1, pages: 9 },
    { hosts: 1, pages: 3 },
    { hosts: 1, pages: 30 },
    { hosts: 2, pages: 4 },
    { hosts: 7, pages: 1 },
    { hosts: 4, pages: 2 },
    { hosts: 3, pages: 5 },
    { hosts: 1, pages: 5 },
    { hosts: 1, pages: 2 },
  ],
  shells: fourthShells,
  spareTexts: addressCounts.length,
  addFurther: (site, add) => addFourthFurther(site, add, order.indexOf(site.engine.name)),
};
