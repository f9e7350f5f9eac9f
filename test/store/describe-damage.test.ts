import { expect, test } from 'vitest';
import { type DamageFacts, describeDamage } from '../../src/store/damage.ts';
import { damagedIndex } from '../../src/store/errors.ts';

const file = { code: 'file', file: '000005.ldb' } as const;
const altered = { code: 'altered', table: 'gramSets', page: 7, key: 'a' } as const;
const unexpected = { code: 'unexpected', table: 'trees', page: 7 } as const;

test.each<[string, DamageFacts]>([
  ['the gram set of page 7 is missing', { ...altered, code: 'missing', reason: 'absent' }],
  ['the format is missing', { code: 'missing', reason: 'absent', table: 'format' }],
  ['000005.ldb is missing', { ...file, reason: 'absent' }],
  ['the gram set of page 7: its checksum does not match its bytes', { ...altered, reason: 'checksum' }],
  ['000005.ldb: what stands at byte 40 fails its checksum', { ...file, reason: 'checksum', offset: 40 }],
  [
    'the gram set of page 7: it has 9 bytes instead of 13',
    { ...altered, reason: 'length', found: 9, expected: 13 },
  ],
  ['000005.ldb has 9 bytes, it was closed with 13', { ...file, reason: 'length', found: 9, expected: 13 }],
  [
    'the gram set of page 7 is stored in version 2, this program reads version 1',
    { ...altered, reason: 'version', found: 2, expected: 1 },
  ],
  ['NEARDUP is not readable', { ...file, file: 'NEARDUP', reason: 'unreadable' }],
  ['000005.ldb is not readable at byte 0', { ...file, reason: 'unreadable', offset: 0 }],
  [
    'LevelDB cannot read it: Corruption: bad',
    { code: 'file', reason: 'unreadable', detail: 'Corruption: bad' },
  ],
  [
    'CURRENT names no manifest that is there: "M\\n"',
    { ...file, file: 'CURRENT', reason: 'dangling', detail: 'M\n' },
  ],
  ['the gram set of page 7 is not what the page calls for', { ...altered, reason: 'content' }],
  ['the gram set of page 7 is not the one that was decided', { ...altered, reason: 'decision' }],
  [
    'the counts say 3 duplicates pages, there are 2',
    { code: 'altered', reason: 'count', table: 'counts', counted: 'duplicates', expected: 3, found: 2 },
  ],
  [
    'it ends at write 5, it had reached write 9: if the machine died, `acceptLoss` goes on without the last ones',
    { code: 'missing', reason: 'sequence', found: 5, expected: 9 },
  ],
  [
    'the decision of page 7 is beyond the 5 that were decided',
    { ...unexpected, table: 'decisions', reason: 'surplus', expected: 5 },
  ],
  ['000005.ldb has bytes of no block at 40', { ...file, reason: 'surplus', offset: 40 }],
  ['the tree entry of page 7: the page does not call for it', { ...unexpected, reason: 'uncalled' }],
  ['the tree entry of page 7: no such page is stored', { ...unexpected, reason: 'pageless' }],
  ['the entry 7a00 belongs to no page', { code: 'unexpected', reason: 'pageless', entry: '7a00' }],
  ['the key of a belongs to no page', { code: 'unexpected', reason: 'pageless', table: 'keys', key: 'a' }],
  [
    'the host entry of 6800: its checksum does not match its bytes',
    { code: 'altered', reason: 'checksum', table: 'hosts', entry: '6800' },
  ],
  ['the text of page 7: no such page is stored', { ...unexpected, table: 'texts', reason: 'pageless' }],
  ['page 7 is removed and still found', { code: 'unexpected', reason: 'removed', page: 7 }],
  ['entries found one by one are not those found in a scan', { code: 'altered', reason: 'unstable' }],
])('%s', (words, damage) => {
  expect(describeDamage(damage)).toBe(words);
});

test('the error of a damage carries it, and says where an index was refused as a whole', () => {
  const damage = { ...file, reason: 'absent' } as const;
  const error = damagedIndex(damage, 'seen', 'why');
  expect(error).toMatchObject({ name: 'IndexError', code: 'NEARDUP_INDEX_DAMAGED', damage, cause: 'why' });
  expect(error.message).toMatch(/^the index in seen is damaged: 000005.ldb is missing\. It is left as it is/);
  const unnamed = damagedIndex(damage);
  expect(unnamed.message).toBe(
    'the index is damaged: 000005.ldb is missing. Check all of it (neardup index verify), and rebuild it from an export or from the pages',
  );
  expect(unnamed).not.toHaveProperty('cause');
  expect(unnamed).not.toHaveProperty('line');
  const other = damagedIndex({ ...altered, reason: 'version', found: 2, expected: 1 }, 'seen');
  expect(other.code).toBe('NEARDUP_INDEX_VERSION');
});
