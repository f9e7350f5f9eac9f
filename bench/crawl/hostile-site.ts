import { runCrawl } from '../../test/crawlee/crawl-runs.ts';
import { inFolder, withSite } from './site.ts';

const REAL = Number(process.env.NEARDUP_CONTENTS ?? 1000);
const HOSTILE_BYTES = 256 << 10;
/** Of a real page: 3,200 words of it. */
const REAL_BYTES = 20 << 10;

/**
 * Whether every real page of a site is handled that has each page of `bench -- hostile` among the real ones of 20 KB, and what
 * those cost: beside the same site without them, and what they cost the crawl without the plugin. HttpCrawler, since Cheerio
 * itself takes quadratic time for some.
 */
export async function printHostileSite(): Promise<void> {
  const plan = { contents: REAL, copies: 1, words: 3_200 };
  const hostile = { ...plan, hostileBytes: HOSTILE_BYTES };
  const [without, among] = [await crawl(plan, 'guard'), await crawl(hostile, 'guard')];
  const plain = [await crawl(plan, 'plain'), await crawl(hostile, 'plain')] as const;
  const ratio = (name: 'milliseconds' | 'cpuMilliseconds') => (among[name] / without[name]).toFixed(2);
  const ratioOfPlain = (name: 'milliseconds' | 'cpuMilliseconds') =>
    (plain[1][name] / plain[0][name]).toFixed(2);
  const bytes = 1 + (among.hostile * HOSTILE_BYTES) / (REAL * REAL_BYTES);
  console.log(
    `crawl: ${among.hostile} hostile pages of ${HOSTILE_BYTES >> 10} KiB among ${REAL} real ones: ${among.real} real ones handled, ` +
      `${among.failed} requests failed, ${ratio('milliseconds')} times the wall clock and ${ratio('cpuMilliseconds')} times the CPU of ` +
      `the real ones alone, for ${bytes.toFixed(2)} times the bytes; without the plugin ${ratioOfPlain('milliseconds')} times the wall ` +
      `clock and ${ratioOfPlain('cpuMilliseconds')} times the CPU`,
  );
}

function crawl(
  plan: { contents: number; copies: number; words: number; hostileBytes?: number },
  mode: 'guard' | 'plain',
) {
  return withSite(plan, (site) =>
    inFolder(async (folder) => {
      const { handled, end } = await runCrawl({ ...site, folder, kind: 'http', concurrency: 8, mode });
      if (end === undefined) throw new Error('expected the crawl to come to its end');
      const real = new Set(handled.filter(({ key }) => !key.includes('/hostile/')).map(({ key }) => key))
        .size;
      return { ...end, real, hostile: site.paths.length - plan.contents };
    }),
  );
}
