import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeDedupFiles } from '../../plugins/cli/dedup/files.ts';
import { printResults, stagedFiles } from '../../plugins/cli/mr/decisions.ts';
import { lineOf, tags } from '../../plugins/mr/lines/format.ts';
import { LineReader } from '../../plugins/mr/lines/reader.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import {
  contentPrefix,
  joinStages,
  lastStage,
  pageStages,
  starStages,
  unsettled,
} from '../../plugins/mr/plan.ts';
import {
  clusterStages,
  type DecideCall,
  decisionStages,
  hasNextWallRound,
  judgeStages,
  newWalls,
  resultStages,
  wallStages,
} from '../../plugins/mr/plan-pages.ts';
import { runSource } from '../../plugins/mr/run-verb.ts';
import { writePage } from '../../plugins/mr/verbs/pages.ts';
import { deduplicateStored } from '../../src/deduplicate.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { bytesOf, keeping, identity as run, runLines, runStages, sorted } from './stages.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'neardup-mr-decisions-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

/** Whole numbers below `n`, the same for one seed. */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

const words = ['apple', 'bridge', 'castle', 'desert', 'engine', 'forest', 'garden', 'harbour', 'island'];

/** Pages of three hosts: templates, versions of things, short things side by side, walls of all kinds, and shells. */
function pagesOf(seed: number): PageGrams[] {
  const below = random(seed);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)];
  const text = (base: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => 1000 * base + i);
  return Array.from({ length: 70 }, (_, page) => {
    const host = below(3);
    const thing = below(5);
    const kind = below(20) === 0 ? 'empty' : 'article';
    const sort = below(10);
    const template = host === 0 ? text(50, 40) : [];
    const notice = host === 0 && below(3) === 0 ? text(51, 25) : [];
    const isMessage = sort < 3;
    const isShort = sort === 3;
    const own = isMessage ? text(60 + below(2), 12) : text(thing, isShort ? 30 : 70);
    const changed = own.filter(() => below(isMessage ? 6 : 40) > 0);
    const grams = kind === 'empty' ? [] : [...template, ...notice, ...changed];
    const name = isMessage ? `message ${below(2)}` : `thing ${isShort ? below(3) : thing}`;
    const isNamed = !isMessage && below(10) > 0;
    const url =
      below(12) === 0
        ? ''
        : below(6) === 0
          ? `https://host${host}.example/again/${one(words)}`
          : `https://host${host}.example/${one(['1.0', '2.0', 'a'])}/${one(words)}-${one(words)}`;
    return {
      facts: {
        ...{
          id: `page[] ${page}\t"é"`,
          url,
          fetchedAt: '',
          kind,
          names: below(9) === 0 ? [] : [name, 'site'],
        },
        ...(url !== '' && { isNamedByUrl: isNamed }),
        ...(url !== '' && !isNamed && { message: isMessage ? below(2) : 7 + below(30) }),
        ...{ textLength: 10, bodyLength: 20, truncatedFrom: below(30) === 0 ? 30 : 0 },
      },
      grams: BigUint64Array.from(new Set(grams), (gram) => BigInt(gram) * 0x9e37_79b9_7f4a_7c15n).sort(),
    };
  });
}

/** The files of results by stages, and how often what is rare happened. */
async function staged(pages: readonly PageGrams[], call: DecideCall, parts: number) {
  const lines = keeping();
  const output = new LineWriter(lines.stream);
  const write = async (source: Parameters<typeof runSource>[0]) => runSource(source, output, 'grams', run);
  await write(async (to) => {
    for (const [id, page] of pages.entries()) writePage(to, id, page);
  });
  const wrote = new Map([['pages', lines.text()]]);
  const through = async (stages: Parameters<typeof runStages>[0]) => runStages(stages, wrote, parts);
  const count = (stage: string, counter: string): number =>
    [...(wrote.get(stage) ?? '').matchAll(new RegExp(`[\\t,]${counter}=(\\d+)`, 'g'))].reduce(
      (sum, [, counted]) => sum + Number(counted),
      0,
    );
  const limits = { memoryBytes: 2 ** 20, blocks: 3 };
  await through(pageStages(call.siteModel, limits.memoryBytes, true));
  const hasTemplates = count(`${contentPrefix}sets`, 'templates') > 0;
  for (const prefix of hasTemplates ? ['', contentPrefix] : [''])
    await through(joinStages(call, limits, prefix));
  await through(judgeStages(call, hasTemplates));
  let rounds = 1;
  for (; ; rounds++) {
    const [large, small] = starStages(rounds);
    await through([large]);
    if (count(large.name, unsettled) === 0) break;
    await through([small]);
  }
  await through(clusterStages(call, rounds));
  let wallRounds = 0;
  let walls = count('wall-texts', 'walls');
  while (call.siteModel) {
    const round = wallStages(++wallRounds);
    await through(round);
    const found = count(round[1].name, newWalls);
    walls += found;
    if (!hasNextWallRound(wallRounds, found)) break;
  }
  await through(decisionStages(call, wallRounds));
  const files: Record<string, string> = {};
  for (const file of stagedFiles) {
    const text = sorted(resultStages[file].map((stage) => wrote.get(stage)!).join(''));
    const printed = keeping();
    const reader = new LineReader(bytesOf(text), { ...run, sorted: true, isPartition: false });
    await printResults(reader, { file, similarity: call.similarity }, printed.stream);
    files[file] = Buffer.from(printed.text(), 'latin1').toString();
  }
  const { length: lasting } = [...(wrote.get('likeness-of-parts') ?? '').matchAll(/\t2\t\d{8}\n/g)];
  const rare = {
    ...{ walls, wallRounds, hasTemplates: Number(hasTemplates), lasting },
    ...{ asked: count('judge-second', 'asked'), measured: count('measure-second', 'measured') },
    sideBySide: count('places-second', 'alike'),
    dropped: count('decisions', 'drop'),
    lastName: found(wrote.get(lastStage)!),
  };
  return { files, rare };
}

