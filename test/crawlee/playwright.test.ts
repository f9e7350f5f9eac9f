import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { PlaywrightCrawlingContext } from 'crawlee';
import { AdaptivePlaywrightCrawler, PlaywrightCrawler } from 'crawlee';
import { expect, test } from 'vitest';
import { inMemory, openDuplicates, servePages } from './crawls.ts';
import { html, prose } from './pages.ts';

const executablePath = process.env.NEARDUP_CHROMIUM ?? '/usr/bin/chromium';
/** Neither is a dependency; contexts of the same shape are tested in crawlers.test.ts in any case. */
const noBrowser = !hasPlaywright()
  ? 'playwright is not installed'
  : !existsSync(executablePath) && `no Chromium at ${executablePath} (set NEARDUP_CHROMIUM)`;

const options = {
  useSessionPool: false,
  maxConcurrency: 1,
  maxRequestRetries: 0,
  // of a busy machine: a browser may take as long to start, and to open a page
  ...{ navigationTimeoutSecs: 200, requestHandlerTimeoutSecs: 200 },
  launchContext: { launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu'] } },
  browserPoolOptions: { useFingerprints: false, operationTimeoutSecs: 200 },
};

/** A page that has its text only after its script has run. */
function rendered(seed: number): string {
  const script = `document.querySelector('main').innerHTML = '<p>${prose(seed)}</p>'`;
  return html('').replace('</body>', `<script>${script}</script></body>`);
}

test.skipIf(noBrowser)(
  'PlaywrightCrawler: pages are compared as the browser shows them, also after a refresh to another one',
  async () => {
    const refresh = html(prose(3)).replace(
      '<head>',
      '<head><meta http-equiv="refresh" content="0; url=/other">',
    );
    const pages = { '/a': rendered(1), '/copy': html(prose(1)), '/other': rendered(2), '/led': refresh };
    const origin = await servePages(pages);
    const duplicates = await openDuplicates();
    const handled: string[] = [];
    const requestHandler = duplicates.guard<PlaywrightCrawlingContext>(async ({ page, nearDuplicate }) => {
      await page.title();
      handled.push(nearDuplicate.url);
    });
    const crawler = new PlaywrightCrawler({ ...options, requestHandler }, inMemory());
    await crawler.run(Object.keys(pages).map((path) => origin + path));
    expect(handled).toEqual([`${origin}/a`, `${origin}/other`]);
    const clusters = await duplicates.clusters();
    expect(clusters.map(({ members }) => members)).toMatchObject([
      [{ url: `${origin}/copy`, similarity: 1 }],
      [{ url: `${origin}/led`, similarity: 1 }],
    ]);
  },
);

test.skipIf(noBrowser)(
  'AdaptivePlaywrightCrawler: its second run of a request, without a browser, is no duplicate of the first',
  async () => {
    const origin = await servePages({ '/a': html(prose(1)), '/copy': html(prose(1)) });
    const duplicates = await openDuplicates();
    const handled: [string, boolean][] = [];
    const guarded = duplicates.guard(async ({ nearDuplicate }) => {
      handled.push([nearDuplicate.url, nearDuplicate.replayed]);
    });
    const crawler = new AdaptivePlaywrightCrawler(
      { ...options, renderingTypeDetectionRatio: 1, requestHandler: guarded },
      inMemory(),
    );
    await crawler.run([`${origin}/a`, `${origin}/copy`]);
    expect(handled).toEqual([
      [`${origin}/a`, false],
      [`${origin}/a`, true],
    ]);
    expect(duplicates.counts).toMatchObject({ unique: 1, duplicates: 1 });
  },
);

function hasPlaywright(): boolean {
  try {
    createRequire(import.meta.resolve('crawlee')).resolve('playwright');
    return true;
  } catch {
    return false;
  }
}
