import { expect, test } from 'vitest';
import { type BinaryStore, write } from '../../src/store/disk/binary-store.ts';
import { hexOfKey, noteKey } from '../../src/store/layout/keys.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { collected, PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

const note = { rules: ['a', 'b'], pages: 7, text: '\u00fc'.repeat(1000) };

async function withNote(): Promise<BinaryStore> {
  const at = memory();
  const index = await SketchIndex.open(at, PARAMETERS);
  await index.add({ key: 'page', url: 'http://a.example/', grams: BigUint64Array.from([1n, 2n, 3n]) });
  await index.setNote('first', { old: true });
  await index.setNote('first', note);
  await index.setNote('second', {});
  await index.close();
  return at;
}

test('a note is there again after the index was closed, and stays when pages go', async () => {
  const index = await SketchIndex.openExisting(await withNote());
  await index.remove('page');
  expect(await index.note('first')).toEqual(note);
  expect(await index.note('second')).toEqual({});
  expect(await index.note('third')).toBeUndefined();
  await index.close();
});

test('notes go into exports and back, and into an index that is merged, unless that has its own', async () => {
  const index = await SketchIndex.openExisting(await withNote());
  const copy = await SketchIndex.import(memory(), await collected(index.export()));
  expect(await copy.note('first')).toEqual(note);
  const empty = await SketchIndex.open(memory(), PARAMETERS);
  await empty.merge(index);
  expect(await empty.note('first')).toEqual(note);
  const own = await SketchIndex.open(memory(), PARAMETERS);
  await own.setNote('first', { own: true });
  expect((await own.merge(index)).hostsLeft).toBe(1);
  expect(await own.note('first')).toEqual({ own: true });
  expect((await index.verify()).damages).toEqual([]);
});

test('a note that was altered is damage: named by who reads it, and by verify', async () => {
  const at = await withNote();
  const key = noteKey('first');
  await write(at, [{ key, value: Buffer.from('nothing of the kind') }], false);
  const index = await SketchIndex.openExisting(at);
  await expect(index.note('first')).rejects.toThrow(
    expect.objectContaining({ code: 'NEARDUP_INDEX_DAMAGED' }),
  );
  expect((await index.verify()).damages).toMatchObject([{ table: 'hosts', entry: hexOfKey(key) }]);
});

test('notes of one prefix are found by it, without those that were deleted or altered, and these are told', async () => {
  const at = memory();
  const index = await SketchIndex.open(at, PARAMETERS);
  for (const name of ['page a', 'page ü', 'page b', 'pager', 'pag']) await index.setNote(name, { name });
  await index.deleteNote('page b');
  await index.deleteNote('page c');
  const all = [
    ['page a', { name: 'page a' }],
    ['page ü', { name: 'page ü' }],
  ];
  expect([...(await index.notes('page '))]).toEqual(all);
  await index.close();
  await write(at, [{ key: noteKey('page a'), value: Buffer.from('nothing of the kind') }], false);
  const told: unknown[] = [];
  const again = await SketchIndex.openExisting(at, { onDamage: (damage) => told.push(damage) });
  expect([...(await again.notes('page '))]).toEqual(all.slice(1));
  expect(told).toMatchObject([{ table: 'hosts', entry: hexOfKey(noteKey('page a')) }]);
  await again.close();
});
