import { createHash } from 'node:crypto';
import { deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseDigest, toBase32 } from '../../../plugins/dump/archive/digests.ts';
import { readRecords } from '../../../plugins/dump/index.ts';
import { readAll, scratchFolder } from '../scratch.ts';
import { httpResponse, pageHtml, pageRecord, warcRecord } from '../warc/warc-writer.ts';

const { write } = scratchFolder();
const html = pageHtml(3, 400);
const digestOf = (algorithm: string, bytes: Buffer | string): Buffer =>
  createHash(algorithm).update(bytes).digest();
const read = (...records: Buffer[]) => readAll(write('digests.warc', Buffer.concat(records)));
const response = (block: Buffer, ...extra: string[]): Buffer => warcRecord({ id: 'a', block, extra });

describe('a stated digest', () => {
  test('is read in base16, base32 and base64, with or without padding, whatever its algorithm is called', () => {
    // the vectors of RFC 4648 are shorter than any digest: these were made by Python's base64 and hashlib
    expect(toBase32(digestOf('sha1', ''))).toBe('3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ');
    expect(toBase32(digestOf('md5', ''))).toBe('2QOYZWMPACZAJ2MABGMOZ6CCPY');
    for (const [name, algorithm] of [
      ['sha1', 'sha1'],
      ['SHA-1', 'sha1'],
      ['sha256', 'sha256'],
      ['sha-256', 'sha256'],
      ['md5', 'md5'],
      ['sha512', 'sha512'],
      ['sha-384', 'sha384'],
    ] as const) {
      const value = digestOf(algorithm, name);
      const base32 = toBase32(value);
      for (const text of [
        value.toString('hex'),
        value.toString('hex').toUpperCase(),
        base32,
        base32.toLowerCase(),
        `${base32}====`,
        value.toString('base64'),
        value.toString('base64url'),
      ]) {
        expect([text, parseDigest(`${name}:${text}`)]).toEqual([
          text,
          { algorithm, value: value.toString('hex') },
        ]);
      }
    }
  });

  test('of an unknown algorithm is none; one that cannot be of its algorithm is broken', () => {
    for (const text of [undefined, '', 'sha1', 'crc32:00', 'x:y', 'constructor:00']) {
      expect([text, parseDigest(text)]).toEqual([text, undefined]);
    }
    const base32 = toBase32(digestOf('sha1', ''));
    for (const text of [`1${base32.slice(1)}`, base32.slice(1), `${base32}A`, 'z'.repeat(40)]) {
      expect([text, parseDigest(`sha1:${text}`)]).toEqual([text, 'broken']);
    }
  });
});

