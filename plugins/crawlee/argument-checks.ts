import { checkOptionNames, wrongType } from '../../src/flow/index.ts';
import type { CrawlContext } from './context.ts';
import type { GuardOptions } from './crawled-page.ts';
import type { Crawler } from './crawlers.ts';

const GUARD_OPTIONS: Record<keyof GuardOptions<never>, true> = { page: true };

/** @throws TypeError unless a handler can be guarded with these options */
export function checkGuard(handler: unknown, options: { readonly page?: unknown }): void {
  if (typeof handler !== 'function') throw wrongType('guard', 'a request handler or a Router', handler);
  checkOptionNames('guard', options, GUARD_OPTIONS);
  const { page } = options;
  if (page !== undefined && typeof page !== 'function') throw wrongType('guard: page', 'a function', page);
}

/**
 * @param caller the function that was called
 * @param method one that it needs
 * @throws TypeError unless `crawler` has it
 */
export function checkCrawler<Given extends Crawler>(
  caller: string,
  crawler: Given,
  method: keyof Given & string,
): void {
  if (typeof crawler?.[method] !== 'function') {
    throw wrongType(caller, `a crawler of Crawlee, with ${method}`, crawler);
  }
}

/**
 * @param caller the function that was called
 * @throws TypeError unless `context` is that of a request
 */
export function checkContext(caller: string, context: CrawlContext): void {
  if (typeof context?.request?.url !== 'string')
    throw wrongType(caller, 'a crawling context, with its request', context);
}
