/**
 * Near-duplicate pages kept out of a Crawlee crawl:
 *
 * ```ts
 * const duplicates = await nearDuplicates();
 * const crawler = new CheerioCrawler({ requestHandler: duplicates.guard(handler) });
 * await crawler.run(['https://example.com']);
 * await duplicates.close();
 * ```
 *
 * @module
 */
import { NearDuplicates } from './near-duplicates.ts';
import type { NearDuplicatesOptions } from './options.ts';

export type { BarrenPattern, UrlRule } from '../../src/url-rules/index.ts';
export type {
  ComparisonOptions,
  CrawlStatistics,
  CrawlVerdict,
  LearnedRules,
  LinkedRequest,
  NamedPage,
  PageCluster,
  RecheckedPage,
  RecordStore,
  SavedIndex,
  SeenBefore,
  Transformed,
  TransformRequest,
  UrlConflict,
} from '../crawl/index.ts';
export { ShareError, type ShareErrorCode } from '../crawl/index.ts';
export type { CrawlContext, CrawlLog, CrawlRequest, LinkContext, UntypedContext } from './context.ts';
export type { GuardOptions } from './crawled-page.ts';
export type { CrawlEvents, Crawler } from './crawlers.ts';
export type { BatchOptions, QueuedCrawler, RequestQueue } from './known-requests.ts';
export type { Guarded, NearDuplicates } from './near-duplicates.ts';
export {
  type DuplicateAction,
  type DuplicateHandler,
  duplicateActions,
  type EnqueueOptions,
  type LinkPolicy,
  linkPolicies,
  type NearDuplicatesOptions,
  type UnchangedAction,
  unchangedActions,
} from './options.ts';
export type { GivenPage } from './page-source.ts';
export { verdictOf, type WithVerdict } from './with-verdict.ts';

/**
 * Opens the verdicts of a crawl, new or begun before, in their folder. Several processes use one folder by `process`;
 * else one at a time.
 *
 * @throws TypeError, RangeError for a wrong option; the index's own error, with a `code`, when the folder is held open
 *   elsewhere, is damaged, or was made with other options (`purge: true` starts afresh).
 */
export async function nearDuplicates(options: NearDuplicatesOptions = {}): Promise<NearDuplicates> {
  return NearDuplicates.open(options);
}
