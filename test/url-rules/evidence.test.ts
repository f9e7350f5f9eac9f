import { expect, test } from 'vitest';
import { Evidence } from '../../src/url-rules/evidence.ts';

/** Counts answers in turn: `+` right, `-` wrong, `!` wrong about a page that held something new; drops grow by one each. */
function answered(
  answers: string,
  {
    evidence = new Evidence(),
    directories = 2,
    drops = 0,
    isUsed = true,
    risk = 0.02,
    groups = [] as number[],
    dropsBefore = undefined as number | undefined,
  } = {},
) {
  const sound = [...answers].map((answer, i) =>
    evidence.count(
      {
        ...{ agreement: 'single', isRight: answer === '+', isNew: answer === '!', isUsed, risk, groups },
        ...{ directory: i % directories, others: [], content: 0, dropsBefore },
      },
      drops + i,
    ),
  );
  return { evidence, sound };
}

test.each([
  [5, 0],
  [6, 0.25],
  [15, 0.25],
  [16, 1],
])('after %d right answers in two directories a rule may be used on the share %d of URLs', (right, share) => {
  const { evidence } = answered('+'.repeat(right));
  expect(evidence.shareOf('single')).toBe(share);
  expect(evidence.shareOf('single', 7)).toBe(share);
});

test('a rule that is wrong more often than right is not used, however often it was right', () => {
  const { evidence } = answered(`${'+'.repeat(30)}${'-'.repeat(30)}`);
  expect(evidence.shareOf('single')).toBe(1);
  answered('-', { evidence });
  expect(evidence.shareOf('single')).toBe(0);
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

test('losses are pages that held something new, not wrong answers, and are counted for each way to agree', () => {
  const { evidence } = answered('++++++++-!');
  expect(evidence.lossesOf('single')).toEqual({ trials: 10, losses: 1 });
  expect(evidence.lossesOf('mixed')).toEqual({ trials: 0, losses: 0 });
  evidence.count(
    {
      agreement: 'all',
      isRight: false,
      isNew: true,
      isUsed: false,
      risk: 0.02,
      directory: 1,
      groups: [],
      others: [],
      content: 0,
    },
    0,
  );
  expect(evidence.lossesOf()).toEqual({ trials: 11, losses: 2 });
  expect(evidence.trials).toEqual({ support: 8, against: 3 });
});

test('how often a page of another value held the same is known for each value, and is one half before', () => {
  const evidence = new Evidence();
  for (let i = 0; i < 8; i++) {
    const others = [
      { value: '4.1', content: 7 },
      { value: '3.0', content: i % 4 === 0 ? 7 : 8 },
    ];
    evidence.count(
      {
        agreement: 'two',
        isRight: true,
        isNew: false,
        isUsed: false,
        risk: 0.02,
        directory: 1,
        groups: [],
        others,
        content: 7,
      },
      0,
    );
  }
  expect(evidence.shareWith('4.1')).toBe(10 / 12);
  expect(evidence.shareWith('3.0')).toBe(4 / 12);
  expect(evidence.shareWith('2.0')).toBe(0.5);
});

test('a right answer does not make sound what was dropped while its URL waited to be fetched', () => {
  const { evidence } = answered('+'.repeat(100));
  answered('+', { evidence, drops: 500, dropsBefore: 120 });
  answered('+', { evidence, drops: 510, dropsBefore: 50 });
  expect(answered('!!!', { evidence, drops: 600 }).sound).toEqual([undefined, undefined, 120]);
});

test('three losses in a row where one in fifty was expected turn a rule off, and it needs four times as much to come back', () => {
  const { evidence } = answered('+'.repeat(100));
  const { sound } = answered('!!!', { evidence, drops: 200 });
  // the last right answer was the hundredth, when 99 URLs had been dropped
  expect(sound).toEqual([undefined, undefined, 99]);
  expect([evidence.shareOf('single'), evidence.wasTurnedOff, evidence.trials.support]).toEqual([0, true, 0]);
  answered('+'.repeat(23), { evidence });
  expect(evidence.shareOf('single')).toBe(0);
  answered('+', { evidence });
  expect(evidence.shareOf('single')).toBe(0.25);
  answered('+'.repeat(40), { evidence });
  expect(evidence.shareOf('single')).toBe(1);
});

test('losses that were expected turn no rule off', () => {
  const { evidence, sound } = answered(`${'+'.repeat(20)}${'!++'.repeat(40)}`, { risk: 0.4 });
  expect(sound.every((each) => each === undefined)).toBe(true);
  expect(evidence.wasTurnedOff).toBe(false);
});

test('wrong answers about pages that repeat a third one turn no rule off: nothing is lost by them', () => {
  const { evidence, sound } = answered(`${'+'.repeat(100)}${'-'.repeat(20)}`);
  expect(sound.every((each) => each === undefined)).toBe(true);
  expect(evidence.wasTurnedOff).toBe(false);
});

test('what was dropped is sound up to when the sum of disagreement was last 0', () => {
  const { evidence } = answered('+'.repeat(300));
  // a lone loss is made up for by a dozen other answers
  const { sound } = answered(`!${'+'.repeat(12)}!+!!+!`, { evidence, drops: 1000 });
  expect(sound.filter((each) => each !== undefined)).toEqual([1012]);
});

test('losses of a rule that is not to be used yet do not turn it off', () => {
  const { evidence, sound } = answered('+++!!!!+!!!!');
  expect(sound.every((each) => each === undefined)).toBe(true);
  expect(evidence.wasTurnedOff).toBe(false);
});

test('a group that a rule in use lost a page of is doubted until eight answers without a loss in a row, and others are not', () => {
  const { evidence } = answered('+'.repeat(60), { groups: [7] });
  expect(evidence.doubts([7])).toBe(false);
  answered('!', { evidence, groups: [7, 8] });
  expect([evidence.doubts([7]), evidence.doubts([8, 1]), evidence.doubts([9])]).toEqual([true, true, false]);
  answered('+++++++', { evidence, groups: [7] });
  expect(evidence.doubts([7])).toBe(true);
  answered('+', { evidence, groups: [7] });
  expect([evidence.doubts([7]), evidence.doubts([8])]).toEqual([false, true]);
  // while it is doubted a loss begins anew, in use or not
  answered('+++++++!+++++++', { evidence, groups: [8], isUsed: false });
  expect(evidence.doubts([8])).toBe(true);
});

test('where all pages are in one folder a loss is held against those with its name alone, not against the whole folder', () => {
  const { evidence } = answered('+'.repeat(60), { groups: [7, 1], directories: 1 });
  answered('!', { evidence, groups: [8, 1], directories: 1 });
  expect([evidence.doubts([8, 2]), evidence.doubts([7, 1])]).toEqual([true, false]);
  answered('++', { evidence });
  answered('+!', { evidence, groups: [8, 1] });
  expect(evidence.doubts([7, 1])).toBe(true);
});
