import type { Page } from '../text/page.ts';

/**
 * The pages that a caller gives, each checked when its turn comes: what is none would fail later, without a word of which it was.
 *
 * @param caller the function that they are given to
 * @throws TypeError naming the page by its number from 0, what was expected and what was got
 */
export async function* givenPages(
  pages: AsyncIterable<Page> | Iterable<Page>,
  caller: string,
): AsyncGenerator<Page> {
  const given = Object(pages) as Partial<AsyncIterable<Page> & Iterable<Page>>;
  const isIterable = given[Symbol.asyncIterator] !== undefined || given[Symbol.iterator] !== undefined;
  if (!isIterable || typeof pages === 'string')
    throw new TypeError(
      `${caller}: pages: expected pages to iterate over, such as those of readPages; got ${shown(pages)}`,
    );
  let number = 0;
  for await (const page of pages) {
    checkPage(page, `${caller}: page ${number++}`);
    yield page;
  }
}

function checkPage(page: Page, where: string): void {
  const refused = (what: string, expected: string, got: unknown): TypeError =>
    new TypeError(`${where}: ${what}expected ${expected}; got ${shown(got)}`);
  if (Object(page) !== page) throw refused('', 'an object with id, url and body', page);
  const { id, url, body } = page;
  if (typeof id !== 'string') throw refused('id: ', 'a string', id);
  if (typeof url !== 'string') throw refused('url: ', "a string, '' if it is not known", url);
  checkBody(body, where);
}

/** @param where begins the message @throws TypeError unless a body is a string or bytes */
export function checkBody(body: unknown, where: string): void {
  if (typeof body === 'string' || ArrayBuffer.isView(body)) return;
  throw new TypeError(`${where}: body: expected a string or bytes; got ${shown(body)}`);
}

function shown(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
