import { mkdirSync, mkdtempSync, rmSync, statfsSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wrongValue } from '../argument-checks.ts';
import { Spool } from './spool.ts';
import { type NumberKind, StoredColumn } from './stored-column.ts';

/** Returns how many bytes a folder has room for. */
export type FreeBytes = (directory: string) => number;

/** Free room is checked at least after this many bytes. */
const ASK_EVERY_BYTES = 64 << 20;
/** This much is left to others, but of a small disk, such as one in memory, only this share. */
const LEAST_FREE_BYTES = 256 << 20;
const LEAST_FREE_SHARE = 1 / 20;

/** @throws RangeError if there is no folder where a caller wants temporary files. @param where begins the message */
export function checkIsFolder(where: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
  throw wrongValue(where, 'an existing folder', path);
}

/** The disk has too little room left: how much is free and how much is wanted, in bytes. */
export class DiskFullError extends Error {
  readonly code = 'NEARDUP_DISK_FULL';
  readonly directory: string;
  readonly freeBytes: number;
  readonly wantedBytes: number;

  constructor(directory: string, freeBytes: number, wantedBytes: number) {
    super(
      // rounded apart, so that a disk is not said to have what it lacks
      `expected ${Math.ceil(wantedBytes / 1e6)} MB of room on disk in ${directory}; got ${Math.floor(freeBytes / 1e6)} MB: ` +
        'make room there, or name a folder on a larger disk as the work directory',
    );
    this.name = 'DiskFullError';
    this.directory = directory;
    this.freeBytes = freeBytes;
    this.wantedBytes = wantedBytes;
  }
}

/** Temporary folders that exist. They are removed when the process exits, also in the middle of a run. */
const temporary = new Set<string>();

function removeTemporary(): void {
  for (const directory of temporary) rmSync(directory, { recursive: true, force: true });
}

/**
 * Where a run keeps data that does not fit in memory: a folder that is made at the first write and removed by `close`.
 * Writes throw a {@link DiskFullError} before the disk is full.
 */
export class WorkFolder {
  readonly #parent: string;
  readonly #name: string | undefined;
  readonly #freeBytes: FreeBytes;
  readonly #diskBytes: FreeBytes;
  #directory: string | undefined;
  #files = 0;
  readonly #open = new Set<{ close(): void }>();
  /** Bytes that may be written before the free room is checked again. */
  #allowed = 0;

  /**
   * @param parent an existing folder; by default the system's folder for temporary files
   * @param name of the folder in `parent`, where files of a killed run are removed; by default a new, unused name
   * @param freeBytes returns how much room there is
   * @param diskBytes returns how large the disk is
   * @throws RangeError if `parent` is given and no folder: else that shows when much has been read
   */
  constructor(
    parent?: string,
    name?: string,
    freeBytes: FreeBytes = freeBytesIn,
    diskBytes: FreeBytes = diskBytesOf,
  ) {
    if (parent !== undefined) checkIsFolder('workDirectory', parent);
    this.#parent = parent ?? tmpdir();
    this.#name = name;
    this.#freeBytes = freeBytes;
    this.#diskBytes = diskBytes;
    if (name !== undefined) rmSync(join(this.#parent, name), { recursive: true, force: true });
  }

  /** The folder; it is made at the first access. */
  get directory(): string {
    if (this.#directory === undefined) {
      if (this.#name === undefined) {
        this.#directory = mkdtempSync(join(this.#parent, 'neardup-'));
        if (temporary.size === 0) process.once('exit', removeTemporary);
        temporary.add(this.#directory);
      } else {
        this.#directory = join(this.#parent, this.#name);
        mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      }
    }
    return this.#directory;
  }

  /** Makes a folder in it, for callers that write their own files. */
  folder(name: string): string {
    this.expectRoom(0);
    const path = join(this.directory, name);
    mkdirSync(path, { mode: 0o700 });
    return path;
  }

  /** Removes a folder that `folder` made. */
  remove(name: string): void {
    rmSync(join(this.directory, name), { recursive: true, force: true });
  }

  /** A new file of bytes. @param headBytes bytes of its beginning that are also kept in memory */
  spool(headBytes = 0): Spool {
    const [path, beforeWrite, closed] = this.#newFile();
    const spool = new Spool(path, { headBytes, beforeWrite, closed });
    this.#open.add(spool);
    return spool;
  }

  /** A new file of numbers; each number is `fill` until it is set. */
  column(kind: NumberKind, fill = 0): StoredColumn {
    const column = new StoredColumn(kind, fill, ...this.#newFile());
    this.#open.add(column);
    return column;
  }

  /** Throws unless there is room for `bytes` in addition to what is left to others. Returns how much more there is. */
  expectRoom(bytes: number): number {
    const free = this.#freeBytes(this.directory);
    const left = Math.min(LEAST_FREE_BYTES, this.#diskBytes(this.directory) * LEAST_FREE_SHARE);
    if (free < bytes + left) throw new DiskFullError(this.directory, free, bytes + left);
    return free - left - bytes;
  }

  /** Call this before each write of `bytes` bytes: from time to time it checks the free room. */
  wrote(bytes: number): void {
    this.#allowed -= bytes;
    if (this.#allowed >= 0) return;
    // others write to the disk, too: the less room there is, the sooner it is checked again
    this.#allowed = Math.min(ASK_EVERY_BYTES, this.expectRoom(bytes) / 2);
  }

  /** Closes all files and removes the folder. */
  close(): void {
    for (const file of [...this.#open]) file.close();
    if (this.#directory === undefined) return;
    rmSync(this.#directory, { recursive: true, force: true });
    if (temporary.delete(this.#directory) && temporary.size === 0) process.off('exit', removeTemporary);
    this.#directory = undefined;
  }

  /** The path of a new file, and the functions to call before it is written to and when it is closed. */
  #newFile(): [() => string, (bytes: number) => void, (file: { close(): void }) => void] {
    const number = this.#files++;
    return [
      () => join(this.directory, String(number)),
      (bytes) => this.wrote(bytes),
      (file) => this.#open.delete(file),
    ];
  }
}

/** Bytes that the user may still write to the disk of a folder. */
export function freeBytesIn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

function diskBytesOf(directory: string): number {
  const { blocks, bsize } = statfsSync(directory);
  return blocks * bsize;
}
