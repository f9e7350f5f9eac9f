import type { Dirent } from 'node:fs';
import type { PageInput } from '../../src/flow/index.ts';
import type { Page } from '../../src/index.ts';
import type { OpenSource } from './reading.ts';

/** A way to store pages in a file. */
export interface FileFormat {
  /** What people call it. */
  readonly title: string;
  /** Whether an empty file is sound: one without pages. Of other formats it is damaged. */
  readonly mayBeEmpty: boolean;
  /** Whether it is read at any place, not from front to back: a compressed file of it is not read. */
  readonly seeks: boolean;
  /** What speaks for a file being of this format; `undefined` when nothing does. It is asked for every file. */
  recognise(file: FileSample): Evidence | undefined;
  /** The pages of a source, in order. What is wrong is told to `source.report`, never thrown. */
  pages(source: OpenSource): AsyncIterable<Page>;
  /**
   * The same, in which blocks may stand for their pages; only of formats and sources where other threads can make these.
   *
   * @param threads that make them, all told: with one, what only lies in a file is better read from front to back
   */
  blocks?(source: OpenSource, threads: number): AsyncIterable<PageInput> | undefined;
}

/** A way to store pages in a folder: all that is below it is one dump. */
export interface FolderFormat {
  /** Whether a folder with these entries is of this format. It is asked for every folder. */
  recognise(folder: string, entries: readonly Dirent[]): Promise<boolean>;
  /** Stored bytes of all files that `pages` reads. */
  sizeBytes(folder: string): Promise<number>;
  /** The pages in the folder, as {@link FileFormat.pages} gives those of a file. */
  pages(source: OpenSource): AsyncIterable<Page>;
}

/** What is known of a file before it is read. */
export interface FileSample {
  readonly name: string;
  /** Its first data, decompressed: up to 64 KiB, and nothing where they are damaged. */
  readonly head: Buffer;
  /** Whether it was found in a folder, where files of all kinds lie, or named by the caller. */
  readonly inFolder: boolean;
}

/**
 * What speaks for a format, strongest first: its data begin as only this format's do; its name says so (and its
 * first bytes may be damaged); its data could be of this format, where no name says otherwise.
 */
export type Evidence = 'content' | 'name' | 'likeness';

/** Whether a file's name ends in one of these extensions, `.gz` or `.zst` behind it or not. */
export function hasExtension(name: string, extensions: readonly string[]): boolean {
  const extension = /\.(\w+)(?:\.(?:gz|zst))?(?:\.open)?$/i.exec(name)?.[1];
  return extension !== undefined && extensions.includes(extension.toLowerCase());
}

/** The first 64 bytes of data as Latin-1, without a byte order mark and blanks in front. */
export function beginningOf(head: Buffer): string {
  return head
    .toString('latin1', 0, 64)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
}
