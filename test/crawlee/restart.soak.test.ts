import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missing, realData } from '../data.ts';
import { crawlThroughKills } from './crawl-through-kills.ts';
import { temporaryFolder } from './crawls.ts';
import { serveRealSite } from './real-site.ts';

test.skipIf(missing('docs-rspec'))(
  'a real site crawled at concurrency 8 and killed three times has one decision for every page',
  async () => {
    const site = await serveRealSite(join(realData('docs-rspec')!, 'pages.jsonl.gz'), (i) => i % 16 === 0);
    const folder = await temporaryFolder();
    const verdicts = await crawlThroughKills({ ...site, folder, concurrency: 8 }, [40, 30, 30]);
    await site.close();
    for (const { verdict, of, similarity } of verdicts.values()) {
      if (verdict !== 'duplicate') continue;
      expect(similarity).toBeGreaterThanOrEqual(0.8);
      expect(verdicts.get(of?.key ?? '')?.verdict).toBe('unique');
    }
  },
  120_000,
);
