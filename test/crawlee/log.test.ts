import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BasicCrawler } from 'crawlee';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nearDuplicates } from '../../plugins/crawlee/index.ts';
import { PluginLog } from '../../plugins/crawlee/plugin-log.ts';
import { inMemory } from './crawls.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'neardup-log-'));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

test('what a URL says stays text in the log, in one line', async () => {
  const lines: string[] = [];
  const write = (line: string): void => void lines.push(line);
  const duplicates = await nearDuplicates({ directory, log: { warning: write, debug: write } });
  const guarded = duplicates.guard(() => {});
  const hostile = 'http://a.example/\u001b[2J\r\nERROR all is lost\u202e\u2028\u009b1m';
  const body = 'words of a page that comes twice, under another address the second time';
  for (const name of ['one', 'two']) {
    const request = { uniqueKey: `${hostile}${name}`, url: `${hostile}${name}` };
    await guarded({ request, body } as Parameters<typeof guarded>[0]);
  }
  await guarded({ request: { uniqueKey: 'x', url: hostile } });
  await duplicates.close();
  expect(lines).toHaveLength(2);
  expect(lines[0]).toMatch(
    /^Skipped http:\/\/a\.example\/.*two: has the same .* as http:\/\/a\.example\/.*one /,
  );
  expect(lines[1]).toMatch(/First seen at http:\/\/a\.example\//);
  for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
});

test('a crawl that skips known pages and guards no handler is told so at its end, and one that does guard is not', async () => {
  const lines: string[] = [];
  const log = { warning: (line: string) => void lines.push(line), debug() {} };
  for (const guards of [false, true]) {
    const duplicates = await nearDuplicates({ directory, purge: true, log });
    const handler = async () => {};
    const crawler = new BasicCrawler(
      { requestHandler: guards ? duplicates.guard(handler, { page: () => 'a page' }) : handler },
      inMemory(),
    );
    await duplicates.skipKnown(crawler);
    await crawler.run(['http://a.example/1', 'http://a.example/2']);
    await duplicates.close();
    expect(lines).toEqual([expect.stringMatching(/^skipKnown learns from .*: wrap the requestHandler by/)]);
  }
});

test('each reason is warned of once, though reasons begin alike, and pages cannot fill the log with reasons', () => {
  const lines: string[] = [];
  const log = new PluginLog({ warning: (line: string) => void lines.push(line), debug() {} });
  const begin = 'links of skipped pages are not all followed:';
  for (const why of ['urls', 'unknown', 'urls'])
    log.warnOnce(`${begin} ${why}.`, `First seen at ${lines.length}`);
  expect(lines).toEqual([`${begin} urls. First seen at 0`, `${begin} unknown. First seen at 1`]);
  for (let page = 0; page < 100; page++) log.warnOnce(`${begin} ${page}`);
  expect(lines).toHaveLength(20);
});
