import { existsSync } from 'node:fs';
import { test } from 'vitest';
import { expectEachArticleOnce } from './run-example.ts';

const executablePath = process.env.NEARDUP_CHROMIUM ?? '/usr/bin/chromium';
/** Why no browser can be used, if that is so. */
const noBrowser = !existsSync(executablePath) && `no Chromium at ${executablePath} (set NEARDUP_CHROMIUM)`;

test.each(['http', 'jsdom', 'linkedom', 'basic'])(
  'examples/crawlers/%s.ts handles each article of a site once',
  (name) => expectEachArticleOnce(`crawlers/${name}`),
);

test.skipIf(noBrowser).each(['playwright', 'adaptive', 'puppeteer'])(
  'examples/crawlers/%s.ts handles each article of a site once, as the browser shows it',
  (name) => expectEachArticleOnce(`crawlers/${name}`, executablePath),
);
