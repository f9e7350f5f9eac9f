import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { partName } from '../lines/partitioned-writer.ts';
import { addCounters, addSum, type LineSum, noLines, parseTrailer } from '../lines/trailer.ts';

/** Written when a stage is finished. */
const doneName = 'done.json';
/** Written when the files of a finished stage are no longer needed. */
const removedName = 'removed';
/** More bytes than any trailer has. */
const TRAILER_BYTES = 1 << 16;

/** What a stage did, by the trailers of its files. */
export interface StageTold {
  readonly read: LineSum;
  readonly written: LineSum;
  readonly counters: Readonly<Record<string, number>>;
  /** Bytes of its files. */
  readonly bytes: number;
}

interface Done {
  readonly counters: Readonly<Record<string, number>>;
  readonly read: readonly [number, string];
  readonly written: readonly [number, string];
  readonly bytes: number;
  /** Bytes of each file, by its path in the folder of the stage. */
  readonly files: Readonly<Record<string, number>>;
}

/**
 * The files that the stages of a run write: `STAGE/TASK/part-00000 …`, one file for each task and partition of the next
 * stages. A task's folder gets its name when it is whole, and a stage is finished when `done.json` says so.
 */
export class StageFiles {
  readonly #folder: string;

  /** @param folder of this run alone; it is made if it does not exist */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The folder of a stage. */
  folderOf(stage: string): string {
    return join(this.#folder, stage);
  }

  /** A new folder for the output of a task. */
  async begin(stage: string, task: number): Promise<string> {
    const folder = join(this.folderOf(stage), `${task}.unfinished`);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true });
    return folder;
  }

  /** Records that the task has written all of its files. */
  async end(stage: string, task: number): Promise<void> {
    const folder = join(this.folderOf(stage), String(task));
    await rm(folder, { recursive: true, force: true });
    await rename(`${folder}.unfinished`, folder);
  }

  /** The files of a partition that the tasks of a stage wrote. */
  async filesOf(stage: string, part: number): Promise<string[]> {
    const tasks = (await readdir(this.folderOf(stage))).filter((name) => /^\d+$/.test(name));
    return tasks
      .map(Number)
      .sort((a, b) => a - b)
      .map((task) => join(this.folderOf(stage), String(task), partName(part)));
  }

  /** All partitions of a stage in one file. */
  async inOne(stage: string, parts: number): Promise<string> {
    const path = join(this.folderOf(stage), 'all');
    await writeFile(path, '');
    for (let part = 0; part < parts; part++) {
      for (const file of await this.filesOf(stage, part)) await appendFile(path, await readFile(file));
    }
    return path;
  }

  /** Reads the trailers of all files and marks the stage as finished. Throws if a file has none. */
  async finish(stage: string, parts: number): Promise<StageTold> {
    const told = { read: noLines(), written: noLines(), counters: {}, bytes: 0 };
    const files: Record<string, number> = {};
    for (let part = 0; part < parts; part++) {
      for (const file of await this.filesOf(stage, part)) {
        const { line, bytes } = await lastLine(file);
        const trailer = parseTrailer(line);
        addSum(told.read, trailer.read);
        addSum(told.written, trailer.written);
        addCounters(told.counters, trailer.counters);
        told.bytes += bytes;
        files[file.slice(this.folderOf(stage).length + 1)] = bytes;
      }
    }
    const done: Done = { ...told, read: toText(told.read), written: toText(told.written), files };
    const path = join(this.folderOf(stage), doneName);
    await writeFile(`${path}.unfinished`, JSON.stringify(done));
    await rename(`${path}.unfinished`, path);
    return told;
  }

  /** Whether a stage has written anything. */
  hasBegun(stage: string): boolean {
    return existsSync(this.folderOf(stage));
  }

  /**
   * What a finished stage did; undefined for one that is not finished. Throws if one of its files has changed its
   * length, so that damage by a power cut or by hand is noticed.
   */
  async finished(stage: string): Promise<StageTold | undefined> {
    const path = join(this.folderOf(stage), doneName);
    if (!existsSync(path)) return undefined;
    const done = JSON.parse(await readFile(path, 'utf8')) as Done;
    const isRemoved = existsSync(join(this.folderOf(stage), removedName));
    for (const [name, bytes] of isRemoved ? [] : Object.entries(done.files)) {
      const file = join(this.folderOf(stage), name);
      const found = await stat(file).then(
        ({ size }) => size,
        () => 'no file',
      );
      if (found === bytes) continue;
      throw new Error(
        `stage ${stage}: expected ${bytes} bytes in ${file}; got ${found}: remove ${this.#folder} to start afresh`,
      );
    }
    return { ...done, read: fromText(done.read), written: fromText(done.written) };
  }

  /** Removes the output of a stage that nobody will read any more. The stage stays finished. */
  async remove(stage: string): Promise<void> {
    const folder = this.folderOf(stage);
    await writeFile(join(folder, removedName), '');
    for (const name of await readdir(folder)) {
      if (/^\d+$/.test(name) || name === 'all')
        await rm(join(folder, name), { recursive: true, force: true });
    }
  }
}

/** A 128-bit digest of values, in hexadecimal. */
export function digestOf(...values: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(values)).digest('hex').slice(0, 32);
}

/** The last line of a file, which is a trailer if the file is whole, and the file's size in bytes. */
export async function lastLine(path: string): Promise<{ readonly line: string; readonly bytes: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const length = Math.min(size, TRAILER_BYTES);
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.toString('latin1');
    const end = text.endsWith('\n') ? text.length - 1 : text.length;
    return { line: text.slice(text.lastIndexOf('\n', end - 1) + 1, end), bytes: size };
  } finally {
    await file.close();
  }
}

function toText({ lines, hashes }: LineSum): [number, string] {
  return [lines, String(hashes)];
}

function fromText([lines, hashes]: readonly [number, string]): LineSum {
  return { lines, hashes: BigInt(hashes) };
}