function found(text: string): number {
  return text.split('\n').length - 2;
}

/** Those of `neardup dedup`. */
async function whole(pages: readonly PageGrams[], call: DecideCall): Promise<Record<string, string>> {
  const each = async function* (): AsyncGenerator<PageGrams> {
    yield* pages;
  };
  await deduplicateStored(each(), { ...call, method: 'qp' }, (result) => writeDedupFiles(folder, result));
  return Object.fromEntries(
    stagedFiles.map((file) => [file, readFileSync(join(folder, `${file}.jsonl`), 'utf8')]),
  );
}

test('decisions, clusters and judged pairs by stages are those of one process, whatever pages are walls, templates or versions', async () => {
  const rare: Record<string, number> = {};
  for (let seed = 1; seed <= 12; seed++) {
    const pages = pagesOf(seed);
    const call = {
      similarity: seed % 5 === 0 ? 'cosine' : 'jaccard',
      threshold: seed % 3 === 0 ? 0.5 : 0.8,
      siteModel: seed % 11 !== 0,
      identity: seed % 7 !== 0,
    } as const;
    const got = await staged(pages, call, 1 + (seed % 3));
    expect(got.files, `seed ${seed}`).toEqual(await whole(pages, call));
    // ids that end in the middle of a line where its members begin
    for (const line of got.files.clusters.trim().split('\n'))
      expect(JSON.parse(line).members).not.toEqual([]);
    for (const [name, count] of Object.entries(got.rare)) rare[name] = (rare[name] ?? 0) + count;
  }
  for (const [name, count] of Object.entries(rare))
    expect(count, name).toBeGreaterThan(name === 'wallRounds' ? 12 : 0);
}, 120_000);

/** What a verb makes of lines, without its trailer. */
async function linesOf(verb: string, lines: readonly string[]): Promise<string[]> {
  const text = sorted(lines.map((line) => `${line}\n`).join(''));
  return (await runLines([verb], text, { isPartition: true })).split('\n').slice(0, -2);
}

const count = (number: number): string => String(number).padStart(10, '0');

test('of a text on several hosts those count as its site that show it under unlike URLs, and no others', async () => {
  const [text, own] = ['0:7', [3, 0, 3, 3]];
  const mayBe = lineOf(text, tags.mayBeWall, ...own.map(count));
  const usual = (host: string, isStanding: string, worded: number, named: number): string =>
    lineOf(text, tags.usual, `:${host}`, count(3), count(0), isStanding, count(worded), count(named));
  const standing = usual('a', '1', 8, 1);
  expect(await linesOf('wall-verdicts', [mayBe, standing, usual('b', '0', 100, 100)])).toEqual([]);
  expect(await linesOf('wall-verdicts', [mayBe, standing, usual('b', '1', 100, 100)])).toHaveLength(3);
});

test('pages without an address are not known to have had another text at other times', async () => {
  const pages = ['1', '2'].map((text, id) => lineOf(':', tags.grouped, `${id}`, '', text, '', ''));
  const changed = (await linesOf('by-url', pages)).map((line) => line.split('\t')[6]);
  expect(changed).toEqual(['0', '0']);
  const named = pages.map((line) => line.replace(':', ':https://a.example/'));
  expect((await linesOf('by-url', named)).map((line) => line.split('\t')[6])).toEqual(['1', '1']);
});

test('a pair whose names stand side by side is told by all grams that both share, any other by their content', async () => {
  const places = JSON.stringify(['host.example/a/']);
  const by = (part: string): string[] => Array.from({ length: 7 }, (_, i) => `${part}${i}`);
  const asked = lineOf(':other', tags.asked, places, '1', '2', ...by('content'), ...by('all'));
  const standsAt = (folder: string): string =>
    lineOf(':other', tags.named, '3', `https://host.example/${folder}/page.html`);
  const judged = async (folder: string) => (await linesOf('places-second', [standsAt(folder), asked]))[0];
  expect(await judged('a')).toBe(lineOf('1', tags.alike, '2', ...by('all')));
  expect(await judged('b')).toBe(lineOf('1', tags.duplicates, '2', ...by('content')));
});
