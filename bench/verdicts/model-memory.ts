import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { CrawlSubjects } from '../../src/site/crawl-subjects.ts';
import { identitiesOf, modelSites, type SitePages } from '../../src/site/site-model.ts';
import { printTable } from '../measure.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Memory of the site model beside what pages themselves take: offline for 1,000 hosts of 1,000 pages, and in a crawl that
 * meets a million hosts. Heap and array buffers after a collection, at the most that was seen.
 */
export async function measureModelMemory(): Promise<void> {
  printTable(
    ['site model', 'hosts', 'pages', 'most MB beside the pages'],
    [await offline(1000, 1000), inCrawl(1000, 1000), inCrawl(1_000_000, 1)],
  );
}

async function offline(hosts: number, pagesOfHost: number): Promise<(string | number)[]> {
  const pages: SitePages = {
    length: hosts * pagesOfHost,
    hostOf: (page) => `host-${Math.floor(page / pagesOfHost)}.example`,
    namesOf: (page) => names[page % pagesOfHost],
  };
  // as pages have them: strings that are there already
  const names = Array.from({ length: pagesOfHost }, (_, page) => [`the ${page} thing of many`]);
  const grams = gramsOf();
  const before = bytesInUse();
  const identities = identitiesOf(pages);
  let most = bytesInUse();
  let counted = 0;
  let sites = 0;
  for await (const { template } of modelSites(pages, (page) => identities[page], grams)) {
    counted += template.grams.length;
    if (++sites % 250 === 0) most = Math.max(most, bytesInUse());
  }
  if (counted === 0) throw new Error('expected templates');
  return ['offline', hosts, pages.length, megabytes(most - before)];
}

function inCrawl(hosts: number, pagesOfHost: number): (string | number)[] {
  const grams = gramsOf();
  const before = bytesInUse();
  const subjects = new CrawlSubjects(0.8);
  let most = before;
  for (let page = 0; page < hosts * pagesOfHost; page++) {
    const host = `host-${Math.floor(page / pagesOfHost)}.example`;
    subjects.see({ host, names: [`the ${page % pagesOfHost} thing of many`], grams: grams(page) });
    if (page % 250_000 === 249_999) most = Math.max(most, bytesInUse());
  }
  // still in use
  subjects.see({ host: '', names: [] });
  return ['in a crawl', hosts, hosts * pagesOfHost, megabytes(most - before)];
}

/** Makes gram sets of 200 grams, half of them the template. */
function gramsOf(): (page: number) => BigUint64Array {
  return (page) => {
    const halves = new Uint32Array(400);
    for (let i = 0; i < 200; i++) {
      halves[2 * i] = i;
      halves[2 * i + 1] = i < 100 ? 0 : 1 + page;
    }
    return new BigUint64Array(halves.buffer);
  };
}

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
