import type { Engine } from '../engines/engine.ts';
import { keyOf } from '../key-of.ts';
import { inOrder } from '../lexicon.ts';
import type { SiteGroup } from '../site-groups.ts';
import { eighthBarePage } from './bare-pages.ts';
import { eighthFamiliesOf } from './families.ts';
import { addEighthFurther } from './further.ts';
import { knowledgeThemes } from './knowledge-themes.ts';
import { writtenOn } from './languages.ts';
import { marketThemes } from './market-themes.ts';
import { pressThemes } from './press-themes.ts';
import { eighthShells } from './shells.ts';
import { eighthWordings, numbered } from './wordings.ts';

/** Sites that may be read, and whose verdicts may be mended. */
const mayBeRead = [
  'a job board',
  'recipes',
  'questions and answers',
  'like Shopify',
  'weather bulletins',
].concat(['a changelog', 'like Mastodon', 'forms of a ministry', 'a newspaper with a paywall']);
/** Sites that are set aside: totals only. */
const setAside = [
  'homes to let',
  'like GitLab',
  'doctors and their hours',
  'podcast transcripts',
  'species',
].concat(['obituaries', 'match reports', 'lessons of a course', 'a railway']);
/** In this order each has guests of the next of its half. */
const order = [...mayBeRead, ...setAside];

const notices: Readonly<Record<Engine['kind'], string>> = {
  documentation: 'This describes a version that is still tried out. What it says may change without a word.',
  reference: 'Use what came after it; this goes away with the next release.',
  news: 'Updated in the evening: the third paragraph now has the right name of the town.',
  shop: 'Orders of this week leave our house on Monday, as we count our stock until then.',
  wiki: 'Readers have asked for more sources here. Add some if you know any.',
};

/** The path of a document in its first and in its later form. */
type Path = (slug: string, number: number) => readonly [first: string, later: string];

const letters = (slug: string): string => (keyOf({ slug }) * 104_729 + 46_656_000).toString(36);

const paths: Readonly<Record<string, Path>> = {
  'a job board': (slug, number) => {
    const file = `stellenangebote--${slug}--${10_400_000 + 37 * number}-inline.html`;
    return [file, `${file}?rltr=${number}_${1 + (number % 25)}_25_seorl`];
  },
  'homes to let': (_, number) => [
    `inmueble/${104_000_000 + 773 * number}/`,
    `pro/harbour/inmueble/${104_000_000 + 773 * number}/`,
  ],
  'doctors and their hours': (slug) => [`${slug}/lekarz/gdynia`, `gabinet/${slug}-${letters(slug)}`],
  'like Shopify': (slug, number) => [
    `products/${slug}`,
    `collections/all/products/${slug}?variant=${44_000_000 + 4 * number}`,
  ],
  'forms of a ministry': (slug, number) => [`servicii/${slug}`, `node/${1200 + number}`],
  'podcast transcripts': (slug, number) => [`episodes/${number + 1}-${slug}`, `transcripts/${slug}.html`],
  'like Mastodon': (slug, number) => {
    const id = `11${keyOf({ slug })}${100_000 + number}`;
    return [`@minato/${id}`, `users/minato/statuses/${id}`];
  },
  obituaries: (slug, number) => [`avis/${slug}-${30_400 + number}`, `avis-de-deces/35/${30_400 + number}`],
  'weather bulletins': (slug, number) => [
    `vejr/udsigt/${number + 1}/${slug}`,
    `arkiv/2026/11/udsigt?nr=${number + 1}`,
  ],
  'match reports': (slug, number) => [`mac/${slug}/${912_000 + number}`, `haber/${912_000 + number}`],
  'a newspaper with a paywall': (slug, number) => [
    `politiki/${562_000_000 + 911 * number}/${slug}/`,
    `society/${562_000_000 + 911 * number}/${slug}/?utm_source=push`,
  ],
  'a railway': (slug, number) => [
    `reisinformatie/actueel/${slug}`,
    `reisinformatie/melding?id=${7_031_000 + number}&lijn=${number % 9}`,
  ],
  recipes: (slug) => [`${slug}/`, `ricette/${slug}/`],
  'like GitLab': (_, number) => [
    `harbour/quay/-/issues/${4100 + number}`,
    `harbour/quay/-/work_items/${4100 + number}`,
  ],
  'questions and answers': (slug, number) => [
    `questions/${20_300 + 17 * number}/${slug}`,
    `questions/${20_300 + 17 * number}/${slug}?answertab=modifieddesc#tab-top`,
  ],
  'a changelog': (slug, number) => [
    `changelog/2026-${String(1 + (number % 11)).padStart(2, '0')}-${10 + (number % 19)}-${slug}`,
    `changelog/${slug}`,
  ],
  species: (_, number) => [
    `artfakta/taxa/${100_000 + 13 * number}`,
    `taxa/${100_000 + 13 * number}/information`,
  ],
  'lessons of a course': (slug, number) => [
    `cursos/navegacao/aula/${number + 1}`,
    `learn/navegacao/lecture/${letters(slug)}/${slug}`,
  ],
};

/**
 * Eighteen kinds of sites that the seventh group has not, in fifteen languages, as they are written in 2024 to 2026: of 1 December, by an
 * author who had not read the code that is measured. Half of them may be read (`mayBeRead`); nothing may be tuned to the other half, whose
 * pages are never read.
 */
export const eighthGroup: SiteGroup = {
  name: 'eighth group',
  engines: inOrder(order, [...marketThemes, ...pressThemes, ...knowledgeThemes], writtenOn).map((engine) => ({
    ...engine,
    isHeldOut: setAside.includes(engine.name),
  })),
  wordings: eighthWordings,
  notices,
  familiesOf: eighthFamiliesOf,
  written: writtenOn,
  pathOf: ({ name }, { slug }, version, number) => `/${paths[name](slug, number)[version === '1.0' ? 0 : 1]}`,
  barePage: eighthBarePage,
  numbered,
  parkedKinds: ['parked', 'maintenance', 'age gate', 'bot check', 'region block'],
  parked: [
    { hosts: 1, pages: 10 },
    { hosts: 4, pages: 2 },
    { hosts: 1, pages: 20 },
    { hosts: 5, pages: 1 },
    { hosts: 2, pages: 6 },
    { hosts: 1, pages: 3 },
  ],
  shells: eighthShells,
  spareTexts: 3,
  addFurther: (site, add) => addEighthFurther(site, add, order.indexOf(site.engine.name)),
};
