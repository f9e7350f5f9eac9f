import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { smallDisk } from '../../small-disk.ts';
import { neardupProcess } from '../run.ts';

const PAGES = 150;

const disk = await smallDisk('800k');
const server = createServer(({ url = '' }, response) => {
  const number = Number(/^\/(\d+)$/.exec(url)?.[1] ?? PAGES);
  response.writeHead(number < PAGES ? 200 : 404, { 'content-type': 'text/html' });
  response.end(number < PAGES ? page(number) : '');
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => server.close());

/** A page of words of its own, with links to three more. */
function page(number: number): string {
  const words = Array.from({ length: 300 }, (_, i) => `w${number}x${i}`);
  const links = [1, 2, 3].map((i) => 3 * number + i).filter((linked) => linked < PAGES);
  return `<h1>Page ${number}</h1><p>${words.join(' ')}</p>${links.map((linked) => `<a href="/${linked}">on</a>`)}`;
}

test.skipIf(!disk.isMounted)(
  'a crawl whose disk is full ends and says so, and --resume on a larger disk misses no page',
  async () => {
    const call = ['crawl', `${origin}/0`, '--out', join(disk.folder, 'crawl'), '--quiet', '--json'];
    const full = await neardupProcess(call);
    expect(full).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^neardup: the crawl in .* cannot be kept \(.*no space left on device.*\): see to the disk; to go on: neardup crawl .* --resume$/im,
      ),
    });
    disk.remount('size=60m');
    const { code, stdout } = await neardupProcess([...call, '--resume']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ unique: PAGES, failed: 0 });
  },
);
