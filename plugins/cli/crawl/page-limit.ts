import type { AutoscaledPoolOptions, CheerioCrawler } from 'crawlee';

/**
 * Ends a crawl after `most` pages and leaves the links that it has found in its queue, so that a later run with a
 * higher limit continues from them. Crawlee's own limit, `maxRequestsPerCrawl`, does not enqueue links beyond it.
 *
 * @param crawler the crawler that is made with these options
 * @param decided number of pages with a verdict, those of earlier runs included
 */
export function pageLimit(
  most: number,
  crawler: () => CheerioCrawler,
  decided: () => number,
): AutoscaledPoolOptions {
  // Crawlee counts failed pages too, but forgets its count when the process is killed.
  const done = (): number => {
    const { requestsFinished, requestsFailed } = crawler().stats.state;
    return Math.max(requestsFinished + requestsFailed, decided());
  };
  return {
    async isTaskReadyFunction() {
      const inWork = crawler().autoscaledPool?.currentConcurrency ?? 0;
      if (done() + inWork >= most) return false;
      return !(await (await crawler().getRequestQueue()).isEmpty());
    },
    async isFinishedFunction() {
      return done() >= most || (await (await crawler().getRequestQueue()).isFinished());
    },
  };
}
