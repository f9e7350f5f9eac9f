import { MemoryLevel } from 'memory-level';
import { subjectOf } from '../../plugins/crawl/subjects.ts';
import { type Deduplication, deduplicateGrams } from '../../src/deduplicate.ts';
import {
  CrawlSubjects,
  CrawlWalls,
  defaultRecall,
  defaultThreshold,
  gramName,
  hostOf,
  namingIn,
  shinglePages,
  wordFourGrams,
} from '../../src/flow/index.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { jaccardOfSets } from '../../src/grams/jaccard.ts';
import type { EarlierPage, Verdict } from '../../src/store/index.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import type { Page } from '../../src/text/page.ts';
import { seededRandom } from '../../test/sketch/sets.ts';
import { printTable } from '../measure.ts';
import { realPageStream } from '../real-pages.ts';

const sets = ['ota-demo', 'docs-rspec', 'docs-crawlee'];
const orders = 4;

/** What a crawl takes into account, starting with the plain definition. */
const crawls = ['plain', 'names', 'and templates', 'and walls'] as const;
type Crawl = (typeof crawls)[number];

/**
 * Checks whether verdicts depend on the order of pages: offline, where none may, and page by page, where the first of
 * several copies always differs. `more` are further pages to check, by the name of their set.
 */
export async function measureOrder(more: Readonly<Record<string, readonly Page[]>> = {}): Promise<void> {
  const offline: (string | number)[][] = [];
  const online: (string | number)[][] = [];
  const streams = [
    ...sets.map((name) => [name, realPageStream(name)] as const),
    ...Object.entries(more).map(([name, pages]) => [name, asyncOf(pages)] as const),
  ];
  for (const [name, stream] of streams) {
    if (stream === undefined) continue;
    const pages: PageGrams[] = [];
    // a time of its own for each page, so that `newest` does not depend on the order
    for await (const { facts, grams } of shinglePages(stream, {})) {
      const fetchedAt = new Date(Date.UTC(2020, 0) + pages.length * 1000).toISOString();
      pages.push({ facts: { ...facts, id: String(pages.length), fetchedAt }, grams });
    }
    const shuffles = Array.from({ length: orders }, (_, seed) => shuffled(pages.length, seed));
    const results: Deduplication[][] = [];
    for (const siteModel of [false, true]) {
      const found: Deduplication[] = [];
      for (const order of shuffles) {
        const inOrder = asyncOf(order.map((page) => pages[page]));
        found.push(await deduplicateGrams(inOrder, { method: 'qp', keep: 'newest', siteModel }));
      }
      results.push(found);
      const runs = found.map((result, i) => offlineRun(result, shuffles[i]));
      offline.push([
        ...[name, pages.length, siteModel ? 'model' : 'plain'],
        countDiffering(runs.map(({ decisions }) => decisions)),
        countDiffering(runs.map(({ kept }) => kept)),
        countDiffering(runs.map(({ codes }) => codes)),
        countDiffering(runs.map(({ contentSizes }) => contentSizes)),
      ]);
    }
    for (const crawl of crawls) {
      const verdicts: Verdict[][] = [];
      const unlike: Unlike = { skipped: 0, kept: 0, walls: 0 };
      for (const [i, order] of shuffles.entries()) {
        const inOrder = order.map((page) => pages[page]);
        const claimed = await claimAll(inOrder, crawl);
        countUnlike(results[crawl === 'plain' ? 0 : 1][i], claimed, unlike);
        verdicts.push(byPage(claimed, order));
      }
      const skipped = verdicts.map((each) => each.filter((verdict) => verdict === 'duplicate').length);
      online.push([
        ...[name, pages.length, crawl],
        `${Math.min(...skipped)}–${Math.max(...skipped)}`,
        share(countDiffering(verdicts), pages.length),
        ...[unlike.skipped, unlike.kept, unlike.walls].map((count) => share(count / orders, pages.length)),
      ]);
    }
  }
  process.stdout.write(
    `offline: pages of which something differs between ${orders} orders (keep newest)\n\n`,
  );
  printTable(['set', 'pages', 'setting', 'decision', 'kept page', 'reason', 'grams that count'], offline);
  process.stdout.write(`\npage by page: pages whose verdict differs between ${orders} orders of arrival\n\n`);
  printTable(
    [
      'set',
      'pages',
      'setting',
      'skipped',
      'differs',
      'skipped, not offline',
      'kept, not offline',
      'walls offline',
    ],
    online,
  );
}

/** The verdicts of a run by the page's number instead of its place. */
interface OfflineRun {
  readonly decisions: readonly string[];
  readonly kept: readonly string[];
  readonly codes: readonly string[];
  readonly contentSizes: readonly number[];
}

function offlineRun({ decisions, contentSizes }: Deduplication, order: readonly number[]): OfflineRun {
  return {
    decisions: byPage(
      decisions.map(({ decision }) => decision),
      order,
    ),
    kept: byPage(
      decisions.map(({ representative }) => representative ?? ''),
      order,
    ),
    codes: byPage(
      decisions.map(({ code }) => code),
      order,
    ),
    contentSizes: byPage([...contentSizes], order),
  };
}

