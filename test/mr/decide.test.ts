import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countedStages } from '../../plugins/cli/mr/decide-stages.ts';
import { version } from '../../plugins/cli/version.ts';
import { escaped, lineOf, tags } from '../../plugins/mr/lines/format.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import { resultStages } from '../../plugins/mr/plan-pages.ts';
import { runSource } from '../../plugins/mr/run-verb.ts';
import { idField } from '../../plugins/mr/sets/set-text.ts';
import { neardup, neardupProcess } from '../cli/run.ts';
import { writeDumps } from './pages.ts';
import { keeping } from './stages.ts';

const run = ['--run', 'r'];
let folder: string;
/** As Spark's driver leaves them: two files of the stage `pages`, and no pairs. */
let stages: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-decide-'));
  stages = join(folder, 'stages');
  await writeStages(stages, writeDumps(folder));
});

/** @param more what other stages have written, by their names */
async function writeStages(
  stages: string,
  dumps: readonly string[],
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  const texts: string[] = [];
  for (const [number, dump] of dumps.entries())
    texts.push((await neardup(['mr', 'grams', dump, '--input', String(number), ...run])).stdout);
  const none = await neardupProcess(['mr', 'select', '--tag', 'none', ...run], { input: texts[0] });
  const wrote = { found: none.stdout, ...more };
  const parted = Object.entries(wrote).map(([stage, text]) => [stage, [text]] as const);
  for (const [stage, parts] of [['pages', texts] as const, ...parted]) {
    for (const place of [stage, `${stage}.told`]) mkdirSync(join(stages, place), { recursive: true });
    let [lines, hashes] = [0, 0n];
    for (const [part, text] of parts.entries()) {
      writeFileSync(join(stages, stage, `part-0000${part}-of-spark.txt`), text, 'latin1');
      const trailer = text.trimEnd().split('\n').at(-1)!.split('\t');
      lines += Number(trailer[5]);
      hashes = BigInt.asUintN(64, hashes + BigInt(`0x${trailer[6]}`));
    }
    writeFileSync(
      join(stages, `${stage}.told`, 'r.json'),
      `{"written": [${lines}, ${hashes}], "read": [0, 0]}`,
    );
  }
}

afterAll(() => rmSync(folder, { recursive: true }));

function decide(stages: string, out: string, ...more: string[]) {
  return neardup(['mr', 'decide', stages, ...run, '--out', out, '--site-model', 'off', '--quiet', ...more]);
}

test('inputs without any page are an error, unless that may be', async () => {
  const input = join(folder, 'empty.jsonl');
  writeFileSync(input, '');
  const stages = join(folder, 'stages-of-nothing');
  await writeStages(stages, [input]);
  const refused = await decide(stages, join(folder, 'nothing'));
  expect(refused.stderr).toMatch(
    /expected a page in .*empty\.jsonl; got none \(no record at all\): if that may be, say --allow/,
  );
  expect(refused.code).toBe(1);
  const allowed = await decide(stages, join(folder, 'nothing'), '--allow-empty');
  expect(allowed.code, allowed.stderr).toBe(0);
});

test('decisions are made of all files of the stages, and of nothing less', async () => {
  const whole = join(folder, 'whole');
  const { code, stderr } = await decide(stages, whole);
  expect(code, stderr).toBe(0);
  expect(readFileSync(join(whole, 'decisions.jsonl'), 'utf8').match(/\n/g)).toHaveLength(48);

  const copy = join(folder, 'copy');
  const copied = (without: RegExp): void => {
    rmSync(copy, { recursive: true, force: true });
    cpSync(stages, copy, { recursive: true, filter: (path) => !without.test(path) });
  };
  const { code: again, stdout } = await decide(stages, whole, '--json');
  expect([again, JSON.parse(stdout)]).toMatchObject([0, { format: 'neardup-summary/1', pages: 48 }]);
  for (const [without, said] of [
    [/pages.part-00001/, /stage pages: expected the \d+ lines that it wrote; got \d+ in the 1 files of /],
    [/found$/, /stage found: expected the 0 lines that it wrote; got 0 in the 0 files of /],
    [/found\.told/, /expected stage found in .*; its run has not done it/],
    [/\.told/, /expected stages of run r in .*; got none: copy the whole of it/],
  ] as const) {
    copied(without);
    const cut = await decide(copy, join(folder, 'cut'));
    expect(cut.stderr).toMatch(said);
    expect(cut.code).toBe(1);
  }
});

