import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileFormats, webUrl } from '../../../src/flow/index.ts';
import type { Deduplication } from '../../../src/index.ts';
import type { Redirect } from '../../dump/index.ts';
import { readJsonLines } from '../read-lines.ts';

/** A line of `declared.jsonl`: a URL, and another that it is said to stand behind. */
export interface Declared {
  readonly format: string;
  /** Who says so: the page, by its canonical link, or the server, by a redirect. */
  readonly by: 'canonical' | 'redirect';
  /** The page, of a canonical link. */
  readonly id?: string;
  readonly url: string;
  readonly target: string;
  /** The page at `target`, if the input has one. */
  readonly targetId?: string;
  /** Of a canonical link to a page of the input: whether both were found to repeat one page. */
  readonly agrees?: boolean;
}

/** How many lines there are of each kind. */
export interface DeclaredCounts {
  readonly redirects: number;
  readonly canonicals: number;
  /** Canonical links between pages of the input that repeat each other, and between those that do not. */
  readonly agreeing: number;
  readonly differing: number;
}

const HELD_LINES = 1024;

/** Redirects as they are read, on disk: a crawl may have as many as pages. */
export class RedirectsFile {
  readonly #path: string;
  readonly #file: number;
  #lines: string[] = [];

  private constructor(path: string) {
    this.#path = path;
    rmSync(path, { force: true });
    this.#file = openSync(path, 'wx');
  }

  /** In the folder of a run. */
  static async create(directory: string): Promise<RedirectsFile> {
    await mkdir(directory, { recursive: true });
    return new RedirectsFile(join(directory, 'redirects.unfinished'));
  }

  add({ url, target }: Redirect): void {
    const [from, to] = [webUrl(url), webUrl(target, url)];
    if (from === undefined || to === undefined || from === to) return;
    this.#lines.push(`${JSON.stringify({ url: from, target: to })}\n`);
    if (this.#lines.length >= HELD_LINES) this.#flush();
  }

  /** All of them, in their order. */
  async *read(): AsyncGenerator<Redirect> {
    this.#flush();
    yield* readJsonLines<Redirect>(this.#path);
  }

  remove(): void {
    closeSync(this.#file);
    rmSync(this.#path, { force: true });
  }

  #flush(): void {
    writeSync(this.#file, this.#lines.join(''));
    this.#lines = [];
  }
}

/**
 * What pages and servers declare, beside what was found: canonical links in the order of the pages, then redirects.
 * Memory: the URLs that are declared, and 4 bytes a page.
 */
export async function* declaredLinks(
  { pages, clusters }: Pick<Deduplication, 'pages' | 'clusters'>,
  redirects: () => AsyncIterable<Redirect>,
): AsyncGenerator<Declared> {
  const format = fileFormats.declared;
  const pageAt = new Map<string, number>();
  for (const { canonical } of pages) if (canonical !== undefined) pageAt.set(canonical, -1);
  for await (const { target } of redirects()) pageAt.set(target, -1);
  if (pageAt.size === 0) return;
  for (const [page, { url }] of pages.entries()) {
    const known = webUrl(url);
    if (known !== undefined && pageAt.get(known) === -1) pageAt.set(known, page);
  }
  const clusterOf = clusterNumbers(pages.length, clusters);
  const idAt = (page: number | undefined) =>
    page === undefined || page < 0 ? {} : { targetId: pages[page]!.id };
  for (const [page, { id, url, canonical }] of pages.entries()) {
    if (canonical === undefined) continue;
    const target = pageAt.get(canonical)!;
    const agrees = target >= 0 && (target === page || clusterOf[target] === clusterOf[page]);
    yield {
      format,
      by: 'canonical',
      id,
      url,
      target: canonical,
      ...idAt(target),
      ...(target >= 0 && { agrees }),
    };
  }
  for await (const { url, target } of redirects())
    yield { format, by: 'redirect', url, target, ...idAt(pageAt.get(target)) };
}

/** A number for each page, the same for pages of one cluster and no others. */
function clusterNumbers(pages: number, clusters: Deduplication['clusters']): Uint32Array {
  const numbers = Uint32Array.from({ length: pages }, (_, page) => page);
  for (const { representative, members } of clusters)
    for (const { page } of members) numbers[page] = representative;
  return numbers;
}