/** The final verdicts of a crawl on each page, if they come in this order, one after the other. */
export async function claimAll(pages: readonly PageGrams[], crawl: Crawl): Promise<Verdict[]> {
  const store = new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
  const index = await SketchIndex.open(store, {
    gram: gramName(wordFourGrams),
    threshold: defaultThreshold,
    recall: defaultRecall,
  });
  const subjects = crawl === 'plain' ? undefined : new CrawlSubjects(defaultThreshold);
  const walls = crawl === 'and walls' ? new CrawlWalls(subjects) : undefined;
  const verdicts: Verdict[] = [];
  const placeOf = new Map<string, number>();
  /** The latest page of each URL, which a crawl knows by its key. */
  const latest = new Map<string, PageGrams>();
  /** Claims a page again for which a wall answered. The wall answers again when it is fetched again. */
  const takeBack = async (key: string): Promise<void> => {
    const place = placeOf.get(key)!;
    const again = await index.claim({ key, url: pages[place].facts.url, grams: none });
    verdicts[place] = again.verdict;
    await again.commit();
  };
  for (const [place, { facts, grams }] of pages.entries()) {
    const { id, url, names, kind, isNamedByUrl } = facts;
    placeOf.set(id, place);
    const identity = names.join('\n');
    const counted = kind === 'article' ? grams : none;
    const subject = { url, identity, grams: counted };
    const repeats =
      subjects && (crawl === 'names' ? namesOnly(subjects, subject) : subjectOf(subjects, subject));
    const page = { key: id, url, grams: counted, ...(identity !== '' && { identity }) };
    const claim = await index.claim(page, { ...(repeats && { repeats }) });
    verdicts.push(claim.verdict);
    const { of } = claim;
    const before = latest.get(url);
    const hasChanged = before !== undefined && jaccardOfSets(before.grams, grams) < defaultThreshold;
    const text = {
      ...{ key: id, url, host: hostOf(url), grams: counted, ...namingIn(facts) },
      ...(identity !== '' && { identity }),
      ...(hasChanged && { before: { key: before.facts.id, identity: before.facts.names.join('\n') } }),
    };
    latest.set(url, pages[place]);
    const now = walls && [...walls.seeChange(text), ...walls.seeTemplate(text)];
    for (const key of now ?? []) await takeBack(key);
    const walled =
      counted.length === 0
        ? undefined
        : walls?.see(
            of === undefined ? text : { ...text, repeats: { ...of, host: hostOf(of.url), isNamedByUrl } },
          );
    if (walled === undefined) await claim.commit();
    else {
      await claim.release();
      for (const key of [...walled, id]) await takeBack(key);
    }
  }
  await index.close();
  await store.close();
  return verdicts;
}

const none = new BigUint64Array(0);

/** Like `subjectOf`, but without templates. */
function namesOnly(subjects: CrawlSubjects, { url, identity, grams }: Parameters<typeof subjectOf>[1]) {
  const namesIn = (names = ''): string[] => (names === '' ? [] : names.split('\n'));
  const page = { url, host: hostOf(url), names: namesIn(identity), size: grams.length };
  subjects.see(page);
  return (earlier: EarlierPage): boolean => {
    const { grams: _, ...known } = {
      ...earlier,
      host: hostOf(earlier.url),
      names: namesIn(earlier.identity),
    };
    return subjects.isOneThing(page, known);
  };
}

/** How often a page's verdict in a crawl contradicts the pairs found offline. */
interface Unlike {
  /** Skipped, but repeats no page that was kept before it. */
  skipped: number;
  /** Kept, but repeats a page that was kept before it. */
  kept: number;
  /** A wall by all pages together, but judged by its text when it came. */
  walls: number;
}

function countUnlike(
  { pages, pairs, decisions, sizes }: Deduplication,
  claimed: readonly Verdict[],
  counts: Unlike,
): void {
  const earlier: number[][] = claimed.map(() => []);
  for (let pair = 0; pair < pairs.length; pair++) earlier[pairs.b[pair]].push(pairs.a[pair]);
  for (const [i, verdict] of claimed.entries()) {
    if (pages[i].kind !== 'article' || sizes[i] === 0) continue;
    if (decisions[i].decision === 'unclassifiable') {
      if (verdict !== 'unclassifiable') counts.walls++;
      continue;
    }
    const isRepeat = earlier[i].some((j) => claimed[j] === 'unique');
    if (isRepeat && verdict === 'unique') counts.kept++;
    if (!isRepeat && verdict === 'duplicate') counts.skipped++;
  }
}

function byPage<T>(values: readonly T[], order: readonly number[]): T[] {
  const placed = new Array<T>(order.length);
  for (const [i, page] of order.entries()) placed[page] = values[i];
  return placed;
}

function countDiffering<T>(runs: readonly (readonly T[])[]): number {
  return runs[0].filter((value, page) => runs.some((run) => run[page] !== value)).length;
}

function shuffled(length: number, seed: number): number[] {
  const random = seededRandom(seed + 1);
  const keys = Array.from({ length }, random);
  return keys.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
}

function share(count: number, of: number): string {
  return `${((100 * count) / of).toFixed(2)} %`;
}

async function* asyncOf<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items;
}
