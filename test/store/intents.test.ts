import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Intent, Intents } from '../../src/store/intents.ts';

const set = {} as Intent['set'];
const intentOf = (key: number, of: number, isHandled: boolean): Intent => ({
  page: { key: `${key}`, url: '' },
  ...{ set, of: `${of}`, returns: 0 },
  ...(!isHandled && { request: 'request' }),
});

test('whatever is kept, forgotten, handed on and taken, as many pages are copies, and the same ones wait, as in plain lists', () => {
  const key = fc.integer({ min: 0, max: 5 });
  const step = fc.tuple(fc.constantFrom('keep', 'forget', 'take', 'give up'), key, key, fc.boolean());
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const intents = new Intents();
      const kept = new Map<string, Intent>();
      const lists = new Map<string, Intent[]>();
      const isKept = (intent: Intent): boolean => kept.get(intent.page.key) === intent;
      const taken = (of: string): Intent[] => {
        const list = lists.get(of) ?? [];
        lists.delete(of);
        return list.filter(isKept);
      };
      for (const [does, one, other, isHandled] of steps) {
        const of = `${other}`;
        if (does === 'keep') {
          const intent = intentOf(one, other, isHandled);
          intents.keep(intent);
          intents.wait(of, intent);
          kept.set(`${one}`, intent);
          lists.set(of, [...(lists.get(of) ?? []), intent]);
        } else if (does === 'forget') {
          intents.forget(`${one}`);
          kept.delete(`${one}`);
        } else if (does === 'take') expect(intents.take(of)).toEqual(taken(of));
        else {
          const all = taken(of);
          const queue = intents.takeQueue(of);
          expect((queue?.takeHandled() ?? []).filter(isKept)).toEqual(all.filter(({ request }) => !request));
          const [first, ...rest] = all.filter(({ request }) => request);
          expect(queue?.take((intent) => intents.isValid(intent))).toBe(first);
          if (first === undefined) continue;
          const next = first.page.key;
          intents.waitAll(next, queue!);
          lists.set(next, [...(lists.get(next) ?? []), ...rest]);
        }
        expect(intents.copies).toBe([...kept.values()].filter(({ page, of }) => page.key !== of).length);
      }
    }),
  );
});

test('of many copies that fail one after the other each hands on the queue as it is, and not a copy of all that are left', () => {
  const intents = new Intents();
  for (let i = 1; i <= 100; i++) {
    const intent = intentOf(i, 0, false);
    intents.keep(intent);
    intents.wait('0', intent);
  }
  const queue = intents.takeQueue('0');
  for (let i = 1; i <= 100; i++) {
    const first = queue?.take((intent) => intents.isValid(intent));
    expect(first?.page.key).toBe(`${i}`);
    intents.waitAll(`${i}`, queue!);
    expect(intents.takeQueue(`${i}`)).toBe(queue);
  }
});
