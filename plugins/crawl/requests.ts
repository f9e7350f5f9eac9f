/** A page by its key in the index, and what it takes to fetch it again. */
export interface PageRequest {
  readonly key: string;
  readonly url: string;
  readonly request: string;
}

/** A request to make again. */
export interface RequestToMake {
  /** As given with its claim or to `isKnown`; for a link that `transform` left out, the JSON of that link. */
  readonly request: string;
  readonly url: string;
  /** Key of its page; missing for a link that was never enqueued, and for a request of a process that is gone. */
  readonly key?: string;
  /** Crawler of its page; for a link, the crawler of the page which showed that it was left out wrongly. */
  readonly crawler?: string;
  /** How often its page has been given back, including this time. */
  readonly returns: number;
  /** Whether an earlier process left it; it may still be in the queue. */
  readonly isLeft?: boolean;
  /**
   * Whether an earlier process had put it back into its queue (`retries`): it is to be made only if the queue does not know the page as
   * given back `returns` times.
   */
  readonly isRetried?: true;
  /** Whether `recheck` asked for it; it may wait for the next run. */
  readonly isRechecked?: true;
  /** Whether it belongs to another process, which is gone. Return false if it cannot be made here. */
  readonly isAdopted?: true;
}

/** A request to make again, by the key of its page in the index, which has the name of its crawler. */
export interface ReturnedRequest extends Omit<RequestToMake, 'key' | 'crawler'> {
  /** Missing for a link that was never enqueued. */
  readonly key?: string;
  /** For a link: the key of the page that showed that it was left out wrongly. */
  readonly shownBy?: string;
}

/** Has a request made again. Resolves when the request can no longer be lost; to false if it cannot be made here. */
export type BringBack = (returned: ReturnedRequest) => unknown;

/** The request for a page or link of which only the URL is known. */
export function requestOfUrl(url: string): string {
  return JSON.stringify({ url });
}
