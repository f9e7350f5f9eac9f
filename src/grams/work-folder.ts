import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Spool } from './spool.ts';
import { type NumberKind, StoredColumn } from './stored-column.ts';

/** What tells how many bytes a folder has room for. */
export type FreeBytes = (directory: string) => number;

/** Room is asked for after so many bytes; so many are left to others. */
const ASK_EVERY_BYTES = 64 << 20;
const LEAST_FREE_BYTES = 256 << 20;

/** The disk has too little room left: what was there and what is wanted, in bytes. */
export class DiskFullError extends Error {
  readonly code = 'NEARDUP_DISK_FULL';
  readonly directory: string;
  readonly freeBytes: number;
  readonly wantedBytes: number;

  constructor(directory: string, freeBytes: number, wantedBytes: number) {
    super(
      `expected ${inMegabytes(wantedBytes)} of room on disk in ${directory}; got ${inMegabytes(freeBytes)}: ` +
        'name a folder on a larger disk as the work directory',
    );
    this.name = 'DiskFullError';
    this.directory = directory;
    this.freeBytes = freeBytes;
    this.wantedBytes = wantedBytes;
  }
}

/**
 * Where a run keeps what does not fit in memory: a folder that is made when something is first written, and gone after
 * `close`. Before the disk is full, what writes throws a {@link DiskFullError}.
 */
export class WorkFolder {
  readonly #parent: string;
  readonly #name: string | undefined;
  readonly #freeBytes: FreeBytes;
  #directory: string | undefined;
  #files = 0;
  readonly #open = new Set<{ close(): void }>();
  #written = 0;
  #unasked = 0;

  /**
   * @param parent an existing folder; that of the system for temporary files unless told
   * @param name of the folder in `parent`: what a killed run left there goes; a name that nothing has unless told
   * @param freeBytes tells how much room there is
   */
  constructor(parent: string = tmpdir(), name?: string, freeBytes: FreeBytes = freeBytesIn) {
    this.#parent = parent;
    this.#name = name;
    this.#freeBytes = freeBytes;
    if (name !== undefined) rmSync(join(parent, name), { recursive: true, force: true });
  }

  /** The folder; it is made when it is first asked for. */
  get directory(): string {
    if (this.#directory === undefined) {
      if (this.#name === undefined) this.#directory = mkdtempSync(join(this.#parent, 'neardup-'));
      else {
        this.#directory = join(this.#parent, this.#name);
        mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      }
    }
    return this.#directory;
  }

  /** Bytes written so far, in all. */
  get writtenBytes(): number {
    return this.#written;
  }

  /** A new folder in it, for who writes files of its own there. */
  folder(name: string): string {
    this.expectRoom(0);
    const path = join(this.directory, name);
    mkdirSync(path, { mode: 0o700 });
    return path;
  }

  /** Removes such a folder. */
  remove(name: string): void {
    rmSync(join(this.directory, name), { recursive: true, force: true });
  }

  /** A new file of bytes. @param headBytes of its beginning that stay in memory as well */
  spool(headBytes = 0): Spool {
    const [path, beforeWrite, closed] = this.#newFile();
    const spool = new Spool(path, { headBytes, beforeWrite, closed });
    this.#open.add(spool);
    return spool;
  }

  /** A new file of numbers, each of which is `fill` until it is set. */
  column(kind: NumberKind, fill = 0): StoredColumn {
    const column = new StoredColumn(kind, fill, ...this.#newFile());
    this.#open.add(column);
    return column;
  }

  /** Throws unless there is room for so many bytes, and as many as are left to others. */
  expectRoom(bytes: number): void {
    const free = this.#freeBytes(this.directory);
    if (free < bytes + LEAST_FREE_BYTES) {
      throw new DiskFullError(this.directory, free, bytes + LEAST_FREE_BYTES);
    }
  }

  /** To be told of what is about to be written: asks for room now and then. */
  wrote(bytes: number): void {
    this.#written += bytes;
    this.#unasked += bytes;
    if (this.#unasked < ASK_EVERY_BYTES && this.#written > bytes) return;
    this.#unasked = 0;
    this.expectRoom(ASK_EVERY_BYTES);
  }

  /** Removes all. */
  close(): void {
    for (const file of [...this.#open]) file.close();
    if (this.#directory !== undefined) rmSync(this.#directory, { recursive: true, force: true });
    this.#directory = undefined;
  }

  /** Where it is made, what it tells of what it writes, and that it is closed. */
  #newFile(): [() => string, (bytes: number) => void, (file: { close(): void }) => void] {
    const number = this.#files++;
    return [
      () => join(this.directory, String(number)),
      (bytes) => this.wrote(bytes),
      (file) => this.#open.delete(file),
    ];
  }
}

/** Bytes that a user may still write to the disk of a folder. */
export function freeBytesIn(directory: string): number {
  const { bavail, bsize } = statfsSync(directory);
  return bavail * bsize;
}

function inMegabytes(bytes: number): string {
  return `${Math.ceil(bytes / 1e6)} MB`;
}
