import { hash64 } from '../../grams/hash.ts';
import { urlOf } from '../decisions.ts';
import { type Change, scanEntries } from '../disk/binary-store.ts';
import { decodeNumber } from '../layout/codec.ts';
import { pageEntries, type SketchedSet, searchEntries } from '../layout/entries.ts';
import { hostHash } from '../layout/host.ts';
import { COUNTS_KEY, FORMAT_KEY, type KeyRange, PARAMETERS_KEY, pageOf, tableRange } from '../layout/keys.ts';
import {
  type Damage,
  fileDamage,
  type IndexView,
  type OnDamage,
  readableValues,
  type StoredPage,
  sketchedSetOf,
  storedPages,
  storedPagesAt,
} from './stored-pages.ts';

const BUCKETS = 1 << 16;
const ENTRIES_CHECKED = 1024;

/** Decisions that cannot be read, kept until their keys are known. */
const UNREADABLE = 1 << 16;

/** Holds all entries against what the pages call for: see `verifyIndex`. */
export class Audit {
  pages = 0;
  checked = 0;
  readonly #view: IndexView;
  readonly #report: OnDamage;
  readonly #signal: AbortSignal | undefined;
  readonly #sums = new BigUint64Array(BUCKETS);
  /** Buckets of pages of which it is not known what they call for: their damage is reported already. */
  readonly #unknown = new Uint8Array(BUCKETS);
  readonly #unreadable = new Map<number, Damage>();

  constructor(view: IndexView, report: OnDamage, signal: AbortSignal | undefined) {
    this.#view = view;
    this.#report = report;
    this.#signal = signal;
  }

  get hasDifferences(): boolean {
    return this.#sums.some((sum) => sum !== 0n);
  }

