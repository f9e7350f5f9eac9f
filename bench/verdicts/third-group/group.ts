import type { Engine } from '../engines/engine.ts';
import { inOrder } from '../lexicon.ts';
import { type Paths, pathsOf, type SiteGroup } from '../site-groups.ts';
import { thirdBarePage } from './bare-pages.ts';
import { asciidoctor } from './engines/asciidoctor.ts';
import { javadoc } from './engines/javadoc.ts';
import { mdbook } from './engines/mdbook.ts';
import { pydoctor } from './engines/pydoctor.ts';
import { lektor, otterwiki } from './engines/python-sites.ts';
import { rustdoc } from './engines/rustdoc.ts';
import { starlight } from './engines/starlight.ts';
import { thirdFamiliesOf } from './families.ts';
import { addThirdFurther } from './further.ts';
import { inLanguage, type Language } from './languages.ts';
import { marketThemes } from './market-themes.ts';
import { officeThemes } from './office-themes.ts';
import { thirdShells } from './shells.ts';
import { talkThemes } from './talk-themes.ts';
import { thirdWordings } from './wordings.ts';

/**
 * Each site has guests of the next one in this order. Engines that name pages after classes only get guests in
 * English.
 */
const order = [
  ...[
    'javadoc',
    'rustdoc',
    'pydoctor',
    'asciidoctor',
    'mdbook',
    'otterwiki',
    'like Stack Exchange',
    'lektor',
  ],
  ...[
    'starlight',
    'like Magento',
    'like Discourse',
    'like Drupal',
    'a newspaper',
    'like Zendesk',
    'like GitLab',
  ],
  ...['a job board', 'an estate agent', 'a recipe site', 'a law gazette', 'like Confluence'],
  ...['a home page of 1998', 'boxes alone'],
];

const languages: Readonly<Record<string, Language>> = {
  lektor: 'indonesian',
  starlight: 'ukrainian',
  'like Magento': 'hungarian',
  'like Discourse': 'thai',
  'like Drupal': 'hebrew',
  'a newspaper': 'bengali',
  'like Zendesk': 'chinese',
};

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation:
    'A later edition of this page is being checked by our readers. Until they have done so, the edition that you see is the one that counts; differences are listed in the log of changes.',
  reference: 'Experimental: not yet part of the stable interface, and may be taken out without notice.',
  news: 'Update: we have added to this since it first appeared, and mended two names that were spelt wrongly.',
  shop: 'Because of a strike of the carriers, parcels may take up to five days longer than is said below.',
  wiki: 'This page is up for review. Please say below what is out of date, but leave the text as it is until the review has ended.',
};

const paths: Paths = {
  javadoc: ({ title }) => `api/org/harbour/${title.replaceAll(/\W+/g, '')}.html`,
  'like Stack Exchange': ({ slug }, number) => `questions/${770_000 + 13 * number}/${slug}`,
  lektor: ({ slug }) => `blog/${slug}/`,
  'like Magento': ({ slug }, number) => `${slug}-${2400 + number}.html`,
  'like Discourse': (_, number) => `t/topic/${5100 + 3 * number}`,
  'like Drupal': ({ title }) => `he/info/${encodeURIComponent(title.replaceAll(' ', '-'))}`,
  'a newspaper': (_, number) => `story/2025/06/${10 + (number % 19)}/${1_300_000 + 17 * number}`,
  'like Zendesk': (_, number) => `hc/zh-cn/articles/${360_004_500_000 + 7919 * number}`,
  'like GitLab': ({ title }) => `quay/-/wikis/${encodeURIComponent(title.replaceAll(' ', '-'))}`,
  'a job board': (_, number) => `vacature?ref=HB-${7000 + 3 * number}&bron=lijst`,
  'an estate agent': (_, number) => `objekt/${number.toString(36).padStart(4, 'q')}`,
  'a law gazette': (_, number) => `Public/DetaliiDocument/${44_000 + number}`,
  'like Confluence': (_, number) => `pages/viewpage.action?pageId=${98_300 + number}`,
  'a home page of 1998': (_, number) => `~rin/PAGE${number}.HTM`,
};

const engines = [
  ...[javadoc, rustdoc, pydoctor, asciidoctor, mdbook, otterwiki, lektor, starlight],
  ...[...talkThemes, ...marketThemes, ...officeThemes],
];

function written({ name }: Engine, text: string): string {
  return name in languages ? inLanguage(text, languages[name]) : text;
}

/**
 * Twenty-two sites with generators, languages, messages, families and addresses that the earlier groups do not have:
 * written on 23 November without looking at the code that is measured. Held out until it was read on that day for
 * issue 11.
 */
export const thirdGroup: SiteGroup = {
  name: 'third group',
  engines: inOrder(order, engines, written),
  wordings: thirdWordings,
  notices,
  familiesOf: thirdFamiliesOf,
  written,
  pathOf: pathsOf(paths),
  barePage: thirdBarePage,
  parkedKinds: ['parked', 'expired', 'under construction', 'maintenance', 'region block', 'bot check'],
  parked: [
    { hosts: 1, pages: 10 },
    { hosts: 1, pages: 4 },
    { hosts: 1, pages: 25 },
    { hosts: 1, pages: 3 },
    { hosts: 5, pages: 2 },
    { hosts: 8, pages: 1 },
    { hosts: 2, pages: 6 },
    { hosts: 3, pages: 3 },
    { hosts: 1, pages: 6 },
  ],
  shells: thirdShells,
  addFurther: addThirdFurther,
};
