import { decodeNumber } from '../layout/codec.ts';
import { pageOf } from '../layout/keys.ts';
import { decodeDecision } from '../pages.ts';
import type { Damage, OnDamage } from '../upkeep/stored-pages.ts';
import { tableFileEntries } from './table-file.ts';

/** What was found of a page, as bits. */
const DECISION = 1;
const KEY = 2;
const SKETCH = 4;
const GRAMS = 8;
const REMOVED = 16;
/** What its decision calls for. */
const HAS_GRAMS = 32;
const IS_UNIQUE = 64;

const [P, K, C, G] = Buffer.from('pkcg');

/**
 * Names the pages of which something is in no whole block of these tables, while something else of them is, or
 * their number was given. It reads the files alone: what stands in the log only is not missed, nor what a table
 * still holds that was merged into another one.
 *
 * Reads all tables twice. Memory: a byte a page number, and the keys of what is lost.
 */
export async function lostPages(
  tables: readonly string[],
  onDamage: OnDamage,
  signal?: AbortSignal,
): Promise<void> {
  let found = new Uint8Array(1 << 16);
  let pages = 0;
  let hasGramSets = false;
  for await (const [letter, key, value] of entriesOf(tables, signal)) {
    const page = letter === K ? decodeNumber(value, 'page number') : pageOf(key);
    if (page >= found.length) found = grown(found, page);
    pages = Math.max(pages, page + 1);
    hasGramSets ||= letter === G;
    found[page] |= bitsOf(letter, value);
  }
  const lost = new Map<number, string[]>();
  for (let page = 0; page < pages; page++) {
    const parts = partsLost(found[page], hasGramSets);
    if (parts.length > 0) lost.set(page, parts);
  }
  const names = await namesOf(tables, lost, signal);
  for (const [page, parts] of lost) {
    for (const part of parts)
      onDamage({ code: 'missing', what: `${part} of page ${page} is lost`, page, ...names.get(page) });
  }
}

function bitsOf(letter: number, value: Buffer): number {
  if (letter === K) return KEY;
  if (letter === C) return SKETCH;
  if (letter === G) return GRAMS;
  const record = decodeDecision(value, 'decision');
  if (record === undefined) return DECISION | REMOVED;
  const { outcome } = record;
  return DECISION | (outcome === 'unclassifiable' ? 0 : HAS_GRAMS) | (outcome === 'unique' ? IS_UNIQUE : 0);
}

function partsLost(found: number, hasGramSets: boolean): string[] {
  const has = (bit: number) => (found & bit) !== 0;
  if (has(REMOVED)) return [];
  if (!has(DECISION)) return ['decision'];
  const parts: string[] = [];
  if (!has(KEY)) parts.push('key');
  if (hasGramSets && has(HAS_GRAMS) && !has(GRAMS)) parts.push('gram set');
  if (has(hasGramSets ? IS_UNIQUE : HAS_GRAMS) && !has(SKETCH)) parts.push('sketch');
  return parts;
}

async function namesOf(
  tables: readonly string[],
  lost: ReadonlyMap<number, unknown>,
  signal: AbortSignal | undefined,
): Promise<Map<number, Pick<Damage, 'key' | 'url'>>> {
  const names = new Map<number, Pick<Damage, 'key' | 'url'>>();
  for await (const [letter, key, value] of entriesOf(tables, signal)) {
    if (letter === K) {
      const page = decodeNumber(value, 'page number');
      if (lost.has(page) && !names.has(page)) names.set(page, { key: key.toString('utf8', 1) });
    } else if (letter === P && lost.has(pageOf(key))) {
      const record = decodeDecision(value, 'decision');
      if (record !== undefined) names.set(pageOf(key), { key: record.key, url: record.url ?? record.key });
    }
  }
  return names;
}

/** Decisions, keys, sketches and gram sets of pages. */
async function* entriesOf(
  tables: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<[letter: number, key: Buffer, value: Buffer]> {
  for (const table of tables) {
    signal?.throwIfAborted();
    for await (const [key, value] of tableFileEntries(table)) {
      const letter = key[0];
      if (letter === P || letter === K || letter === C || letter === G) yield [letter, key, value];
    }
  }
}

function grown(found: Uint8Array<ArrayBuffer>, page: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(page + 1, 2 * found.length));
  larger.set(found);
  return larger;
}
