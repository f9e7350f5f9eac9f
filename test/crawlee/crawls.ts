import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CheerioCrawlerOptions } from 'crawlee';
import { CheerioCrawler, Configuration, log } from 'crawlee';
import { onTestFinished, vi } from 'vitest';
import type { NearDuplicates, NearDuplicatesOptions } from '../../plugins/crawlee/index.ts';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import '../quick-retries.mjs';

log.setLevel(log.LEVELS.OFF);

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'neardup-crawlee-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** Opened in a temporary folder, closed after the test. */
export async function openDuplicates(options: NearDuplicatesOptions = {}): Promise<NearDuplicates> {
  const duplicates = await nearDuplicates({ directory: await temporaryFolder(), ...options });
  onTestFinished(() => duplicates.close());
  return duplicates;
}

/** Something that happens once, to be waited for. */
export function signal() {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give: () => give() };
}

/** A time limit for handlers, in seconds, that a test does not reach. */
export const FAR_LIMIT = 999;

/**
 * Ends the first handler's time limit of `FAR_LIMIT` that is set in this test, as if its time were over. A limit that is short enough
 * to be waited for is too short for the other pages on a busy machine.
 */
export function firstLimit(): { end(): void } {
  const { setTimeout } = globalThis;
  let end = () => {};
  let isSet = false;
  const setting = vi.spyOn(globalThis, 'setTimeout').mockImplementation(((call: () => void, ms?: number) => {
    const timer = setTimeout(call, ms);
    if (ms !== 1000 * FAR_LIMIT || isSet) return timer;
    isSet = true;
    end = () => {
      clearTimeout(timer);
      call();
    };
    return timer;
  }) as typeof setTimeout);
  onTestFinished(() => setting.mockRestore());
  return { end: () => end() };
}

/** A loopback server until the end of the test; the origin it has. */
export async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  // on a busy machine a connection may wait for longer than Node keeps it, and be closed while a request is on its way
  server.keepAliveTimeout = 0;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves HTML by path, `text` in an article of its own; a path that is not listed is a 404. */
export async function servePages(pages: Record<string, string>): Promise<string> {
  return serve((request, response) => {
    const html = pages[request.url ?? ''];
    response.writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(html);
  });
}

/** A configuration that keeps a crawler's storage in memory and apart from every other test's. */
export function inMemory(): Configuration {
  return new Configuration({ persistStorage: false, systemInfoIntervalMillis: 60_000 });
}

/** Crawls `urls` with a CheerioCrawler in memory, and returns its statistics. */
export async function crawl(urls: Parameters<CheerioCrawler['run']>[0], options: CheerioCrawlerOptions) {
  const crawler = new CheerioCrawler(
    { useSessionPool: false, maxConcurrency: 1, maxRequestRetries: 2, ...options },
    inMemory(),
  );
  return crawler.run(urls);
}
