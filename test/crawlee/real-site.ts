import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** A set of real pages served on loopback. */
export interface RealSite {
  readonly origin: string;
  readonly paths: readonly string[];
  close(): Promise<void>;
}

/** Serves the pages of a `pages.jsonl.gz` whose number `take` accepts, each under the path of its url. */
export async function serveRealSite(
  file: string,
  take: (i: number) => boolean = () => true,
): Promise<RealSite> {
  const pages = new Map<string, string>();
  let i = 0;
  for await (const line of createInterface({ input: createReadStream(file).pipe(createGunzip()) })) {
    if (!take(i++)) continue;
    const { url, html } = JSON.parse(line) as { url: string; html: string };
    pages.set(new URL(url).pathname, html);
  }
  const server = createServer((request, response) => {
    const html = pages.get(request.url ?? '');
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths: [...pages.keys()],
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}
