import type { Dirent } from 'node:fs';
import type { PageInput } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';
import type { OpenSource } from './reading.ts';

/** A way to store pages in a file. */
export interface FileFormat {
  /** Its name, for people. */
  readonly title: string;
  /** Whether an empty file is a sound file without pages. For other formats it is damage. */
  readonly mayBeEmpty: boolean;
  /** Whether it needs reading at any place, not only from front to back. Compressed files of such a format are not read. */
  readonly seeks: boolean;
  /** The evidence that a file has this format; `undefined` if there is none. Called for every file. */
  recognise(file: FileSample): Evidence | undefined;
  /** The pages of a source, in order. Damage is reported by `source.report`, never thrown. */
  pages(source: OpenSource): AsyncIterable<Page>;
  /**
   * The same, where blocks may stand for their pages. Only for formats and sources whose pages other threads can make.
   *
   * @param threads total number of threads that make them; with one thread, a plain file is better read from front to back
   */
  blocks?(source: OpenSource, threads: number): AsyncIterable<PageInput> | undefined;
}

/** A way to store pages in a folder: everything below it is one dump. */
export interface FolderFormat {
  /** Whether a folder with these entries has this format. Called for every folder. */
  recognise(folder: string, entries: readonly Dirent[]): Promise<boolean>;
  /** Stored bytes of all files that `pages` reads. */
  sizeBytes(folder: string): Promise<number>;
  /** The pages in the folder, like {@link FileFormat.pages} for a file. */
  pages(source: OpenSource): AsyncIterable<Page>;
}

/** What is known about a file before it is read. */
export interface FileSample {
  readonly name: string;
  /** Its first data, decompressed: up to 64 KiB; empty if they are damaged. */
  readonly head: Buffer;
  /** Whether it was found in a folder, which may hold files of any kind; else the caller named it. */
  readonly inFolder: boolean;
}

/**
 * The evidence for a format, strongest first: the data begin as only those of this format do; the name says so (and the first
 * bytes may be damaged); the data could be of this format, and no name says otherwise.
 */
export type Evidence = 'content' | 'name' | 'likeness';

/** Whether a file's name ends in one of these extensions, with or without `.gz` or `.zst` after it. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const extension = /\.(\w+)(?:\.(?:gz|zst))?(?:\.open)?$/i.exec(name)?.[1];
  return extension !== undefined && extensions.includes(extension.toLowerCase());
}

/** The first 64 bytes of data as Latin-1, without a leading byte order mark or blanks. */
export function beginningOf(head: Buffer): string {
  return head
    .toString('latin1', 0, 64)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
}
