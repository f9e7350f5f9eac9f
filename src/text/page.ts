/** One fetched page, as a crawler or a dump hands it over. */
export interface Page {
  /** Unique in its input and the same in every run: the record's own id, else `FILE:OFFSET` or `FILE:LINE`. */
  readonly id: string;
  /** Where the page was fetched; empty when the input does not say. */
  readonly url: string;
  /** Bytes as they came (transfer and content coding removed), or text that its reader has decoded already. */
  readonly body: Uint8Array | string;
  /** Value of the Content-Type header, as it came. `text/plain` bodies are taken as they stand. */
  readonly contentType?: string;
  /** When the page was fetched, ISO 8601. */
  readonly fetchedAt?: string;
  /** Set when `body` was cut to a limit: how many bytes the page had, as far as is known. */
  readonly truncatedFrom?: number;
  /** Set when the input is damaged where the page lies: the code of what is wrong. `body` is what is there. */
  readonly damage?: string;
}

/** A body of more bytes, or of text of more code units, is cut to this length unless a caller says otherwise: 16 MiB. */
export const defaultMaxPageBytes: number = 16 << 20;

/**
 * The page with no more of its body than a limit: what is cut off counts nowhere, and the page says `truncatedFrom`.
 *
 * @param maxBytes of a body that is text, code units
 */
export function cutPage(page: Page, maxBytes: number): Page {
  const { body } = page;
  if (body.length <= maxBytes) return page;
  return {
    ...page,
    body: typeof body === 'string' ? body.slice(0, maxBytes) : body.subarray(0, maxBytes),
    truncatedFrom: Math.max(page.truncatedFrom ?? 0, body.length),
  };
}
