import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { serveSite } from '../examples/site/server.ts';

const CHROMIUM = process.env.NEARDUP_CHROMIUM ?? '/usr/bin/chromium';
/** In the place of the address on this machine at which the example site stands. */
const ADDRESS = 'https://wender-herald.example';
const WIDTH = 1200;
const HEIGHT = 860;

/**
 * A PNG of what `neardup report` makes of the example site: a cluster, and two of its pages side by side.
 *
 * @param file to write it into
 * @returns whether there is a Chromium to draw it
 */
export async function drawReport(file: string): Promise<boolean> {
  if (!existsSync(CHROMIUM)) return false;
  const folder = mkdtempSync(join(tmpdir(), 'neardup-picture-'));
  const site = await serveSite();
  const { chromium } = await import('playwright');
  const browser = await chromium.launch({
    executablePath: CHROMIUM,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const neardup = (...args: string[]): Promise<unknown> => {
      const program = fileURLToPath(new URL('../cli/main.js', import.meta.url));
      // not in step: this process serves the site
      return promisify(execFile)(process.execPath, [program, ...args], { cwd: folder });
    };
    await neardup('crawl', site.paper, '--out', 'crawl');
    const pages = readFileSync(join(folder, 'crawl/pages.jsonl'), 'utf8');
    writeFileSync(join(folder, 'pages.jsonl'), pages.replaceAll(site.paper, ADDRESS));
    await neardup('dedup', 'pages.jsonl', '--out', 'Wender Herald');
    await neardup('report', 'Wender Herald');
    const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
    await page.goto(pathToFileURL(join(folder, 'Wender Herald/report.html')).href);
    await page
      .getByText(/Ferry to run/)
      .first()
      .click();
    await page.getByRole('button', { name: 'Compare' }).first().click();
    await page.locator('#clusters-heading').evaluate((heading) => heading.scrollIntoView());
    await page.screenshot({ path: file });
    return true;
  } finally {
    await browser.close();
    await site.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
