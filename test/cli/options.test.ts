import { expect, test } from 'vitest';
import { UsageError } from '../../plugins/cli/errors.ts';
import { numberBetween, oneOf, option, sizeBytes, wholeNumberBetween } from '../../plugins/cli/options.ts';

test('sizes are read with their units as powers of 1024', () => {
  expect(sizeBytes('2GB', '--memory')).toBe(2 * 2 ** 30);
  expect(sizeBytes('1.5 MiB', '--memory')).toBe(1.5 * 2 ** 20);
  expect(sizeBytes('512k', '--memory')).toBe(512 * 1024);
  expect(sizeBytes('1000', '--memory')).toBe(1000);
});

test('what is no size, number or word of the list is refused with the option, what was expected, and what was got', () => {
  const cases: [() => unknown, RegExp][] = [
    [() => sizeBytes('0', '--memory'), /^--memory: expected a size such as 2GB or 512MB, got "0"$/],
    [() => sizeBytes('-1GB', '--memory'), /--memory/],
    [() => sizeBytes('many', '--memory'), /"many"/],
    [() => numberBetween(0, 1)('', '--threshold'), /^--threshold: expected a number from 0 to 1, got ""$/],
    [() => numberBetween(0, 1)('1.2', '--threshold'), /"1.2"/],
    [() => numberBetween(0, 1)('NaN', '--threshold'), /"NaN"/],
    [() => wholeNumberBetween(1, 8)('1.5', '--threads'), /^--threads: expected a whole number from 1 to 8/],
    [() => wholeNumberBetween(1, 8)('0', '--threads'), /"0"/],
    [() => oneOf(['qp', 'qa'])('pq', '--method'), /^--method: expected qp, qa, got "pq"$/],
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
