import { type CrawlSubjects, hostOf } from '../../src/flow/index.ts';
import type { EarlierPage } from '../../src/store/index.ts';

/** Returns a function that says whether the page is about the same thing as an earlier page that it is similar to. */
export function subjectOf(
  subjects: CrawlSubjects,
  {
    url,
    identity,
    grams,
  }: { readonly url: string; readonly identity: string; readonly grams: BigUint64Array },
): (earlier: EarlierPage) => boolean {
  const page = { url, host: hostOf(url), names: namesIn(identity), size: grams.length, grams };
  subjects.see(page);
  return (earlier) =>
    subjects.isOneThing(page, {
      ...earlier,
      host: hostOf(earlier.url),
      names: namesIn(earlier.identity),
    });
}

/** The index keeps the names of a page one per line. */
function namesIn(identity = ''): string[] {
  return identity === '' ? [] : identity.split('\n');
}
