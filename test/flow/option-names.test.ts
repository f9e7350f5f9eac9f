import { expect, test } from 'vitest';
import {
  comparePages,
  deduplicate,
  evaluate,
  SketchIndex,
  shingleDom,
  shinglePage,
} from '../../src/index.ts';
import { gramSet } from '../../src/sketch/index.ts';
import { argumentError } from '../argument-error.ts';

const parameters = { gram: 'word:4', threshold: 0.8, recall: 0.99 };

test('a misspelt option is refused, with the names that there are', async () => {
  const wrong = { treshold: 0.9 } as never;
  await expect(deduplicate([], wrong)).rejects.toThrow(
    /^deduplicate: expected options among threshold, similarity, method, .*, texts; got treshold$/,
  );
  await expect(evaluate([], wrong)).rejects.toThrow(
    /^evaluate: expected options among thresholds, .*; got treshold$/,
  );
  const open = SketchIndex.open('nowhere', { ...parameters, multi: true } as never);
  await expect(open).rejects.toThrow(/^SketchIndex: expected options among gram, .*; got multi$/);
});

test('what is no object of options is refused', async () => {
  for (const [none, said] of [
    [null, 'null'],
    [0.9, 'number'],
    ['jaccard', 'string'],
  ]) {
    await expect(deduplicate([], none as never)).rejects.toThrow(
      argumentError('TypeError', `deduplicate: expected an object of options; got ${said}`),
    );
  }
});

test.each([
  ['word:4'],
  [null],
  [{ unit: 'word' }],
  [{ unit: 'words', q: 4 }],
  [{ unit: 'toString', q: 4 }],
  [{ unit: 'word', q: 0 }],
  [{ unit: 'word', q: 2.5 }],
  [{ unit: 'word', q: Number.NaN }],
])(
  'whatever takes a gram as { unit, q } refuses %j and names the option, whether or not there is text',
  async (wrong) => {
    const options = { gram: wrong as never };
    const refused =
      /^gram: expected \{ unit, q \} with a unit of word, char, line, sentence and a whole number q from 1, as parseGramSpec\('word:4'\) returns; got /;
    for (const body of ['one two', '']) {
      const page = { id: 'a', url: '', body };
      expect(() => gramSet(body, wrong as never)).toThrow(refused);
      expect(() => shinglePage(page, options)).toThrow(refused);
      expect(() => shingleDom({ type: 'root', children: [] } as never, options)).toThrow(refused);
      expect(() => comparePages(page, page, options)).toThrow(refused);
    }
    await expect(deduplicate([], options)).rejects.toThrow(refused);
    await expect(evaluate([], options)).rejects.toThrow(refused);
  },
);

test('a switch that is no boolean is refused, as "off" would mean true', async () => {
  for (const name of ['siteModel', 'identity', 'multiset']) {
    await expect(deduplicate([], { [name]: 'off' })).rejects.toThrow(
      argumentError('TypeError', `${name}: expected true or false; got string`),
    );
    await expect(deduplicate([], { [name]: null as never })).rejects.toThrow(
      argumentError('TypeError', `${name}: expected true or false; got null`),
    );
  }
});
