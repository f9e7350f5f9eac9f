import { availableParallelism, totalmem } from 'node:os';
import { expect, test } from 'vitest';
import { OptionError, UsageError } from '../../plugins/cli/errors.ts';
import {
  checked,
  checkedBy,
  numberBetween,
  oneOf,
  option,
  parseCall,
  readMemory,
  readThreads,
  readThreshold,
  sizeBytes,
  sizeName,
  wholeNumberBetween,
} from '../../plugins/cli/options.ts';
import { readShaping } from '../../plugins/cli/shaping.ts';
import { defaultMemoryBytes } from '../../src/flow/index.ts';

test('sizes are read with their units as powers of 1024', () => {
  expect(sizeBytes('2GB', '--memory')).toBe(2 * 2 ** 30);
  expect(sizeBytes('1.5 MiB', '--memory')).toBe(1.5 * 2 ** 20);
  expect(sizeBytes('512k', '--memory')).toBe(512 * 1024);
  expect(sizeBytes('1000', '--memory')).toBe(1000);
});

test('what is no size, number or word of the list is refused with the option, what was expected, and what was got', () => {
  const cases: [() => unknown, RegExp][] = [
    [() => sizeBytes('0', '--memory'), /^--memory: expected a size such as 2GB or 512MB; got "0"$/],
    [() => sizeBytes('-1GB', '--memory'), /--memory/],
    [() => sizeBytes('many', '--memory'), /"many"/],
    [() => numberBetween(0, 1)('', '--threshold'), /^--threshold: expected a number from 0 to 1; got ""$/],
    [() => numberBetween(0, 1)('1.2', '--threshold'), /"1.2"/],
    [() => numberBetween(0, 1)('NaN', '--threshold'), /"NaN"/],
    [() => wholeNumberBetween(1, 8)('1.5', '--threads'), /^--threads: expected a whole number from 1 to 8/],
    [() => wholeNumberBetween(1, 8)('0', '--threads'), /"0"/],
    [
      () => oneOf(['qp', 'qa'])('pq', '--method'),
      /^--method: expected one of qp, qa; got "pq" \(did you mean qp\?\)$/,
    ],
  ];
  for (const [read, message] of cases) {
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  }
});

test('an option that was not given has its fallback', () => {
  expect(option({}, 'memory', sizeBytes, 7)).toBe(7);
  expect(option({ memory: '1k' }, 'memory', sizeBytes, 7)).toBe(1024);
});

test('bounds are part of what is allowed', () => {
  expect([numberBetween(0, 1)('0', '--x'), numberBetween(0, 1)('1', '--x')]).toEqual([0, 1]);
  expect([wholeNumberBetween(1, 8)('1', '--x'), wholeNumberBetween(1, 8)('8', '--x')]).toEqual([1, 8]);
  expect(() => wholeNumberBetween(1, 8)('9', '--x')).toThrow(/got "9"/);
  expect(() => numberBetween(0.01, 1)('0.009', '--x')).toThrow(/got "0\.009"/);
});

test('a range is told in words: without an end where there is none, and with thousands apart', () => {
  expect(() => numberBetween(0, Number.POSITIVE_INFINITY)('-1', '--x')).toThrow(
    /expected a number, 0 or more;/,
  );
  expect(() => numberBetween(0, Number.POSITIVE_INFINITY)('Infinity', '--x')).toThrow(/got "Infinity"/);
  expect(() => wholeNumberBetween(1, 1e9)('0', '--x')).toThrow(/a whole number from 1 to 1,000,000,000;/);
});

const options = { threshold: { type: 'string' }, force: { type: 'boolean' } } as const;

test.each([
  [['--treshold', '0.8'], '--treshold: there is no such option (did you mean --threshold?)'],
  [['-x'], '-x: there is no such option'],
  [['--threshold'], '--threshold: expected a value behind it; got none'],
  [
    ['--threshold', '--force'],
    '--threshold: expected a value behind it; got "--force", which looks like an option (--threshold=--force if it is none)',
  ],
  [['--force=yes'], '--force: expected no value; got "yes"'],
  [['--constructor'], '--constructor: there is no such option'],
  [['--threshold', '0.8', '--threshold=0.9'], '--threshold: expected one value; got "0.8" and "0.9"'],
])('of %j it is said what is wrong with the option', (args, message) => {
  expect(() => parseCall(args, options)).toThrow(new OptionError(message));
});

