import { runCrawl } from '../../test/crawlee/crawl-runs.ts';
import { timing } from '../measure.ts';
import { inFolder, withSite } from './site.ts';

const REAL = Number(process.env.NEARDUP_CONTENTS ?? 1000);
const HOSTILE_BYTES = 256 << 10;
/** Size of a real page: 3,200 words. */
const REAL_BYTES = 20 << 10;
const rounds = Number(process.env.NEARDUP_ROUNDS ?? 3);
const modes = ['guard', 'plain'] as const;
type Mode = (typeof modes)[number];

/**
 * Crawls a site that has each page of `bench -- hostile` among real pages of 20 KB. Checks that every real page is
 * handled, and measures the cost of the hostile pages: compared with the same site without them, and compared with a
 * crawl without the plugin. HttpCrawler, since Cheerio itself takes quadratic time for some of the pages.
 */
export async function printHostileSite(): Promise<void> {
  const plan = { contents: REAL, copies: 1, words: 3_200 };
  const hostile = { ...plan, hostileBytes: HOSTILE_BYTES };
  type Run = Awaited<ReturnType<typeof both>>;
  const runs: Record<Mode, Run[]> = { guard: [], plain: [] };
  // in turn: a crawl takes some seconds, and one may take a third longer than another
  for (let round = 0; round < rounds; round++) for (const mode of modes) runs[mode].push(await both(mode));
  const ratio = (mode: Mode, name: 'milliseconds' | 'cpuMilliseconds'): string => {
    const of = (which: 'without' | 'among') => timing(runs[mode].map((run) => run[which][name])).median;
    const each = runs[mode].map(({ without, among }) => (among[name] / without[name]).toFixed(2)).sort();
    return `${(of('among') / of('without')).toFixed(2)} (${each[0]}–${each.at(-1)})`;
  };
  const all = runs.guard.map(({ among }) => among);
  const bytes = 1 + (all[0].hostile * HOSTILE_BYTES) / (REAL * REAL_BYTES);
  console.log(
    `crawl: ${all[0].hostile} hostile pages of ${HOSTILE_BYTES >> 10} KiB among ${REAL} real ones: ${Math.min(...all.map(({ real }) => real))} real ones handled, ` +
      `${Math.max(...all.map(({ failed }) => failed))} requests failed; medians of ${rounds} beside those of the real ones alone, for ${bytes.toFixed(2)} times the bytes: ` +
      `wall clock ${ratio('guard', 'milliseconds')}, CPU ${ratio('guard', 'cpuMilliseconds')}; without the plugin ` +
      `${ratio('plain', 'milliseconds')} and ${ratio('plain', 'cpuMilliseconds')}`,
  );

  async function both(mode: Mode) {
    return { without: await crawl(plan, mode), among: await crawl(hostile, mode) };
  }
}

function crawl(plan: { contents: number; copies: number; words: number; hostileBytes?: number }, mode: Mode) {
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
