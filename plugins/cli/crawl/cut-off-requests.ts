import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestProvider } from 'crawlee';

/**
 * Number of requests in a queue's folder that Crawlee leaves out without a word, as their files are no JSON: a kill or a crash of the
 * machine cut them off. O(files)
 *
 * @param queue the default one, just opened
 * @param storage the folder of Crawlee's storage
 */
export async function cutOffRequests(queue: RequestProvider, storage: string): Promise<number> {
  const names = await readdir(join(storage, 'request_queues', 'default')).catch(() => []);
  const requests = names.filter((name) => name.endsWith('.json') && !name.startsWith('_'));
  const { totalRequestCount = 0 } = (await queue.getInfo()) ?? {};
  return Math.max(0, requests.length - totalRequestCount);
}
