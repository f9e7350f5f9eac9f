import { expect, test } from 'vitest';
import { LeastOfTemplate } from '../../src/site/least-of-template.ts';
import { nameWords } from '../../src/site/names.ts';

/** On how many of 1,000 identities a gram must be, on a site with these names. */
function leastOf(names: readonly string[]): number {
  const least = new LeastOfTemplate();
  for (const name of names) least.learn(nameWords([name]).join('\n'));
  return least.of(1000);
}

test('four things make a template where a word is a gram’s unit, and an eighth of all where a letter is', () => {
  for (const names of [
    ['Harbour news', 'Ferry timetable'],
    ['Fähre', 'Bahnhof'],
    ['港口新闻', '渡轮时刻表'],
    ['항구 소식', '여객선 시간표'],
    ['أخبار الميناء'],
    ["з'їзд"],
  ])
    expect(leastOf(names), names[0]).toBe(4);
  for (const names of [['ข่าวท่าเรือ'], ['港のニュース'], ['ຂ່າວທ່າເຮືອ'], ['ព័ត៌មានកំពង់ផែ'], ['ဆိပ်ကမ်းသတင်း']])
    expect(leastOf(names), names[0]).toBe(125);
  // names without any letter of the script do not hide the others, and one such letter makes no script
  expect(leastOf(['React', 'フックを使う', 'API'])).toBe(125);
  expect(leastOf([...Array.from({ length: 20 }, (_, i) => `港口新闻${i}`), '港口の新闻'])).toBe(4);
});

test('an eighth of few is less than four, and four are needed', () => {
  const least = new LeastOfTemplate();
  least.learn('ข ท ร');
  expect([8, 32, 33, 40, 41].map((identities) => least.of(identities))).toEqual([4, 4, 5, 5, 6]);
});

test('the first 256 names tell the script of a site, and subjects that are no names tell nothing', () => {
  const least = new LeastOfTemplate();
  for (let i = 0; i < 300; i++) least.learn(`\n${i}`);
  expect(least.isSettled).toBe(false);
  for (let i = 0; i < 256; i++) least.learn('ข ท');
  expect(least.isSettled).toBe(true);
  for (let i = 0; i < 9000; i++) least.learn('harbour news');
  expect(least.of(80)).toBe(10);
});
