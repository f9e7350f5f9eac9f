/**
 * Crawls a small newspaper, served on this machine, with Crawlee, and shows which of its pages are the same.
 *
 * `npm start` runs it. It ends with exit code 1 when the pages found to be the same are not the right ones.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CheerioCrawler, Configuration, log } from 'crawlee';
import { comparePages, type Page } from 'neardup';
import { nearDuplicates } from 'neardup/crawlee';
import { formatSimilarity } from 'neardup/join';
import { serveSite } from './site/server.ts';

/** The right answer: what is the same article, and why it can be had more than once. */
const expected = [
  {
    why: 'session ids, and the print version',
    pages: [
      '/articles/lighthouse-lamp',
      '/articles/lighthouse-lamp?sid=77c1',
      '/articles/lighthouse-lamp?sid=8f3a',
      '/print/lighthouse-lamp',
    ],
  },
  { why: 'a short link that redirects', pages: ['/articles/night-bakery', '/b/17'] },
  {
    why: 'corrected in three places',
    pages: ['/articles/ferry-winter-timetable', '/articles/ferry-winter-timetable-corrected'],
  },
  { why: 'a mirror', pages: ['/articles/tool-library', 'mirror:/articles/tool-library'] },
  {
    why: 'moved, and once in another template',
    pages: ['/articles/night-market', '/blog/2021/05/night-market'],
  },
];

log.setLevel(log.LEVELS.WARNING);
const site = await serveSite();
const directory = await mkdtemp(join(tmpdir(), 'neardup-example-'));
console.log(`Crawling the example newspaper at ${site.paper} …\n`);

const duplicates = await nearDuplicates({ directory, links: 'follow' });
const handled = new Map<string, Page>();
const crawler = new CheerioCrawler(
  {
    maxConcurrency: 4,
    // nothing fails here, and the requests for consent stay however often they are asked for
    maxRequestRetries: 0,
    requestHandler: duplicates.guard(async ({ request: { uniqueKey, url }, body, enqueueLinks }) => {
      handled.set(uniqueKey, { id: uniqueKey, url, body });
      await enqueueLinks({ strategy: 'all' });
    }),
  },
  new Configuration({ persistStorage: false }),
);
const { requestsTotal } = await crawler.run([site.paper]);

const clusters = await duplicates.clusters();
const representatives = new Set(clusters.map(({ representative }) => representative.key));
const apart: Page[] = [];
const silent = new Map<string, string[]>();
for await (const { verdict, key, reason } of duplicates.verdicts()) {
  if (verdict === 'unclassifiable') silent.set(reason, [...(silent.get(reason) ?? []), address(key)]);
  else if (verdict === 'unique' && !representatives.has(key)) apart.push(handled.get(key)!);
}

console.log('THE SAME PAGE, found more than once');
for (const { representative, members } of clusters) {
  const pages = [representative, ...members].map(({ key }) => address(key));
  const why = expected.find((each) => sameSet(each.pages, pages))?.why;
  console.log(`\n  ${pages[0]}${why === undefined ? '' : `   (${why})`}`);
  for (const { key, reason } of members) console.log(`    ${address(key)}\n      ${shortened(reason)}`);
}

console.log('\nDIFFERENT PAGES, kept apart although they share a template or some sentences\n');
for (const page of apart) console.log(`  ${address(page.id).padEnd(40)} ${nearest(page)}`);

console.log('\nNO VERDICT: these pages say too little, and always reach the handler');
for (const [reason, keys] of silent) console.log(`\n  ${reason}\n    ${keys.join('\n    ')}`);

const { unique, duplicates: repeated, unclassifiable } = duplicates.counts;
console.log(
  `\n${requestsTotal} pages: ${unique} different, ${repeated} repeated and skipped, ${unclassifiable} without a ` +
    `verdict; the handler ran for ${handled.size}.`,
);

const found = clusters.map(({ representative, members }) =>
  [representative, ...members].map(({ key }) => address(key)),
);
const missed = expected.filter(({ pages }) => !found.some((each) => sameSet(each, pages)));
const wrong = found.filter((pages) => !expected.some((each) => sameSet(each.pages, pages)));
for (const { pages } of missed)
  console.error(`Expected to be the same, but not found so: ${pages.join('  ')}`);
for (const pages of wrong) console.error(`Found to be the same, but not expected so: ${pages.join('  ')}`);
if (missed.length + wrong.length > 0) process.exitCode = 1;

await duplicates.close();
await site.close();
await rm(directory, { recursive: true });

/** The short form of a page's address. */
function address(url: string): string {
  const { origin, pathname, search } = new URL(url);
  return `${origin === site.mirror ? 'mirror:' : ''}${pathname}${search}`;
}

/** A sentence with every address in its short form. */
function shortened(text: string): string {
  return text.replace(/https?:\/\/\S+/g, address);
}

/** Which of the pages kept apart is most like a page, and how much. */
function nearest(page: Page): string {
  const others = apart.filter((other) => other !== page);
  const scored = others.map((other) => ({ other, resemblance: comparePages(page, other).resemblance }));
  scored.sort((a, b) => b.resemblance - a.resemblance);
  const [best] = scored;
  return best && best.resemblance > 0
    ? `Jaccard ${formatSimilarity(best.resemblance)} with ${address(best.other.id)}`
    : 'shares no word 4-gram with any other';
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((each) => b.includes(each));
}