test('decisions do not replace results of another call unless asked to, and what a killed call left is removed', async () => {
  const out = join(folder, 'taken');
  mkdirSync(join(out, 'decide.unfinished', 'sorted'), { recursive: true });
  expect((await decide(stages, out)).code).toBe(0);
  expect(existsSync(join(out, 'decide.unfinished'))).toBe(false);
  const found = readFileSync(join(out, 'summary.json'), 'utf8');
  const refused = await decide(stages, out, '--keep', 'longest');
  expect(refused.stderr).toMatch(
    /expected a folder without results of another call; got .* with --keep first, not longest/,
  );
  expect([refused.code, readFileSync(join(out, 'summary.json'), 'utf8')]).toEqual([2, found]);
  expect((await decide(stages, out, '--keep', 'longest', '--force')).code).toBe(0);
  const call = JSON.parse(readFileSync(join(out, 'call.json'), 'utf8'));
  expect(call).toMatchObject({
    command: 'mr decide',
    inputs: [stages],
    options: { keep: 'longest', run: 'r' },
  });
});

test('what the driver of Hadoop has told of stages counts as what that of Spark has', async () => {
  const copy = join(folder, 'of-hadoop');
  cpSync(stages, copy, { recursive: true, filter: (path) => !path.endsWith('.told') });
  mkdirSync(join(copy, 'told.r'));
  for (const stage of ['pages', 'found']) {
    const told = readFileSync(join(stages, `${stage}.told`, 'r.json'), 'utf8');
    const [, lines, hashes] = /\[(\d+), (\d+)\]/.exec(told)!;
    writeFileSync(join(copy, 'told.r', stage), `${stage} ${lines}:${hashes} 0 0 0 0 0\n`);
  }
  expect((await decide(copy, join(folder, 'decided'))).code).toBe(0);
  rmSync(join(copy, 'pages', 'part-00000-of-spark.txt'));
  expect((await decide(copy, join(folder, 'cut'))).stderr).toMatch(/stage pages: expected the \d+ lines/);
});

test('other options than those by which the stages were made are refused, where the driver has recorded these', async () => {
  const recorded = join(folder, 'recorded');
  cpSync(stages, recorded, { recursive: true });
  const call = ['--similarity', 'jaccard', '--threshold', '0.8', '--site-model', 'off', '--identity', 'off'];
  const lsh = ['--method', 'lsh', '--recall', '0.9'];
  const later = ['--keep', 'longest', '--cluster', 'representative'];
  writeFileSync(join(recorded, 'call.r'), [...call, ...later, ...lsh, '--gram', 'word:4'].join('\n'));
  const out = join(folder, 'of-recorded');
  // what one process decides needs no stage for it
  const { code, stderr } = await decide(recorded, out, ...lsh);
  expect(code, stderr).toBe(0);
  for (const [more, said] of [
    [[...lsh, '--threshold', '0.7'], /--threshold: expected 0\.8, as the stages in .* were made; got 0\.7\n/],
    [[], /--method: expected lsh, as .*; got prefix\n/],
    [['--method', 'lsh', '--recall', '0.8'], /--recall: expected 0\.9, as .*; got 0\.8\n/],
    [[...lsh, '--gram', 'word:3'], /--gram: expected word:4, as .*; got word:3\n/],
    [[...lsh, '--decide', 'stages'], /--keep: expected longest, as .*; got first\n/],
  ] as const) {
    const refused = await decide(recorded, out, ...more, '--force');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(said)]);
  }
});

