import type { AbstractSnapshot } from 'abstract-level';
import { BINARY, type BinaryStore, inIndexWords, present, scanEntries } from '../disk/binary-store.ts';
import { IndexError } from '../errors.ts';
import {
  type CountsRecord,
  type DecisionRecord,
  decodeGrams,
  decodeSketch,
  type SketchRecord,
} from '../layout/codec.ts';
import { type SketchedSet, sketchSet } from '../layout/entries.ts';
import { decisionKey, decisionRange, gramsKey, pageOf, sketchKey } from '../layout/keys.ts';
import type { IndexLayout, IndexParameters } from '../layout/parameters.ts';
import { decodeDecision } from '../pages.ts';

/** An index as it was at one moment, to be read from end to end while it goes on. */
export interface IndexView {
  readonly store: BinaryStore;
  readonly snapshot: AbstractSnapshot;
  readonly parameters: Required<IndexParameters>;
  readonly layout: IndexLayout;
  readonly counts: CountsRecord;
}

/** All that is kept of a page, but for the tables by which it is found. */
export interface StoredPage {
  readonly page: number;
  readonly record: DecisionRecord;
  /** Of a page with grams, in the exact setting; missing where it is damaged. */
  readonly grams?: BigUint64Array;
  /** Of a page with grams, in the compact setting; missing where it is damaged. */
  readonly sketch?: SketchRecord;
}

/** Something that is not as it should be. */
export interface Damage {
  /** It is missing, is not what was written, is too much, or cannot be read from its file. */
  readonly code: 'missing' | 'altered' | 'unexpected' | 'file';
  /** What it is, such as `gram set of page 7: its checksum does not match its bytes`. */
  readonly what: string;
  /** The page's number, key and URL, as far as they are known. */
  readonly page?: number;
  readonly key?: string;
  readonly url?: string;
}

/** Takes what is damaged; reading goes on behind it. */
export type OnDamage = (damage: Damage) => void;

const BLOCK_PAGES = 1024;
const BLOCK_BYTES = 8 << 20;

/**
 * All pages with what is kept of them, in the order of their commits, some at a time: up to 1,024 pages, and
 * 8 MiB of gram sets unless a single one is larger.
 *
 * @param onDamage without it the first damage is thrown
 * @throws IndexError NEARDUP_INDEX_DAMAGED unless `onDamage` is given
 */
export async function* storedPages(
  view: IndexView,
  onDamage: OnDamage = thrown,
): AsyncGenerator<StoredPage[]> {
  let block: StoredPage[] = [];
  let bytes = 0;
  for await (const decisions of storedDecisions(view, onDamage)) {
    for (const page of decisions) {
      block.push(page);
      bytes += 8 * page.record.size;
      if (block.length < BLOCK_PAGES && bytes < BLOCK_BYTES) continue;
      yield await withSets(view, block, onDamage);
      block = [];
      bytes = 0;
    }
  }
  if (block.length > 0) yield await withSets(view, block, onDamage);
}

/** The pages among `pages` that stand and can be read. */
export async function storedPagesAt(
  view: IndexView,
  pages: readonly number[],
  onDamage: OnDamage,
): Promise<StoredPage[]> {
  const values = await readableValues(view, pages.map(decisionKey), onDamage);
  const found: StoredPage[] = [];
  for (const [i, page] of pages.entries()) {
    const what = `decision of page ${page}`;
    const record = readable(() => decodeDecision(present(values[i], what), what), { page }, onDamage);
    if (record !== undefined) found.push({ page, record });
  }
  return withSets(view, found, onDamage);
}

/** A stored page's set as searches need it, in the compact setting without grams; nothing where it is damaged. */
export function sketchedSetOf(
  { record, grams, sketch }: StoredPage,
  layout: IndexLayout,
): SketchedSet | undefined {
  const { outcome, key, url = key, fingerprint } = record;
  if (outcome === 'unclassifiable') return sketchSet(NO_GRAMS, url, layout);
  if (grams !== undefined) return sketchSet(grams, url, layout);
  return sketch && { ...sketch, grams: NO_GRAMS, fingerprint: Buffer.from(fingerprint, 'hex') };
}

/**
 * Values by their keys, undefined where there is none or it cannot be read, which is reported; a few get through
 * where a file is damaged.
 */
