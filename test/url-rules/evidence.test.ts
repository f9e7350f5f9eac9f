import { expect, test } from 'vitest';
import { Evidence } from '../../src/url-rules/evidence.ts';

/** Counts answers in turn: `+` right, `-` wrong, `!` wrong about a page that held something new; drops grow by one each. */
function answered(
  answers: string,
  { evidence = new Evidence(), directories = 2, drops = 0, groups = [] as number[] } = {},
) {
  const told = [...answers].map((answer, i) =>
    evidence.count(
      {
        agreement: 'single',
        isRight: answer === '+',
        isNew: answer === '!',
        directory: i % directories,
        groups,
      },
      drops + i,
    ),
  );
  return { evidence, told };
}

test.each([
  [9, 0],
  [10, 0.25],
  [25, 0.25],
  [26, 1],
])(
  'after %d right answers in two directories and no wrong one a rule is used on the share %d of URLs',
  (right, share) => {
    const { evidence } = answered('+'.repeat(right));
    expect(evidence.shareOf('single')).toBe(share);
    expect(evidence.shareOf('single', 7)).toBe(share);
    expect(evidence.shareOf('agreed')).toBe(0);
    expect(evidence.lowerBound('single')).toBeCloseTo(right / (right + 1.2816 ** 2), 12);
  },
);

test('a wrong answer lowers the bound as in Wilson', () => {
  // 45 of 50 at 90 % one-sided, worked by hand
  const { evidence } = answered(`${'-'.repeat(5)}${'+'.repeat(45)}`);
  const [p, n, z] = [0.9, 50, 1.2816];
  const expected =
    (p + z ** 2 / 2 / n - z * Math.sqrt((p * (1 - p)) / n + z ** 2 / 4 / n ** 2)) / (1 + z ** 2 / n);
  expect(evidence.lowerBound('single')).toBeCloseTo(expected, 12);
});

test('what is known from one directory holds there, from eight right answers on, and from two everywhere', () => {
  const { evidence } = answered('+'.repeat(30), { directories: 1 });
  expect([evidence.shareOf('single', 0), evidence.shareOf('single', 1), evidence.shareOf('single')]).toEqual([
    1, 0, 1,
  ]);
  answered('++', { evidence });
  expect(evidence.shareOf('single', 5)).toBe(1);
  const few = answered('+'.repeat(7), { directories: 1 }).evidence;
  expect(few.shareOf('single', 0)).toBe(0);
});

test('the expected loss counts pages that held something new, not wrong answers', () => {
  const { evidence } = answered('++++++++-!');
  expect(evidence.lossRate('single')).toBe(1.25 / 11);
  expect(evidence.lossRate('mixed')).toBe(0.25);
  expect(evidence.trials).toEqual({ support: 8, against: 2 });
});

test('three wrong answers in a row turn a rule off, and it forgets what it was believed for', () => {
  const { evidence } = answered('+'.repeat(100));
  const { told } = answered('---', { evidence, drops: 200 });
  expect(told.map(({ used }) => used)).toEqual([1, 1, 1]);
  // the last right answer was the hundredth, when 99 URLs had been dropped
  expect(told.map(({ soundUntil }) => soundUntil)).toEqual([undefined, undefined, 99]);
  expect([evidence.shareOf('single'), evidence.wasTurnedOff, evidence.trials.support]).toEqual([0, true, 0]);
  answered('+'.repeat(37), { evidence });
  expect(evidence.shareOf('single')).toBe(0);
  answered('+', { evidence });
  expect(evidence.shareOf('single')).toBe(0.25);
});

test('what was dropped is sound up to when the sum of disagreement was last 0', () => {
  const { evidence } = answered('+'.repeat(300));
  // a lone wrong answer is made up for by ten right ones
  const { told } = answered(`-${'+'.repeat(10)}-+--+-`, { evidence, drops: 1000 });
  expect(told.map(({ soundUntil }) => soundUntil).filter((each) => each !== undefined)).toEqual([1010]);
});

test('wrong answers of a rule that is not in use do not turn it off', () => {
  const { evidence, told } = answered('+++----++----');
  expect(told.every(({ used, soundUntil }) => used === 0 && soundUntil === undefined)).toBe(true);
  expect(evidence.wasTurnedOff).toBe(false);
});

test('a group that a rule in use was wrong about is doubted until eight right answers in a row, and others are not', () => {
  const { evidence } = answered('+'.repeat(60), { groups: [7] });
  expect(evidence.doubts([7])).toBe(false);
  answered('-', { evidence, groups: [7, 8] });
  expect([evidence.doubts([7]), evidence.doubts([8, 1]), evidence.doubts([9])]).toEqual([true, true, false]);
  answered('+++++++', { evidence, groups: [7] });
  expect(evidence.doubts([7])).toBe(true);
  answered('+', { evidence, groups: [7] });
  expect([evidence.doubts([7]), evidence.doubts([8])]).toEqual([false, true]);
  // while it is doubted a wrong answer begins anew, in use or not
  answered('+++++++-+++++++', { evidence, groups: [8] });
  expect(evidence.doubts([8])).toBe(true);
});
