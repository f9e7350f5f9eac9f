import { isNamedByUrl, nameWords } from '../../src/flow/index.ts';
import { type ShingledPage, shingleDom, shinglePage } from '../../src/index.ts';
import type { ClaimedPage, Validators } from '../../src/store/index.ts';
import type { CrawlContext } from './context.ts';
import type { Settings } from './options.ts';
import { findPage, type GivenPage, givenPage, type PageSource } from './page-source.ts';

/** The grams of a page that is to be similar to nothing. */
export const NO_GRAMS = new BigUint64Array(0);

/** Longer ones are of no use that we know of. */
const LONGEST_VALIDATOR = 256;

/** How the pages of one handler are read. */
export interface GuardOptions<Context> {
  /**
   * The page that a context stands for, where the crawler fetches none (BasicCrawler) or other text is to be compared:
   * a body, with its content type where that is not HTML. A context without a `body` has it there in its handler.
   */
  page?(context: Context): GivenPage | Promise<GivenPage>;
}

/** What is claimed of a page beside where it is, and whether it names what its URL does; or why there is none. */
type CrawledPage =
  | (Omit<ClaimedPage, 'key' | 'url'> & { readonly isNamedByUrl: boolean | undefined })
  | Pick<PageSource & { readonly kind: 'none' }, 'why'>;

/** Reads the page that a context stands for. O(bytes). */
export async function readCrawledPage<Context extends CrawlContext>(
  context: Context,
  options: GuardOptions<Context>,
  settings: Settings,
): Promise<CrawledPage> {
  const source =
    options.page === undefined ? await findPage(context) : givenPage(context, await options.page(context));
  if (source.kind === 'none') return { why: source.why };
  const { text, names, kind, grams } = shingled(source, settings);
  const url = context.request.loadedUrl ?? context.request.url;
  const identity = nameWords(names).join('\n');
  const validators = validatorsOf(context);
  return {
    ...(validators && { validators }),
    ...(identity !== '' && { identity }),
    isNamedByUrl: isNamedByUrl(url, text, names),
    // a page without grams is unclassifiable; the note keeps what it is
    ...(kind === 'article' ? { grams } : { grams: NO_GRAMS, note: kind }),
  };
}

/** What the server said of a page's version, where the crawler kept its headers: at most so long that no page fills the index. */
function validatorsOf(context: CrawlContext): Validators | undefined {
  const { response } = context as { readonly response?: { readonly headers?: unknown } };
  const headers = response?.headers;
  // Browsers' responses have a function.
  if (headers === null || typeof headers !== 'object') return undefined;
  const { etag, 'last-modified': lastModified } = headers as Record<string, unknown>;
  const validators = {
    ...(isValidator(etag) && { etag }),
    ...(isValidator(lastModified) && { lastModified }),
  };
  return Object.keys(validators).length === 0 ? undefined : validators;
}

function isValidator(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST_VALIDATOR;
}

function shingled(source: Exclude<PageSource, { kind: 'none' }>, { extract, gram }: Settings): ShingledPage {
  return source.kind === 'dom'
    ? shingleDom(source.root, { extract, gram })
    : shinglePage(source.page, { extract, gram });
}
