import { constants, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inFull, often } from '../../repetition.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { gzipEach, httpResponse, pageHtml, pageRecord, warcRecord } from '../warc/warc-writer.ts';

const { write } = scratchFolder();

const count = 30;
const records = Array.from({ length: count }, (_, n) => pageRecord(n, 20 + 7 * n));
const sound = gzipEach(records);
const idsOf = (keep: (n: number) => boolean): string[] =>
  records.flatMap((_, n) => (keep(n) ? [`urn:test:${n}`] : []));
const memberOf = (offset: number): number => sound.offsets.findLastIndex((begin) => begin <= offset);
const everywhere = fc.nat(sound.bytes.length - 1);

describe('a WARC file of one gzip member per record', () => {
  test('comes out whole, also with zero padding, empty members and members of several records', async () => {
    const parts = [
      gzipSync(Buffer.concat(records.slice(0, 10))),
      gzipSync(''),
      Buffer.alloc(700),
      ...records.slice(10, 20).map((record) => gzipSync(record, { level: 0 })),
      gzipSync(Buffer.concat(records.slice(20)), { strategy: constants.Z_FIXED }),
      Buffer.alloc(512),
    ];
    for (const bytes of [sound.bytes, Buffer.concat(parts)]) {
      const { ids, spots } = await readAll(write('sound.warc.gz', bytes));
      expect({ ids, spots }).toEqual({ ids: idsOf(() => true), spots: [] });
    }
  });

  test('records may span members', async () => {
    const plain = Buffer.concat(records);
    const blocks: Buffer[] = [];
    for (let at = 0; at < plain.length; at += 1000) blocks.push(gzipSync(plain.subarray(at, at + 1000)));
    const { ids, spots } = await readAll(write('blocks.warc.gz', Buffer.concat(blocks)));
    expect({ ids, spots }).toEqual({ ids: idsOf(() => true), spots: [] });
  });

  test('with bits flipped anywhere loses that member only, and names it by its offset', async () => {
    await fc.assert(
      fc.asyncProperty(everywhere, fc.integer({ min: 1, max: 255 }), async (offset, mask) => {
        const bytes = Buffer.from(sound.bytes);
        bytes[offset]! ^= mask;
        const hit = memberOf(offset);
        const { ids, spots, pages } = await readAll(write('flipped.warc.gz', bytes));
        // not covered by any check: bits of a header that say nothing about the data (text, time, system), and
        // those that fill up the last byte of the compressed data, before the 8 of the trailer
        const header = offset - sound.offsets[hit]! >= 3 && offset - sound.offsets[hit]! < 10;
        const filling = offset === (sound.offsets[hit + 1] ?? sound.bytes.length) - 9;
        if ((header || filling) && spots.length === 0) expect(ids).toEqual(idsOf(() => true));
        else {
          // to a decoder that runs to the end of the file, the last member looks cut
          const cut = pages.findIndex(({ damage }) => damage === 'cut-off');
          expect(ids).toEqual(idsOf((n) => n !== hit || n === cut));
          expect(pages.map(({ truncatedFrom }) => truncatedFrom !== undefined)).toEqual(
            ids.map((_, n) => n === cut),
          );
          expect(cut === -1 || cut === count - 1).toBe(true);
          expect(spots).toMatchObject([{ offset: sound.offsets[hit] }]);
        }
      }),
      { numRuns: often(250), examples: [[sound.bytes.length - 9, 32]] },
    );
  });

  test('cut off anywhere gives every record before the cut, what is left of the cut one, and names its member', async () => {
    await fc.assert(
      fc.asyncProperty(everywhere, async (cut) => {
        fc.pre(!sound.offsets.includes(cut));
        const hit = memberOf(cut);
        const { pages, spots } = await readAll(write('cut.warc.gz', sound.bytes.subarray(0, cut)));
        const whole = pages.filter(({ truncatedFrom }) => truncatedFrom === undefined);
        expect(whole.map(({ id }) => id)).toEqual(idsOf((n) => n < hit));
        for (const { id, body, truncatedFrom, damage } of pages.slice(whole.length)) {
          const all = pageHtml(hit, 20 + 7 * hit);
          expect([id, damage]).toEqual([`urn:test:${hit}`, 'cut-off']);
          expect([all.startsWith(body.toString()), body.length > 0]).toEqual([true, true]);
          expect(truncatedFrom).toBe(body.length + 1);
        }
        expect(pages.length - whole.length).toBeLessThan(2);
        expect(spots).toMatchObject([{ offset: sound.offsets[hit] }]);
      }),
      { numRuns: often(120) },
    );
  });

  test('with junk between members loses nothing and names the junk by its offset and length', async () => {
    const junk = fc
      .uint8Array({ minLength: 1, maxLength: 3000 })
      .filter((bytes) => bytes.some((byte) => byte !== 0));
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: count }), junk, async (before, bytes) => {
        const at = sound.offsets[before] ?? sound.bytes.length;
        const file = Buffer.concat([sound.bytes.subarray(0, at), bytes, sound.bytes.subarray(at)]);
        const { ids, spots } = await readAll(write('junk.warc.gz', file));
        expect(ids).toEqual(idsOf(() => true));
        expect(spots).toMatchObject([
          { offset: at, reason: expect.stringContaining(`found ${bytes.length} byte`) },
        ]);
      }),
      { numRuns: often(120) },
    );
  });

  test('with a stretch torn out of its middle loses only the records it lay in', async () => {
    await fc.assert(
      fc.asyncProperty(everywhere, fc.integer({ min: 1, max: 2000 }), async (from, length) => {
        const to = Math.min(from + length, sound.bytes.length);
        const file = Buffer.concat([sound.bytes.subarray(0, from), sound.bytes.subarray(to)]);
        const { ids, pages, spots } = await readAll(write('torn.warc.gz', file));
        const untouched = (n: number) => {
          const end = sound.offsets[n + 1] ?? sound.bytes.length;
          return end <= from || sound.offsets[n]! >= to;
        };
        // a member may come together again from the like bytes on both sides of the tear
        const isWhole = pages.map(({ truncatedFrom }) => truncatedFrom === undefined);
        const numbers = ids.filter((_, n) => isWhole[n]).map((id) => Number(id.slice('urn:test:'.length)));
        expect(numbers).toEqual(expect.arrayContaining(records.flatMap((_, n) => (untouched(n) ? [n] : []))));
        expect(pages.filter((_, n) => isWhole[n]).map((page) => page.body.toString())).toEqual(
          numbers.map((n) => pageHtml(n, 20 + 7 * n)),
        );
        const members = numbers.map((n) => sound.bytes.subarray(sound.offsets[n], sound.offsets[n + 1]));
        expect(spots.length > 0).toBe(!Buffer.concat(members).equals(file));
      }),
      // behind the tear of the example the data go on as another member's, with what looks like a further record
      { numRuns: often(120), examples: [[6938, 1373]] },
    );
  });
});

