/** Where a URL that a crawl starts from has led by redirects. */
type StartHost =
  /** To an address with the same origin. */
  | 'same'
  /** To another name of the site: the same host by another protocol, or with or without `www.`. */
  | 'renamed'
  | 'other';

/** Compares a URL with the one where its redirects ended. */
export function startHost(asked: string, loaded: string): StartHost {
  const [from, to] = [new URL(asked), new URL(loaded)];
  if (from.origin === to.origin) return 'same';
  return withoutWww(from.hostname) === withoutWww(to.hostname) ? 'renamed' : 'other';
}

function withoutWww(host: string): string {
  return host.replace(/^www\./, '');
}
