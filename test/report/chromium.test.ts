import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Report, writeReport } from '../../plugins/report/index.ts';
import { fabricatedDeduplication, fabricatedEvaluation, page as pageOf } from './fabricated.ts';

const executablePath = process.env.NEARDUP_CHROMIUM ?? '/usr/bin/chromium';
const noBrowser = !hasPlaywright()
  ? 'playwright is not installed'
  : !existsSync(executablePath) && `no Chromium at ${executablePath} (set NEARDUP_CHROMIUM)`;

let folder: string;
let browser: Browser;
/** Reports that are written, by what is in them: drawing the plots of one takes longer than opening it. */
const files = new Map<Report, string>();

beforeAll(async () => {
  if (noBrowser) return;
  folder = await mkdtemp(join(tmpdir(), 'neardup-report-'));
  const { chromium } = await import('playwright');
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
});
afterAll(async () => {
  if (noBrowser) return;
  await browser.close();
  await rm(folder, { recursive: true, force: true });
});

/** A report opened from disk, and everything it asked for or complained about. */
interface Opened {
  readonly page: Page;
  readonly requests: string[];
  readonly complaints: string[];
}

async function fileOf(report: Report): Promise<string> {
  const known = files.get(report);
  if (known !== undefined) return known;
  const file = join(folder, `${files.size}.html`);
  await writeReport(file, report);
  files.set(report, file);
  return file;
}

async function opened(
  report: Report,
  options: { colorScheme?: 'light' | 'dark'; width?: number } = {},
): Promise<Opened> {
  const file = await fileOf(report);
  const { colorScheme = 'light', width = 1280 } = options;
  const page = await browser.newPage({ colorScheme, viewport: { width, height: 900 } });
  onTestFinished(() => page.close());
  page.setDefaultTimeout(120_000);
  const requests: string[] = [];
  const complaints: string[] = [];
  const address = pathToFileURL(file).href;
  await page.route('**/*', (route) => {
    if (route.request().url() === address) return route.continue();
    requests.push(route.request().url());
    return route.abort();
  });
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('popup', (popup) => requests.push(popup.url()));
  await page.goto(address);
  if (report.deduplication) await page.waitForSelector('html[data-ready]');
  return { page, requests, complaints };
}

const shared = 'every morning the ferry leaves the small harbour before the fog has lifted from the bay';
const example: Report = {
  title: 'Example',
  evaluation: fabricatedEvaluation(),
  deduplication: fabricatedDeduplication([
    [
      pageOf(
        'a1',
        'https://a.example/one',
        `${shared} and nobody waits\nsecond paragraph of the page`,
        'The ferry',
      ),
      pageOf(
        'a2',
        'https://a.example/two',
        `${shared} but somebody waits\nsecond paragraph of the page`,
        'The ferry',
      ),
      pageOf('a3', 'https://mirror.example/one', `${shared} and nobody waits`, 'The ferry'),
    ],
    [
      pageOf('b1', 'https://b.example/news', 'news of the day'),
      pageOf('b2', 'https://b.example/news?2', 'news of the day'),
    ],
    ...Array.from({ length: 20 }, (_, i) => [
      pageOf(`c${i}-1`, `https://c.example/${i}`),
      pageOf(`c${i}-2`, `https://c.example/${i}/copy`),
    ]),
  ]),
};

const options = (page: Page) => page.locator('#cluster-list [role=option]');
const chosen = (page: Page) => page.locator('#cluster-list [aria-selected=true]');

test.skipIf(noBrowser)('plots are drawn in either colour scheme, without a request or an error', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, requests, complaints } = await opened(example, { colorScheme });
    const plots = page.getByRole('img');
    await expect.poll(() => plots.count()).toBe(7);
    for (const plot of await plots.all()) {
      const box = await plot.boundingBox();
      expect(box!.width).toBeGreaterThan(200);
      expect(await plot.locator('path, rect, circle, line').count()).toBeGreaterThan(3);
    }
    const ink = await page.evaluate(() => getComputedStyle(document.body).color);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(lightness(ink) < lightness(ground)).toBe(colorScheme === 'light');
    const dot = page.locator('svg g[aria-description="method sp"] circle').first();
    expect(await dot.evaluate((element) => getComputedStyle(element).stroke)).toMatch(/^rgb/);
    expect({ requests, complaints }).toEqual({ requests: [], complaints: [] });
  }
});

