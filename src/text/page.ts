/** One fetched page, as a crawler or a dump hands it over. */
export interface Page {
  /** Unique in its input and the same in every run: the record's own id, else `FILE:OFFSET` or `FILE:LINE`. */
  readonly id: string;
  /** URL that the page was fetched from; empty if the input does not say. */
  readonly url: string;
  /** Bytes as received (transfer and content coding removed), or text that is decoded already. */
  readonly body: Uint8Array | string;
  /** Value of the Content-Type header, as received. `text/plain` bodies are not read as HTML. */
  readonly contentType?: string;
  /** When the page was fetched, ISO 8601. */
  readonly fetchedAt?: string;
  /** Set if `body` was cut to a limit: how many bytes the page had, as far as is known. */
  readonly truncatedFrom?: number;
  /** Set if the input is damaged at this page: the code of the damage. `body` is what could be read. */
  readonly damage?: string;
}

/** Length to which bodies are cut by default: 16 MiB, or as many code units of text. */
export const defaultMaxPageBytes: number = 16 << 20;

/**
 * The page with its body cut to a limit. What is cut off counts nowhere, and the page then has `truncatedFrom`.
 *
 * @param maxBytes most bytes of a body, or code units if the body is text
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
