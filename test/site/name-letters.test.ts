import { expect, test } from 'vitest';
import { NameLetters } from '../../src/site/name-letters.ts';
import { nameWords } from '../../src/site/names.ts';

/** On what share of the identities of a site with these names everyday words may be. */
function everydayOf(names: readonly string[]): number {
  const letters = new NameLetters();
  for (const name of names) letters.learn(nameWords([name]).join('\n'));
  return letters.everyday;
}

test('everyday words are told from a template where letters count as words, and nowhere else', () => {
  for (const name of ['Harbour news', 'Fähre', '港口新闻', '항구 소식', 'أخبار الميناء', "з'їзд"])
    expect(everydayOf([name]), name).toBe(0);
  for (const name of ['ข่าวท่าเรือ', 'ຂ່າວທ່າເຮືອ', 'ព័ត៌មានកំពង់ផែ', 'ဆိပ်ကမ်းသတင်း'])
    expect(everydayOf([name]), name).toBe(1 / 8);
  expect(everydayOf(['港湾の漁業を調べる'])).toBe(1 / 32);
  // hardly any letters that are not of Han are left of the names of laws
  expect(everydayOf(['農業協同組合法施行令', '漁業法施行規則', '港湾運送事業法', '人事院規則の施行'])).toBe(
    1 / 8,
  );
  expect(
    everydayOf(['農業協同組合法の施行令', ...Array.from({ length: 20 }, (_, i) => `harbour news ${i}`)]),
  ).toBe(0);
  // names without any letter of the script do not hide the others, and one such letter makes no script
  expect(everydayOf(['React', '漁業を調べる', 'API'])).toBe(1 / 32);
  expect(everydayOf([...Array.from({ length: 20 }, (_, i) => `港口新闻${i}`), '港口の新闻'])).toBe(0);
});

test('the first 256 names tell the script of a site, and subjects that are no names tell nothing', () => {
  const letters = new NameLetters();
  for (let i = 0; i < 300; i++) letters.learn(`\n${i}`);
  expect(letters.isSettled).toBe(false);
  for (let i = 0; i < 256; i++) letters.learn('ข ท');
  expect(letters.isSettled).toBe(true);
  for (let i = 0; i < 9000; i++) letters.learn('harbour news');
  expect(letters.everyday).toBe(1 / 8);
});
