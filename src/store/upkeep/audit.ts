import { hash64 } from '../../grams/hash.ts';
import type { DamageFacts, Place, ReportDamage } from '../damage.ts';
import { scanEntries } from '../disk/binary-store.ts';
import { damageOf, readable } from '../errors.ts';
import { assertWhole, decodeDecision } from '../layout/codec.ts';
import { type Change, pageEntries, pageOfEntry, type SketchedSet, searchEntries } from '../layout/entries.ts';
import { hostHash } from '../layout/host.ts';
import {
  decisionKey,
  hashOfKey,
  hexOfKey,
  isHeaderKey,
  type Key,
  pageOf,
  RANGES_BESIDE_DECISIONS,
  type TableName,
  tableOf,
  textOfUserKey,
} from '../layout/keys.ts';
import { urlOf } from '../verdicts.ts';
import {
  type IndexView,
  readableValues,
  type StoredPage,
  sketchedSetOf,
  storedPages,
  storedPagesAt,
} from './stored-pages.ts';

const BUCKETS = 1 << 16;
const ENTRIES_CHECKED = 1024;

/** Most unreadable decisions kept until their keys are known. */
const UNREADABLE = 1 << 16;

/** Compares all entries with what the pages require: see `verifyIndex`. */
export class Audit {
  pages = 0;
  checked = 0;
  readonly #view: IndexView;
  readonly #report: ReportDamage;
  readonly #signal: AbortSignal | undefined;
  readonly #sums = new BigUint64Array(BUCKETS);
  /** Buckets of pages whose required entries are unknown: their damage is already reported. */
  readonly #unknown = new Uint8Array(BUCKETS);
  readonly #unreadable = new Map<number, DamageFacts>();

  constructor(view: IndexView, report: ReportDamage, signal: AbortSignal | undefined) {
    this.#view = view;
    this.#report = report;
    this.#signal = signal;
  }

  get hasDifferences(): boolean {
    return this.#sums.some((sum) => sum !== 0n);
  }

