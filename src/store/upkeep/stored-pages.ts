import type { AbstractSnapshot } from 'abstract-level';
import type { DamageFacts, ReportDamage } from '../damage.ts';
import { type BinaryStore, present, readValue, readValues, scanEntries } from '../disk/binary-store.ts';
import { damagedIndex, damageOf, readable } from '../errors.ts';
import {
  assertWhole,
  type CountsRecord,
  type DecisionRecord,
  decodeDecision,
  decodeGrams,
  decodeSketch,
  type SketchRecord,
} from '../layout/codec.ts';
import { type SketchedSet, sketchSet } from '../layout/entries.ts';
import {
  decisionKey,
  decisionRange,
  gramsKey,
  hexOfKey,
  type Key,
  pageOf,
  sketchKey,
  tableOf,
  textKey,
} from '../layout/keys.ts';
import type { IndexLayout, IndexParameters } from '../layout/parameters.ts';

/** An index at one moment, to be read in full while it continues to change. */
export interface IndexView {
  readonly store: BinaryStore;
  readonly snapshot: AbstractSnapshot;
  readonly parameters: Required<IndexParameters>;
  readonly layout: IndexLayout;
  readonly counts: CountsRecord;
}

/** All that is stored of a page except its search table entries; its text only if requested. */
export interface StoredPage {
  readonly page: number;
  readonly record: DecisionRecord;
  /** In the exact setting, if the page has grams; missing if damaged. */
  readonly grams?: BigUint64Array;
  /** In the compact setting, if the page has grams; missing if damaged. */
  readonly sketch?: SketchRecord;
  /** In stored form. */
  readonly text?: Buffer;
}

/** Most pages of which nothing is there that are reported: an index may state any number of pages. */
export const MOST_MISSING: number = 1 << 20;

/** Number of texts in memory at a time. */
const TEXTS_READ = 32;

const BLOCK_PAGES = 1024;
const BLOCK_BYTES = 8 << 20;

/**
 * All pages with what is stored of them, in the order of their commits, in blocks of up to 1,024 pages and 8 MiB of
 * gram sets, unless a single one is larger.
 *
 * @param report receives damage, and reading continues; without it the first damage is thrown
 * @throws IndexError NEARDUP_INDEX_DAMAGED unless `report` is given
 */
export async function* storedPages(
  view: IndexView,
  report: ReportDamage = thrown,
): AsyncGenerator<StoredPage[]> {
  let block: StoredPage[] = [];
  let bytes = 0;
  for await (const decisions of storedDecisions(view, report)) {
    for (const page of decisions) {
      block.push(page);
      bytes += 8 * page.record.size;
      if (block.length < BLOCK_PAGES && bytes < BLOCK_BYTES) continue;
      yield await withSets(view, block, report);
      block = [];
      bytes = 0;
    }
  }
  if (block.length > 0) yield await withSets(view, block, report);
}

/**
 * {@link storedPages} one by one, each with its text if one is stored.
 *
 * @throws IndexError NEARDUP_INDEX_DAMAGED
 */
export async function* storedPagesWithTexts(view: IndexView): AsyncGenerator<StoredPage> {
  const { store, snapshot } = view;
  for await (const block of storedPages(view)) {
    for (let from = 0; from < block.length; from += TEXTS_READ) {
      const pages = block.slice(from, from + TEXTS_READ);
      const keys = pages.map(({ page }) => textKey(page));
      for (const [i, text] of (await readValues(store, keys, { snapshot })).entries()) {
        if (text !== undefined) assertWhole(text, { table: 'texts', page: pages[i].page });
        yield text === undefined ? pages[i] : { ...pages[i], text };
      }
    }
  }
}

/** The pages among `pages` that are not removed and can be read. */
export async function storedPagesAt(
  view: IndexView,
  pages: readonly number[],
  report: ReportDamage,
): Promise<StoredPage[]> {
  const values = await readableValues(view, pages.map(decisionKey), report);
  const found = pages.flatMap((page, i) => storedDecision(page, values[i], report));
  return withSets(view, found, report);
}

