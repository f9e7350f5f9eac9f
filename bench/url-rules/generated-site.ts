import { pageShingler } from '../../src/flow/page-grams.ts';
import { seededRandom } from '../../test/sketch/sets.ts';
import { type CrawlLog, crawlLog } from './crawl-log.ts';

const PRODUCTS = 240;
const ARTICLES = 300;
const MONTHS = 240;
const WORDS = 180;
/** Number of links that wait in the queue. */
const QUEUE = 500;

/** A URL and the text that is served there. */
interface Served {
  readonly url: string;
  readonly title: string;
  readonly text: string;
}

/**
 * A shop with a newspaper. It has session ids, campaign parameters, print and AMP versions, an empty calendar,
 * facets, sort orders, other protocols and mirrors, and walls. It also has pages that look like these but must not be
 * dropped: pages of lists, languages, items by id, months with events. Found in a random order; the same for the same
 * seed.
 */
export async function generatedCrawlLog(seed: number): Promise<CrawlLog> {
  const random = seededRandom(seed);
  const served = shuffled([...shop(random), ...news(random), ...calendar(random), ...walls(random)], random);
  const shingle = pageShingler({});
  const pages = served.map(({ url, title, text }, i) =>
    shingle({
      id: String(i),
      url,
      body: `<html><title>${title}</title><body><h1>${title}</h1><p>${text}</p></body></html>`,
      contentType: 'text/html; charset=utf-8',
    }),
  );
  return crawlLog(
    `generated, seed ${seed}`,
    served.map(({ url }) => url),
    pages,
    served.map((_, i) => Math.max(0, i - QUEUE)),
  );
}

function* shop(random: () => number): Generator<Served> {
  const origin = 'https://shop.example';
  for (let i = 0; i < PRODUCTS; i++) {
    const category = ['shoes', 'hats', 'coats', 'bags'][i % 4];
    const title = `Product ${i}`;
    const text = prose(random);
    const own = `${origin}/${category}/product-${i}.html`;
    const served = (url: string): Served => ({ url, title, text });
    yield served(own);
    for (let k = 0; k < 3; k++) if (random() < 0.8) yield served(`${own}?sid=${session(random)}`);
    if (random() < 0.7) {
      yield served(`${own}?utm_source=mail&utm_medium=link&utm_campaign=${session(random)}`);
    }
    if (random() < 0.4) yield served(`${own}?sid=${session(random)}&ref=home`);
    if (random() < 0.4) yield served(`${own}?ref=${['home', 'cart', 'search'][Math.floor(3 * random())]}`);
    if (random() < 0.6) yield served(own.replace('https:', 'http:'));
    if (random() < 0.6) yield served(own.replace('shop.', 'www.shop.'));
    // an item by its id: only the parameter tells items apart
    const item = { title: `Item ${i}`, text: prose(random) };
    yield { url: `${origin}/item.php?id=${i}`, ...item };
    for (let k = 0; k < 2; k++) yield { url: `${origin}/item.php?id=${i}&sid=${session(random)}`, ...item };
  }
  for (const category of ['shoes', 'hats', 'coats', 'bags']) {
    for (const color of ['red', 'blue', 'green', 'black', 'white']) {
      for (let page = 1; page <= 4; page++) {
        const title = `${category} in ${color}, page ${page}`;
        const text = prose(random);
        const own = `${origin}/${category}/?color=${color}&page=${page}`;
        yield { url: own, title, text };
        for (const sort of ['price', 'name', 'new']) yield { url: `${own}&sort=${sort}`, title, text };
      }
    }
  }
  for (const language of ['en', 'de', 'fr', 'cs', 'pl']) {
    yield {
      url: `${origin}/about?lang=${language}`,
      title: `About, in ${language}`,
      text: prose(random),
    };
  }
}

function* news(random: () => number): Generator<Served> {
  const origin = 'https://news.example';
  for (let i = 0; i < ARTICLES; i++) {
    const section = ['world', 'sport', 'arts'][i % 3];
    const title = `Story ${i}`;
    const text = prose(random);
    const path = `/${section}/${2020 + (i % 5)}/story-${i}`;
    const served = (url: string): Served => ({ url, title, text });
    yield served(`${origin}${path}`);
    if (random() < 0.8) yield served(`${origin}${path}/print`);
    if (random() < 0.8) yield served(`${origin}/amp${path}`);
    if (random() < 0.5) yield served(`${origin}${path}/`);
    if (random() < 0.5) yield served(`https://mirror.news.example${path}`);
    if (random() < 0.3) yield served(`${origin}${path}/?utm_source=feed`);
    // readers' comments are on a page of their own
    if (random() < 0.5) {
      yield { url: `${origin}${path}/comments`, title: `Comments on ${title}`, text: prose(random) };
    }
  }
}

/** Most months have no events: the same page again and again. */
function* calendar(random: () => number): Generator<Served> {
  const empty = prose(random);
  for (let month = 0; month < MONTHS; month++) {
    const date = `${2010 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
    const text = month < 12 ? prose(random) : `${empty} ${date}`;
    const title = month < 12 ? `Events in ${date}` : 'Events';
    for (const view of ['list', 'grid']) {
      yield { url: `https://news.example/calendar?month=${date}&view=${view}`, title, text };
    }
  }
}

/** Pages that show nothing without JavaScript: they are evidence for nothing. */
function* walls(random: () => number): Generator<Served> {
  for (let i = 0; i < 150; i++) {
    yield {
      url: `https://shop.example/login?next=${session(random)}`,
      title: '',
      text: '',
    };
  }
}

function prose(random: () => number): string {
  return Array.from({ length: WORDS }, () => `w${Math.floor(5000 * random())}`).join(' ');
}

function session(random: () => number): string {
  return Math.floor(random() * 2 ** 40).toString(36);
}

function shuffled<T>(items: T[], random: () => number): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [items[i], items[j]] = [items[j], items[i]];
  }
  return items;
}
