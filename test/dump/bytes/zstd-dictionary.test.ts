import { expect, test } from 'vitest';
import { readDictionary } from '../../../plugins/dump/bytes/zstd-dictionary.ts';
import { cpuMs } from '../../cpu-time.ts';

test('a dictionary whose tables do not end is refused by its first bytes, whatever its size', () => {
  // its number, a Huffman tree of a byte, then a table of which every symbol has the probability 0
  const dictionary = Buffer.alloc(8 << 20, 0xff);
  Buffer.from('37a430ec0100000080001f0000', 'hex').copy(dictionary);
  const before = cpuMs();
  expect(readDictionary(dictionary)).toBe(undefined);
  expect(cpuMs() - before).toBeLessThan(100);
});

test('what is no dictionary, or a cut one, is refused', () => {
  for (const hex of [
    '',
    '37a430',
    '00a430ec01000000',
    '37a430ec',
    '37a430ec01000000',
    '37a430ec0100000080001f',
  ])
    expect(readDictionary(Buffer.from(hex, 'hex'))).toBe(undefined);
});