/** A stored page's set in the form that searches need, without grams in the compact setting; undefined if damaged. */
export function sketchedSetOf(
  { record, grams, sketch }: StoredPage,
  layout: IndexLayout,
): SketchedSet | undefined {
  const { verdict, key, url = key, fingerprint } = record;
  if (verdict === 'unclassifiable') return sketchSet(NO_GRAMS, url, layout);
  if (grams !== undefined) return sketchSet(grams, url, layout);
  return sketch && { ...sketch, grams: NO_GRAMS, fingerprint: Buffer.from(fingerprint, 'hex') };
}

/**
 * Values by their keys; undefined if there is none or it cannot be read, which is reported. In a damaged file a few
 * values may still be readable.
 */
export async function readableValues(
  { store, snapshot }: IndexView,
  keys: readonly Key[],
  report: ReportDamage,
): Promise<(Buffer | undefined)[]> {
  try {
    return await readValues(store, keys, { snapshot });
  } catch (error) {
    report(damageOf(error));
    const values: (Buffer | undefined)[] = [];
    for (const key of keys) values.push(await readValue(store, key, { snapshot }).catch(() => undefined));
    return values;
  }
}

const NO_GRAMS = new BigUint64Array(0);

/** All decisions that are not removed, without sets. Of those that are missing {@link MOST_MISSING} are reported. */
async function* storedDecisions(view: IndexView, report: ReportDamage): AsyncGenerator<StoredPage[]> {
  const { store, snapshot, counts } = view;
  let next = 0;
  let left = MOST_MISSING;
  const reportMissing = (to: number): void => {
    for (; next < to && left > 0; next++, left--) report(missingDecision(next));
  };
  try {
    for await (const entries of scanEntries(store, decisionRange(), { snapshot })) {
      const pages: StoredPage[] = [];
      for (const [key, value] of entries) {
        if (tableOf(key) !== 'decisions') {
          report({ code: 'unexpected', reason: 'pageless', entry: hexOfKey(key) });
          continue;
        }
        const page = pageOf(key);
        if (page >= counts.nextPage) {
          const expected = counts.nextPage;
          report({ code: 'unexpected', reason: 'surplus', table: 'decisions', page, expected });
          continue;
        }
        reportMissing(page);
        next = page + 1;
        pages.push(...storedDecision(page, value, report));
      }
      yield pages;
    }
  } catch (error) {
    report(damageOf(error));
    // One by one, as far as LevelDB still finds them.
    for (; next < counts.nextPage; next++) {
      const [value] = await readableValues(view, [decisionKey(next)], report);
      yield storedDecision(next, value, report);
    }
  }
  reportMissing(counts.nextPage);
}

/** A page with only its decision; none for a tombstone or a damaged decision. */
function storedDecision(page: number, value: Buffer | undefined, report: ReportDamage): StoredPage[] {
  const place = { table: 'decisions', page } as const;
  const record = readable(() => decodeDecision(present(value, place), place), report);
  return record === undefined ? [] : [{ page, record }];
}

async function withSets(
  view: IndexView,
  pages: readonly StoredPage[],
  report: ReportDamage,
): Promise<StoredPage[]> {
  const { setting } = view.layout;
  const isExact = setting === 'exact';
  const classified = pages.filter(({ record }) => record.verdict !== 'unclassifiable');
  const values = await readableValues(
    view,
    classified.map(({ page }) => (isExact ? gramsKey(page) : sketchKey(page))),
    report,
  );
  const valueByPage = new Map(classified.map(({ page }, i) => [page, values[i]]));
  return pages.map((stored) => {
    const { page, record } = stored;
    if (!valueByPage.has(page)) return stored;
    const { key, url = key } = record;
    const place = { table: isExact ? 'gramSets' : 'sketches', page, key, url } as const;
    const set = readable(() => {
      const value = present(valueByPage.get(page), place);
      return isExact
        ? { grams: decodeGrams(value, place) }
        : { sketch: decodeSketch(value, place, view.layout) };
    }, report);
    return { ...stored, ...set };
  });
}

function missingDecision(page: number): DamageFacts {
  return { code: 'missing', reason: 'absent', table: 'decisions', page };
}

function thrown(damage: DamageFacts): never {
  throw damagedIndex(damage);
}
