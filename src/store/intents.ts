import type { DamageFacts } from './damage.ts';
import { type BinaryStore, scanEntries } from './disk/binary-store.ts';
import { readableOfThisVersion } from './errors.ts';
import { IntentQueue } from './intent-queue.ts';
import {
  decodeGrams,
  decodeIntent,
  decodeSketch,
  encodeIntent,
  encodeSketch,
  unreadable,
} from './layout/codec.ts';
import { type Change, gramsValue, type SketchedSet, sketchSet } from './layout/entries.ts';
import { intentKey, tableRange, textOfUserKey } from './layout/keys.ts';
import type { IndexLayout } from './layout/parameters.ts';
import { type ClaimOptions, notesOf, type PageDescription, urlOf } from './verdicts.ts';

/** A page without a verdict: it was taken for a copy of a reserved page, or its own handler is running. */
export interface Intent {
  readonly page: PageDescription;
  readonly set: SketchedSet;
  /** Key of the page that it was taken for a copy of; its own key while its handler runs. */
  readonly of: string;
  /** How to fetch it again, as given by the caller; missing if its handler has run. */
  readonly request?: string;
  /** How often it was brought back. */
  readonly returns: number;
  /** The claim's `repeats`; unknown after a restart. */
  readonly repeats?: ClaimOptions['repeats'];
  /** If set, only the key is known, because the stored intent is damaged. */
  readonly damage?: DamageFacts;
}

/** The intents of an index, all of which are stored on disk, and the page that each one waits for. */
export class Intents {
  readonly #byKey = new Map<string, Intent>();
  readonly #waiting = new Map<string, IntentQueue<Intent>>();

  #copies = 0;

  /** Number of intents of pages that were taken for copies. O(1): an index that is shared tells it with every answer. */
  get copies(): number {
    return this.#copies;
  }

  get(key: string): Intent | undefined {
    return this.#byKey.get(key);
  }

  all(): Intent[] {
    return [...this.#byKey.values()];
  }

  /** Keeps an intent; replaces an earlier one of the same key. */
  keep(intent: Intent): void {
    this.#copies += copiesAmong(intent) - copiesAmong(this.#byKey.get(intent.page.key));
    this.#byKey.set(intent.page.key, intent);
  }

  forget(key: string): void {
    this.#copies -= copiesAmong(this.#byKey.get(key));
    this.#byKey.delete(key);
  }

  /** Whether an intent was neither forgotten nor replaced. */
  isValid(intent: Intent): boolean {
    return this.#byKey.get(intent.page.key) === intent;
  }

  /** Makes an intent wait for the verdict on a page. */
  wait(key: string, intent: Intent): void {
    this.#waitingFor(key).add(intent);
  }

  /** Makes all intents of a queue wait for the verdict on a page. The queue is no longer the caller's. */
  waitAll(key: string, queue: IntentQueue<Intent>): void {
    if (!this.#waiting.has(key)) this.#waiting.set(key, queue);
    else for (const intent of queue.rest()) this.wait(key, intent);
  }

  /** Removes and returns the queue of a page; undefined if none has waited. Some in it may not be valid any more. */
  takeQueue(key: string): IntentQueue<Intent> | undefined {
    const queue = this.#waiting.get(key);
    this.#waiting.delete(key);
    return queue;
  }

  /** Removes and returns the intents that waited for the verdict on a page and are still valid. */
  take(key: string): Intent[] {
    const waiting = this.takeQueue(key)?.rest() ?? [];
    return waiting.filter((intent) => this.isValid(intent));
  }

  #waitingFor(key: string): IntentQueue<Intent> {
    let queue = this.#waiting.get(key);
    if (queue === undefined) this.#waiting.set(key, (queue = new IntentQueue<Intent>()));
    return queue;
  }
}

function copiesAmong(intent: Intent | undefined): number {
  return intent === undefined || isBegun(intent) ? 0 : 1;
}

/** Whether an intent belongs to a page whose own handler is running. */
export function isBegun({ page, of }: Intent): boolean {
  return page.key === of;
}

/** The entry that stores an intent. */
export function intentEntry(intent: Intent, { setting }: IndexLayout): Required<Change> {
  const { page, set, of, request, returns } = intent;
  const { key, url } = page;
  const record = {
    key,
    ...(url === key ? {} : { url }),
    of,
    fingerprint: set.fingerprint.toString('hex'),
    ...(request !== undefined && { request }),
    returns,
    ...notesOf(page),
  };
  const stored = setting === 'exact' ? gramsValue(set) : encodeSketch(set);
  return { key: intentKey(key), value: encodeIntent(record, stored) };
}

/** The change that deletes an intent. */
export function withoutIntent(key: string): Change {
  return { key: intentKey(key) };
}

/**
 * The intents that an earlier process left. Memory: their gram sets. A damaged intent is returned by
 * {@link intentWithoutSet}.
 *
 * @throws IndexError NEARDUP_INDEX_VERSION
 */
export async function storedIntents(store: BinaryStore, layout: IndexLayout): Promise<Intent[]> {
  const intents: Intent[] = [];
  for await (const entries of scanEntries(store, tableRange('intents'))) {
    for (const [stored, value] of entries) {
      const key = textOfUserKey(stored);
      const read = () => storedIntent(value, key, layout);
      const intent = readableOfThisVersion(read, (damage) => {
        intents.push({ ...intentWithoutSet(key, key, layout), damage });
      });
      if (intent !== undefined) intents.push(intent);
    }
  }
  return intents;
}

/** An intent for a page with only key and URL known: as if its handler were running and it had no grams. */
export function intentWithoutSet(key: string, url: string, layout: IndexLayout): Intent {
  return { page: { key, url }, set: sketchSet(new BigUint64Array(0), url, layout), of: key, returns: 0 };
}

function storedIntent(value: Buffer, key: string, layout: IndexLayout): Intent {
  const place = { table: 'intents', key } as const;
  const sketchedGrams = (grams: BigUint64Array, url: string): SketchedSet => {
    try {
      return sketchSet(grams, url, layout);
    } catch {
      throw unreadable(place);
    }
  };
  const { record, set } = decodeIntent(value, place);
  const { of, request, returns, fingerprint, ...page } = record;
  const url = urlOf(page);
  const texts = [page.key, url, of, fingerprint, request ?? ''];
  if (texts.some((text) => typeof text !== 'string') || typeof returns !== 'number') throw unreadable(place);
  return {
    page: { ...page, url },
    set:
      layout.setting === 'exact'
        ? sketchedGrams(decodeGrams(set, place), url)
        : {
            ...decodeSketch(set, place, layout),
            grams: new BigUint64Array(0),
            fingerprint: Buffer.from(fingerprint, 'hex'),
          },
    of,
    ...(request !== undefined && { request }),
    returns,
  };
}