export async function readableValues(
  { store, snapshot }: IndexView,
  keys: readonly Buffer[],
  onDamage: OnDamage,
): Promise<(Buffer | undefined)[]> {
  const options = { ...BINARY, snapshot };
  try {
    return await store.getMany<Buffer, Buffer>([...keys], options);
  } catch (error) {
    onDamage(fileDamage(error));
    const values: (Buffer | undefined)[] = [];
    for (const key of keys) values.push(await store.get<Buffer, Buffer>(key, options).catch(() => undefined));
    return values;
  }
}

/** What LevelDB could not read. @throws the error when it is of another kind */
export function fileDamage(error: unknown): Damage {
  const known = inIndexWords(error);
  if (known instanceof IndexError && known.code === 'NEARDUP_INDEX_DAMAGED') {
    return { code: 'file', what: known.message.replace(/^the index is damaged: /, '') };
  }
  throw error;
}

const NO_GRAMS = new BigUint64Array(0);

/** All decisions that are not removed, without their sets. */
async function* storedDecisions(view: IndexView, onDamage: OnDamage): AsyncGenerator<StoredPage[]> {
  const { store, snapshot, counts } = view;
  const keyBytes = decisionKey(0).length;
  let next = 0;
  try {
    for await (const entries of scanEntries(store, decisionRange(), { snapshot })) {
      const pages: StoredPage[] = [];
      for (const [key, value] of entries) {
        const page = pageOf(key);
        const what = `decision of page ${page}`;
        if (key.length !== keyBytes || page < next || page >= counts.nextPage) {
          onDamage({
            code: 'unexpected',
            what: `${what} is beyond the ${counts.nextPage} that were decided`,
            page,
          });
          continue;
        }
        for (; next < page; next++) onDamage(missingDecision(next));
        next = page + 1;
        const record = readable(() => decodeDecision(value, what), { page }, onDamage);
        if (record !== undefined) pages.push({ page, record });
      }
      yield pages;
    }
  } catch (error) {
    onDamage(fileDamage(error));
    // One by one, what LevelDB still finds.
    for (; next < counts.nextPage; next++) {
      const [value] = await readableValues(view, [decisionKey(next)], onDamage);
      const what = `decision of page ${next}`;
      const record = readable(() => decodeDecision(present(value, what), what), { page: next }, onDamage);
      if (record !== undefined) yield [{ page: next, record }];
    }
  }
  for (; next < counts.nextPage; next++) onDamage(missingDecision(next));
}

async function withSets(
  view: IndexView,
  pages: readonly StoredPage[],
  onDamage: OnDamage,
): Promise<StoredPage[]> {
  const { setting, components } = view.layout;
  const keyOf = setting === 'exact' ? gramsKey : sketchKey;
  const name = setting === 'exact' ? 'gram set' : 'sketch';
  const classified = pages.filter(({ record }) => record.outcome !== 'unclassifiable');
  const values = await readableValues(
    view,
    classified.map(({ page }) => keyOf(page)),
    onDamage,
  );
  const valueByPage = new Map(classified.map(({ page }, i) => [page, values[i]]));
  return pages.map((stored) => {
    const { page, record } = stored;
    if (!valueByPage.has(page)) return stored;
    const what = `${name} of page ${page}`;
    const set = readable(
      () => {
        const value = present(valueByPage.get(page), what);
        return setting === 'exact'
          ? { grams: decodeGrams(value, what) }
          : { sketch: decodeSketch(value, what, components) };
      },
      { page, key: record.key, url: record.url ?? record.key },
      onDamage,
    );
    return { ...stored, ...set };
  });
}

/** The value, or undefined where it is damaged and that was reported. */
function readable<T>(
  read: () => T,
  of: Pick<Damage, 'page' | 'key' | 'url'>,
  onDamage: OnDamage,
): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof IndexError)) throw error;
    const what = error.message.replace(/^the index is damaged: the /, '');
    onDamage({ code: what.endsWith('is missing') ? 'missing' : 'altered', what, ...of });
    return undefined;
  }
}

function missingDecision(page: number): Damage {
  return { code: 'missing', what: `decision of page ${page} is missing`, page };
}

function thrown({ what }: Damage): never {
  throw new IndexError('NEARDUP_INDEX_DAMAGED', `the index is damaged: the ${what}`);
}
