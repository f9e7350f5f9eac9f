import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Report, writeReport } from '../../plugins/report/index.ts';
import { fabricatedDeduplication, fabricatedEvaluation, page as pageOf } from './fabricated.ts';

const executablePath = process.env.NEARDUP_CHROMIUM ?? '/usr/bin/chromium';
const noBrowser = !hasPlaywright()
  ? 'playwright is not installed'
  : !existsSync(executablePath) && `no Chromium at ${executablePath} (set NEARDUP_CHROMIUM)`;

const run = 'window.canary=1;alert(1);fetch(`http://evil.example/`)';

/** What would run, load, ask or mislead if it were more than text. */
const texts = [
  `<img src=http://evil.example/x onerror="${run}">`,
  `</script><script>${run}</script>`,
  `</title></style></textarea><script>${run}</script>`,
  `<!--<script>${run}`,
  `--><script>${run}</script>`,
  `]]><svg/onload="${run}">`,
  `"><svg onload="${run}">`,
  `' autofocus onfocus='${run}`,
  '\u2028;alert(1)//\u2029',
  '\u202egnp.exe\u2066\u200f',
  '\u0000\u0007\u001b[2J\u009b31m\u007f',
  '\ud800 lone \udfff',
  '__proto__',
  'constructor',
  '{{constructor.constructor("window.canary=1")()}}',
  `<a href="javascript:${run}">click</a>`,
  '<meta http-equiv=refresh content="0;url=http://evil.example/">',
  '<base href="http://evil.example/">',
  '<link rel=stylesheet href="http://evil.example/x.css">',
  '<iframe src="http://evil.example/"></iframe>',
  '<form action="http://evil.example/"><button>Compare',
  '&lt;script&gt;&#60;script&#62;',
  'url(http://evil.example/x)',
  '#clusters',
];

const addresses = [
  `javascript:${run}`,
  `JaVaScRiPt:${run}`,
  `\u0001javascript:${run}`,
  `java\nscript:${run}`,
  `data:text/html,<script>${run}</script>`,
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:http://evil.example/x',
  '//evil.example/x',
  'ftp://evil.example/x',
  `https://evil.example/"onmouseover="${run}`,
  `https://user:pw@evil.example/<script>${run}</script>`,
  'http://[::1',
];

/** Another text for each text, the same for the same; `url` has addresses. */
function hostileCopy<T>(value: T): T {
  const known = new Map<string, string>();
  const copy = (part: unknown, key: string): unknown => {
    if (typeof part === 'string') {
      const choices = key === 'url' ? addresses : texts;
      let text = known.get(key === 'url' ? `url ${part}` : part);
      text ??= `${choices[known.size % choices.length]}${key === 'url' ? '' : ` ${part}`}`;
      known.set(key === 'url' ? `url ${part}` : part, text);
      return text;
    }
    if (part instanceof Map) return new Map([...part].map(([k, v]) => [copy(k, ''), copy(v, '')]));
    if (Array.isArray(part)) return part.map((item) => copy(item, key));
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([name, item]) => [name, copy(item, name)]));
  };
  return copy(value, '') as T;
}

describe.skipIf(noBrowser)('a report with hostile text in every field', () => {
  let folder: string;
  let browser: Browser;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'neardup-report-'));
    const { chromium } = await import('playwright');
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  test('runs none of it, asks for nothing, opens no dialog, and links to http and https only', async () => {
    const count = Math.max(texts.length, addresses.length);
    const clusters = Array.from({ length: count }, (_, i) => [
      pageOf(`a${i}`, `u${i}`, `text ${i}\nmore ${i}`, `title ${i}`),
      pageOf(`b${i}`, `v${i}`, `text ${i}\nother ${i}`, `heading ${i}`),
      pageOf(`c${i}`, ''),
    ]);
    const report: Report = hostileCopy({
      title: 'title of the report',
      evaluation: fabricatedEvaluation(),
      deduplication: {
        ...fabricatedDeduplication(clusters),
        notes: texts,
        unclassifiable: new Map(texts.map((text, i) => [text, i + 1])),
      },
    });
    const file = join(folder, 'hostile.html');
    await writeReport(file, report);
    const address = pathToFileURL(file).href;
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(120_000);
    const happened: string[] = [];
    await page.route('**/*', (route) => {
      if (route.request().url() === address) return route.continue();
      happened.push(`request ${route.request().url()}`);
      return route.abort();
    });
    page.on('dialog', (dialog) => {
      happened.push(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') happened.push(message.text());
    });
    page.on('pageerror', (error) => happened.push(String(error)));
    page.on('popup', (popup) => happened.push(`popup ${popup.url()}`));
    await page.goto(address);
    await page.waitForSelector('html[data-ready]');
    for (let i = 0; i < count; i++) {
      await page.evaluate((place) => {
        const list = document.getElementById('cluster-list')!;
        while (!list.querySelector(`[data-place="${place}"]`))
          document.getElementById('cluster-next')!.click();
        list.querySelector<HTMLElement>(`[data-place="${place}"]`)!.click();
        document.querySelector<HTMLElement>('#cluster-detail button[data-page]')!.click();
      }, i);
      await expect.poll(() => page.locator('#pair-texts > *').count()).toBeGreaterThan(0);
      await page.locator('#pair-fold').evaluate((box) => (box as HTMLElement).click());
      await page.keyboard.press('Escape');
      await expectOnlyText(i);
    }
    for (const button of await page.locator('.sortable thead button, button[data-kind]').all()) {
      await button.evaluate((element) => (element as HTMLElement).click());
    }
    await page.locator('#filter-host').selectOption({ index: 1 });
    await page.emulateMedia({ media: 'print' });
    await expectOnlyText(-1);
    expect(await page.evaluate(() => 'canary' in window)).toBe(false);
    expect(page.url().split('#')[0]).toBe(address);
    expect(happened).toEqual([]);

    async function expectOnlyText(cluster: number): Promise<void> {
      const elements = await page.evaluate(() => ({
        links: [...document.querySelectorAll('a')].map((link) => link.getAttribute('href') ?? ''),
        foreign: document.querySelectorAll(
          'img, iframe, object, embed, base, link, form:not(#filters), script[src], meta[http-equiv]:not([content^="default-src"])',
        ).length,
        handlers: [...document.querySelectorAll('*')].filter((element) =>
          [...element.attributes].some(({ name }) => /^on|^srcdoc$|^formaction$/.test(name)),
        ).length,
        turned: /[\u202a-\u202e\u2066-\u2069\u2028\u2029\u0000\u001b\u009b]/.test(document.body.innerText),
      }));
      expect(elements.links.filter((link) => !/^(?:#|https?:\/\/)/.test(link))).toEqual([]);
      expect({ cluster, ...elements, links: [] }).toEqual({
        cluster,
        links: [],
        foreign: 0,
        handlers: 0,
        turned: false,
      });
    }
  });
});

function hasPlaywright(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright');
    return true;
  } catch {
    return false;
  }
}
