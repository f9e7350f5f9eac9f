import { inSeconds, inThousands, many } from '../numbers.ts';

/** Counts of a crawl, as `--json` prints them. */
export interface CrawlSummary {
  readonly pages: number;
  readonly unique: number;
  readonly duplicates: number;
  readonly unclassifiable: number;
  /**
   * Requests that were answered with an error instead of a page (HTTP status 400 or above). They do not count as
   * pages.
   */
  readonly errors: number;
  /** Requests that were answered with something else than a page, such as an image. They do not count as pages. */
  readonly otherTypes: number;
  /** Requests given up, after Crawlee's retries, of which no page has come since. */
  readonly failed: number;
  /** Requests not made because robots.txt disallows them or because they would have gone to a private address. */
  readonly refused: number;
  /** Links that were not followed because robots.txt is known to disallow them, counted each time they were met. */
  readonly disallowedLinks: number;
  /** Requests that were redirected to where the crawl does not go, such as to another host. They do not count as pages. */
  readonly elsewhere: number;
  /** Requests not made because the site's URLs showed that their pages are stored. */
  readonly saved: number;
  /** Requests left in the queue, of a crawl with `--out`: `--resume` continues with them, up to `--max-pages`. */
  readonly waiting: number;
  readonly clusters: number;
  readonly threshold: number;
  readonly gram: string;
  readonly milliseconds: { readonly total: number };
  readonly version: string;
}

/** The printed summary. Names the `files` that were written, if any. */
export function printCrawl(
  summary: CrawlSummary,
  out: string | undefined,
  files: readonly string[],
  /** Whether Ctrl-C ended the crawl, and whether a kill ended the one that it goes on with. */
  { interrupted, wasKilled }: { readonly interrupted: boolean; readonly wasKilled: boolean },
): string {
  const {
    pages,
    unique,
    duplicates,
    unclassifiable,
    errors,
    otherTypes,
    failed,
    refused,
    disallowedLinks,
    elsewhere,
    saved,
    waiting,
  } = summary;
  const { clusters, threshold, gram } = summary;
  const lines = [
    '',
    `${many(pages, 'page')} in ${inSeconds(summary.milliseconds.total)}: ${unique} new, ` +
      `${many(duplicates, 'near-duplicate')} in ${many(clusters, 'cluster')} ` +
      `(Jaccard ≥ ${threshold} on ${gram} grams), ${unclassifiable} without a verdict, ${failed} failed`,
  ];
  if (errors > 0) lines.push(`no pages: ${many(errors, 'URL')} that the server answered with an error`);
  if (otherTypes > 0) lines.push(`no pages: ${many(otherTypes, 'URL')} of other types, such as images`);
  if (elsewhere > 0)
    lines.push(
      `no pages: ${many(elsewhere, 'URL')} redirected to where --strategy does not go, such as to other hosts`,
    );
  if (refused > 0) lines.push(`not fetched: ${many(refused, 'URL')} by robots.txt or at a private address`);
  if (saved > 0)
    lines.push(
      `not fetched: ${many(saved, 'URL')} that the site's URLs show to lead to a known page or to none`,
    );
  if (disallowedLinks > 0) {
    lines.push(`robots.txt disallows ${inThousands(disallowedLinks)} of the links met: not followed`);
  }
  if (wasKilled) {
    lines.push(
      'the run before was killed: of the URLs that brought no page in its last minute, some are not counted here',
    );
  }
  if (waiting > 0 && !interrupted) {
    lines.push(
      `ended by --max-pages: ${many(waiting, 'URL')} wait; to go on: --resume with a larger --max-pages`,
    );
  }
  if (failed > 0 && out !== undefined && !interrupted)
    lines.push(
      '--resume fetches those that failed again: two of each host, and the others once a page comes',
    );
  // a start that is the only page does not say that others would be like it, if its links brought none
  const isExplained = pages === 1 && errors + otherTypes + elsewhere + refused + disallowedLinks + failed > 0;
  const isAllAlike = pages > 0 && (unique === 0 || unique + unclassifiable <= 1) && !isExplained;
  if (isAllAlike && waiting === 0 && !interrupted) {
    const said =
      unclassifiable > 1
        ? 'no page with a text of its own came: they may be walls'
        : 'all that came says the same: it may be a wall';
    const shell = unclassifiable > 1 ? 'pages' : 'a page';
    lines.push(`${said}, such as a request for consent, or ${shell} whose text and links scripts make`);
  }
  if (out !== undefined) lines.push(`written to ${out}: ${files.join(', ')}`);
  return `${lines.join('\n')}\n`;
}
