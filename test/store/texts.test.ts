import { expect, test } from 'vitest';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { collected, PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const text = 'a text with ü, 字 and \u0000. '.repeat(500);
const grams = (from: number): BigUint64Array =>
  BigUint64Array.from({ length: 40 }, (_, i) => BigInt(from + i));
const page = (key: string, from: number, more = {}) => ({
  key,
  url: `http://a.example/${key}`,
  grams: grams(from),
  ...more,
});

test('a text that came with a page is there with its verdict, whatever that is, and goes with the page', async () => {
  const at = memory();
  const index = await SketchIndex.open(at, PARAMETERS);
  await index.add(page('added', 0, { text }));
  const claim = await index.claim(page('copy', 0, { text: `${text}2` }));
  expect([claim.verdict, await index.text('copy')]).toEqual(['duplicate', undefined]);
  await claim.commit();
  await index.addIfNew({ ...page('empty', 0, { text: '' }), grams: new BigUint64Array(0) });
  await index.addIfNew(page('without', 1000));
  await index.close();

  const again = await SketchIndex.openExisting(at);
  const texts = () =>
    Promise.all(['added', 'copy', 'empty', 'without', 'nowhere'].map((key) => again.text(key)));
  expect(await texts()).toEqual([text, `${text}2`, '', undefined, undefined]);
  expect((await again.stats()).tables.texts.entries).toBe(3);
  const copied = await SketchIndex.import(memory(), await collected(again.export()));
  expect(await copied.text('copy')).toBe(`${text}2`);
  await copied.close();
  await again.remove('copy');
  await again.add(page('added', 2000));
  expect(await texts()).toEqual([undefined, undefined, '', undefined, undefined]);
  expect((await again.verify()).damaged).toBe(0);
  await again.close();
});

test('a text of a provisional duplicate is kept once the page that it repeats has its verdict', async () => {
  const index = await SketchIndex.open(memory(), PARAMETERS);
  const original = await index.claim(page('original', 0));
  const copy = await index.claim(page('copy', 0, { text }), { provisional: { request: 'copy' } });
  expect(copy.provisional).toBe(true);
  await copy.commit();
  await original.commit();
  await index.settled();
  expect(await index.text('copy')).toBe(text);
  await index.close();
});
