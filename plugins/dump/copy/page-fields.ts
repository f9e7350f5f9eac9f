import { decode } from '../../../src/flow/index.ts';
import type { Page } from '../../../src/index.ts';

/** A page as a record with named fields, as JSONL and tables hold it; absent where it has nothing to say. */
export interface PageFields {
  readonly id: string;
  readonly url?: string;
  readonly date?: string;
  readonly html?: string;
  readonly text?: string;
}

/** The fields of a page, in the order in which they are written. */
export function pageFields({ id, url, body, contentType, fetchedAt }: Page): PageFields {
  const isText = /^\s*text\/plain/i.test(contentType ?? '');
  const content = typeof body === 'string' ? body : decode(body, contentType).text;
  return {
    id,
    ...(url === '' ? {} : { url }),
    ...(fetchedAt === undefined ? {} : { date: fetchedAt }),
    [isText ? 'text' : 'html']: content,
  };
}