describe('digests of a record', () => {
  test('that hold say nothing; each that does not is named with what it is of, and the page comes out, marked', async () => {
    const block = httpResponse(html);
    for (const algorithm of ['md5', 'sha1', 'sha256']) {
      const [ofBlock, ofPayload] = [digestOf(algorithm, block), digestOf(algorithm, html)];
      const wrong = digestOf(algorithm, 'another');
      const fields = (a: Buffer, b: Buffer): string[] => [
        `WARC-Block-Digest: ${algorithm}:${toBase32(a)}`,
        `WARC-Payload-Digest: ${algorithm}:${b.toString('hex')}`,
      ];
      const sound = await read(response(block, ...fields(ofBlock, ofPayload)));
      expect([sound.spots, sound.pages[0]?.damage]).toEqual([[], undefined]);
      for (const [extra, of] of [
        [fields(wrong, ofPayload), 'block'],
        [fields(ofBlock, wrong), 'payload'],
      ] as const) {
        const { pages, spots } = await read(response(block, ...extra), pageRecord(1));
        const reason = `record a: the ${algorithm} of its ${of} is not the one in its header`;
        expect(spots).toMatchObject([{ offset: 0, code: 'digest', reason }]);
        expect(pages).toMatchObject([
          { id: 'a', body: Buffer.from(html), damage: 'digest' },
          { id: 'urn:test:1' },
        ]);
        expect(pages[1]).not.toHaveProperty('damage');
      }
    }
  });

  test('are of the payload as stored, without its chunks, without its codings, or of the block: all are right', async () => {
    const packed = gzipSync(html);
    const chunks = Buffer.from(
      `${packed.length.toString(16)}\r\n${packed.toString('latin1')}\r\n0\r\n\r\n`,
      'latin1',
    );
    const fields = ['Content-Type: text/html', 'Content-Encoding: gzip', 'Transfer-Encoding: chunked'];
    const block = httpResponse(chunks, fields);
    for (const payload of [chunks, packed, Buffer.from(html), block]) {
      const { spots } = await read(
        response(block, `WARC-Payload-Digest: sha1:${toBase32(digestOf('sha1', payload))}`),
      );
      expect(spots).toEqual([]);
    }
    const other = toBase32(digestOf('sha1', deflateSync(html)));
    expect((await read(response(block, `WARC-Payload-Digest: sha1:${other}`))).spots).toMatchObject([
      { code: 'digest' },
    ]);
  });

  test('are of the payload behind what the server sent before its response, and the page is that of the response', async () => {
    const early = Buffer.from('HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n');
    const block = Buffer.concat([early, httpResponse(html)]);
    // the last of what writers that know of one header take for the payload
    for (const payload of [Buffer.from(html), block, httpResponse(html)]) {
      const { pages, spots } = await read(
        response(block, `WARC-Payload-Digest: sha1:${toBase32(digestOf('sha1', payload))}`),
      );
      expect([pages.map(({ body }) => `${body}`), spots]).toEqual([[html], []]);
    }
    const other = toBase32(digestOf('sha1', block.subarray(1)));
    expect((await read(response(block, `WARC-Payload-Digest: sha1:${other}`))).spots).toHaveLength(1);
  });

  test('in several lines are none, but for the first: the standard allows no second', async () => {
    const block = httpResponse(html);
    const [right, wrong] = [html, 'another'].map(
      (text) => `WARC-Payload-Digest: sha1:${toBase32(digestOf('sha1', text))}`,
    );
    expect((await read(response(block, right!, wrong!))).spots).toEqual([]);
    expect((await read(response(block, wrong!, right!))).spots).toHaveLength(1);
  });

  test('of a body that decodes to more than is decoded for it count as right, since nothing shows that they are wrong', async () => {
    const long = Buffer.from(`<p>${'many words '.repeat(1 << 21)}`);
    const packed = gzipSync(long);
    const fields = ['Content-Type: text/html', 'Content-Encoding: gzip'];
    const digest = `WARC-Payload-Digest: sha1:${toBase32(digestOf('sha1', long))}`;
    const { pages, spots } = await read(response(httpResponse(packed, fields), digest));
    expect(spots).toEqual([]);
    expect(pages).toMatchObject([{ truncatedFrom: expect.any(Number) }]);
    expect(pages[0]).not.toHaveProperty('damage');
  });

  test('are checked of records of every type, and of blocks that are longer than what is held', async () => {
    const block = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${html.repeat(40)}`);
    const records = [block, Buffer.concat([block.subarray(0, -1), Buffer.from('!')])].flatMap((stored, i) =>
      ['response', 'request', 'metadata', 'resource', 'warcinfo'].map((type) =>
        warcRecord({
          id: `${type}${i}`,
          type,
          block: stored,
          extra: [
            `WARC-Block-Digest: sha1:${toBase32(digestOf('sha1', block))}`,
            `WARC-Payload-Digest: sha1:${toBase32(digestOf('sha1', html.repeat(40)))}`,
          ].slice(0, type === 'response' ? 2 : 1),
        }),
      ),
    );
    const path = write('long.warc', Buffer.concat(records));
    for (const limits of [{}, { maxPageBytes: 500, maxHeaderBytes: 500 }]) {
      const named: string[] = [];
      const damaged: string[] = [];
      for await (const { headers, damage } of readRecords(path, {
        limits,
        onDamage: ({ reason }) => void named.push(reason.split(':')[0]!),
      })) {
        if (damage !== undefined) damaged.push(headers.get('warc-record-id')!);
      }
      const wrong = ['response1', 'request1', 'metadata1', 'resource1', 'warcinfo1'];
      expect(named).toEqual(wrong.map((id) => `record ${id}`));
      expect(damaged).toEqual(wrong.map((id) => `<${id}>`));
    }
  });

  test('that stand elsewhere are not held against the block: of revisits, and of cut records the payload', async () => {
    const wrong = `sha1:${toBase32(digestOf('sha1', 'another'))}`;
    const block = httpResponse(html);
    const { spots } = await read(
      warcRecord({
        type: 'revisit',
        block,
        extra: [`WARC-Block-Digest: ${wrong}`, `WARC-Payload-Digest: ${wrong}`],
      }),
      response(block, `WARC-Payload-Digest: ${wrong}`, 'WARC-Truncated: length'),
    );
    expect(spots).toMatchObject([{ code: 'truncated' }]);
  });

  test('that are none of their algorithm are damage, and so is any changed bit of a block', async () => {
    const { spots } = await read(response(httpResponse(html), 'WARC-Block-Digest: sha1:0'));
    expect(spots).toMatchObject([{ reason: 'record a: expected a digest of its block, found "sha1:0"' }]);
    const block = httpResponse(pageHtml(1, 3));
    const whole = response(block, `WARC-Block-Digest: sha1:${toBase32(digestOf('sha1', block))}`);
    const from = whole.indexOf(block);
    for (let at = from; at < from + block.length; at++) {
      const changed = Buffer.from(whole);
      changed[at]! ^= 1 << (at & 7);
      // in the HTTP header it may cost more than the digest
      const [first, second, ...others] = (await read(changed)).spots.map(({ code }) => code);
      expect([at, first, second === first, others]).toEqual([at, 'digest', false, []]);
    }
  });
});

describe('a body that is not whole', () => {
  test('is named, comes out as far as it goes, and says how long it should be', async () => {
    const { pages, spots } = await read(
      response(httpResponse(html, ['Content-Type: text/html', `Content-Length: ${html.length + 50}`])),
      warcRecord({ id: 'b', block: httpResponse(html), extra: ['WARC-Truncated: disconnect'] }),
      warcRecord({
        id: 'c',
        block: httpResponse(gzipSync(html).subarray(0, -9), [
          'Content-Type: text/html',
          'Content-Encoding: gzip',
        ]),
      }),
    );
    expect(spots.map(({ reason }) => reason)).toEqual([
      `record a: its HTTP header says Content-Length ${html.length + 50}, but its body has ${html.length} bytes`,
      'record b: cut when it was written (WARC-Truncated: disconnect)',
      'record c: its gzip body ends early',
    ]);
    expect(pages.map(({ damage }) => damage)).toEqual(['short-body', 'truncated', 'broken-body']);
    expect(pages.slice(0, 2).map(({ body }) => body.toString())).toEqual([html, html]);
    expect(html.startsWith(pages[2]!.body.toString())).toBe(true);
    const lengths = pages.map(({ body, truncatedFrom }) => truncatedFrom! - body.length);
    expect(lengths).toEqual([50, 1, 1]);
  });

  test('is named and said to be cut, too, where a digest does not match', async () => {
    const wrong = [`WARC-Payload-Digest: sha1:${'A'.repeat(32)}`];
    const { pages, spots } = await read(
      warcRecord({
        id: 'a',
        block: httpResponse(html, ['Content-Type: text/html', `Content-Length: ${html.length + 50}`]),
        extra: wrong,
      }),
      warcRecord({
        id: 'b',
        block: httpResponse(html),
        extra: ['WARC-Block-Digest: sha1:none', 'WARC-Truncated: length'],
      }),
      warcRecord({ id: 'c', block: Buffer.from('no header'), extra: wrong }),
    );
    expect(spots.map(({ code, offset }) => [code, offset > 0])).toEqual([
      ['digest', false],
      ['short-body', false],
      ['not-a-digest', true],
      ['truncated', true],
      ['no-http-header', true],
    ]);
    expect(pages.map(({ damage, truncatedFrom }) => [damage, truncatedFrom])).toEqual([
      ['short-body', html.length + 50],
      ['truncated', html.length + 1],
    ]);
  });

  test('is none where the Content-Length is that of chunks, or of a coding that was removed', async () => {
    const { spots } = await read(
      ...[
        ['Content-Length: 99999', 'Transfer-Encoding: chunked'],
        ['Content-Length: 99999', 'Content-Encoding: gzip'],
        [`Content-Length: ${html.length - 1}`],
        ['Content-Length: many'],
      ].map((fields) => response(httpResponse(html, ['Content-Type: text/html', ...fields]))),
    );
    expect(spots).toEqual([]);
  });
});
