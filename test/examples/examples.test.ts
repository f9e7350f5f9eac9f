import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Site, serveSite } from '../../examples/site/server.ts';
import { temporaryFolder } from '../crawlee/crawls.ts';

let site: Site;

beforeAll(async () => {
  site = await serveSite();
});

afterAll(() => site.close());

/** The paths of the pages that an example handles, a line each that begins with `new`. */
async function handledBy(example: string, ...args: string[]): Promise<string[]> {
  const program = fileURLToPath(new URL(`../../dist/examples/${example}.js`, import.meta.url));
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    [program, `${site.paper}/`, ...args],
    { cwd: await temporaryFolder(), env: { ...process.env, CRAWLEE_LOG_LEVEL: 'ERROR' } },
  );
  expect(stderr).toBe('');
  return [...stdout.matchAll(/^new:? +(\S+)/gm)].map(([, url]) => url.slice(site.paper.length)).sort();
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

test.each(['fetch', 'simplecrawler'])('examples/%s.ts handles each article of a site once', async (name) => {
  expectEachOnce(await handledBy(name));
});