test('an option may have its value behind an equals sign, and - is a value', () => {
  const { values, positionals } = parseCall(['--threshold=-1', 'a', '--', '--force'], options);
  expect([values.threshold, values.force, positionals]).toEqual(['-1', undefined, ['a', '--force']]);
  expect(parseCall(['--threshold', '-'], options).values.threshold).toBe('-');
  expect(parseCall(['--force', '--force'], options).values.force).toBe(true);
});

test('a size is named in the largest unit that it is a whole number of', () => {
  expect([1, 1000, 1024, 2 ** 20, 2 ** 31, 3 * 2 ** 40].map(sizeName)).toEqual([
    ...['1B', '1000B', '1KB', '1MB', '2GB', '3TB'],
  ]);
  for (const bytes of [512, 2 ** 21, 5 * 2 ** 30]) expect(sizeBytes(sizeName(bytes), '--x')).toBe(bytes);
});

test('a threshold is one of its measure, also where none was given', () => {
  expect(readThreshold({}, 'jaccard')).toBe(0.8);
  expect(readThreshold({ threshold: '12' }, 'overlap')).toBe(12);
  const refusals: [() => unknown, RegExp][] = [
    [
      () => readThreshold({ threshold: 'high' }, 'jaccard'),
      /^--threshold: expected a number .*; got "high"$/,
    ],
    [() => readThreshold({ threshold: ' ' }, 'jaccard'), /^--threshold: expected a number .*; got " "$/],
    [
      () => readThreshold({ threshold: '0' }, 'jaccard'),
      /^--threshold: expected a number above 0 .*; got 0$/,
    ],
    [
      () => readThreshold({}, 'overlap'),
      /^--threshold: expected a count of shared tokens .* beside --similarity overlap; got none$/,
    ],
  ];
  for (const [read, message] of refusals) {
    expect(read).toThrow(UsageError);
    expect(read).toThrow(message);
  }
});

test('how a page becomes a gram set has defaults, and is read from its options', () => {
  expect(readShaping({})).toEqual({
    gramName: 'word:4',
    gram: { unit: 'word', q: 4 },
    extract: 'main',
    multiset: false,
  });
  expect(readShaping({ gram: 'char:7', extract: 'none', multiset: true })).toEqual({
    gramName: 'char:7',
    gram: { unit: 'char', q: 7 },
    extract: 'none',
    multiset: true,
  });
  expect(() => readShaping({ extract: 'all' })).toThrow(
    /^--extract: expected one of main, visible, none; got "all"$/,
  );
  expect(() => readShaping({ gram: 'word' })).toThrow(/^--gram: expected word:Q/);
});

test('threads are the cores of the machine, and memory half of what it has, unless told', () => {
  expect([readThreads({}), readMemory({})]).toEqual([availableParallelism(), defaultMemoryBytes]);
  expect(defaultMemoryBytes).toBeLessThanOrEqual(totalmem() / 2);
  expect(defaultMemoryBytes).toBeGreaterThan(2 ** 26);
  expect([readThreads({ threads: '256' }), readMemory({ memory: '1M' })]).toEqual([256, 2 ** 20]);
  expect(() => readThreads({ threads: '257' })).toThrow(/from 1 to 256; got "257"/);
  expect(() => readMemory({ memory: '1023k' })).toThrow(/--memory: expected at least 1MB; got "1023k"/);
});

test('what a check of the library throws is a wrong call at the option that it is about', () => {
  const check = () => {
    throw new RangeError('threshold: expected a number; got NaN');
  };
  expect(() => checked('--threshold', check)).toThrow(/^--threshold: expected a number; got NaN$/);
  expect(() => checked('evaluate', check)).toThrow(/^evaluate: threshold: expected a number; got NaN$/);
  expect(checkedBy(Number)('7', '--x')).toBe(7);
  expect(() => checked('--thresholds', check, '0.x')).toThrow(/^--thresholds: expected a number; got "0.x"$/);
});
