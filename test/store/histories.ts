import fc from 'fast-check';
import { MemoryLevel } from 'memory-level';
import type { BinaryStore } from '../../src/store/disk/binary-store.ts';
import type { IndexParameters } from '../../src/store/layout/parameters.ts';
import { SketchIndex } from '../../src/store/sketch-index.ts';
import type { ClaimedPage, PageVerdict } from '../../src/store/verdicts.ts';
import { collected, PARAMETERS, versionedSets } from './common.ts';

/** The parameters of both settings. */
export const SETTINGS: readonly IndexParameters[] = [PARAMETERS, { ...PARAMETERS, setting: 'compact' }];

/** Texts in versions, of which the near ones are similar; the last one is empty. */
export const SETS: readonly BigUint64Array[] = [...versionedSets(21, 4, 4), new BigUint64Array(0)];

/** Something done to an index. */
export interface Step {
  readonly how: 'claim' | 'add' | 'load' | 'remove';
  readonly key: number;
  readonly set: number;
}

/** Steps with keys of `prefix`, few enough that keys and sets meet again. */
export const histories: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    how: fc.constantFrom('claim', 'claim', 'claim', 'add', 'load', 'remove'),
    key: fc.nat(11),
    set: fc.nat(SETS.length - 1),
  }),
  { maxLength: 25 },
);

export function pageOfStep({ key, set }: Step, prefix = 'page'): ClaimedPage {
  return {
    key: `${prefix} ${key}`,
    // Some pages' URLs are their keys.
    url: key % 3 === 0 ? `${prefix} ${key}` : `http://host${key % 2}.org/${prefix}/${key}`,
    grams: SETS[set],
    ...(key % 4 === 0 ? { at: `2026-01-0${1 + (key % 9)}` } : {}),
    ...(key % 5 === 0 ? { note: `of key ${key}, “quoted”\n` } : {}),
    ...(key % 6 === 1 ? { identity: `${prefix} ${key % 2}` } : {}),
    ...(key % 4 === 1
      ? { validators: { etag: `"${key}"`, lastModified: 'Sat, 21 Nov 2026 18:30:00 GMT' } }
      : {}),
  };
}

export async function take(index: SketchIndex, step: Step, prefix?: string): Promise<void> {
  const page = pageOfStep(step, prefix);
  if (step.how === 'claim') await index.addIfNew(page);
  else if (step.how === 'add') await index.add(page);
  else if (step.how === 'load') await index.addAll([page], { searchable: false });
  else await index.remove(page.key);
}

export function memory(): BinaryStore {
  return new MemoryLevel<Buffer, Buffer>({ keyEncoding: 'buffer', valueEncoding: 'buffer' });
}

export async function indexAfter(
  steps: readonly Step[],
  parameters: IndexParameters,
  at: string | BinaryStore = memory(),
): Promise<SketchIndex> {
  const index = await SketchIndex.open(at, parameters);
  for (const step of steps) await take(index, step);
  return index;
}

/** All that an index says: its verdicts, its counts, and its answers about every set. */
export async function sayings(index: SketchIndex): Promise<{ verdicts: PageVerdict[]; rest: unknown }> {
  const verdicts = await collected(index.verdicts());
  const answers = [];
  for (const set of SETS) {
    const { matches } = await index.query(set, { threshold: 0.5 });
    answers.push(matches);
  }
  return { verdicts, rest: { answers, counts: index.counts } };
}
