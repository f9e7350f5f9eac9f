import type { Engine, SiteDocument } from '../engines/engine.ts';
import { addMirrors } from '../mirrors.ts';
import { slugOf } from '../news.ts';
import { shells } from '../shells.ts';
import type { SiteGroup } from '../site-groups.ts';
import { secondBarePage } from './bare-pages.ts';
import { documentationThemes } from './documentation-themes.ts';
import { secondEngines } from './engines.ts';
import { secondFamiliesOf } from './families.ts';
import { inScript, type Script } from './scripts.ts';
import { socialThemes } from './social-themes.ts';
import { secondWordings } from './wordings.ts';

/**
 * Each site has guests of the next one in this order. Engines that name pages after classes only get guests in Latin
 * script.
 */
const order = [
  ...['honkit', 'pdoc', 'like Doxygen', 'furo', 'nikola', 'like GitBook', 'like Docsy', 'like Shopify'],
  ...['like Antora', 'like a forum', 'like WordPress', 'like MediaWiki', 'like Ghost', 'like an office'],
];

const scripts: Readonly<Record<string, Script>> = {
  'like Docsy': 'vietnamese',
  'like Shopify': 'turkish',
  'like WordPress': 'hangul',
  'like MediaWiki': 'arabic',
  'like Ghost': 'greek',
  'like an office': 'devanagari',
};

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation:
    'You are looking at a preview. The features told of below are not in any released build, their names may still be others tomorrow, and none of it should be used for work that matters.',
  reference: 'Deprecated: everything in this branch goes away with the next major release.',
  news: 'From the archive: what follows was first printed some years ago, and has been left as it was.',
  shop: 'Closed for the summer: orders that reach us before the tenth are sent at the end of the month.',
  wiki: 'This article may be too technical for most readers. Please help to make it easier without leaving out what is in it.',
};

type Path = (document: SiteDocument, number: number) => string;

const paths: Readonly<Record<string, Path>> = {
  'like a forum': (_, number) => `viewtopic.php?t=${4001 + 7 * number}`,
  'like WordPress': ({ title }, number) =>
    `2025/${1 + (number % 12)}/${encodeURIComponent(title.replaceAll(' ', '-'))}`,
  'like MediaWiki': ({ title }) => `index.php?title=${encodeURIComponent(title.replaceAll(' ', '_'))}`,
  'like an office': (_, number) => `node/${300 + number}.html`,
  'like Shopify': ({ slug }, number) => `products/${slug}?variant=${41000 + 13 * number}`,
};

/**
 * Fourteen sites of other engines, in other scripts, with other messages, families and addresses: written after the
 * code that is measured and without looking at it. Its pages may be read since 23 November; the fourth and fifth
 * groups are held out now.
 */
export const secondGroup: SiteGroup = {
  name: 'second group',
  engines: order.map(
    (name) =>
      [...secondEngines, ...documentationThemes, ...socialThemes].find((engine) => engine.name === name)!,
  ),
  wordings: secondWordings,
  notices,
  familiesOf: secondFamiliesOf,
  written: ({ name }, text) => inScript(text, scripts[name] ?? 'latin'),
  pathOf: ({ name }, document, version, number) =>
    `/${version}/${paths[name]?.(document, number) ?? slugOf(document.slug)}`,
  barePage: secondBarePage,
  parkedKinds: ['parked', 'suspended', 'server default', 'maintenance', 'captcha'],
  parked: [
    { hosts: 1, pages: 8 },
    { hosts: 1, pages: 20 },
    { hosts: 1, pages: 3 },
    { hosts: 4, pages: 2 },
    { hosts: 6, pages: 1 },
    { hosts: 3, pages: 8 },
    { hosts: 2, pages: 4 },
    { hosts: 1, pages: 5 },
  ],
  shells,
  addFurther: addMirrors,
};