test.skipIf(noBrowser)(
  'the table of methods sorts, and shows the threshold and the variants chosen',
  async () => {
    const { page, complaints } = await opened({ title: 'E', evaluation: fabricatedEvaluation() });
    const shown = async () => {
      const rows = page.locator('#methods tbody tr:visible');
      return rows.locator('.variant').allTextContents();
    };
    expect(await shown()).toEqual(['qp', 'sp-32', 'minhash-unconfirmed', 'minhash-confirmed']);
    await page.getByRole('button', { name: 'Time' }).click();
    expect(await shown()).toEqual(['minhash-unconfirmed', 'sp-32', 'minhash-confirmed', 'qp']);
    await page.getByRole('button', { name: 'Time' }).click();
    expect(await shown()).toEqual(['qp', 'minhash-confirmed', 'sp-32', 'minhash-unconfirmed']);
    expect(await page.getByRole('columnheader', { name: 'Time' }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    await page.locator('fieldset:has-text("Variants") label:has-text("all")').click();
    expect(await shown()).toHaveLength(5);
    await page.locator('fieldset:has-text("Similarity at least") label:has-text("all")').click();
    expect(await shown()).toHaveLength(10);
    await page.getByRole('button', { name: 'minhash' }).first().click();
    expect(await page.locator('g[aria-description="method sp"].dimmed').count()).toBeGreaterThan(0);
    expect(await page.locator('g[aria-description="method minhash"].dimmed').count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

test.skipIf(noBrowser)(
  'filters by text, host, size and similarity leave the clusters that pass, and say how many',
  async () => {
    const { page, complaints } = await opened(example);
    const result = page.getByRole('status');
    expect(await result.textContent()).toBe('All 22 clusters shown');
    const filtered = async (expected: string): Promise<void> => {
      await expect.poll(() => result.textContent()).toBe(expected);
    };
    await page.getByRole('searchbox').fill('NEWS b.example');
    await filtered('1 of 22 clusters shown');
    await page.getByRole('button', { name: 'Clear' }).click();
    await filtered('All 22 clusters shown');
    await page.getByLabel('Host').selectOption('mirror.example');
    await filtered('1 of 22 clusters shown');
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Pages: at most').fill('2');
    await filtered('21 of 22 clusters shown');
    await page.getByLabel('Similarity: at least').fill('0.91');
    await filtered('0 of 22 clusters shown');
    expect(await page.locator('#cluster-detail').textContent()).toContain('No cluster passes');
    expect(complaints).toEqual([]);
  },
);

test.skipIf(noBrowser)(
  'a pair opens with its numbers and with what differs marked, and Next walks the cluster',
  async () => {
    const { page, complaints } = await opened(example);
    await page.getByRole('button', { name: /^Compare with the kept page: https:\/\/a.example\/two/ }).click();
    const dialog = page.getByRole('dialog');
    await expect.poll(() => dialog.getByRole('heading').textContent()).toBe('0.9000 similar');
    const numbers = await dialog.locator('#pair-numbers').innerText();
    for (const part of ['0.9000', '0.8', '90', '100, 100', '110', 'word:4', 'qp'])
      expect(numbers).toContain(part);
    expect(await dialog.locator('#pair-verdict').textContent()).toBe('0.9000 ≥ 0.8: near-duplicates.');
    const marks = await dialog.locator('#pair-texts mark').allTextContents();
    expect(marks).toEqual(['[only left: and nobody]', '[only right: but somebody]']);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => dialog.locator('#pair-right').inputValue()).toBe('2');
    await dialog.locator('#pair-left').selectOption('1');
    await expect
      .poll(() => dialog.locator('#pair-heads a').first().getAttribute('href'))
      .toBe('https://a.example/two');
    expect(complaints).toEqual([]);
  },
);

test.skipIf(noBrowser)('numbers that were only estimated say so', async () => {
  const deduplication = fabricatedDeduplication([[pageOf('a', 'https://a.example/'), pageOf('b', '')]]);
  const pairs = deduplication.pairs.map((pair) => ({ ...pair, estimated: true }));
  const { page } = await opened({ title: 'E', deduplication: { ...deduplication, pairs } });
  await page.getByRole('button', { name: /^Compare/ }).click();
  const numbers = page.locator('#pair-numbers');
  await expect.poll(() => numbers.innerText()).toContain('0.9000 (estimated)');
  expect(await numbers.innerText()).toContain('90 (estimated)');
  expect(await numbers.innerText()).not.toContain('Grams in either');
  expect(await page.locator('#pair-texts').innerText()).toContain('carries no text');
});

test.skipIf(noBrowser)('everything can be reached and worked by the keyboard', async () => {
  const { page, complaints } = await opened(example);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Skip to clusters');
  await page.keyboard.press('Enter');
  await page.locator('#filters input').first().focus();
  for (let i = 0; i < 40 && (await page.evaluate(() => document.activeElement?.role)) !== 'option'; i++) {
    await page.keyboard.press('Tab');
  }
  expect(await chosen(page).getAttribute('aria-posinset')).toBe('1');
  await page.keyboard.press('ArrowDown');
  expect(await focused(page)).toContain('/news');
  await page.keyboard.press('End');
  expect(await chosen(page).getAttribute('aria-posinset')).toBe('22');
  expect(await options(page).first().getAttribute('aria-setsize')).toBe('22');
  await page.keyboard.press('Home');
  expect(await chosen(page).getAttribute('aria-posinset')).toBe('1');
  await page.keyboard.press('Enter');
  expect(await focused(page)).toBe('Compare');
  await page.keyboard.press('Enter');
  expect(await page.getByRole('dialog').isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').isVisible()).toBe(false);
  expect(await focused(page)).toBe('Compare');
  expect(complaints).toEqual([]);
});

test.skipIf(noBrowser)(
  'on a narrow screen no number and no button is broken into lines, and a URL of thousands of characters takes few',
  async () => {
    const pages = ['1', '2'.repeat(3000), ...Array.from({ length: 1000 }, (_, i) => `${i + 3}`)];
    const [representative, ...others] = pages.map((name, i) => pageOf(`d${i}`, `https://d.example/${name}`));
    const deduplication = fabricatedDeduplication([[representative!, others[0]!]]);
    const report: Report = {
      title: 'Large numbers',
      deduplication: {
        ...deduplication,
        summary: { ...deduplication.summary, pairs: 5_552_778, alike: 6_944_722 },
        clusters: [
          {
            kind: 'other-subject',
            representative: representative!,
            members: others.map((page) => ({ page, similarity: 0.9 })),
          },
        ],
      },
    };
    for (const width of [375, 1280]) {
      const { page } = await opened(report, { width });
      const lines = (selector: string): Promise<number> =>
        page.locator(selector).evaluateAll((elements) =>
          Math.max(
            ...elements.map((element) => {
              const range = document.createRange();
              // what follows is for screen readers
              range.selectNodeContents(element.firstChild!);
              return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
            }),
          ),
        );
      expect([await lines('.tiles dd'), await lines('.cluster .size')]).toEqual([1, 1]);
      expect(await lines('.members td button')).toBe(1);
      const heights = await page
        .locator('.members tbody tr')
        .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
      expect(Math.max(...heights)).toBeLessThan(200);
    }
  },
);

test.skipIf(noBrowser)('what is focused is outlined, and every control has a name', async () => {
  const { page } = await opened(example);
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).not.toBe('none');
  const tree = await page.locator('body').ariaSnapshot();
  const unnamed = tree
    .split('\n')
    .filter((line) =>
      /- (button|link|searchbox|combobox|spinbutton|listbox|option|img|radio|checkbox|table|region)(:| \[|$)/.test(
        line,
      ),
    );
  expect(unnamed).toEqual([]);
  for (const part of [
    'banner',
    'navigation "Parts of the report"',
    'main',
    'search "Filter the clusters"',
    'status',
    'listbox',
  ]) {
    expect(tree).toContain(part);
  }
});

test.skipIf(noBrowser)('script that got into the page would not run: the policy forbids it', async () => {
  const { page, requests } = await opened(example);
  // Both the image and what it and the element would run are asked for, and refused by name.
  const refused = await page.evaluate(async () => {
    const directives = new Set<string>();
    const all = new Promise<void>((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
        if (directives.add(effectiveDirective).size === 3) resolve();
      });
    });
    document.body.insertAdjacentHTML(
      'beforeend',
      '<img src="https://evil.example/x" onerror="window.canary = 1">',
    );
    document.body.append(
      Object.assign(document.createElement('script'), { textContent: 'window.canary = 2' }),
    );
    await all;
    return [...directives].sort();
  });
  expect(refused).toEqual(['img-src', 'script-src-attr', 'script-src-elem']);
  expect(await page.evaluate(() => 'canary' in window)).toBe(false);
  expect(requests).toEqual([]);
});

test.skipIf(noBrowser)('10,000 clusters open in under 2 s and answer a filter in half a second', async () => {
  const text = 'words of a page that is found again and again '.repeat(40);
  const clusters = Array.from({ length: 10_000 }, (_, i) =>
    Array.from({ length: 2 + (i % 4) }, (_, j) =>
      pageOf(
        `id-${i}-${j}`,
        `https://host${i % 97}.example/section/${i}/page-${j}`,
        `${text}${i} ${j}`,
        `Page ${i}`,
      ),
    ),
  );
  const { page, complaints } = await opened({
    title: 'Large',
    deduplication: fabricatedDeduplication(clusters),
  });
  const openMs = await cpuMsOf(page);
  await page.getByRole('searchbox').fill('section/9876/');
  await expect
    .poll(() => page.getByRole('status').textContent(), { interval: 10 })
    .toBe('1 of 10,000 clusters shown');
  const filterMs = (await cpuMsOf(page)) - openMs;
  expect(openMs).toBeLessThan(2000);
  expect(filterMs).toBeLessThan(500);
  expect(complaints).toEqual([]);
});

/** Milliseconds of processor time that the page's process has taken: the clock goes on while others compute. */
async function cpuMsOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return 1000 * metrics.find(({ name }) => name === 'ProcessTime')!.value;
}

test.skipIf(noBrowser)(
  'on a narrow screen the words of a figure stay at least 9 px high, though the figure shrinks',
  async () => {
    const { page } = await opened(example, { width: 360 });
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll<SVGSVGElement>('svg.drawing')].map((svg) => {
        const scale = svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
        return scale * Number.parseFloat(getComputedStyle(svg).fontSize);
      }),
    );
    expect(sizes.length).toBeGreaterThan(2);
    expect(Math.min(...sizes)).toBeGreaterThan(9);
  },
);

