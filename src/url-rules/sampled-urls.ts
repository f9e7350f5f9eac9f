import { BoundedMap } from './bounded-map.ts';
import { isChosen } from './url-parts.ts';

/**
 * Of the sample one page in four fetched pages is fetched, after the first ones. Where each answer puts new session ids on
 * forty links, a twentieth of them would be two, so that a crawl would never end.
 */
const PAGES_PER_SAMPLE = 4;
const FIRST_SAMPLES = 100;
/** Most sampled URLs that are remembered, so that one that is asked for again is not counted twice. */
const MOST_SAMPLES = 4096;

/** URLs that need not be fetched and are fetched all the same, to test the rules. Not stored: each process begins with none. */
export class SampledUrls {
  readonly #share: number;
  /** Those sampled last. */
  readonly #urls = new BoundedMap<string, true>(MOST_SAMPLES);
  #length = 0;

  /** @param share the share of URLs to sample */
  constructor(share: number) {
    this.#share = share;
  }

  /** Whether a URL is one of them, or becomes one. @param pages how many pages have been fetched */
  takes(url: string, pages: number): boolean {
    if (!isChosen(url, this.#share, 'sample')) return false;
    if (this.#urls.has(url)) return true;
    if (this.#length >= FIRST_SAMPLES + pages / PAGES_PER_SAMPLE) return false;
    this.#length++;
    this.#urls.set(url, true);
    return true;
  }
}
