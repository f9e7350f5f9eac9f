import { expect, test } from 'vitest';
import { deduplicate, evaluate, SketchIndex } from '../../src/index.ts';

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
  for (const none of [null, 0.9, 'jaccard']) {
    await expect(deduplicate([], none as never)).rejects.toThrow(
      new TypeError(`deduplicate: expected an object of options; got ${none}`),
    );
  }
});
