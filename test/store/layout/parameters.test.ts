import { expect, test } from 'vitest';
import {
  assertSameParameters,
  completeParameters,
  describeParameters,
  type IndexParameters,
  layoutOf,
} from '../../../src/store/layout/parameters.ts';

const GIVEN: IndexParameters = { gram: 'word:4', threshold: 0.8, recall: 0.99 };

test('what is left out is completed, in the compact setting with fewer components', () => {
  const complete = {
    ...GIVEN,
    extract: '',
    multiset: false,
    setting: 'exact',
    components: 128,
    oddSketchBits: 0,
    simHashTables: 4,
  };
  expect(completeParameters(GIVEN)).toEqual(complete);
  const compact = { ...complete, setting: 'compact', components: 64, oddSketchBits: 2048 };
  expect(completeParameters({ ...GIVEN, setting: 'compact' })).toEqual(compact);
  const given = {
    ...GIVEN,
    extract: 'main',
    multiset: true,
    components: 32,
    oddSketchBits: 0,
    simHashTables: 16,
  } as const;
  expect(completeParameters(given)).toEqual({ ...given, setting: 'exact' });
  for (const components of [32, 128])
    expect(completeParameters({ ...GIVEN, components })).toMatchObject({ components });
});

test.each<[string, object]>([
  ['setting: expected one of exact, compact; got "tiny"', { setting: 'tiny' }],
  ['components: expected a whole number from 32 to 128; got 31', { components: 31 }],
  ['components: expected a whole number from 32 to 128; got 129', { components: 129 }],
  ['components: expected a whole number from 32 to 128; got 64.5', { components: 64.5 }],
  ['oddSketchBits: expected 0 in the exact setting; got 2048', { oddSketchBits: 2048 }],
  [
    'oddSketchBits: expected 0 or one of 512, 1024, 2048, 4096, 8192; got 1000',
    { setting: 'compact', oddSketchBits: 1000 },
  ],
  ['simHashTables: expected 4, 10 or 16; got 5', { simHashTables: 5 }],
  ['threshold', { threshold: 0 }],
  ['recall', { recall: 1 }],
])('%s', (message, wrong) => {
  expect(() => completeParameters({ ...GIVEN, ...wrong })).toThrow(RangeError);
  expect(() => completeParameters({ ...GIVEN, ...wrong })).toThrow(message);
});

test('the layout follows from the parameters, and is stored with them', () => {
  const parameters = completeParameters({ ...GIVEN, setting: 'compact', simHashTables: 10 });
  const layout = layoutOf(parameters);
  expect(layout).toMatchObject({ setting: 'compact', components: 64 });
  expect(layout.simHash.tables).toHaveLength(10);
  const { trees, rows } = layout.forest;
  expect(trees * rows).toBe(64);
  expect(describeParameters(parameters)).toEqual({ ...parameters, trees, rows, seed: 0x6e656172 });
});

test('parameters that differ are named with both values, those that are the same are not', () => {
  const found = { gram: 'word:4', threshold: 0.8, older: true };
  assertSameParameters('seen', found, { gram: 'word:4', threshold: 0.8 });
  expect(() => assertSameParameters('seen', found, { gram: 'word:5', threshold: 0.8, extract: '' })).toThrow(
    expect.objectContaining({
      code: 'NEARDUP_INDEX_PARAMETERS',
      message: expect.stringContaining(
        'index in seen was made with other parameters (gram "word:4", now "word:5"; extract nothing, now "")',
      ),
    }),
  );
});
