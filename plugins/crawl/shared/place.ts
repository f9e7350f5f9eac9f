import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { refusedValue } from '../../../src/flow/index.ts';
import { pageKeyOf } from '../page-key.ts';

/** Name of the socket in the folder of an index. `SketchIndex.destroy` knows this file. */
const SOCKET = 'OWNER';

/** Longest path of a socket, in bytes, on the systems with the lowest limit. */
const MOST_PATH_BYTES = 103;

/**
 * Where the process that has the index of a folder open listens: a socket in the folder, which other users can
 * reach no more than the index itself; on Windows a pipe. Undefined if there is no such folder.
 *
 * @throws RangeError if the path is too long for a socket
 */
export async function socketOf(folder: string): Promise<string | undefined> {
  const path = await realpath(folder).catch(() => undefined);
  if (path === undefined) return undefined;
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\neardup-${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
  }
  const socket = join(path, SOCKET);
  const bytes = Buffer.byteLength(socket);
  if (bytes > MOST_PATH_BYTES) {
    throw refusedValue(
      'directory',
      `a path of at most ${MOST_PATH_BYTES - SOCKET.length - 1} bytes where processes share the index`,
      `${bytes - SOCKET.length - 1} in ${path}`,
    );
  }
  return socket;
}

/** The name of a crawler in an index that processes share: `PROCESS`, or `PROCESS/CRAWLER`. */
export function sharedCrawler(process: string, crawler = ''): string {
  return crawler === '' ? process : `${process}/${crawler}`;
}

/** Undoes {@link sharedCrawler}. */
export function ownCrawler(shared: string): { readonly process: string; readonly crawler: string } {
  const [process, ...crawler] = shared.split('/');
  return { process, crawler: crawler.join('/') };
}

/** The process to which a page belongs. */
export function processOf(key: string): string {
  return ownCrawler(pageKeyOf(key).crawler).process;
}
