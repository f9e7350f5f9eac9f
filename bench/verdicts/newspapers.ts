// Are messages known above lists that differ from page to page, and under the titles of the pages that they replace, and are lists that
// say one thing left alone? On made-up sites: newspapers that recommend articles below each article and below what they show in place of
// one, with a line of the newspaper below or without; others that recommend them in the margin, and whose messages have the article's
// title; and blogs whose lists of a subject, an author or a month have one heading and one introduction. Nothing is read or fetched.

import { deduplicate } from '../../src/deduplicate.ts';
import { shinglePages } from '../../src/flow/shingle-pages.ts';
import type { Page } from '../../src/text/page.ts';
import { seededRandom } from '../../test/sketch/sets.ts';
import { printTable } from '../measure.ts';
import { claimAll } from './order.ts';

const articlesOfSite = 200;
const wallShares = [0.04, 0.1, 0.3];
const layouts = ['linked cards', 'cards', 'linked cards beside', 'cards beside'] as const;
const headings = ['of the message', 'none'] as const;
const addresses = ['words', 'numbers'] as const;
const messages = [
  [
    'Before you continue',
    'We and our partners keep information on your device. You may accept or refuse it below.',
  ],
  [
    'Subscribe to read on',
    'You have read all free articles of this month. Subscribe, or log in if you have subscribed.',
  ],
  [
    'Checking your browser',
    'Please wait a moment while we make sure that you are human. This will not take long.',
  ],
  [
    'Wir sind gleich zurück',
    'Unsere Seite wird gerade gewartet. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  ],
] as const;

type Layout = (typeof layouts)[number];
type Heading = (typeof headings)[number];
type Address = (typeof addresses)[number];

/** A page, and whether it is one of those that are counted: a wall, or a list. */
interface MadePage extends Page {
  readonly isCounted: boolean;
}

interface Article {
  readonly url: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
}

/** Measures. `NEARDUP_BENCH_SEEDS` names other seeds than 1. */
export async function run(): Promise<void> {
  const seeds = (process.env.NEARDUP_BENCH_SEEDS ?? '1').split(',').map(Number);
  const rows: (string | number)[][] = [];
  for (const address of addresses) {
    for (const share of wallShares)
      for (const line of ['', '<div>2026 The Harbour Post. All rights reserved.</div>'])
        rows.push(
          await measured(
            `newspapers${line === '' ? '' : ', a line below'}, walls at ${100 * share} %`,
            address,
            seeds,
            (layout, seed) => newspaper(layout, address, share, line, seed),
          ),
        );
    for (const heading of headings)
      for (const share of wallShares)
        rows.push(
          await measured(
            `titles of articles, heading ${heading}, walls at ${100 * share} %`,
            address,
            seeds,
            (layout, seed) => titled(layout, address, heading, share, seed),
          ),
        );
    rows.push(
      await measured('blogs with lists', address, seeds, (layout, seed) => blog(layout, address, seed)),
    );
  }
  process.stdout.write(`${layouts.length} layouts: ${layouts.join(', ')}; seeds ${seeds.join(', ')}\n\n`);
  printTable(
    [
      'site',
      'addresses',
      'pages',
      'walls or lists',
      'called walls',
      'in a crawl',
      'others called so',
      'in a crawl',
    ],
    rows,
  );
}

async function measured(
  site: string,
  address: Address,
  seeds: readonly number[],
  make: (layout: Layout, seed: number) => MadePage[],
): Promise<(string | number)[]> {
  const counts = [0, 0, 0, 0, 0, 0];
  for (const seed of seeds) {
    for (const layout of layouts) {
      const pages = make(layout, seed);
      const { decisions } = await deduplicate(each(pages), { method: 'qp' });
      const shingled = [];
      for await (const page of shinglePages(each(pages), {})) shingled.push(page);
      const verdicts = await claimAll(shingled, 'and walls');
      for (const [i, { isCounted }] of pages.entries()) {
        const called = [decisions[i].decision, verdicts[i]].map((verdict) => verdict === 'unclassifiable');
        counts[0]++;
        if (isCounted) counts[1]++;
        for (const [k, isCalled] of called.entries()) if (isCalled) counts[(isCounted ? 2 : 4) + k]++;
      }
    }
  }
  return [site, address, ...counts];
}

async function* each(pages: readonly Page[]): AsyncGenerator<Page> {
  yield* pages;
}

function newspaper(layout: Layout, address: Address, share: number, line: string, seed: number): MadePage[] {
  const random = seededRandom(1000 * seed + 100 * share + layouts.indexOf(layout));
  const articles = articlesAt(address, random);
  const [title, text] = messages[Math.floor(random() * messages.length)];
  return articles.map((article) => {
    const isWall = random() < share;
    const shown = isWall ? { title, paragraphs: [text] } : article;
    const more = `<section><h2>More stories</h2>${drawn(articles, 4, random)
      .map((of) => card(of, layout))
      .join('')}</section>`;
    const read = `<ol>${drawn(articles, 8, random)
      .map(({ url, title: of }) => `<li><a href="${url}">${of}</a></li>`)
      .join('')}</ol>`;
    const said = `<h1>${shown.title}</h1>${isWall ? '' : '<p>By Ann Other</p>'}${paragraphs(shown.paragraphs)}`;
    const main = layout.endsWith('beside')
      ? `<div>${said}${more}</div><aside>${read}</aside>`
      : `<main><article>${said}</article>${more}${read}</main>`;
    return page(article.url, `${shown.title} | The Harbour Post`, main + line, isWall);
  });
}

/** A newspaper whose walls have the title of the article, and whose recommended articles stand in the margin. */
function titled(layout: Layout, address: Address, heading: Heading, share: number, seed: number): MadePage[] {
  const random = seededRandom(
    3000 * seed + 100 * share + layouts.indexOf(layout) + 10 * headings.indexOf(heading),
  );
  const articles = articlesAt(address, random);
  const [title, text] = messages[Math.floor(random() * messages.length)];
  return articles.map((article) => {
    const isWall = random() < share;
    const message = `${heading === 'none' ? `<div class="big">${title}</div>` : `<h1>${title}</h1>`}<p>${text}</p>`;
    const said = isWall
      ? message
      : `<h1>${article.title}</h1><p>By Ann Other</p>${paragraphs(article.paragraphs)}`;
    const more = drawn(articles, 4, random).map((of) => card(of, layout));
    const main = layout.endsWith('beside')
      ? `<div class="columns"><main>${said}</main><aside>${more.join('')}</aside></div>`
      : `<main><article>${said}</article></main><aside><h2>More stories</h2>${more.join('')}</aside>`;
    return page(article.url, `${article.title} | The Harbour Post`, main, isWall);
  });
}

function articlesAt(address: Address, random: () => number): Article[] {
  return articlesIn(random, (i, title) =>
    address === 'words' ? `2026/${1 + (i % 12)}/${title.replaceAll(' ', '-')}` : `story/${100_000 + 37 * i}`,
  );
}

function blog(layout: Layout, address: Address, seed: number): MadePage[] {
  const random = seededRandom(7000 * seed + layouts.indexOf(layout));
  const articles = articlesIn(random, (i, title) =>
    address === 'words' ? title.replaceAll(' ', '-') : `?p=${100 + i}`,
  );
  const intro = 'Browse all our articles on this subject, sorted by date. Write to us if you miss something.';
  const lists = ['category', 'tag', 'author'].flatMap((folder) =>
    Array.from({ length: 12 }, () => `${folder}/${words(random, 1)}`),
  );
  for (let month = 0; month < 24; month++) lists.push(`${2010 + Math.floor(month / 12)}/${1 + (month % 12)}`);
  return [
    ...articles.map(({ url, title, paragraphs: of }) =>
      page(
        url,
        `${title} - Harbour`,
        `<main><article><h1>${title}</h1>${paragraphs(of)}</article></main>`,
        false,
      ),
    ),
    ...lists.map((path) => {
      const cards = drawn(articles, 6, random).map((of) => card(of, layout));
      return page(
        at(`${path}/`),
        'Archive - Harbour',
        `<main><h1>Archive</h1><p>${intro}</p>${cards.join('')}</main>`,
        true,
      );
    }),
  ];
}

/** Some articles; one may come twice. */
function drawn(articles: readonly Article[], count: number, random: () => number): Article[] {
  return Array.from({ length: count }, () => articles[Math.floor(random() * articles.length)]);
}

function articlesIn(random: () => number, pathOf: (i: number, title: string) => string): Article[] {
  return Array.from({ length: articlesOfSite }, (_, i) => {
    const title = words(random, 4 + Math.floor(4 * random()));
    const count = 3 + Math.floor(8 * random());
    return {
      url: at(pathOf(i, title)),
      title,
      paragraphs: Array.from({ length: count }, () => `${words(random, 50)}.`),
    };
  });
}

function at(path: string): string {
  return `https://made.example/${path}`;
}

function card({ url, title, paragraphs: [first] }: Article, layout: Layout): string {
  const teaser = `<p>${first.slice(0, 90)}…</p>`;
  return layout.startsWith('linked')
    ? `<article><a href="${url}"><h3>${title}</h3>${teaser}</a></article>`
    : `<div><h3><a href="${url}">${title}</a></h3><span>3 min</span>${teaser}</div>`;
}

function paragraphs(of: readonly string[]): string {
  return of.map((each) => `<p>${each}</p>`).join('');
}

function page(url: string, title: string, main: string, isCounted: boolean): MadePage {
  const links = ['World', 'Business', 'Sport'].map((name) => `<li><a href="/${name}">${name}</a></li>`);
  const body = `<title>${title}</title><header><nav><ul>${links.join('')}</ul></nav></header>${main}<footer>All rights reserved.</footer>`;
  return { id: url, url, body, contentType: 'text/html', isCounted };
}

const syllables = [...'bdfghklmnprstvz'].flatMap((consonant) =>
  [...'aeiou'].map((vowel) => consonant + vowel),
);

/** Words of two to four syllables, some of them more often than others. */
function words(random: () => number, count: number): string {
  const word = (): string => {
    const number = Math.floor(6000 * random() * random());
    const spell = seededRandom(number);
    return Array.from(
      { length: 2 + (number % 3) },
      () => syllables[Math.floor(spell() * syllables.length)],
    ).join('');
  };
  return Array.from({ length: count }, word).join(' ');
}
