import type { Level } from 'level';
import type { WorkFolder } from '../grams/work-folder.ts';
import { LEVEL_OPTIONS, loadLevel } from '../store/disk/level.ts';

/** Entries that wait in memory: what never has more makes no folder. */
const MOST_WAITING = 1 << 14;

/**
 * Strings by strings, of any number: in memory while they are few, in LevelDB in a work folder otherwise. Of two with one
 * key the later one counts. Memory: 16,384 entries, and what LevelDB takes, some 50 MB. Who makes it closes it.
 */
export class StoredMap {
  readonly #folder: WorkFolder;
  readonly #name: string;
  readonly #mostWaiting: number;
  #waiting = new Map<string, string>();
  #level: Level<string, string> | undefined;

  /**
   * @param name that nothing else in the folder has
   * @param mostWaiting entries that wait in memory
   */
  constructor(folder: WorkFolder, name: string, mostWaiting: number = MOST_WAITING) {
    this.#folder = folder;
    this.#name = name;
    this.#mostWaiting = mostWaiting;
  }

  /** Puts an entry; the promise, where there is one, is to be waited for before the next call. */
  put(key: string, value: string): Promise<void> | undefined {
    this.#waiting.set(key, value);
    return this.#waiting.size > this.#mostWaiting ? this.#write() : undefined;
  }

  /** The values of keys, in their order; `undefined` where there is none. */
  async getMany(keys: readonly string[]): Promise<(string | undefined)[]> {
    const stored = (await this.#level?.getMany([...keys])) ?? [];
    return keys.map((key, i) => this.#waiting.get(key) ?? stored[i]);
  }

  /** Lets go of all entries. */
  async close(): Promise<void> {
    this.#waiting.clear();
    await this.#level?.close();
    if (this.#level !== undefined) this.#folder.remove(this.#name);
    this.#level = undefined;
  }

  async #write(): Promise<void> {
    const entries = Array.from(this.#waiting, ([key, value]) => ({ type: 'put' as const, key, value }));
    this.#folder.wrote(entries.reduce((sum, { key, value }) => sum + key.length + value.length, 0));
    if (this.#level === undefined) {
      const LevelDB = await loadLevel();
      this.#level = new LevelDB<string, string>(this.#folder.folder(this.#name), LEVEL_OPTIONS);
    }
    await this.#level.batch(entries);
    this.#waiting = new Map();
  }
}
