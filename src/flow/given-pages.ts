import { wrongType } from '../argument-checks.ts';
import type { Page } from '../text/page.ts';

/**
 * The pages that a caller gives. Each is checked when its turn comes: otherwise it would fail later, and nothing would say which page it was.
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
    throw wrongType(`${caller}: pages`, 'pages to iterate over, such as those of readPages', pages);
  let number = 0;
  for await (const page of pages) {
    checkPage(page, `${caller}: page ${number++}`);
    yield page;
  }
}

function checkPage(page: Page, where: string): void {
  if (Object(page) !== page) throw wrongType(where, 'an object with id, url and body', page);
  const { id, url, body } = page;
  if (typeof id !== 'string') throw wrongType(`${where}: id`, 'a string', id);
  if (typeof url !== 'string') throw wrongType(`${where}: url`, "a string, '' if it is not known", url);
  checkBody(body, where);
  // a Date would stay one or become text, as the page is shingled here or in another thread
  for (const [name, type] of OPTIONAL) {
    const value = page[name];
    if (value !== undefined && value !== null && typeof value !== type)
      throw wrongType(`${where}: ${name}`, `a ${type}`, value);
  }
}

/** What else a page may say, and its type; null says as little as undefined. */
const OPTIONAL = [
  ['contentType', 'string'],
  ['fetchedAt', 'string'],
  ['truncatedFrom', 'number'],
  ['damage', 'string'],
] as const satisfies readonly (readonly [keyof Page, string])[];

/** @param where begins the message @throws TypeError unless a body is a string or bytes */
export function checkBody(body: unknown, where: string): void {
  // of larger numbers, only as many bytes as there are numbers would be read
  const isBytes = ArrayBuffer.isView(body) && (body as Partial<Uint8Array>).BYTES_PER_ELEMENT === 1;
  if (typeof body === 'string' || isBytes) return;
  throw wrongType(`${where}: body`, 'a string or bytes', body);
}
