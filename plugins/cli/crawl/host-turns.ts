import { addToGroup } from '../../../src/flow/index.ts';

interface QueuedRequest {
  readonly url: string;
}

/** The part of Crawlee's request queues that is used here. */
interface Queue {
  fetchNextRequest(): Promise<QueuedRequest | null>;
  isEmpty(): Promise<boolean>;
}

/** Most requests of a queue that are set aside; each takes some kilobytes. With more, those behind them wait. */
const MOST_ASIDE = 1000;

/**
 * Makes a queue set requests aside whose host has no turn yet, and give those to other hosts first: a request that waits for its turn is in
 * work, and of eight in work none is left if all of them wait for a host that asks for ten seconds between two. Where no host has a turn, the
 * request with the next one is given. To the queue those set aside are in work, so that it does not count as finished; to a later process,
 * they have not been fetched. A call costs O(hosts set aside), and what it takes the queue to give the requests that are set aside.
 *
 * @param waitMs how long a request to a host would wait for its turn; infinite where one waits already
 */
export function takeHostsInTurn(queue: Queue, waitMs: (host: string) => number): void {
  const { fetchNextRequest, isEmpty } = queue;
  /** By host, and within a host in the order of the queue. */
  const aside = new Map<string, QueuedRequest[]>();
  let length = 0;
  const add = (host: string, request: QueuedRequest): void => {
    addToGroup(aside, host, request);
    length++;
  };
  const take = (host: string): QueuedRequest => {
    const requests = aside.get(host)!;
    const first = requests.shift()!;
    // behind the other hosts
    aside.delete(host);
    if (requests.length > 0) aside.set(host, requests);
    length--;
    return first;
  };
  /** The host set aside whose turn comes first; undefined if one waits for each of their turns. */
  const next = (): string | undefined => {
    let first: string | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const host of aside.keys()) {
      const ms = waitMs(host);
      if (ms < least) [first, least] = [host, ms];
    }
    return first;
  };
  queue.fetchNextRequest = async () => {
    const due = next();
    if (due !== undefined && waitMs(due) === 0) return take(due);
    while (length < MOST_ASIDE) {
      const request = await fetchNextRequest.call(queue);
      if (request === null) break;
      const { host } = new URL(request.url);
      if (waitMs(host) === 0) return request;
      add(host, request);
    }
    const first = next();
    if (first !== undefined) return take(first);
    return length < MOST_ASIDE ? null : fetchNextRequest.call(queue);
  };
  queue.isEmpty = async () => next() === undefined && (await isEmpty.call(queue));
}
