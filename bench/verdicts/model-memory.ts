import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { StoredStrings } from '../../src/flow/stored-strings.ts';
import { WorkFolder } from '../../src/grams/work-folder.ts';
import { CrawlSubjects } from '../../src/site/crawl-subjects.ts';
import { CrawlWalls } from '../../src/site/crawl-walls.ts';
import { identifyPages } from '../../src/site/page-identities.ts';
import { modelSites } from '../../src/site/site-model.ts';
import type { SitePages } from '../../src/site/site-pages.ts';
import { TemplatesDigest } from '../../src/site/templates-digest.ts';
import { printTable } from '../measure.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/**
 * Memory of the site model in addition to that of the pages: for 1,000 hosts of 1,000 pages and a million hosts of
 * one or four. Measured offline, and in a crawl that alternates between hosts or finishes each before the next. The
 * value is the most of heap and array buffers after a collection.
 */
export async function measureModelMemory(): Promise<void> {
  printTable(
    ['site model', 'hosts', 'pages', 'most MB beside the pages'],
    [
      await offline(1000, 1000),
      await offline(1_000_000, 4),
      inCrawl('one by one', 1000, 1000),
      inCrawl('in turn', 1000, 1000),
      inCrawl('one by one', 1_000_000, 1),
    ],
  );
}

async function offline(hosts: number, pagesOfHost: number): Promise<(string | number)[]> {
  const pages: SitePages = {
    length: hosts * pagesOfHost,
    hostOf: (page) => `host-${Math.floor(page / pagesOfHost)}.example`,
    hostNumberOf: (page) => Math.floor(page / pagesOfHost),
  };
  // as for real pages: the strings exist already
  const names = Array.from({ length: pagesOfHost }, (_, page) => [`the ${page} thing of many`]);
  const grams = gramsOf();
  const before = bytesInUse();
  const folder = new WorkFolder();
  const identities = new StoredStrings(pages.length, folder);
  const namesOf = (page: number): readonly string[] => names[page % pagesOfHost];
  identifyPages(pages, namesOf, (page, identity) => identities.put(page, identity));
  let most = bytesInUse();
  let counted = 0;
  let sites = 0;
  const digest = new TemplatesDigest();
  for await (const site of modelSites(pages, (page) => identities.at(page), grams)) {
    counted += site.template.grams.length;
    digest.add(site);
    if (++sites % Math.ceil(hosts / 4) === 0) most = Math.max(most, bytesInUse());
  }
  if (counted === 0) throw new Error('expected templates');
  folder.close();
  return ['offline', hosts, pages.length, megabytes(most - before)];
}

/** Every tenth page repeats the one before it, under another name. */
function inCrawl(order: 'one by one' | 'in turn', hosts: number, pagesOfHost: number): (string | number)[] {
  const grams = gramsOf();
  const before = bytesInUse();
  const subjects = new CrawlSubjects(0.8);
  const walls = new CrawlWalls(subjects);
  let most = before;
  for (let page = 0; page < hosts * pagesOfHost; page++) {
    const [host, place] =
      order === 'in turn'
        ? [page % hosts, Math.floor(page / hosts)]
        : [Math.floor(page / pagesOfHost), page % pagesOfHost];
    const subject = subjectOf(host, place, grams(page));
    subjects.see(subject);
    if (page % 10 === 9) {
      const earlier = { ...subjectOf(host, place - 1, grams(page - 1)), similarity: 0.8 };
      subjects.isOneThing(subject, earlier);
      walls.see({ ...subject, isNamedByUrl: true, repeats: { ...earlier, isNamedByUrl: true } });
    } else walls.see({ ...subject, isNamedByUrl: true });
    if (page % 50_000 === 49_999) most = Math.max(most, bytesInUse());
  }
  // keeps both in use until here
  subjects.see(subjectOf(0, 0, grams(0)));
  walls.see({ ...subjectOf(0, 0, grams(0)), isNamedByUrl: true });
  return [`in a crawl, ${order}`, hosts, hosts * pagesOfHost, megabytes(most - before)];
}

function subjectOf(host: number, place: number, grams: BigUint64Array) {
  const site = `host-${host}.example`;
  const url = `https://${site}/things/thing-${place}`;
  const common = { key: url, url, host: site, size: grams.length, grams };
  return { ...common, names: [`the ${place} thing of many`], message: 1000 * host + place };
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
  // the program runs on while memory freed by the first collection is swept: the second one waits for that
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}
