import { type Deduplication, deduplicate } from '../../src/deduplicate.ts';
import { seededRandom } from '../../test/sketch/sets.ts';
import { printTable } from '../measure.ts';
import { layouts } from './layouts.ts';
import { type Article, distinctArticles, each, edited, slugOf } from './news.ts';
import { walls } from './walls.ts';

const seeds = (process.env.NEARDUP_BENCH_SEEDS ?? '1,2,3').split(',').map(Number);
const articlesOfSite = 60;
const guestsOfSite = 15;
const wallsOfSite = 12;

/** A page, and what was planted in it. */
interface PlantedPage {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly contentType: 'text/html';
  /** Number of the text that it shows; a wall shows none. */
  readonly article: number;
  readonly how: 'own' | 'version' | 'other template' | 'other headline' | 'wall';
}

/**
 * Sites made of real news in ten layouts. They have two versions of each article, articles of other sites under their
 * own or another headline, and walls instead of pages. Prints how many copies are found, what is dropped in favour of
 * another text, and which walls are recognised.
 */
export async function measureGeneratedSites(): Promise<void> {
  const articles = await distinctArticles();
  if (articles === undefined) return;
  const rows: (string | number)[][] = [];
  for (const seed of seeds) {
    const pages = plant(articles, seed);
    for (const [setting, options] of [
      ['plain', { siteModel: false }],
      ['model', {}],
    ] as const) {
      const result = await deduplicate(each(pages), { method: 'qp', ...options });
      rows.push([seed, pages.length, setting, ...measured(pages, result)]);
    }
  }
  process.stdout.write('generated sites: copies found, pages dropped for another text, walls\n\n');
  printTable(
    [
      'seed',
      'pages',
      'setting',
      'versions',
      'templates',
      'headlines',
      'wrong',
      'share',
      'walls known',
      'of those called so',
    ],
    rows,
  );
}

/** Ten sites, one for each layout. */
function plant(articles: readonly Article[], seed: number): PlantedPage[] {
  const random = seededRandom(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)];
  const shuffled = [...articles.keys()].sort(() => random() - 0.5);
  const names = Object.keys(layouts);
  const own = names.map((_, i) => shuffled.slice(i * articlesOfSite, (i + 1) * articlesOfSite));
  const spare = shuffled.slice(names.length * articlesOfSite);
  const pages: PlantedPage[] = [];
  for (const [number, name] of names.entries()) {
    const host = `site${number}.example`;
    const legal = Array.from({ length: 3 }, () => articles[pick(spare)].paragraphs.join(' ')).join('. ');
    const others = Array.from({ length: 30 }, () => articles[pick(own[number])].title);
    const show = (version: string, banner: string, { title, paragraphs }: Article): string =>
      layouts[name]({ title, paragraphs, site: `Site ${number}`, version, others, legal, banner });
    const add = (url: string, body: string, article: number, how: PlantedPage['how']): void => {
      pages.push({ id: String(pages.length), url, body, contentType: 'text/html', article, how });
    };
    const notice = `<p>${articles[pick(spare)].paragraphs[0]}</p>`;
    const hidden = new Set(Array.from({ length: wallsOfSite }, () => pick(own[number])));
    const wall = pick(walls);
    const wallPage = show('', '', {
      title: wall.title,
      paragraphs: [wall.text, articles[pick(spare)].paragraphs[0], wall.text],
    });
    for (const article of own[number]) {
      const url = `https://${host}/1.0/${slugOf(articles[article].title)}`;
      if (hidden.has(article)) add(url, wallPage, -1, 'wall');
      else add(url, show('1.0', '', articles[article]), article, 'own');
      add(
        url.replace('/1.0/', '/2.0/'),
        show('2.0', notice, edited(articles[article], random)),
        article,
        'version',
      );
    }
    const foreign = own[(number + 1) % names.length];
    for (const [i, article] of foreign.slice(0, 2 * guestsOfSite).entries()) {
      const headline = i < guestsOfSite ? articles[article].title : articles[pick(spare)].title;
      const page = show('1.0', '', { ...articles[article], title: headline });
      const how = i < guestsOfSite ? 'other template' : 'other headline';
      add(`https://${host}/guests/${slugOf(headline)}-${i}`, page, article, how);
    }
  }
  return pages;
}

function measured(pages: readonly PlantedPage[], { decisions }: Deduplication): (string | number)[] {
  const represented = pages.map(({ id }, i) => Number(decisions[i].representative ?? id));
  const kept = (article: number): Set<number> =>
    new Set(
      represented.filter((_, i) => pages[i].article === article && pages[represented[i]].article === article),
    );
  const keptOf = new Map<number, Set<number>>();
  const found = (how: PlantedPage['how']): string => {
    const isCopied = ({ article, id }: PlantedPage): boolean =>
      pages.some((page) => page.article === article && page.id !== id);
    const copies = pages.filter((page) => page.how === how && isCopied(page));
    const joined = copies.filter(({ article, id }) => {
      if (!keptOf.has(article)) keptOf.set(article, kept(article));
      const others = pages.filter((page) => page.article === article && page.id !== id);
      return others.some((page) => represented[Number(page.id)] === represented[Number(id)]);
    });
    return (joined.length / copies.length).toFixed(3);
  };
  const dropped = decisions.filter(({ decision }) => decision === 'drop').length;
  const wrong = pages.filter(
    (page, i) => page.article !== pages[represented[i]].article && page.how !== 'wall',
  ).length;
  const isCalled = (i: number): boolean => decisions[i].decision === 'unclassifiable';
  const wallPages = pages.filter(({ how }) => how === 'wall');
  const known = wallPages.filter(({ id }) => isCalled(Number(id))).length;
  const called = pages.filter((_, i) => isCalled(i)).length;
  return [
    found('version'),
    found('other template'),
    found('other headline'),
    wrong,
    `${((100 * wrong) / Math.max(1, dropped)).toFixed(2)} %`,
    (known / wallPages.length).toFixed(3),
    called === 0 ? '–' : (known / called).toFixed(3),
  ];
}