  /** Adds what the pages require, and compares their numbers with the counts. */
  async addWanted(): Promise<void> {
    const { counts } = this.#view;
    const found = { unique: 0, duplicates: 0, unclassifiable: 0 };
    for await (const block of storedPages(this.#view, (damage) => this.#reportOfPage(damage))) {
      this.#signal?.throwIfAborted();
      for (const stored of block) {
        const { page, record } = stored;
        this.pages++;
        found[record.verdict === 'duplicate' ? 'duplicates' : record.verdict]++;
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
        const table = set.grams.length > 0 ? 'gramSets' : 'sketches';
        this.#report({ code: 'altered', reason: 'decision', table, ...namesOf(stored) });
      }
    }
    // Unreadable decisions are missing from the numbers found.
    if (this.#unreadable.size > 0) return;
    for (const counted of ['unique', 'duplicates', 'unclassifiable'] as const) {
      if (found[counted] === counts[counted]) continue;
      const numbers = { counted, expected: counts[counted], found: found[counted] };
      this.#report({ code: 'altered', reason: 'count', table: 'counts', ...numbers });
    }
  }

  /** Subtracts the entries that exist. */
  async takeFound(): Promise<void> {
    for await (const entries of this.#scan(this.#report)) {
      this.checked += entries.length;
      for (const { table, page, key, value } of entries) {
        this.#sums[page % BUCKETS] -= entryHash(key, value);
        const unreadable = this.#unreadable.get(page);
        if (unreadable === undefined || table !== 'keys') continue;
        this.#report({ ...unreadable, key: textOfUserKey(key) });
        this.#unreadable.delete(page);
      }
    }
    for (const damage of this.#unreadable.values()) this.#report(damage);
  }

  /** Names the entries that are missing, altered or superfluous, for pages in buckets whose sums are not 0. */
  async nameDifferences(): Promise<void> {
    let named = 0;
    const report = (damage: DamageFacts) => {
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
    this.#report({ code: 'altered', reason: 'unstable' });
  }

  async #nameMissing(stored: StoredPage, report: ReportDamage): Promise<void> {
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
      const place = { ...tableAt(key), ...namesOf(stored) };
      if (values[i] === undefined) report({ code: 'missing', reason: 'absent', ...place });
      else report({ code: 'altered', reason: 'content', ...place });
    }
  }

  async #nameUnexpected(suspects: readonly FoundEntry[], report: ReportDamage): Promise<void> {
    const numbers = [...new Set(suspects.map(({ page }) => page))];
    const unreadable = new Set<number>();
    const pages = await storedPagesAt(this.#view, numbers, ({ page }) => {
      if (page !== undefined) unreadable.add(page);
    });
    const storedByPage = new Map(pages.map((stored) => [stored.page, stored]));
    const wantedByPage = new Map(pages.map((stored) => [stored.page, this.#wantedKeys(stored)]));
    for (const { table, page, key } of suspects) {
      if (unreadable.has(page) || wantedByPage.get(page)?.has(hexOfKey(key)) === true) continue;
      const stored = storedByPage.get(page);
      if (stored === undefined) report({ code: 'unexpected', reason: 'pageless', table, page });
      else report({ code: 'unexpected', reason: 'uncalled', table, ...namesOf(stored) });
    }
  }

  #wantedKeys(stored: StoredPage): Set<string> {
    const set = sketchedSetOf(stored, this.#view.layout);
    const wanted = set === undefined ? [] : wantedEntries(stored, set, this.#view);
    return new Set(wanted.map(({ key }) => hexOfKey(key)));
  }

  /** All entries except decisions, with the pages that they belong to. */
  async *#scan(report: ReportDamage): AsyncGenerator<FoundEntry[]> {
    const { store, snapshot, counts } = this.#view;
    for (const range of RANGES_BESIDE_DECISIONS) {
      try {
        for await (const entries of scanEntries(store, range, { snapshot })) {
          this.#signal?.throwIfAborted();
          const found: FoundEntry[] = [];
          const later: [Key, Buffer][] = [];
          for (const [key, value] of entries) {
            if (isHeaderKey(key)) continue;
            const table = tableOf(key);
            if (table === 'texts' || table === 'hosts' || table === 'intents') {
              later.push([key, value]);
              continue;
            }
            const page = table && readable(() => pageOfEntry(table, key, value), ignored);
            if (table !== undefined && page !== undefined && page < counts.nextPage) {
              found.push({ table, page, key, value });
            } else {
              report({ code: 'unexpected', reason: 'pageless', ...tableAt(key) });
            }
          }
          yield found;
          await this.#checkLater(later, report);
        }
      } catch (error) {
        report(damageOf(error));
      }
    }
  }

  /** Intents, texts and host entries must be intact. No text may belong to a page that was removed or never existed. */
  async #checkLater(entries: readonly [Key, Buffer][], report: ReportDamage): Promise<void> {
    for (const [key, value] of entries) readable(() => assertWhole(value, tableAt(key)), report);
    const pages = entries.filter(([key]) => tableOf(key) === 'texts').map(([key]) => pageOf(key));
    const { nextPage } = this.#view.counts;
    const decisions = await readableValues(this.#view, pages.map(decisionKey), ignored);
    for (const [i, page] of pages.entries()) {
      const decision = decisions[i];
      const isRemoved = () => decision !== undefined && decodeDecision(decision, {}) === undefined;
      if (page >= nextPage) report({ code: 'unexpected', reason: 'pageless', table: 'texts', page });
      else if (readable(isRemoved, ignored) === true) report({ code: 'unexpected', reason: 'removed', page });
    }
  }

  #reportOfPage(damage: DamageFacts): void {
    const { page, key } = damage;
    if (page !== undefined) this.#unknown[page % BUCKETS] = 1;
    if (page === undefined || key !== undefined || this.#unreadable.size >= UNREADABLE) this.#report(damage);
    else this.#unreadable.set(page, damage);
  }
}

interface FoundEntry {
  readonly table: TableName;
  readonly page: number;
  readonly key: Key;
  readonly value: Buffer;
}

const ignored: ReportDamage = () => undefined;
const EMPTY = Buffer.alloc(0);

/** All entries that a page requires, except its decision. */
function wantedEntries(
  { page, record }: StoredPage,
  set: SketchedSet,
  { layout, counts }: IndexView,
): Required<Change>[] {
  const entries = pageEntries(page, record, set, layout).filter(({ key }) => tableOf(key) !== 'decisions');
  if (record.verdict === 'unique' && page < counts.tabledTo)
    entries.push(...searchEntries(page, set, layout));
  return entries.map(({ key, value = EMPTY }) => ({ key, value }));
}

/** The names of a page for a report. */
function namesOf({ page, record }: StoredPage): Place {
  return { page, key: record.key, url: urlOf(record) };
}

/** The place of a key for a report. */
function tableAt(key: Key): Place {
  const table = tableOf(key);
  if (table === undefined) return { entry: hexOfKey(key) };
  switch (table) {
    case 'keys':
    case 'intents':
      return { table, key: textOfUserKey(key) };
    case 'texts':
      return { table, page: pageOf(key) };
    case 'hosts':
      return { table, entry: hexOfKey(key) };
    default:
      return { table };
  }
}

/** Hash of an entry. Sums of these do not depend on the order: the same entries have the same sum. */
function entryHash(key: Key, value: Uint8Array): bigint {
  const hash = hashOfKey(key);
  return value.length === 0 ? hash : hash64(value, hash);
}
