/** Where a URL that a crawl starts from has led by redirects. */
type StartHost =
  /** To the host of the URL. */
  | 'same'
  /** To the same host with or without `www.`, which is another name of the site. */
  | 'www'
  | 'other';

/** Compares the host of a URL with the one where its redirects ended. */
export function startHost(asked: string, loaded: string): StartHost {
  const [from, to] = [asked, loaded].map((url) => new URL(url).hostname);
  if (from === to) return 'same';
  return withoutWww(from) === withoutWww(to) ? 'www' : 'other';
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
