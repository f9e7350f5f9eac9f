import { setTimeout } from 'node:timers/promises';

/** Most times that a page is read: it may lead to another one that does the same. */
const MOST_TRIES = 4;

/** Milliseconds between two looks at whether a page is loaded. */
const LOADING_MS = 50;

/** A page of a browser. */
export interface BrowserPage {
  content?(): Promise<string>;
  evaluate?(expression: string): Promise<unknown>;
}

/**
 * Reads what a browser shows. A page that leads to another one as soon as it is loaded, by a refresh or by a script, cannot be read
 * while the browser goes there: then the other one is, once it is loaded.
 *
 * @param context of the page; in the HTTP mode of AdaptivePlaywrightCrawler touching its `page` throws
 * @throws why the page could not be read at first
 */
export async function readShown<Shown>(
  context: { readonly page?: BrowserPage },
  read: () => Promise<Shown>,
): Promise<Shown> {
  let first: unknown;
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    try {
      if (tries > 1) await loaded(context.page!);
      return await read();
    } catch (error) {
      first ??= error;
    }
  }
  throw first;
}

async function loaded(page: BrowserPage): Promise<void> {
  while ((await page.evaluate!('document.readyState')) !== 'complete') await setTimeout(LOADING_MS);
}
