import fc from 'fast-check';
import { expect, test } from 'vitest';
import { gramSequence, wordFourGrams } from '../../src/grams/grams.ts';
import { Template } from '../../src/site/template.ts';
import { templateRuns } from '../../src/site/template-runs.ts';
import { splitUnits } from '../../src/text/words.ts';

/** A template of the grams of some texts, each as common as it says. */
function templateOf(texts: readonly (readonly [string, number])[], q: number): Template {
  const percentOf = new Map<bigint, number>();
  for (const [text, percent] of texts)
    for (const gram of gramSequence(splitUnits(text, 'word'), q)) percentOf.set(gram, percent);
  const grams = [...percentOf.keys()].sort((x, y) => (x < y ? -1 : 1));
  return new Template(
    BigUint64Array.from(grams),
    Uint8Array.from(grams, (gram) => percentOf.get(gram)!),
  );
}

test('the runs of a text are its menus and its footer, each with its share, and not what stands between', () => {
  const menu = 'home news weather sports login';
  const small = 'all rights reserved by us';
  const template = templateOf(
    [
      [menu, 90],
      [small, 12],
    ],
    4,
  );
  const own = 'the harbour opened its new gate';
  expect(templateRuns(`${menu} ${own} ${small}`, wordFourGrams, template)).toEqual({
    units: 16,
    runs: [
      { from: 0, to: 2, percent: 90 },
      { from: 14, to: 16, percent: 12 },
    ],
  });
  const ofMenu = templateRuns(menu, wordFourGrams, template);
  expect(ofMenu).toEqual({ units: 5, runs: [{ from: 0, to: 5, percent: 90 }] });
  expect(templateRuns('', wordFourGrams, template)).toEqual({ units: 0, runs: [] });
});

test('a unit is in a run exactly when every gram over it is of the template', () => {
  const words = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 20 }).map((all) => all.join(' '));
  const common = fc.array(fc.tuple(words, fc.nat(100)), { maxLength: 4 });
  fc.assert(
    fc.property(words, common, fc.integer({ min: 1, max: 4 }), (text, texts, q) => {
      const template = templateOf(texts, q);
      const units = splitUnits(text, 'word');
      const { count } = units;
      const percents = template.percentsIn(gramSequence(units, q));
      const { runs } = templateRuns(text, { unit: 'word', q }, template);
      for (let unit = 0; unit < count; unit++) {
        const over = percents.filter((_, i) => i <= unit && unit < Math.max(i + q, count < q ? count : 0));
        const run = runs.find(({ from, to }) => from <= unit && unit < to);
        expect(run !== undefined).toBe(over.every((percent) => percent !== undefined));
        if (run) expect(Math.min(...over.map(Number))).toBeGreaterThanOrEqual(run.percent);
      }
    }),
    { numRuns: 300 },
  );
});
