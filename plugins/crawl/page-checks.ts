import { checkFields, type Field, wrongType } from '../../src/flow/index.ts';
import type { FetchedPage, PagePlace } from './read-page.ts';

const PLACE_FIELDS: readonly Field<PagePlace>[] = [
  ['url', 'string', false],
  ['key', 'string', true],
  ['crawler', 'string', true],
  ['requestedUrl', 'string', true],
  ['method', 'string', true],
];

const PAGE_FIELDS: readonly Field<FetchedPage>[] = [
  ...PLACE_FIELDS,
  ['contentType', 'string', true],
  ['contentRange', 'string', true],
  ['status', 'number', true],
];

/** @throws TypeError naming the field of a page whose type is not the one of `FetchedPage` */
export function checkPage(page: FetchedPage): void {
  checkFields('claim', 'page', page, PAGE_FIELDS, 'an object with its url and body');
  const { body, validators } = page;
  if (body !== undefined && typeof body !== 'string' && !(body instanceof Uint8Array))
    throw wrongType('claim: body', 'a string or bytes', body);
  if (validators !== undefined && Object(validators) !== validators)
    throw wrongType('claim: validators', 'an object with etag and lastModified', validators);
}

const KEY_FIELDS: readonly Field<Pick<GivenUpPage, 'key' | 'crawler' | 'requestedUrl'>>[] = [
  ['key', 'string', false],
  ['crawler', 'string', true],
  ['requestedUrl', 'string', true],
];

const GIVEN_UP_FIELDS: readonly Field<GivenUpPage>[] = [
  ...KEY_FIELDS,
  ['request', 'string', true],
  ['isFile', 'boolean', true],
  ['isElsewhere', 'boolean', true],
];

/** A page that cannot be fetched. */
export interface GivenUpPage {
  readonly key: string;
  readonly crawler?: string;
  /** The URL that was asked for, unless that is its key. */
  readonly requestedUrl?: string;
  /**
   * What it takes to make the request again, if its server may send the page another time: it could not be reached, failed, or put the
   * request off. `onReturn` gets it when the site is there again, in this run or the next one.
   */
  readonly request?: string;
  /** Whether its server sent a file in its place: it is waited for no longer, and the site is there. An earlier verdict on it is forgotten. */
  readonly isFile?: boolean;
  /** Whether its server redirected to where the crawl does not go, such as to another site. An earlier verdict on it is forgotten. */
  readonly isElsewhere?: boolean;
}

/** @throws TypeError naming the field of a page to give up whose type is wrong */
export function checkGivenUp(page: GivenUpPage): void {
  checkFields('giveUp', 'page', page, GIVEN_UP_FIELDS, 'an object with its key');
}

const RETRIED_FIELDS: readonly Field<RetriedPage>[] = [
  ...KEY_FIELDS,
  ['request', 'string', false],
  ['returns', 'number', true],
];

/** A page whose request is to be made again. */
export interface RetriedPage extends Omit<GivenUpPage, 'request' | 'isFile' | 'isElsewhere'> {
  /** What it takes to make the request. */
  readonly request: string;
  /** How often the page had been given to `onReturn`. Default 0. */
  readonly returns?: number;
}

/** @throws TypeError naming the field of a page to fetch again whose type is wrong */
export function checkRetried(page: RetriedPage): void {
  checkFields('retries', 'page', page, RETRIED_FIELDS, 'an object with its key and request');
}

/**
 * @param caller the function that was called
 * @throws TypeError naming the field whose type is not the one of `PagePlace`
 */
export function checkPlace(caller: string, place: PagePlace): void {
  checkFields(caller, 'page', place, PLACE_FIELDS, 'an object with its url');
}
