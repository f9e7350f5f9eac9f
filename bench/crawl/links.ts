import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CheerioCrawler, type CheerioCrawlingContext, Configuration, log } from 'crawlee';
import { type LinkPolicy, nearDuplicates } from '../../plugins/crawlee/index.ts';
import { markdownTable } from '../measure.ts';
import { realPageStream } from '../real-pages.ts';
import { type CrawlLog, realCrawlLog } from '../url-rules/crawl-log.ts';
import { inFolder } from './site.ts';

const sets = process.env.NEARDUP_BENCH_SETS?.split(',') ?? ['docs-rspec', 'docs-ipython'];
const policies: readonly LinkPolicy[] = ['follow', 'near', 'drop'];
const THRESHOLD = 0.8;

/**
 * How many pages a crawl along the links of a site fetches and loses, depending on which links of skipped pages it
 * follows. It begins at the pages that no other page links to. *Lost* are pages that the crawl with `follow` fetched,
 * while this crawl fetched neither them nor a similar page.
 */
export async function printLinks(): Promise<void> {
  log.setLevel(log.LEVELS.OFF);
  for (const set of sets) {
    const known = await realCrawlLog(set);
    if (known === undefined) continue;
    const all = new Set<number>();
    const rows: string[][] = [];
    for (const links of policies) {
      const { fetched, missing, unique } = await crawl(set, known, links);
      if (all.size === 0) for (const page of fetched) all.add(page);
      const lost = [...all].filter(
        (page) => !fetched.has(page) && !known.similar[page].some((other) => fetched.has(other.page)),
      );
      rows.push([set, String(links), ...[fetched.size, missing, unique, lost.length].map(String)]);
    }
    console.log(
      markdownTable(
        ['site', 'links', 'pages fetched', 'requests for missing pages', 'contents', 'pages lost'],
        rows,
      ),
    );
  }
}

/** Crawls a set of pages from loopback. @returns the fetched pages, by their numbers in the log */
async function crawl(set: string, { urls, foundOn }: CrawlLog, links: LinkPolicy) {
  const { pageAt, host } = await served(set, urls);
  const fetched = new Set<number>();
  let missing = 0;
  let origin = '';
  const server = createServer(({ url = '' }, response) => {
    const found = pageAt.get(url);
    if (found === undefined) missing++;
    else fetched.add(found.number);
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(found?.html.replaceAll(`https://${host}`, origin).replaceAll(`http://${host}`, origin));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const unique = await inFolder(async (directory) => {
    const duplicates = await nearDuplicates({ directory, threshold: THRESHOLD, links });
    const requestHandler = duplicates.guard(async ({ enqueueLinks }: CheerioCrawlingContext) => {
      await enqueueLinks();
    });
    const configuration = new Configuration({ persistStorage: false });
    const crawler = new CheerioCrawler(
      { maxConcurrency: 8, minConcurrency: 8, requestHandler },
      configuration,
    );
    const starts = urls.filter((_, page) => foundOn[page] === page);
    await crawler.run(starts.map((url) => origin + pathOf(url)));
    await duplicates.close();
    return duplicates.stats().unique;
  });
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
  return { fetched, missing, unique };
}

/** The pages of a set by their paths, and by other paths for which a server would send the same page. */
async function served(set: string, urls: readonly string[]) {
  const numberOf = new Map(urls.map((url, number) => [url, number]));
  const pageAt = new Map<string, { readonly number: number; readonly html: string }>();
  for await (const { url, body } of realPageStream(set)!) {
    const number = numberOf.get(url);
    const path = pathOf(url);
    if (number === undefined || pageAt.get(path)?.number === number) continue;
    const page = { number, html: Buffer.from(body).toString() };
    pageAt.set(path, page);
    for (const other of [path.replace(/index\.html?$/, ''), path.replace(/(?:\/index)?\.html?$/, '')]) {
      if (!pageAt.has(other)) pageAt.set(other, page);
    }
  }
  return { pageAt, host: new URL(urls[0]).host };
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
