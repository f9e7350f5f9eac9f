import type { CheerioCrawlingContext } from 'crawlee';
import { formatSimilarity } from '../../../src/join/index.ts';
import { withoutFragment } from '../../../src/url-rules/index.ts';
import type { CrawlRequest } from '../../crawlee/context.ts';
import { type CrawlVerdict, type NearDuplicates, verdictOf } from '../../crawlee/index.ts';
import { originalKeyOf } from '../../crawlee/page-key.ts';
import { coloured } from '../colour.ts';
import { printable } from '../printable.ts';
import type { CrawlCounts } from './crawl-counts.ts';
import type { KeptPages } from './kept-pages.ts';
import { linksIn, linksInScope } from './page-links.ts';
import { isRefusal } from './refused.ts';
import { shortUrl } from './short-url.ts';
import { startHost } from './start-host.ts';

/** Strategies by which the links of a start that was redirected to another name of its site count as those of that name. */
const COMPARED_WITH_PAGE: ReadonlySet<PageCall['strategy']> = new Set(['same-hostname', 'same-origin']);

/** What is printed of pages, and which of their links are followed. */
export interface PageCall {
  readonly options: { readonly threshold: number };
  /** Which links are followed. The words are Crawlee's. */
  readonly strategy: 'same-hostname' | 'same-domain' | 'same-origin' | 'all';
  /** Whether to follow links of exact copies that their originals have, too. */
  readonly follow: boolean;
  readonly json: boolean;
  readonly quiet: boolean;
}

/** The parts of a crawl that a page has to do with. */
interface PageParts {
  readonly duplicates: NearDuplicates;
  readonly counts: CrawlCounts;
  /** Where pages are kept; undefined if they are not kept. */
  readonly kept: KeptPages | undefined;
  /** Whether a link is worth queueing, as far as is known. */
  mayFollow(url: URL): boolean;
}

/** Prints a line for each page of a crawl, follows its links, and keeps it. */
export class PageHandler {
  readonly #call: PageCall;
  readonly #parts: PageParts;

  constructor(call: PageCall, parts: PageParts) {
    this.#call = call;
    this.#parts = parts;
  }

  /** Handles a page, whatever its verdict. */
  async handle(context: CheerioCrawlingContext): Promise<void> {
    const verdict = verdictOf(context);
    const { json, quiet, options } = this.#call;
    const key = originalKeyOf(context.request);
    if (verdict?.code === 'no-page-status') await this.#parts.counts.addInVain(key, 'errors');
    else await this.#parts.counts.came(key);
    if (verdict !== undefined && !json && !quiet) process.stdout.write(lineOf(verdict, options.threshold));
    await this.#followLinks(context, verdict);
    if (verdict !== undefined && verdict.code !== 'no-page-status') await this.#keep(context, verdict);
  }

  /**
   * Counts a page that was not fetched, after its last attempt. Why a URL of the call was not is told even if no other line is:
   * there may be no page at all then.
   */
  async giveUp(
    request: CrawlRequest & { readonly crawlDepth?: number },
    { message, code }: Error & { readonly code?: string },
  ): Promise<void> {
    const { url, crawlDepth } = request;
    const [count, what] = isRefusal(code)
      ? (['refused', 'not fetched'] as const)
      : code === 'NO_PAGE'
        ? (['otherTypes', 'no page'] as const)
        : (['failed', 'failed'] as const);
    if (count === 'refused') await this.#parts.counts.add(count);
    else await this.#parts.counts.addInVain(originalKeyOf(request), count);
    const line = `${what}: ${shortUrl(url)}: ${printable(message)}`;
    if (crawlDepth === 0) process.stderr.write(`${line}\n`);
    else this.#note(line);
  }

  async #followLinks(context: CheerioCrawlingContext, verdict: CrawlVerdict | undefined): Promise<void> {
    const { url, loadedUrl = url, crawlDepth } = context.request;
    const { strategy, follow } = this.#call;
    const { counts, duplicates, mayFollow } = this.#parts;
    const host = crawlDepth === 0 ? startHost(url, loadedUrl) : 'same';
    const links = await linksInScope(context, linksIn(context, loadedUrl), {
      strategy,
      // Crawlee compares links with the URL as it was asked for, so that none would be followed
      ...(host === 'renamed' && COMPARED_WITH_PAGE.has(strategy) && { baseUrl: loadedUrl }),
    });
    const allowed = links.filter(mayFollow);
    await counts.add('disallowedLinks', links.length - allowed.length);
    const followed = allowed.filter(
      // asked in any case, since it remembers which page led where
      ({ href }) => verdict === undefined || duplicates.follows(href, verdict) || follow,
    );
    await context.addRequests(followed.map(({ href }) => ({ url: href, enqueueStrategy: strategy })));
    if (host === 'other' && followed.length === 0) {
      this.#note(
        `redirected: ${shortUrl(url)} leads to ${shortUrl(loadedUrl)}: to follow links there, start from it`,
      );
    }
  }

  async #keep({ body, contentType }: CheerioCrawlingContext, { key, url }: CrawlVerdict): Promise<void> {
    const { kept } = this.#parts;
    if (kept === undefined) return;
    const text = String(body);
    await kept.add({ id: key, url, ...(contentType.type === 'text/plain' ? { text } : { html: text }) });
  }

  #note(line: string): void {
    if (!this.#call.quiet) process.stderr.write(`${line}\n`);
  }
}

function lineOf({ verdict, key, url, of, similarity, reason }: CrawlVerdict, threshold: number): string {
  if (of === undefined || similarity === undefined) {
    if (verdict !== 'unique') return `no verdict  ${shortUrl(url)}  ${printable(reason)}\n`;
    return `${coloured('new'.padEnd(12), 'green', process.stdout)}${shortUrl(url)}\n`;
  }
  // of pages found at one URL after redirects, the URLs that were asked for say more
  const shown = isOnePage(url, of.url) ? key : url;
  const repeated = isOnePage(shown, of.url) ? of.key : of.url;
  const said = `dup ${formatSimilarity(similarity, threshold)}`.padEnd(11);
  return `${coloured(said, 'yellow', process.stdout)} ${shortUrl(shown)}  repeats ${shortUrl(repeated)}\n`;
}

/** Whether two URLs differ in their fragments at most. */
function isOnePage(a: string, b: string): boolean {
  return withoutFragment(a) === withoutFragment(b);
}
