import { expect, test } from 'vitest';
import { LossBudget } from '../../src/url-rules/loss-budget.ts';

/** A budget of a crawl of 1,000 pages that may lose ten of them. */
function budget(): LossBudget {
  const made = new LossBudget(0.01);
  made.pages = 999;
  return made;
}

test('the budget is spent on the URLs of least risk: one is worth it when all of its risk and less are within it', () => {
  const made = budget();
  for (let i = 0; i < 500; i++) made.meet(0.01);
  for (let i = 0; i < 500; i++) made.meet(0.2);
  // 500 of 1 % are five pages, with 500 of 20 % they are 105
  expect([made.isWorth(0.001), made.isWorth(0.01), made.isWorth(0.2), made.isWorth(0.5)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('the page that is dropped counts among all pages', () => {
  expect(new LossBudget(0.5).hasRoom(0.4, false)).toBe(true);
});

test('there is room for a drop as long as the sum of expected losses stays within the share of all pages', () => {
  const made = budget();
  made.expectedLoss = 9.7;
  expect([made.hasRoom(0.2, false), made.hasRoom(0.4, false)]).toEqual([true, false]);
  made.drops = 100;
  expect(made.hasRoom(0.4, false)).toBe(true);
  made.returns = 100;
  expect(made.hasRoom(0.4, false)).toBe(false);
});

test('for a page of another version a quarter of the standard deviation of what is lost is kept free', () => {
  const made = budget();
  // 9.24 and a quarter of its root are 10
  made.expectedLoss = 8.94;
  expect([made.hasRoom(0.2, true), made.hasRoom(0.4, true), made.hasRoom(1, false)]).toEqual([
    true,
    false,
    true,
  ]);
});
