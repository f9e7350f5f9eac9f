import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type DumpDamage, damagedSpot } from './damage.ts';
import type { FolderFormat } from './format.ts';
import { folderFormats } from './formats.ts';
import { nameOf } from './name-of.ts';
import { type Reading, reportSpot } from './reading.ts';
import { refused, unreadable } from './refusal.ts';

/** A file below a folder, or a folder below it that is one dump. */
interface Found {
  readonly path: string;
  /** The path without links. */
  readonly realPath: string;
  readonly format?: FolderFormat;
}

/** Everything below a folder, sorted by code units. A folder that is a dump stands for everything in it. */
export async function lookUnder(
  folder: string,
  reading: Pick<Reading, 'stats' | 'onDamage'>,
): Promise<readonly Found[]> {
  const look = new FolderLook(await realpath(folder), reading);
  await look.enter(folder, await entriesIn(folder));
  await look.followLinks();
  return look.found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Walks everything below a folder and nothing else. Follows links inside the folder and enters each folder once. */
class FolderLook {
  readonly found: Found[] = [];
  /** The folder, as a path without links. */
  readonly #root: string;
  readonly #reading: Pick<Reading, 'stats' | 'onDamage'>;
  /** Folders already entered, as paths without links. */
  readonly #entered = new Set<string>();
  /** Links to folders inside. Most of these folders are met without the links. */
  readonly #links: string[] = [];

  constructor(root: string, reading: Pick<Reading, 'stats' | 'onDamage'>) {
    this.#root = root;
    this.#reading = reading;
  }

  async enter(path: string, entries: readonly Dirent[]): Promise<void> {
    const realPath = await realpath(path);
    this.#entered.add(realPath);
    const format = await folderFormatOf(path, entries);
    if (format !== undefined) this.found.push({ path, realPath, format });
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue;
      const below = path.endsWith('/') ? path + entry.name : `${path}/${entry.name}`;
      if (entry.isSymbolicLink()) await this.#meetLink(below, format === undefined);
      else if (entry.isDirectory()) await this.#enterBelow(below, format === undefined);
      else if (entry.isFile() && format === undefined)
        this.found.push({ path: below, realPath: join(realPath, entry.name) });
    }
  }

  /** Enters the folders that only links lead to. Links met there are followed in the same walk. */
  async followLinks(): Promise<void> {
    for (const link of this.#links) {
      // it may have been removed since
      const target = await realpath(link).catch((error) => this.#name(unreadable(link, error)));
      if (target !== undefined && !this.#entered.has(target)) await this.#enterBelow(link, true);
    }
  }

  async #enterBelow(path: string, isOwn: boolean): Promise<void> {
    try {
      const entries = await readdir(path, { withFileTypes: true });
      if (isOwn) await this.enter(path, entries);
      else await this.#nameLinks(path, entries);
    } catch (error) {
      this.#name(unreadable(path, error));
    }
  }

  /** In a folder that is itself a dump, which is read without links: reports links that are broken or lead out of it. */
  async #nameLinks(folder: string, entries: readonly Dirent[]): Promise<void> {
    for (const entry of entries) {
      const path = `${folder}/${entry.name}`;
      if (entry.isSymbolicLink()) await this.#meetLink(path, false);
      else if (entry.isDirectory()) await this.#enterBelow(path, false);
    }
  }

  async #meetLink(path: string, follow: boolean): Promise<void> {
    try {
      const target = await realpath(path);
      if (!this.#holds(target)) {
        this.#name({ path, damage: { code: 'outside', target } });
        return;
      }
      if (!follow) return;
      const kind = await stat(target);
      if (kind.isDirectory()) this.#links.push(path);
      else if (kind.isFile()) this.found.push({ path, realPath: target });
    } catch (error) {
      this.#name(unreadable(path, error));
    }
  }

  #holds(target: string): boolean {
    const root = this.#root.endsWith(sep) ? this.#root : this.#root + sep;
    return target === this.#root || target.startsWith(root);
  }

  #name({ path, damage }: { readonly path: string; readonly damage: DumpDamage | undefined }): void {
    if (damage !== undefined) reportSpot(damagedSpot(nameOf(path), damage), this.#reading);
  }
}

async function entriesIn(folder: string): Promise<Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    throw refused(unreadable(folder, error));
  }
}

async function folderFormatOf(path: string, entries: readonly Dirent[]): Promise<FolderFormat | undefined> {
  for (const format of folderFormats) if (await format.recognise(path, entries)) return format;
  return undefined;
}
