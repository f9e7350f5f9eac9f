import { type FileHandle, open, rename, rm } from 'node:fs/promises';

/** Writes all of some bytes at a place of a file. */
export async function writeAt(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let at = 0; at < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at);
    at += bytesWritten;
  }
}

/** A file that appears whole or not at all: written beside its place, and renamed when it is done. */
export class WholeFile {
  readonly path: string;
  readonly #unfinished: string;
  readonly #handle: FileHandle;
  #size = 0;

  private constructor(path: string, unfinished: string, handle: FileHandle) {
    this.path = path;
    this.#unfinished = unfinished;
    this.#handle = handle;
  }

  static async create(path: string): Promise<WholeFile> {
    const unfinished = `${path}.unfinished`;
    await rm(unfinished, { force: true });
    return new WholeFile(path, unfinished, await open(unfinished, 'wx+'));
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  async write(bytes: Buffer): Promise<void> {
    await this.writeAt(bytes, this.#size);
    this.#size += bytes.length;
  }

  /** Writes over what is there, for sizes that are known later. */
  writeAt(bytes: Buffer, position: number): Promise<void> {
    return writeAt(this.#handle, bytes, position);
  }

  /** What has been written, from a place on. */
  async *readFrom(start: number): AsyncGenerator<Buffer> {
    for (let at = start; at < this.#size; ) {
      const { buffer, bytesRead } = await this.#handle.read(Buffer.allocUnsafe(1 << 20), 0, 1 << 20, at);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
      at += bytesRead;
    }
  }

  /** Puts the file in its place. */
  async finish(): Promise<void> {
    await this.#handle.sync();
    await this.#handle.close();
    await rename(this.#unfinished, this.path);
  }

  /** Leaves nothing behind. */
  async abort(): Promise<void> {
    await this.#handle.close().catch(() => {});
    await rm(this.#unfinished, { force: true }).catch(() => {});
  }
}
