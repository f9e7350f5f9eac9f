import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { expect } from 'vitest';
import { serveSite } from '../../examples/site/server.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';

/** Runs an example on the example newspaper; each of its articles is handled once, whatever versions it has. */
export async function expectEachArticleOnce(example: string, ...args: string[]): Promise<void> {
  const site = await serveSite();
  try {
    expectEachOnce(await handledBy(example, site.paper, args));
  } finally {
    await site.close();
  }
}

/** The paths of the pages that an example handles, a line each that begins with `new`. */
async function handledBy(example: string, origin: string, args: readonly string[]): Promise<string[]> {
  const stdout = await runExample(example, [`${origin}/`, ...args], await temporaryFolder());
  const handled = [...stdout.matchAll(/^new:? +(\S+)/gm)].map(([, url]) => url.slice(origin.length));
  // the adaptive crawler runs the handler of a page with its browser and without, to compare what they do
  return [...new Set(handled)];
}

/** What an example prints that is run in a folder and complains of nothing. */
export async function runExample(example: string, args: readonly string[], cwd: string): Promise<string> {
  const program = fileURLToPath(new URL(`../../dist/examples/${example}.js`, import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], {
    cwd,
    env: {
      ...process.env,
      CRAWLEE_LOG_LEVEL: 'ERROR',
      // Crawlee cuts long stacks anywhere, also within the `at` by which `complaintsIn` knows their lines
      NODE_OPTIONS: '--stack-trace-limit=3',
    },
  });
  expect(complaintsIn(stderr)).toBe('');
  return stdout;
}

/**
 * What a program complains of, but for pages for which a wall answers AdaptivePlaywrightCrawler without its browser: it says so of each,
 * and then takes the browser.
 */
function complaintsIn(stderr: string): string {
  const plain = stripVTControlCharacters(stderr);
  return plain.replace(
    /^ERROR AdaptivePlaywrightCrawler: HTTP-only request handler failed for \S+\n +a wall answered for .*\n(?: +at .*\n)*/gm,
    '',
  );
}

/** Articles of which the newspaper has several versions, by what their paths share. */
const repeated = ['lighthouse-lamp', 'ferry-winter-timetable', 'night-market'];

/** Of versions of one article exactly one is handled, and other articles all are. */
function expectEachOnce(handled: readonly string[]): void {
  for (const name of repeated) {
    expect(handled.filter((path) => path.includes(name))).toHaveLength(1);
  }
  const bakery = handled.filter((path) => path === '/b/17' || path.endsWith('/night-bakery'));
  expect(bakery).toHaveLength(1);
  expect(handled).toContain('/');
  expect(handled.filter((path) => path.startsWith('/articles/')).length).toBeGreaterThan(5);
}
