import type { Engine } from '../engines/engine.ts';
import { inOrder } from '../lexicon.ts';
import { type Paths, pathsOf, type SiteGroup } from '../site-groups.ts';
import { fifthBarePage } from './bare-pages.ts';
import { mkdocsReadthedocs } from './engines/mkdocs-readthedocs.ts';
import { fifthFamiliesOf } from './families.ts';
import { addFifthFurther } from './further.ts';
import { houseThemes } from './house-themes.ts';
import { writtenOn } from './languages.ts';
import { publicThemes } from './public-themes.ts';
import { referenceThemes } from './reference-themes.ts';
import { fifthShells } from './shells.ts';
import { shopThemes } from './shop-themes.ts';
import { fifthWordings, numbered } from './wordings.ts';
import { worldThemes } from './world-themes.ts';
import { writingThemes } from './writing-themes.ts';

/** In this order each has guests of the next, and what names pages after classes only such as are in English. */
const order = [
  ...[
    'like Microsoft Learn',
    'like dartdoc',
    'mkdocs-readthedocs',
    'like GOV.UK',
    'like PaperMod',
    'like Medium',
  ],
  ...['like XenForo', 'like Gitea', 'like Fandom', 'like DokuWiki', 'like USWDS', 'like Joomla'],
  ...['a library catalogue', 'AMP pages', 'like Twenty Twenty-Five', 'like Tistory', 'like Notion'],
  ...['a university', 'like OpenCart', 'like Shoptet'],
];

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation:
    'You are reading an edition that has been replaced. It is kept because some cases are still decided by it; for anything new, look at the edition in force.',
  reference: 'This type is in preview and no promise is made about it; it may be renamed, moved or dropped.',
  news: 'This was sent out early by mistake and has been put right twice since.',
  shop: 'We are moving the warehouse: what is ordered between Monday and Friday leaves us on the Monday after.',
  wiki: 'Parts of this page were written by a machine and have not been read by a person. Say on the talk page what should go.',
};

const paths: Paths = {
  'like Microsoft Learn': ({ slug }) => `en-us/harbour/api/harbour.${slug.replaceAll('-', '')}?view=harbour`,
  'like dartdoc': ({ slug }) => `harbour/${slug.replaceAll('-', '')}-class.html`,
  'mkdocs-readthedocs': ({ slug }) => `en/${slug}/`,
  'like PaperMod': ({ slug }) => `posts/${slug}/`,
  'like Medium': ({ slug }, number) => `@desk/${slug}-${(number * 48_271 + 4_099).toString(16)}`,
  'like XenForo': ({ slug }, number) => `threads/${slug}.${88_000 + 13 * number}/`,
  'like Gitea': ({ slug }) => `quay/harbour/src/tag/v1/docs/${slug}.md`,
  'like Fandom': ({ title }) => `wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`,
  'like DokuWiki': ({ slug }) => `doku.php?id=harbour:${slug.replaceAll('-', '_')}`,
  'like USWDS': ({ slug }) => `vi/${slug}`,
  'like Joomla': ({ slug }, number) => `index.php/ikonomika/${500 + number}-${slug}`,
  'a library catalogue': (_, number) => `cgi-bin/koha/opac-detail.pl?biblionumber=${7000 + 11 * number}`,
  'AMP pages': (_, number) => `amp/vyapar/story-${2_210_000 + 31 * number}.html`,
  'like Twenty Twenty-Five': ({ title }) => `2026/03/${encodeURIComponent(title.replaceAll(' ', '-'))}/`,
  'like Tistory': (_, number) => `entry/${number + 12}`,
  'like Notion': ({ slug }, number) => `${slug.slice(0, 20)}-${(number * 2_654_435_761).toString(16)}`,
  'a university': (_, number) => `el/node/${3000 + number}`,
  'like OpenCart': (_, number) => `index.php?route=product/product&language=pl-pl&product_id=${40 + number}`,
  'like Shoptet': ({ slug }) => `zbozi/${slug}/`,
};

const engines = [
  ...[mkdocsReadthedocs, ...referenceThemes, ...writingThemes, ...publicThemes],
  ...[...worldThemes, ...houseThemes, ...shopThemes],
];

/**
 * Twenty sites of generators, languages, messages, families and addresses that the earlier groups have not: written on 23 November
 * without a look at the code that is measured. Nothing may be tuned to it; it is not to be read.
 */
export const fifthGroup: SiteGroup = {
  name: 'fifth group held out',
  engines: inOrder(order, engines, writtenOn),
  wordings: fifthWordings,
  notices,
  familiesOf: fifthFamiliesOf,
  written: writtenOn,
  pathOf: pathsOf(paths),
  barePage: fifthBarePage,
  numbered,
  parkedKinds: ['parked', 'suspended', 'maintenance', 'region choice', 'bot check'],
  parked: [
    { hosts: 1, pages: 12 },
    { hosts: 1, pages: 4 },
    { hosts: 1, pages: 25 },
    { hosts: 2, pages: 5 },
    { hosts: 6, pages: 1 },
    { hosts: 4, pages: 2 },
    { hosts: 3, pages: 6 },
    { hosts: 1, pages: 7 },
  ],
  shells: fifthShells,
  addFurther: (site, add) => addFifthFurther(site, add, order.indexOf(site.engine.name)),
};
