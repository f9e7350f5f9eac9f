import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PageIds } from '../../plugins/dump/ids.ts';
import { tags, unescaped } from '../../plugins/mr/lines/format.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import { parseFacts } from '../../plugins/mr/pages/described.ts';
import { unsettled } from '../../plugins/mr/plan.ts';
import { factsStage, idStages, judgeStages, mostIdRounds } from '../../plugins/mr/plan-pages.ts';
import { runSource } from '../../plugins/mr/run-verb.ts';
import { writePage } from '../../plugins/mr/verbs/pages.ts';
import { keeping, identity as run, runStages, sorted } from './stages.ts';

/** A page: its own id, if it has one, and its place. */
type Placed = readonly [own: string | undefined, place: string];

const recordsOfInput = 1e10;

/** What `grams` writes of inputs, each read by itself. */
async function pageLines(inputs: readonly (readonly Placed[])[]): Promise<string> {
  const lines = keeping();
  const write = async (to: Parameters<Parameters<typeof runSource>[0]>[0]): Promise<void> => {
    for (const [input, pages] of inputs.entries()) {
      const ids = new PageIds();
      for (const [page, [own, place]] of pages.entries()) {
        const facts = {
          id: ids.take(own, () => place),
          url: '',
          fetchedAt: '',
          kind: 'article',
          names: [],
        } as const;
        const sizes = { textLength: 0, bodyLength: 0, truncatedFrom: 0 };
        const id = input * recordsOfInput + page;
        writePage(to, id, { facts: { ...facts, ...sizes }, grams: new BigUint64Array() }, place);
      }
    }
  };
  await runSource(write, new LineWriter(lines.stream), 'grams', run);
  return lines.text();
}

/** The ids that the stages give to pages, in their order, and how many rounds these took. */
async function idsByStages(inputs: readonly (readonly Placed[])[], parts: number) {
  const wrote = new Map([['pages', await pageLines(inputs)]]);
  let idRounds = 1;
  for (; ; idRounds++) {
    await runStages(idStages(idRounds), wrote, parts);
    if (!new RegExp(`${unsettled}=[1-9]`).test(wrote.get(`ids-${idRounds}`)!)) break;
  }
  const call = {
    similarity: 'jaccard',
    threshold: 0.8,
    siteModel: false,
    identity: false,
    keep: 'first',
  } as const;
  const stages = judgeStages({ ...call, cluster: 'representative', idRounds }, false, false);
  await runStages(
    stages.filter(({ name }) => name === 'renamed'),
    wrote,
    parts,
  );
  const ids = sorted(wrote.get(factsStage({ idRounds }))!)
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, , tag]) => tag === tags.facts)
    .map((fields) => parseFacts(fields[4]).id);
  return { ids, idRounds };
}

/** The ids that one table gives, as `dedup` has it. */
function idsInTurn(inputs: readonly (readonly Placed[])[]): string[] {
  const ids = new PageIds();
  return inputs.flat().map(([own, place]) => ids.take(own, () => place));
}

/** Inputs of a few files, several of which may be one, with ids that are few, or look like places. */
const someInputs = fc
  .array(
    fc.record({
      file: fc.nat(2),
      ids: fc.array(
        fc.oneof(
          fc.constant(undefined),
          fc.nat(5).map((name) => `id ${name}`),
          fc
            .tuple(fc.nat(2), fc.nat(7), fc.constantFrom('', '', '#1', '#2', '#3'))
            .map(([file, line, end]) => `dump\t${file}:${line}${end}`),
        ),
        { maxLength: 8 },
      ),
    }),
    { maxLength: 4 },
  )
  .map((inputs) =>
    inputs.map(({ file, ids }) => ids.map((own, line): Placed => [own, `dump\t${file}:${line}`])),
  );

test('stages give each page the id that one table gives it, whatever ids pages have and whichever places these look like', async () => {
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(someInputs, fc.integer({ min: 1, max: 3 }), async (inputs, parts) => {
      const { ids, idRounds } = await idsByStages(inputs, parts);
      expect(ids).toEqual(idsInTurn(inputs));
      expect(new Set(ids).size).toBe(ids.length);
      seen.add(idRounds);
    }),
    { numRuns: 150 },
  );
  for (const rounds of [1, 2, 3]) expect(seen).toContain(rounds);
});

test('where all ids are unique, one round asks, and no further line is written', async () => {
  const inputs: readonly Placed[][] = [[['x', 'a:1']], [[undefined, 'b:1']]];
  expect(await idsByStages(inputs, 2)).toEqual({ ids: ['x', 'b:1'], idRounds: 1 });
});

test('pages of one id and place, as of many copies of a file, are settled in the second round', async () => {
  const inputs = Array.from({ length: 40 }, (): Placed[] => [
    ['x', 'a:1'],
    [undefined, 'a:2'],
  ]);
  const { ids, idRounds } = await idsByStages(inputs, 2);
  expect(idRounds).toBe(2);
  expect(ids).toEqual(idsInTurn(inputs));
  expect(ids.at(-1)).toBe('a:2#40');
});

test('pages that take the id of the next one, and so on, end with an error that names the id and both pages', async () => {
  const chain = (length: number): Placed[][] => [
    [['x', 'a:1']],
    [['x', 'b:0'], ...Array.from({ length }, (_, line): Placed => [`b:${line}`, `b:${line + 1}`])],
  ];
  const most = chain(mostIdRounds - 2);
  expect(await idsByStages(most, 1)).toEqual({ ids: idsInTurn(most), idRounds: mostIdRounds });
  await expect(idsByStages(chain(mostIdRounds - 1), 2)).rejects.toMatchObject({
    code: 'ids',
    message: expect.stringMatching(
      /got "b:14" for the pages at b:14 and b:15, after 16 rounds .*: leave these ids out/,
    ),
  });
});

test('what the rounds write is the same for any number of partitions', async () => {
  const inputs = [0, 1, 2].map((input) =>
    Array.from({ length: 9 }, (_, line): Placed => [`id ${line % 4}`, `f${input % 2}:${line}`]),
  );
  const of = async (parts: number): Promise<string> => {
    const wrote = new Map([['pages', await pageLines(inputs)]]);
    await runStages(idStages(1), wrote, parts);
    const lines = sorted(wrote.get('ids-1')!).split('\n');
    return lines.filter((line) => !line.startsWith('mr1\t~')).join('\n');
  };
  expect(await of(1)).toBe(await of(3));
  expect(unescaped(await of(1))).toContain(`\t${tags.renamed}\t`);
});
