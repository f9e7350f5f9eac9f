import { expect, test } from 'vitest';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import { PARAMETERS } from './common.ts';
import { memory } from './histories.ts';

test('an option that is to be called is refused at once where it is no function', async () => {
  const at = memory();
  await expect(SketchIndex.open(at, PARAMETERS, { onDamage: true as never })).rejects.toThrow(
    'SketchIndex: onDamage: expected a function; got boolean',
  );
  const index = await SketchIndex.open(at, PARAMETERS);
  await expect(index.verify({ onDamage: true as never })).rejects.toThrow(
    'verify: onDamage: expected a function; got boolean',
  );
  const page = { key: 'a', url: 'a', grams: BigUint64Array.of(1n) };
  await expect(index.claim(page, { repeats: true as never })).rejects.toThrow(
    'claim: repeats: expected a function; got boolean',
  );
  await index.close();
});