describe('a WARC file compressed as one', () => {
  const whole = gzipSync(Buffer.concat(records));

  test('and cut off gives every record that was complete before the cut, and names its member once', async () => {
    let before = 0;
    for (let cut = 20; cut < whole.length; cut += inFull ? 97 : 389) {
      const { ids, spots } = await readAll(write('cut-whole.warc.gz', whole.subarray(0, cut)));
      expect(ids).toEqual(idsOf((n) => n < ids.length));
      expect(ids.length).toBeGreaterThanOrEqual(before);
      expect(spots).toMatchObject([{ offset: 0 }]);
      before = ids.length;
    }
    expect(before).toBeGreaterThan(count - 3);
  });

  test('with a wrong checksum at its end gives all its records and names it', async () => {
    const bytes = Buffer.from(whole);
    bytes[bytes.length - 6]! ^= 1;
    const { ids, spots } = await readAll(write('crc-whole.warc.gz', bytes));
    expect(ids).toEqual(idsOf(() => true));
    expect(spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('CRC-32') }]);
  });

  test('and longer than the window comes out as a stream, cut or not', async () => {
    const noise = Buffer.alloc(12 * 1024 * 1024);
    for (let i = 0, state = 1; i < noise.length; i++)
      noise[i] = (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 24;
    const video = warcRecord({ id: 'video', block: httpResponse(noise, ['Content-Type: video/mp4']) });
    const bytes = gzipSync(Buffer.concat([...records.slice(0, 5), video, ...records.slice(5)]), { level: 1 });
    const all = await readAll(write('long.warc.gz', Buffer.concat([bytes, gzipSync(pageRecord(99))])));
    expect(all.spots).toEqual([]);
    expect(all.ids).toEqual([...idsOf(() => true), 'urn:test:99']);
    const cut = await readAll(write('long-cut.warc.gz', bytes.subarray(0, 9 * 1024 * 1024)));
    expect(cut.ids).toEqual(idsOf((n) => n < 5));
    expect(cut.spots).toMatchObject([{ offset: 0, reason: expect.stringContaining('ends inside') }]);
    bytes[10 * 1024 * 1024]! ^= 0xff;
    const flipped = await readAll(
      write('long-flip.warc.gz', Buffer.concat([bytes, gzipSync(pageRecord(99))])),
    );
    expect(flipped.spots[0]).toMatchObject({ offset: 0 });
    expect(flipped.ids.at(-1)).toBe('urn:test:99');
  });
});
