import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { deduplicate } from '../../src/deduplicate.ts';
import { realData } from '../../test/data.ts';

const leastWords = 120;

/** A news article. */
export interface Article {
  readonly title: string;
  /** Of fifty words each, escaped for HTML. */
  readonly paragraphs: readonly string[];
}

/** News articles that are not similar to each other; `undefined`, with a printed note, if the data is missing. */
export async function distinctArticles(): Promise<Article[] | undefined> {
  const path = realData('text-reuters21578/docs.jsonl.gz');
  if (path === undefined) {
    process.stdout.write(
      'skipped: real data text-reuters21578 is missing (set NEARDUP_DATA to its folder)\n',
    );
    return undefined;
  }
  const read = gunzipSync(readFileSync(path))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { title: string; text: string })
    .filter(({ title, text }) => title && text.split(/\s+/).length >= leastWords);
  const pages = read.map(({ text }, i) => ({
    id: String(i),
    url: '',
    body: text,
    contentType: 'text/plain',
  }));
  const { decisions } = await deduplicate(each(pages), { threshold: 0.2, siteModel: false });
  return read
    .filter((_, i) => decisions[i].code === 'distinct')
    .map(({ title, text }) => ({ title, paragraphs: paragraphsOf(text.slice(title.length)) }));
}

/** An article with one word in a hundred and fifty changed. */
export function edited(article: Article, random: () => number): Article {
  const change = (word: string): string => (random() < 1 / 150 ? `${word}ly` : word);
  return { ...article, paragraphs: article.paragraphs.map((each) => each.split(' ').map(change).join(' ')) };
}

/** A title as the last part of a URL. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** An async iterable over `items`, as `deduplicate` reads it. */
export async function* each<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}

function paragraphsOf(text: string): string[] {
  const words = text.replace(/&\\t/g, ' ').split(/\s+/).filter(Boolean);
  const paragraphs: string[] = [];
  for (let at = 0; at < words.length; at += 50) {
    paragraphs.push(
      words
        .slice(at, at + 50)
        .join(' ')
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;'),
    );
  }
  return paragraphs;
}
