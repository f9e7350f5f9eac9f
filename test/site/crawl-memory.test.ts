import { expect, test } from 'vitest';
import { CrawlNames } from '../../src/site/crawl-names.ts';
import { CrawlSubjects } from '../../src/site/crawl-subjects.ts';
import { CrawlWalls } from '../../src/site/crawl-walls.ts';
import { collectGarbage } from '../collect-garbage.ts';

function bytesInUse(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** A page of 300 grams, 100 of them on all pages. */
function pageOf(host: number, place: number) {
  const site = `host-${host}.example`;
  const url = `https://${site}/${place}/thing-${place}`;
  const grams = BigUint64Array.from({ length: 300 }, (_, i) =>
    BigInt(i < 100 ? i : 1000 + 300 * (300 * host + place) + i),
  );
  const names = [`the thing ${place} of host ${host}`, `thing ${place}: a title of many words`];
  const identity = names.join('\n');
  const message = 1000 * host + place;
  return {
    key: url,
    url,
    host: site,
    names,
    identity,
    message,
    grams,
    size: grams.length,
    isNamedByUrl: false,
  };
}

test('what a crawl knows of its sites has a bound, whatever the number of hosts that it goes through in turn', () => {
  const subjects = new CrawlSubjects(0.8);
  const walls = new CrawlWalls(subjects);
  const before = bytesInUse();
  for (let place = 0; place < 100; place++) {
    for (let host = 0; host < 150; host++) {
      const [page, earlier] = [pageOf(host, place), pageOf(host, place - (place % 2))];
      subjects.see(page);
      if (place % 2 === 1) subjects.isOneThing(page, { ...earlier, similarity: 0.8 });
      walls.see(place % 2 === 1 ? { ...page, repeats: earlier } : page);
    }
  }
  const used = bytesInUse() - before;
  subjects.see(pageOf(0, 0));
  walls.see(pageOf(0, 0));
  expect(used / 1e6).toBeLessThan(45);
});

test('where many sites are met each keeps fewer lists of names, and what is common in them is still known', () => {
  const names = new CrawlNames();
  const listOf = (place: number): string[] => [
    place % 8 === 0 ? 'release notes' : `entry ${place}`,
    `page ${place} of the site`,
  ];
  for (let host = 0; host < 400; host++) {
    for (let place = 0; place < 700; place++) names.add(`${host}.example`, listOf(place));
  }
  for (const host of [0, 150, 399]) {
    expect(names.identityOf(`${host}.example`, listOf(8))).toBe('8');
    expect(names.identityOf(`${host}.example`, listOf(9))).toBe('9');
  }
});

test('what is known of the short pages of one name has a bound, whatever the number of URLs that they fit', () => {
  const walls = new CrawlWalls();
  const see = (from: number, to: number): number => {
    for (let i = from; i < to; i++) {
      const url = `https://a.example/photos/p${i}x${(i * 7919) % 100_003}.html?size=${i}`;
      const grams = BigUint64Array.from({ length: 30 }, (_, k) => BigInt(40 * i + k + 1));
      const page = { key: url, url, host: 'a.example', isNamedByUrl: false, identity: 'photo', grams };
      expect(walls.see({ ...page, message: 2 * i + 1 })).toBeUndefined();
    }
    return bytesInUse();
  };
  const before = see(0, 500);
  expect(see(500, 2500) - before).toBeLessThan(1e6);
});
