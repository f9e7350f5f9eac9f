import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { pageKeyOf } from '../page-key.ts';

/** Name of the socket in an index's folder: one of the files that `SketchIndex.destroy` may find there. */
const SOCKET = 'OWNER';

/** What the shortest systems take for the path of a socket. */
const MOST_PATH_BYTES = 103;

/**
 * Where the process listens that has the index in a folder: a socket in it, which other users cannot reach since the
 * folder is theirs to look into no more than the index; a pipe on Windows. Undefined where there is no such folder.
 *
 * @throws RangeError where the path is too long for a socket
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
    throw new RangeError(
      `directory: expected a path of at most ${MOST_PATH_BYTES - SOCKET.length - 1} bytes where processes share the index; ` +
        `got ${bytes - SOCKET.length - 1} in ${path}`,
    );
  }
  return socket;
}

/** The name of a crawler as the index has it, where processes share that: `PROCESS`, or `PROCESS/CRAWLER`. */
export function sharedCrawler(process: string, crawler = ''): string {
  return crawler === '' ? process : `${process}/${crawler}`;
}

/** The process and the crawler's own name that {@link sharedCrawler} made a name of. */
export function ownCrawler(shared: string): { readonly process: string; readonly crawler: string } {
  const [process, ...crawler] = shared.split('/');
  return { process, crawler: crawler.join('/') };
}

/** The process whose page it is. */
export function processOf(key: string): string {
  return ownCrawler(pageKeyOf(key).crawler).process;
}