test('a copy is made of one input, by decisions and to a file that are named', async () => {
  const named = ['--decisions', join(folder, 'd.jsonl'), '--write', join(folder, 'kept.jsonl')];
  for (const [args, said] of [
    [[...named], /mr write: expected one INPUT; got 0/],
    [['a.jsonl', 'b.jsonl', ...named], /mr write: expected one INPUT; got 2/],
    [['a.jsonl', ...named.slice(0, 2)], /mr write: expected --decisions FILE and --write FILE/],
    [['a.jsonl', ...named.slice(2)], /mr write: expected --decisions FILE and --write FILE/],
  ] as const) {
    const { code, stderr } = await neardup(['mr', 'write', ...args]);
    expect(stderr).toMatch(said);
    expect(code).toBe(2);
  }
});

describe('results name what proposed the pairs', () => {
  const dumps: string[] = [];
  let proposed: string;
  const lsh = ['--method', 'lsh', '--recall', '0.5'];

  /** What a stage has written, without the files around. */
  async function written(...line: readonly string[]): Promise<string> {
    const output = keeping();
    await runSource(async (call) => call.output.line(lineOf(...line)), new LineWriter(output.stream), 'of', {
      ...{ version, run: 'r' },
    });
    return output.text();
  }

  beforeAll(async () => {
    proposed = join(folder, 'proposed');
    const dump = join(folder, 'twice.jsonl');
    writeFileSync(dump, ['a', 'b'].map((id) => `{"id":"${id}","text":"five words of a page"}\n`).join(''));
    dumps.push(dump);
    const names = new Set([...countedStages, ...Object.values(resultStages).flat()]);
    names.delete('pages');
    const removal = { id: 'b', url: '', representative: 'a', similarity: 1, code: 'similar' };
    const staged = await Promise.all(
      [...names].map(async (name) => [
        name,
        await written(idField(1), tags.removal, escaped(JSON.stringify(removal))),
      ]),
    );
    const found = await written(idField(0), tags.found, idField(1), '2');
    await writeStages(proposed, dumps, { ...Object.fromEntries(staged), found });
  });

  async function named(call: readonly string[], out: string) {
    const { code, stdout, stderr } = await neardup([...call, '--site-model', 'off', '--out', out, '--force']);
    expect(code, stderr).toBe(0);
    const { method } = JSON.parse(readFileSync(join(out, 'summary.json'), 'utf8'));
    expect(stdout).toContain(`(method ${method}, `);
    const removals = readFileSync(join(out, 'removals.jsonl'), 'utf8').trimEnd().split('\n');
    return { method, parameters: JSON.parse(removals.at(-1)!).parameters };
  }

  const decided = (...more: readonly string[]) =>
    named(['mr', 'decide', proposed, ...run, ...more], join(folder, `named-${more.join('')}`));

  test('as dedup names it, which is qp only of exact joins, and the evidence differs with its setting', async () => {
    const ofDedup = (method: string) => named(['dedup', ...dumps, '--method', method], join(folder, method));
    const exact = await decided();
    expect(exact).toEqual(await ofDedup('auto'));
    expect(exact.method).toBe('qp');
    const evidence = new Set([exact.parameters]);
    for (const [call, name] of [
      [['--method', 'lsh'], 'minhash-confirmed'],
      [lsh, 'minhash-confirmed'],
      [['--method', 'simhash'], 'simhash-3-confirmed'],
      [['--method', 'simhash', '--tables', '16', '--similarity', 'cosine'], 'simhash-3-confirmed'],
    ] as const) {
      const { method, parameters } = await decided(...call);
      expect(method).toBe((await ofDedup(name)).method);
      evidence.add(parameters);
    }
    expect(evidence.size).toBe(5);
  });

  test('whether one process decides or stages do', async () => {
    expect(await decided(...lsh, '--decide', 'stages')).toEqual(await decided(...lsh));
  });
});