  /** Adds what the pages call for, and holds their numbers against the counts. */
  async addWanted(): Promise<void> {
    const { counts } = this.#view;
    const found = { unique: 0, duplicates: 0, unclassifiable: 0 };
    for await (const block of storedPages(this.#view, (damage) => this.#reportOfPage(damage))) {
      this.#signal?.throwIfAborted();
      for (const stored of block) {
        const { page, record } = stored;
        this.pages++;
        found[record.outcome === 'duplicate' ? 'duplicates' : record.outcome]++;
        const set = sketchedSetOf(stored, this.#view.layout);
        if (set === undefined) {
          this.#unknown[page % BUCKETS] = 1;
          continue;
        }
        for (const { key, value } of wantedEntries(stored, set, this.#view)) {
          this.#sums[page % BUCKETS] += entryHash(key, value);
        }
        const isDecided =
          set.size === record.size &&
          set.fingerprint.toString('hex') === record.fingerprint &&
          set.host === hostHash(urlOf(record));
        if (isDecided) continue;
        const what = `${set.grams.length > 0 ? 'gram set' : 'sketch'} of page ${page} is not the one that was decided`;
        this.#report({ code: 'altered', what, ...namesOf(stored) });
      }
    }
    for (const name of ['unique', 'duplicates', 'unclassifiable'] as const) {
      if (found[name] === counts[name] || this.#unreadable.size > 0) continue;
      this.#report({
        code: 'altered',
        what: `counts say ${counts[name]} ${name} pages, there are ${found[name]}`,
      });
    }
  }

  /** Takes away what is there. */
  async takeFound(): Promise<void> {
    for await (const entries of this.#scan(this.#report)) {
      this.checked += entries.length;
      for (const { page, key, value } of entries) {
        this.#sums[page % BUCKETS] -= entryHash(key, value);
        const unreadable = this.#unreadable.get(page);
        if (unreadable === undefined || key[0] !== USER_KEY) continue;
        this.#report({ ...unreadable, key: key.toString('utf8', 1) });
        this.#unreadable.delete(page);
      }
    }
    for (const damage of this.#unreadable.values()) this.#report(damage);
  }

  /** Says which entries are missing, altered or too many, of the pages in buckets whose sums are not 0. */
  async nameDifferences(): Promise<void> {
    let named = 0;
    const report = (damage: Damage) => {
      named++;
      this.#report(damage);
    };
    for await (const block of storedPages(this.#view, ignored)) {
      this.#signal?.throwIfAborted();
      for (const stored of block) {
        if (this.#sums[stored.page % BUCKETS] !== 0n) await this.#nameMissing(stored, report);
      }
    }
    let suspects: FoundEntry[] = [];
    for await (const entries of this.#scan(ignored)) {
      suspects.push(...entries.filter(({ page }) => this.#sums[page % BUCKETS] !== 0n));
      if (suspects.length < ENTRIES_CHECKED) continue;
      await this.#nameUnexpected(suspects, report);
      suspects = [];
    }
    await this.#nameUnexpected(suspects, report);
    const isExplained = this.#sums.every((sum, bucket) => sum === 0n || this.#unknown[bucket] === 1);
    if (named > 0 || isExplained) return;
    this.#report({ code: 'altered', what: 'entries found one by one are not those found in a scan' });
  }

  async #nameMissing(stored: StoredPage, report: OnDamage): Promise<void> {
    const { page } = stored;
    const set = sketchedSetOf(stored, this.#view.layout);
    if (set === undefined) return;
    const wanted = wantedEntries(stored, set, this.#view);
    const values = await readableValues(
      this.#view,
      wanted.map(({ key }) => key),
      ignored,
    );
    for (const [i, { key, value }] of wanted.entries()) {
      if (values[i]?.equals(value) === true) continue;
      const code = values[i] === undefined ? 'missing' : 'altered';
      const what = `${nameOf(key)} of page ${page} is ${code === 'missing' ? code : 'not what it calls for'}`;
      report({ code, what, ...namesOf(stored) });
    }
  }

  async #nameUnexpected(suspects: readonly FoundEntry[], report: OnDamage): Promise<void> {
    const numbers = [...new Set(suspects.map(({ page }) => page))];
    const unreadable = new Set<number>();
    const pages = await storedPagesAt(this.#view, numbers, ({ page }) => {
      if (page !== undefined) unreadable.add(page);
    });
    const storedByPage = new Map(pages.map((stored) => [stored.page, stored]));
    const wantedByPage = new Map(pages.map((stored) => [stored.page, this.#wantedKeys(stored)]));
    for (const { page, key } of suspects) {
      if (unreadable.has(page) || wantedByPage.get(page)?.has(key.toString('latin1')) === true) continue;
      const stored = storedByPage.get(page);
      const why = stored === undefined ? 'no such page is stored' : 'it does not call for it';
      const names = stored === undefined ? { page } : namesOf(stored);
      report({ code: 'unexpected', what: `${nameOf(key)} of page ${page}: ${why}`, ...names });
    }
  }

  #wantedKeys(stored: StoredPage): Set<string> {
    const set = sketchedSetOf(stored, this.#view.layout);
    const wanted = set === undefined ? [] : wantedEntries(stored, set, this.#view);
    return new Set(wanted.map(({ key }) => key.toString('latin1')));
  }

  /** All entries but decisions, with the pages that they belong to. */
  async *#scan(report: OnDamage): AsyncGenerator<FoundEntry[]> {
    const { store, snapshot, counts } = this.#view;
    for (const range of RANGES) {
      try {
        for await (const entries of scanEntries(store, range, { snapshot })) {
          this.#signal?.throwIfAborted();
          const found: FoundEntry[] = [];
          for (const [key, value] of entries) {
            if (HEADER_KEYS.some((known) => known.equals(key))) continue;
            const page = pageOfEntry(key, value);
            if (page !== undefined && page < counts.nextPage && LETTERS.has(key[0])) {
              found.push({ page, key, value });
            } else {
              report({ code: 'unexpected', what: `${nameOf(key)}: it belongs to no page` });
            }
          }
          yield found;
        }
      } catch (error) {
        report(fileDamage(error));
      }
    }
  }

  #reportOfPage(damage: Damage): void {
    const { page, key } = damage;
    if (page !== undefined) this.#unknown[page % BUCKETS] = 1;
    if (page === undefined || key !== undefined || this.#unreadable.size >= UNREADABLE) this.#report(damage);
    else this.#unreadable.set(page, damage);
  }
}

interface FoundEntry {
  readonly page: number;
  readonly key: Buffer;
  readonly value: Buffer;
}

const [USER_KEY] = Buffer.from('k');
const LETTERS = new Set(Buffer.from('kcgfts'));
const HEADER_KEYS = [FORMAT_KEY, PARAMETERS_KEY, COUNTS_KEY];
const NAMES: Readonly<Record<string, string>> = {
  k: 'key',
  c: 'sketch',
  g: 'gram set',
  f: 'fingerprint entry',
  t: 'tree entry',
  s: 'SimHash entry',
};
/** Everything before and behind the decisions. */
const RANGES: readonly KeyRange[] = [
  { gte: Buffer.alloc(0), lt: tableRange('p').gte },
  { gte: tableRange('p').lt, lt: Buffer.of(255, 255, 255, 255) },
];

const ignored: OnDamage = () => undefined;
const EMPTY = Buffer.alloc(0);

/** All entries that a page calls for, but its decision. */
function wantedEntries(
  { page, record }: StoredPage,
  set: SketchedSet,
  { layout, counts }: IndexView,
): Required<Change>[] {
  const entries = pageEntries(page, record, set, layout).filter(({ key }) => LETTERS.has(key[0]));
  if (record.outcome === 'unique' && page < counts.tabledTo)
    entries.push(...searchEntries(page, set, layout));
  return entries.map(({ key, value = EMPTY }) => ({ key, value }));
}

/** How a page is named in a report. */
function namesOf({ page, record }: StoredPage): Pick<Damage, 'page' | 'key' | 'url'> {
  return { page, key: record.key, url: urlOf(record) };
}

/** Adds up without regard to order: the same entries have the same sum. */
function entryHash(key: Uint8Array, value: Uint8Array): bigint {
  const hash = hash64(key);
  return value.length === 0 ? hash : hash64(value, hash);
}

function pageOfEntry(key: Buffer, value: Buffer): number | undefined {
  if (key[0] !== USER_KEY) return key.length > 4 ? pageOf(key) : undefined;
  try {
    return decodeNumber(value, 'page number');
  } catch {
    return undefined;
  }
}

function nameOf(key: Buffer): string {
  return NAMES[String.fromCharCode(key[0])] ?? `entry ${key.subarray(0, 16).toString('hex')}`;
}
