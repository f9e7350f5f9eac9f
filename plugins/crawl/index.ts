/**
 * Near-duplicate pages kept out of a crawl, whatever crawler fetches them:
 *
 * ```ts
 * const deduper = await createDeduper({ directory: 'seen' });
 * const claim = await deduper.claim({ url, body, contentType });
 * try {
 *   if (claim.verdict.verdict !== 'duplicate') await handle(body);
 *   await claim.commit();
 * } catch (error) {
 *   await claim.release();
 *   throw error;
 * }
 * ```
 *
 * @module
 */
import { Deduper } from './deduper.ts';
import type { DeduperOptions } from './options.ts';

export type { Reason } from '../../src/flow/index.ts';
export type { ProvisionalPage, Validators } from '../../src/store/index.ts';
export type { BarrenPattern, UrlRule } from '../../src/url-rules/index.ts';
export type { ClaimPageOptions } from './claim-options.ts';
export type { PageCluster } from './clusters.ts';
export type { DeclaredUrls, UrlConflict } from './conflicts.ts';
export type { LearnedRules } from './crawl-rules.ts';
export type { Deduper, PageClaim, QueuedRequest } from './deduper.ts';
export type { ComparisonOptions, DeduperOptions } from './options.ts';
export type { GivenUpPage, RetriedPage } from './page-checks.ts';
export type { FetchedPage, PageContent, PagePlace, ReadPage } from './read-page.ts';
export type { RequestToMake } from './requests.ts';
export type { RecordStore, SavedIndex } from './saved-index.ts';
export { ShareError, type ShareErrorCode } from './shared/share-error.ts';
export type { CrawlStatistics } from './statistics.ts';
export type { LinkedRequest, Transformed, TransformRequest } from './transform-request.ts';
export type { CrawlVerdict, NamedPage, RecheckedPage, SeenBefore } from './verdict.ts';

/**
 * Opens the verdicts of a crawl, new or begun before, in their folder.
 *
 * @throws TypeError, RangeError for a wrong option; the index's own error, with a `code`, when the folder is
 * held open elsewhere, is damaged, or was made with other options (`purge: true` starts afresh); with `process`
 * ShareError, too.
 */
export async function createDeduper(options: DeduperOptions): Promise<Deduper> {
  return Deduper.open(options);
}
