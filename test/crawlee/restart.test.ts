import { expect, test } from 'vitest';
import { crawlThroughKills } from './crawl-through-kills.ts';
import { serve, temporaryFolder } from './crawls.ts';
import { page } from './pages.ts';

test('a crawl killed with kill -9 loses no committed page, decides none twice, and ends as if never killed', async () => {
  const groups = 16;
  const group = (path: string) => Number(path.slice(1)) % groups;
  const origin = await serve((request, response) => {
    response.setHeader('content-type', 'text/html').end(page(group(request.url ?? '')));
  });
  const paths = Array.from({ length: 4 * groups }, (_, i) => `/${i}`);
  const folder = await temporaryFolder();
  const verdicts = await crawlThroughKills({ origin, folder, paths, concurrency: 8 }, [12]);

  const uniques = [...verdicts.values()].filter(({ verdict }) => verdict === 'unique');
  const uniqueGroups = uniques.map(({ key }) => group(new URL(key).pathname)).sort((a, b) => a - b);
  expect(uniqueGroups).toEqual(Array.from({ length: groups }, (_, i) => i));
});