test.skipIf(noBrowser)('a narrow screen needs no sideways scrolling', async () => {
  const { page } = await opened(example, { width: 360 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click();
  await expect.poll(() => page.locator('#pair-texts .row').count()).toBeGreaterThan(0);
  const [left, right] = await page.locator('#pair-texts .row').first().locator('.cell').all();
  expect((await left!.boundingBox())!.x).toBe((await right!.boundingBox())!.x);
  expect(await page.locator('#pair').evaluate((dialog) => dialog.scrollWidth <= dialog.clientWidth)).toBe(
    true,
  );
});

test.skipIf(noBrowser)(
  'axe finds nothing wrong, in either colour scheme, wide and narrow, with a pair open',
  async () => {
    const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
    for (const options of [{ colorScheme: 'light' }, { colorScheme: 'dark', width: 400 }] as const) {
      const { page } = await opened(example, options);
      const check = async (): Promise<string[]> => {
        const { violations } = await page.evaluate<AxeResults>(
          'axe.run(document, { resultTypes: ["violations"] })',
        );
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      };
      // as a tool of the browser does it: the policy of the page forbids scripts of others in it
      await page.evaluate(await readFile(axe, 'utf8'));
      expect(await check()).toEqual([]);
      await page
        .getByRole('button', { name: /^Compare/ })
        .first()
        .click();
      await expect.poll(() => page.locator('#pair-texts .row').count()).toBeGreaterThan(0);
      expect(await check()).toEqual([]);
    }
  },
);

test.skipIf(noBrowser)(
  'beside texts from right to left our words keep their order, and sides a line between',
  async () => {
    const word = 'منارة ';
    const texts = [
      `${word.repeat(200)}${'سفينة '}${word.repeat(9)}`,
      `${word.repeat(200)}${'ميناء '}${word.repeat(9)}`,
    ];
    const pages = texts.map((text, i) => pageOf(`r${i}`, `https://r.example/${i}`, text));
    const { page } = await opened({ title: 'R', deduplication: fabricatedDeduplication([pages]) });
    await page
      .getByRole('button', { name: /^Compare/ })
      .first()
      .click();
    const chip = page.locator('#pair-texts .more').first();
    await chip.waitFor();
    expect(await chip.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr');
    const [left, right] = await page.locator('#pair-texts .row').last().locator('.cell').all();
    expect(await right!.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    const edge = (element: Element): string => getComputedStyle(element).borderLeftWidth;
    expect([await left!.evaluate(edge), await right!.evaluate(edge)]).toEqual(['0px', '1px']);
  },
);

test.skipIf(noBrowser)('without scripts no control is shown that would do nothing', async () => {
  const page = await browser.newPage({ javaScriptEnabled: false });
  onTestFinished(() => page.close());
  await page.goto(pathToFileURL(await fileOf(example)).href);
  expect(await page.locator('#clusters noscript p').isVisible()).toBe(true);
  expect(
    await page
      .locator('#clusters')
      .locator('button, input, select, .browse')
      .filter({ visible: true })
      .count(),
  ).toBe(0);
});

test.skipIf(noBrowser)('what is looked at is in the address, and that address leads there', async () => {
  const { page } = await opened(example);
  await page.getByLabel('Search').fill('c.example');
  await expect.poll(() => options(page).count()).toBe(12);
  await options(page).nth(3).click();
  await page
    .getByRole('button', { name: /^Compare/ })
    .first()
    .click();
  await expect.poll(() => page.url()).toContain('pair=');
  const link = page.url();
  const name = await chosen(page).textContent();
  // texts are unpacked before the dialog says anything
  const headingOf = (shown: Page) => shown.locator('#pair-heading').textContent();
  await expect.poll(() => headingOf(page)).toMatch(/similar$/);
  const heading = await headingOf(page);
  const other = await browser.newPage();
  onTestFinished(() => other.close());
  other.setDefaultTimeout(120_000);
  await other.goto(link);
  await expect.poll(() => other.locator('#pair').isVisible()).toBe(true);
  await expect.poll(() => headingOf(other)).toBe(heading);
  expect(await chosen(other).textContent()).toBe(name);
  expect(await other.getByLabel('Search').inputValue()).toBe('c.example');
  await other.keyboard.press('Escape');
  await expect.poll(() => other.url()).not.toContain('pair=');
  // one that leads nowhere shows the report all the same
  await other.goto(`${link.split('#')[0]}#clusters?cluster=999&pair=1,999999&kind=nothing&order=`);
  await expect.poll(() => options(other).count()).toBeGreaterThan(0);
  expect(await other.locator('#pair').isVisible()).toBe(false);
});

test.skipIf(noBrowser)('the clusters shown are saved as a list, and their copies as redirects', async () => {
  const { page } = await opened(example);
  const saved = async (button: string): Promise<string> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ]);
    return readFile(await download.path(), 'utf8');
  };
  expect((await saved('save redirects')).split('\r\n')).toContain(
    'https://a.example/two,https://a.example/one',
  );
  await page.getByLabel('Search').fill('b.example');
  await expect.poll(() => options(page).count()).toBe(1);
  expect((await saved('save the list')).trim().split('\r\n')).toHaveLength(3);
});

test.skipIf(noBrowser)('clusters with the same title are told apart by their paths', async () => {
  const twins = fabricatedDeduplication(
    ['one', 'two'].map((name) => [
      pageOf(`${name}-1`, `https://a.example/${name}`, 'a text', 'Documentation'),
      pageOf(`${name}-2`, `https://a.example/${name}/copy`, 'a text', 'Documentation'),
    ]),
  );
  const { page } = await opened({ title: 'twins', deduplication: twins });
  await expect.poll(() => page.locator('#cluster-list .path').allTextContents()).toEqual(['/one', '/two']);
});

/** What axe says, as far as it is looked at. */
interface AxeResults {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string }[];
  }[];
}

function focused(page: Page): Promise<string> {
  return page.evaluate(() => document.activeElement?.textContent?.trim() ?? '');
}

/** Of a colour as `rgb(r, g, b)`. */
function lightness(colour: string): number {
  return (colour.match(/\d+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0);
}

function hasPlaywright(): boolean {
  try {
    createRequire(import.meta.url).resolve('playwright');
    return true;
  } catch {
    return false;
  }
}
