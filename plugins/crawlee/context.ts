/**
 * The parts of a Crawlee request that the plugin reads. The type is structural: Crawlee is not needed at run time,
 * and versions 3 and 4 both fit.
 */
export interface CrawlRequest {
  /** Identifies the request, also over its retries. */
  readonly uniqueKey: string;
  /** The URL that was asked for. */
  readonly url: string;
  /** The URL after redirects. */
  readonly loadedUrl?: string | undefined;
  /** Of HTTP; GET if it is missing. */
  readonly method?: string | undefined;
  /** One entry for every failed attempt. */
  readonly errorMessages?: readonly string[];
}

/** The part that every crawling context has. Other members are looked for at run time. */
export interface CrawlContext {
  readonly request: CrawlRequest;
}

/**
 * The context of an inline handler for which TypeScript cannot infer the crawler (HttpCrawler and BasicCrawler, whose
 * type depends on the type of their handler). It has everything that the crawler adds, untyped. Annotate the context
 * to have types.
 */
export interface UntypedContext extends CrawlContext {
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of it.
  readonly request: CrawlRequest & { readonly [member: string]: any };
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of them.
  readonly [member: string]: any;
}

/** Whether a crawler of Crawlee made a context. */
export function isOfCrawlee(context: CrawlContext): boolean {
  return 'addRequests' in context;
}

/** Whether a context is one of AdaptivePlaywrightCrawler, which alone has `querySelector`. */
export function isOfAdaptive(context: CrawlContext): boolean {
  return 'querySelector' in context;
}

/** A context that can enqueue the links of its page. Every crawler that fetches pages has one. */
export interface LinkContext {
  enqueueLinks(options?: object): Promise<unknown>;
}

/** The part of Crawlee's `Log` that the plugin writes to. */
export interface CrawlLog {
  warning(message: string, data?: Record<string, unknown>): void;
  info?(message: string, data?: Record<string, unknown>): void;
  debug(message: string, data?: Record<string, unknown>): void;
  child?(options: { prefix: string }): CrawlLog;
}
