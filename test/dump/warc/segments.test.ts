import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { often } from '../../repetition.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { httpResponse, pageHtml, pageRecord, warcRecord } from './warc-writer.ts';

const { write } = scratchFolder();
const html = pageHtml(7, 400);
const block = httpResponse(html);
const third = Math.ceil(block.length / 3);
const parts = [block.subarray(0, third), block.subarray(third, 2 * third), block.subarray(2 * third)];

/** Segment `n` from 1 of the record `id`; the last one says how long all are. */
function segment(n: number, id: string, extra: readonly string[] = []): Buffer {
  const fields = [`WARC-Segment-Number: ${n}`, ...extra];
  if (n > 1) fields.push(`WARC-Segment-Origin-ID: <${id}>`);
  if (n === 3) fields.push(`WARC-Segment-Total-Length: ${block.length}`);
  return warcRecord({
    id: n === 1 ? id : `${id}-${n}`,
    type: n === 1 ? 'response' : 'continuation',
    contentType: n === 1 ? 'application/http; msgtype=response' : 'application/octet-stream',
    block: parts[n - 1]!,
    extra: fields,
  });
}

test('segments are put together, in one file or in files that follow each other, whatever lies between', async () => {
  const one = write(
    'one.warc',
    Buffer.concat([segment(1, 'a'), pageRecord(1), segment(2, 'a'), segment(3, 'a')]),
  );
  const files = [
    write('1.warc.gz', Buffer.concat([pageRecord(2), segment(1, 'b')].map((each) => gzipSync(each)))),
    write('2.warc', Buffer.concat([segment(2, 'b'), pageRecord(3)])),
    write('3.warc', segment(3, 'b')),
  ];
  const { pages, spots, stats } = await readAll([one, ...files]);
  expect(spots).toEqual([]);
  expect(stats.skipped.size).toBe(0);
  expect(pages.map(({ id }) => id)).toEqual(['urn:test:1', 'a', 'urn:test:2', 'urn:test:3', 'b']);
  for (const i of [1, 4]) {
    expect(pages[i]!.body.toString()).toBe(html);
    expect(pages[i]).not.toHaveProperty('truncatedFrom');
  }
});

test('a record that lacks a segment comes out up to there, cut and named; so does one whose end never comes', async () => {
  const path = write(
    'gaps.warc',
    Buffer.concat([segment(1, 'a'), segment(3, 'a'), segment(1, 'b'), segment(2, 'b'), segment(3, 'nobody')]),
  );
  const { pages, spots, stats } = await readAll(path);
  expect(pages).toMatchObject([
    { id: 'a', damage: 'missing-segments' },
    { id: 'b', damage: 'missing-segments' },
  ]);
  for (const [i, count] of [1, 2].entries()) {
    const held = Buffer.concat(parts.slice(0, count)).toString().split('\r\n\r\n')[1]!;
    expect(pages[i]!.body.toString()).toBe(held);
    expect(pages[i]!.truncatedFrom).toBe(held.length + 1);
  }
  expect(spots.map(({ reason }) => reason)).toEqual([
    'record a: 1 of its segments found, then number 3',
    'record b: 2 of its segments found, not the last one',
  ]);
  expect(Object.fromEntries(stats.skipped)).toEqual({ 'continuation record': 1 });
  expect(stats.pages).toBe(2);
});

test('a record in segments comes out, cut and named, when another first segment takes its id', async () => {
  const path = write(
    'twice.warc',
    Buffer.concat([segment(1, 'a'), segment(2, 'a'), segment(1, 'a'), segment(2, 'a'), segment(3, 'a')]),
  );
  const { pages, spots } = await readAll(path);
  expect(pages.map(({ damage }) => damage)).toEqual(['missing-segments', undefined]);
  expect(pages[1]!.body.toString()).toBe(html);
  expect(spots.map(({ reason }) => reason)).toEqual(['record a: 2 of its segments found, not the last one']);
});

test('the digest of the payload is that of all segments', async () => {
  const digest = (body: string) => [
    `WARC-Payload-Digest: sha256:${createHash('sha256').update(body).digest('hex')}`,
  ];
  for (const [body, damage] of [
    [html, undefined],
    [`${html} `, 'digest'],
  ] as const) {
    const path = write(
      'digest.warc',
      Buffer.concat([segment(1, 'a', digest(body)), segment(2, 'a'), segment(3, 'a')]),
    );
    const { pages, spots } = await readAll(path);
    expect(pages.map((page) => [page.body.toString(), page.damage])).toEqual([[html, damage]]);
    expect(spots.map(({ code }) => code)).toEqual(damage === undefined ? [] : [damage]);
  }
});

test('of many records in segments at once, the first ones are given up; none takes more than a page may', async () => {
  const ids = Array.from({ length: 20 }, (_, i) => `id${i}`);
  const path = write('many.warc', Buffer.concat(ids.map((id) => segment(1, id))));
  const { pages, spots } = await readAll(path);
  expect(pages.map(({ id }) => id)).toEqual(ids);
  expect(spots).toHaveLength(20);
  const all = write('all.warc', Buffer.concat([1, 2, 3].map((n) => segment(n, 'a'))));
  const cut = await readAll(all, { limits: { maxPageBytes: 900 } });
  expect(cut.spots).toEqual([]);
  expect(cut.pages[0]!.body.toString()).toBe(html.slice(0, 900));
  expect(cut.pages[0]!.truncatedFrom).toBeGreaterThan(900);
});

test('in whatever order segments come, each first one gives a page with what follows it, and none is lost', async () => {
  const drawn = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom(1, 1, 2, 2, 3)), {
    maxLength: 14,
  });
  const bodyOf = (count: number) => Buffer.concat(parts.slice(0, count)).toString().split('\r\n\r\n')[1]!;
  await fc.assert(
    fc.asyncProperty(drawn, async (segments) => {
      const expected: string[] = [];
      const open = new Map<string, number>();
      const end = (id: string): void => {
        if (open.has(id)) expected.push(bodyOf(open.get(id)!));
        open.delete(id);
      };
      let alone = 0;
      for (const [id, n] of segments) {
        if (n > 1 && !open.has(id)) alone++;
        if (n === 1 || n !== (open.get(id) ?? n) + 1) end(id);
        if (n === 1 || open.has(id)) open.set(id, n);
        if (n === 3) end(id);
      }
      for (const id of [...open.keys()]) end(id);
      const path = write('any.warc', Buffer.concat(segments.map(([id, n]) => segment(n, id))));
      const { pages, stats } = await readAll(path);
      expect(pages.map(({ body }) => body.toString()).sort()).toEqual(expected.sort());
      expect(pages.filter(({ damage }) => damage === undefined).length).toBe(
        expected.filter((body) => body === html).length,
      );
      expect(stats.skipped.get('continuation record') ?? 0).toBe(alone);
    }),
    { numRuns: often(300) },
  );
});
