import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { zipDirectory, zipLocalEntries } from '../../../plugins/dump/wacz/zip-directory.ts';
import { scratchFolder } from '../scratch.ts';
import { zip } from './zip-writer.ts';

const { write } = scratchFolder();
const all = (): boolean => true;
const text = 'some words '.repeat(50);
const files = [
  { name: 'a.txt', bytes: text },
  { name: 'b/c.txt', bytes: text, deflate: true },
  { name: 'é.txt', bytes: '' },
];
const sizes = [text.length, deflateRawSync(text).length, 0];

test('a directory gives name, place, method and sums of the entries that are wanted', async () => {
  for (const streamed of [false, true]) {
    const { bytes, data } = zip(files.map((file) => ({ ...file, streamed })));
    const path = write('sound.zip', bytes);
    const entries = await zipDirectory(path, all);
    expect(entries).toEqual(
      files.map(({ name, bytes: plain, deflate }, n) => ({
        name,
        start: data[n],
        end: data[n]! + sizes[n]!,
        method: deflate ? 8 : 0,
        encrypted: false,
        crc32: crc32(plain),
        dataBytes: plain.length,
      })),
    );
    expect((await zipDirectory(path, (name) => name.startsWith('b'))).map(({ name }) => name)).toEqual([
      'b/c.txt',
    ]);
  }
});

test('a name in the directory that is not the one before the file is refused: it would hide a file', async () => {
  const { bytes, directory } = zip(files);
  bytes[bytes.indexOf('a.txt', directory)] = 0x41;
  await expect(zipDirectory(write('renamed.zip', bytes), all)).rejects.toThrow('names a file otherwise');
});

test('a directory that names the same bytes twice is refused: they would be read as often', async () => {
  const { bytes, directory } = zip([files[0]!, files[0]!]);
  const second = bytes.indexOf('PK\x01\x02', directory + 4, 'latin1');
  // where the header before the file lies
  bytes.writeUInt32LE(0, second + 42);
  const path = write('twice.zip', bytes);
  await expect(zipDirectory(path, all)).rejects.toThrow('two of its files share bytes');
  expect((await zipLocalEntries(path, all)).length).toBe(2);
});

test.each(['32', '64'])(
  'without a directory, entries are found by the headers before them, with their sums where these are written, in %s bits',
  async (bits) => {
    for (const streamed of [false, true]) {
      const zip64 = bits === '64';
      const { bytes, directory } = zip(
        files.map((file) => ({ ...file, streamed })),
        { zip64 },
      );
      const whole = await zipLocalEntries(write('whole.zip', bytes), all);
      const without = await zipLocalEntries(write('without.zip', bytes.subarray(0, directory)), all);
      const listed = await zipDirectory(write('listed.zip', bytes), all);
      expect(whole).toEqual(listed);
      expect(without).toEqual(listed);
      expect((await zipLocalEntries(write('b.zip', bytes), (name) => name === 'b/c.txt')).length).toBe(1);
    }
  },
);

test('an entry of unknown length that is cut off ends where the file does', async () => {
  const { bytes, data } = zip([{ name: 'a.txt', bytes: text, streamed: true }]);
  const cut = data[0]! + 100;
  const [entry] = await zipLocalEntries(write('cut.zip', bytes.subarray(0, cut)), all);
  expect(entry).toMatchObject({ name: 'a.txt', start: data[0], end: cut, crc32: undefined, dataBytes: 0 });
  // of known length, it keeps the end that its header states
  const known = zip([{ name: 'a.txt', bytes: text }]);
  const [stated] = await zipLocalEntries(write('known.zip', known.bytes.subarray(0, cut)), all);
  expect(stated).toMatchObject({ start: known.data[0], end: known.data[0]! + text.length });
});

test('signatures within data are no headers', async () => {
  const words = [
    'PK',
    'PK\x01',
    'PK\x05\x06',
    `PK\x03\x04${'\0'.repeat(22)}\0\0\0\0`,
    `PK\x07\x08${'x'.repeat(12)}and on`,
    'PK\x03\x04short',
  ];
  const body = words.join(' and ');
  const { bytes, data } = zip([
    { name: 'a.txt', bytes: Buffer.from(body, 'latin1'), streamed: true },
    { name: 'b.txt', bytes: 'second', streamed: true },
  ]);
  const entries = await zipLocalEntries(write('words.zip', bytes), all);
  expect(entries.map(({ name, start, end }) => [name, start, end])).toEqual([
    ['a.txt', data[0], data[0]! + body.length],
    ['b.txt', data[1], data[1]! + 6],
  ]);
});

test('an encrypted entry is known by its flag, in the directory and before the file', async () => {
  const { bytes, headers, directory } = zip(files);
  bytes[headers[0]! + 6]! |= 1;
  bytes[directory + 8]! |= 1;
  const path = write('encrypted.zip', bytes);
  for (const entries of [await zipDirectory(path, all), await zipLocalEntries(path, all)]) {
    expect(entries.map(({ encrypted }) => encrypted)).toEqual([true, false, false]);
  }
});
