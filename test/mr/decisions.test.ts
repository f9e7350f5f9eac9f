import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addRemovals, removalsOf } from '../../plugins/cli/audit/removals.ts';
import { webRedirect } from '../../plugins/cli/dedup/declared.ts';
import { shardLines, writeDedupFiles, writeShards, writeSummary } from '../../plugins/cli/dedup/files.ts';
import { writeHostFiles } from '../../plugins/cli/dedup/host-files.ts';
import { type CountedCluster, judgeCluster, looseClusters } from '../../plugins/cli/dedup/loose-clusters.ts';
import { parametersOf } from '../../plugins/cli/dedup/parameters.ts';
import { summaryOf } from '../../plugins/cli/dedup/summary.ts';
import { writingTemplates } from '../../plugins/cli/dedup/templates.ts';
import { bundleFile } from '../../plugins/cli/mr/bundle-file.ts';
import { writeStagedResults } from '../../plugins/cli/mr/decide-stages.ts';
import { readDeciding } from '../../plugins/cli/mr/deciding.ts';
import { findingsOfAll, type InputFindings } from '../../plugins/cli/mr/findings.ts';
import { recordsOfInput } from '../../plugins/cli/mr/inputs.ts';
import { printResults, stagedFiles } from '../../plugins/cli/mr/results/print.ts';
import { version } from '../../plugins/cli/version.ts';
import { PageIds } from '../../plugins/dump/ids.ts';
import { escaped, lineOf, tags, unescaped } from '../../plugins/mr/lines/format.ts';
import { LineReader } from '../../plugins/mr/lines/reader.ts';
import { addCounters, isTrailer, parseTrailer } from '../../plugins/mr/lines/trailer.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import {
  contentJoin,
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
  idStages,
  judgeStages,
  newWalls,
  resultStages,
  wallStages,
} from '../../plugins/mr/plan-pages.ts';
import { runSource } from '../../plugins/mr/run-verb.ts';
import { idField } from '../../plugins/mr/sets/set-text.ts';
import { writePage } from '../../plugins/mr/verbs/pages.ts';
import { deduplicateStored } from '../../src/deduplicate.ts';
import { clusterPolicies, keepPolicies, TemplatesDigest, WorkFolder } from '../../src/flow/index.ts';
import type { PageGrams } from '../../src/flow/page-grams.ts';
import { summaryIn } from './pages.ts';
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

/** What a page is called whose id is taken. */
function placeOf(page: number): string {
  return `a\tdump:${page + 1}`;
}

/** Pages of three hosts: templates, archives of tags, versions of things, one that is quoted, short things side by side, walls of all kinds, and shells. */
function pagesOf(seed: number): PageGrams[] {
  const below = random(seed);
  const one = <Value>(values: readonly Value[]): Value => values[below(values.length)];
  const text = (base: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => 1000 * base + i);
  const setOf = (grams: readonly number[]): BigUint64Array =>
    BigUint64Array.from(new Set(grams), (gram) => BigInt(gram) * 0x9e37_79b9_7f4a_7c15n).sort();
  // an article, and archives of two tags that list it
  const listing = ['article', 'tag one', 'tag two'].map(
    (name, i): PageGrams => ({
      facts: {
        ...{
          id: name,
          url: `https://host0.example/${i > 0 ? 'tags' : 'a'}/${name.replace(' ', '-')}`,
          fetchedAt: '',
        },
        ...{
          kind: 'article',
          names: [name, ...(i > 0 ? ['article'] : []), `${name} here`],
          isNamedByUrl: true,
        },
        ...{ textLength: 15, bodyLength: 20, truncatedFrom: 0 },
      },
      grams: setOf([...text(50, 40), ...text(0, 25), ...(i > 0 ? text(70, 10) : text(71, 60))]),
    }),
  );
  const others = Array.from({ length: 70 }, (_, page): PageGrams => {
    const host = below(3);
    const thing = below(5);
    const kind = below(20) === 0 ? 'empty' : 'article';
    const sort = below(10);
    // what all pages of a host quote of one thing is template there, and content on the others
    const template = host === 0 ? [...text(50, 40), ...text(0, 25)] : [];
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
          : host === 2 && page % 3 > 0
            ? `https://host2.example/topic.php?t=${below(40)}`
            : `https://host${host}.example/${one(['1.0', '2.0', 'a'])}/${one(words)}-${one(words)}`;
    return {
      facts: {
        ...{
          id: `page[] ${page}\t"é"`,
          url,
          fetchedAt: below(4) === 0 ? '' : `${1969 + below(3)}-01-0${1 + below(9)}T00:00:00Z`,
          kind,
          names: below(9) === 0 ? [] : [name, 'site'],
        },
        ...(url !== '' && { isNamedByUrl: isNamed }),
        ...(url !== '' && !isNamed && { message: isMessage ? below(2) : 7 + below(30) }),
        ...(below(3) === 0 && { canonical: `https://host${below(3)}.example/again/${one(words)}` }),
        ...{ textLength: 10 + below(9), bodyLength: 20, truncatedFrom: below(30) === 0 ? 30 : 0 },
      },
      grams: setOf(grams),
    };
  });
  return [...others, ...listing];
}

/** Gives some pages the id of another page, or what another one may be called by its place. */
function withSharedIds(pages: readonly PageGrams[], seed: number): PageGrams[] {
  const below = random(seed);
  return pages.map(({ facts, grams }) => {
    const shared = [pages[below(pages.length)].facts.id, placeOf(below(pages.length))];
    return { facts: { ...facts, id: shared[below(8)] ?? facts.id }, grams };
  });
}

/** Two that lead somewhere else, and one that does not. */
const redirects = [
  ['https://host0.example/old', '/again/apple'],
  ['https://host1.example/old', 'https://host2.example/again/bridge'],
  ['https://host1.example/old', '#there'],
].map(([url, target]) => ({ url, target }));

/** What was found in two inputs, of which one is damaged. */
const findings: readonly InputFindings[] = [
  { input: 'a.warc', bytes: 10, damaged: [], notes: [], skipped: { image: 2 } },
  {
    ...{ input: 'b.warc', bytes: 20, notes: [], skipped: { image: 1, redirect: 3 } },
    damaged: [{ file: 'b.warc', offset: 5, reason: 'a record is cut' } as never],
  },
];

/** Number of the input that a page is in. */
function inputOf(page: number): number {
  return page < 40 ? 0 : 1;
}

/** What the lines of a stage with a tag say in their last field, as JSON. */
function saidIn(text: string, tag: string): unknown[] {
  const fields = sorted(text)
    .split('\n')
    .map((line) => line.split('\t'));
  return fields.filter(([, , of]) => of === tag).map((line) => JSON.parse(unescaped(line.at(-1)!)));
}

/** The files of results by stages, and how often what is rare happened. */
async function staged(pages: readonly PageGrams[], options: DecideCall, parts: number) {
  const lines = keeping();
  const output = new LineWriter(lines.stream);
  const write = async (source: Parameters<typeof runSource>[0]) => runSource(source, output, 'grams', run);
  await write(async (to) => {
    for (const [page, read] of pages.entries())
      writePage(to, recordsOfInput * inputOf(page) + page, read, placeOf(page));
    for (const [number, found] of findings.entries())
      to.output.line(lineOf(idField(recordsOfInput * number), tags.ofInput, escaped(JSON.stringify(found))));
    for (const [number, redirect] of redirects.entries())
      to.output.line(
        lineOf('0'.repeat(16), tags.redirect, `000000000${number}`, escaped(JSON.stringify(redirect))),
      );
  });
  const wrote = new Map([['pages', lines.text()]]);
  const through = async (stages: Parameters<typeof runStages>[0]) => runStages(stages, wrote, parts);
  const count = (stage: string, counter: string): number =>
    [...(wrote.get(stage) ?? '').matchAll(new RegExp(`[\\t,]${counter}=(\\d+)`, 'g'))].reduce(
      (sum, [, counted]) => sum + Number(counted),
      0,
    );
  const limits = { memoryBytes: 2 ** 20, blocks: 3 };
  await through(pageStages(options.siteModel, limits.memoryBytes, true));
  const hasTemplates = count(`${contentPrefix}sets`, 'templates') > 0;
  const hasTwoSites = count(`${contentPrefix}sets`, 'hosts') > 1;
  await through(joinStages(options, limits));
  if (hasTemplates) await through(joinStages(contentJoin(options, hasTwoSites), limits, contentPrefix));
  let idRounds = 1;
  for (; ; idRounds++) {
    await through(idStages(idRounds));
    if (count(`ids-${idRounds}`, unsettled) === 0) break;
  }
  const call = { ...options, idRounds };
  await through(judgeStages(call, hasTemplates, hasTwoSites));
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
    const text = sorted(resultStages[file].map((stage) => wrote.get(stage) ?? '').join(''));
    files[file] = '';
    // without a site model there are no templates
    if (text === '') continue;
    const printed = keeping();
    const reader = new LineReader(bytesOf(text), { ...run, sorted: true, isPartition: false });
    await printResults(reader, { file, similarity: call.similarity }, printed.stream);
    files[file] = Buffer.from(printed.text(), 'latin1').toString();
  }
  const wroteIn = ([stage]: readonly string[]): string => wrote.get(stage) ?? '';
  files.removals = asLines(saidIn(wroteIn(resultStages.removals), tags.removal));
  const large = saidIn(wroteIn(resultStages.largeClusters), tags.large) as CountedCluster[];
  const loose = large.flatMap((each) => judgeCluster(each, pages.length, call.threshold) ?? []);
  files.loose = inAnyOrder(asLines(loose));
  const digest = new TemplatesDigest();
  for (const line of wroteIn(resultStages.templates).split('\n')) {
    const [, , tag, part, ofHost] = line.split('\t');
    if (tag === tags.template && Number(part) === 0) digest.addDigest(Buffer.from(ofHost, 'hex'));
  }
  files.digest = digest.finish();
  const { length: lasting } = [...(wrote.get('likeness-of-parts') ?? '').matchAll(/\t2\t\d{8}\n/g)];
  const rare = {
    renamed: new Set([...(wrote.get('ids-1') ?? '').matchAll(/^mr1\t\d+(?=\tfb\t)/gm)].map(String)).size,
    laterIdRounds: idRounds - 2,
    ...{ walls, wallRounds, hasTemplates: Number(hasTemplates), lasting },
    ...{
      asked: count('judge-second', 'asked'),
      twoSites: count('judge-second', 'two-sites'),
      compared: count('judge-second', 'one-site'),
      ofTwoSites: count('compare-second', 'duplicates'),
      measured: count('measure-second', 'measured'),
    },
    atPatterns: [...wrote].filter(
      ([stage, text]) => stage.startsWith('wall-verdicts') && text.includes(`\t${tags.wallAt}\t`),
    ).length,
    sideBySide: count('places-second', 'alike'),
    dropped: count('decisions', 'drop'),
    lastName: found(wrote.get(lastStage)!),
    agreeing: count('declared', 'agreeing'),
    differing: count('declared', 'differing'),
    hosts: count('host-second', 'pairs'),
    linked: count('decisions', 'linked'),
    loose: files.loose.length,
  };
  return { files, rare, wrote };
}

function found(text: string): number {
  return text.split('\n').length - 2;
}

function inAnyOrder(lines: string): string {
  return lines.split('\n').sort().join('\n');
}

function asLines(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

/** Pages as `neardup dedup` reads them. */
async function* given(pages: readonly PageGrams[]): AsyncGenerator<PageGrams> {
  const ids = new PageIds();
  for (const [page, { facts, grams }] of pages.entries())
    yield { facts: { ...facts, id: ids.take(facts.id, () => placeOf(page)) }, grams };
}

/** Those of `neardup dedup`. */
async function whole(pages: readonly PageGrams[], call: DecideCall): Promise<Record<string, string>> {
  const work = new WorkFolder();
  const known = redirects.flatMap((redirect) => webRedirect(redirect) ?? []);
  const more = await writingTemplates(folder, (onTemplate) =>
    deduplicateStored(given(pages), { ...call, method: 'qp', onTemplate }, async (result) => {
      await writeDedupFiles(folder, result);
      await writeHostFiles(folder, result, known, work);
      return {
        removals: asLines([...removalsOf(result)]),
        loose: inAnyOrder(asLines(looseClusters(result, call.threshold))),
        digest: result.templateDigest,
      };
    }),
  );
  work.close();
  return {
    ...Object.fromEntries(
      stagedFiles.map((file) => [file, readFileSync(join(folder, `${file}.jsonl`), 'utf8')]),
    ),
    ...more,
  };
}

test('all that stages write of pages is what one process writes, whatever pages are walls, templates or versions, or have one id', async () => {
  const rare: Record<string, number> = {};
  // in the last four a wall of one host is also on another, where its URL says nothing about it, with a further wall
  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 20, 52, 67, 78]) {
    const pages = withSharedIds(pagesOf(seed), seed);
    const call = {
      similarity: seed % 5 === 0 ? 'cosine' : 'jaccard',
      threshold: seed % 3 === 0 ? 0.5 : 0.8,
      siteModel: seed % 11 !== 0,
      identity: seed % 7 !== 0,
      keep: keepPolicies[seed % keepPolicies.length],
      cluster: clusterPolicies[seed % 2],
    } as const;
    const got = await staged(pages, call, 1 + (seed % 3));
    expect(got.files, `seed ${seed}`).toEqual(await whole(pages, call));
    // ids that end in the middle of a line where its members begin
    for (const line of got.files.clusters.trim().split('\n'))
      expect(JSON.parse(line).members).not.toEqual([]);
    for (const [name, count] of Object.entries(got.rare)) rare[name] = (rare[name] ?? 0) + count;
  }
  for (const [name, count] of Object.entries(rare))
    expect(count, name).toBeGreaterThan(name === 'wallRounds' ? 16 : 0);
});

/** Pages with three of the eight teasers of their host, which are template: articles, and twelve that say sorry, by so many grams on each host. */
function withTeasers(): PageGrams[] {
  const inLetters = (page: number): string => 'abcdefghij'[page % 10].repeat(3 + page);
  const hosts = [
    { host: 'numbers', says: 30, path: (page: number) => `story/${1000 + 37 * page}` },
    { host: 'words', says: 90, path: inLetters },
    // among the headings of its messages is that of another story
    { host: 'headings', says: 150, path: inLetters },
  ];
  return hosts.flatMap(({ host, says, path }, at) =>
    Array.from({ length: 36 }, (_, page) => {
      const isMessage = page % 3 === 0;
      const text = (base: number, count: number): number[] =>
        Array.from({ length: count }, (_, i) => 1000 * (100 * at + base) + i);
      const teasers = [0, 1, 2].flatMap((i) => text(90 + ((page + i) % 8), 40));
      const own = isMessage ? text(80, says) : text(page, 70);
      return {
        facts: {
          ...{ id: `${host} ${page}`, url: `https://${host}.example/${path(page)}`, kind: 'article' },
          ...{
            names: isMessage
              ? ['sorry', ...(host === 'headings' ? [`story ${page + 1}`] : []), 'site']
              : [`story ${page}`, 'site'],
            message: 100 + 2 * page,
          },
          ...(host !== 'numbers' && { isNamedByUrl: !isMessage }),
          ...{ fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
        },
        grams: BigUint64Array.from(
          [...teasers, ...own],
          (gram) => BigInt(gram) * 0x9e37_79b9_7f4a_7c15n,
        ).sort(),
      };
    }),
  );
}

const usualCall: DecideCall = {
  ...{ similarity: 'jaccard', threshold: 0.8, siteModel: true, identity: true },
  ...{ keep: keepPolicies[0], cluster: clusterPolicies[0] },
};

test('stages tell walls by what pages have beside teasers, and by names in common at patterns, as one process does', async () => {
  const pages = withTeasers();
  const mail = pages.map(({ facts, grams }, page) => ({
    facts: { ...facts, names: page % 3 === 0 ? facts.names : [`thread ${page % 7}`] },
    grams,
  }));
  // long texts, each at three numbers
  const copies = Array.from(
    { length: 36 },
    (_, page): PageGrams => ({
      facts: {
        ...{ id: `copy ${page}`, url: `https://numbers.example/story/${9000 + page}`, kind: 'article' },
        ...{ names: ['copies'], fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
      },
      grams: BigUint64Array.from({ length: 100 }, (_, i) => BigInt(1000 * Math.floor(page / 3) + i + 1)),
    }),
  );
  for (const [list, expected] of [
    [pages, 36],
    // an archive of mail at the numbers
    [mail, 24],
    [[...pages, ...copies], 24],
  ] as const) {
    const { files } = await staged(list, usualCall, 2);
    expect(files).toEqual(await whole(list, usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
});

test('stages count what pages have in common that are similar only without notices or by hardly any content, as one process does', async () => {
  const text = (base: number, count: number) =>
    Array.from({ length: count }, (_, i) => BigInt(100 * base + i));
  // a heading, parts of which each is on some pages of a name and not on others, and what is on no other page or on the others of its name
  const lists = Array.from({ length: 30 }, (_, at): PageGrams => {
    const [name, which] = [Math.floor(at / 3), at % 3];
    const parts = name % 2 === 0 ? [which, (which + 1) % 3] : [which];
    return {
      facts: {
        ...{ id: `${at}`, url: `https://mail.example/${'abc'[which]}/${name}`, kind: 'article' },
        ...{ names: [`month ${name}`], fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
      },
      grams: BigUint64Array.from([
        ...[...text(0, 24), ...text(10 + (name < 5 ? at : 30 + name), 2)],
        ...parts.flatMap((part) => text(1 + part, 20)),
      ]),
    };
  }).map(({ facts, grams }) => ({ facts, grams: grams.sort() }));
  const { files, rare } = await staged(lists, usualCall, 2);
  expect(rare.compared).toBe(30);
  expect(files).toEqual(await whole(lists, usualCall));
  const dropped = files.decisions.split('\n').filter((line) => line.includes('"decision":"drop"'));
  expect(dropped.map((line) => Math.floor(JSON.parse(line).id / 3) % 2)).toEqual(Array(10).fill(0));
});

test('stages keep pages of one name that share hardly more than the terms below them, and drop those that say the same, as one process does', async () => {
  const text = (base: number, count: number) =>
    Array.from({ length: count }, (_, i) => BigInt(1000 * base + i));
  // terms, one of three options that are template as well, and what is said of one car, or of every second model
  const cars = Array.from({ length: 30 }, (_, at): PageGrams => {
    const [model, which] = [Math.floor(at / 3), at % 3];
    const own = text(10 + (model % 2 === 0 ? at : 100 + model), 20);
    return {
      facts: {
        ...{ id: `${at}`, url: `https://cars.example/${'abc'[which]}/${at}`, kind: 'article' },
        ...{ names: [`model ${model}`], fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
      },
      grams: BigUint64Array.from([...text(0, 200), ...text(1 + which, 40), ...own]).sort(),
    };
  });
  const { files } = await staged(cars, usualCall, 2);
  expect(files).toEqual(await whole(cars, usualCall));
  const dropped = files.decisions.split('\n').filter((line) => line.includes('"decision":"drop"'));
  expect(dropped.map((line) => Math.floor(JSON.parse(line).id / 3) % 2)).toEqual(Array(10).fill(1));
});

test('stages know a wall by two URLs that gave unlike things at other times, and none by those that gave one, as one process does', async () => {
  const page = (at: number, name: string, message: number): PageGrams => ({
    facts: {
      ...{ id: `${at} ${name}`, url: `https://again.example/${at}`, kind: 'article', names: [name] },
      ...{ message, fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
    },
    grams: BigUint64Array.from({ length: 20 }, (_, i) => BigInt(100 * message + i)),
  });
  const sorry = [page(1, 'sorry', 9), page(2, 'sorry', 9)];
  for (const [others, expected] of [
    [[page(1, 'one', 1), page(2, 'two', 2)], 2],
    [[page(1, 'one', 1), page(2, 'one', 1)], 0],
  ] as const) {
    const { files } = await staged([...others, ...sorry], usualCall, 2);
    expect(files).toEqual(await whole([...others, ...sorry], usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
});

test('stages take an article under two unlike addresses for no wall, nor a message that says their words, nor pages with own names, but a short text, as one process does', async () => {
  const page = (path: string, text: number, about: Partial<PageGrams['facts']>): PageGrams => ({
    facts: {
      ...{ id: path, url: `https://long.example/${path}`, kind: 'article', names: [`text ${text}`] },
      ...{ fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0, ...about },
    },
    grams: BigUint64Array.from({ length: 50 }, (_, i) => BigInt(100 * text + i)),
  });
  const others = Array.from({ length: 40 }, (_, i) =>
    page(`news/${String.fromCharCode(97 + (i % 20)).repeat(5 + Math.floor(i / 20))}`, i, {
      isNamedByUrl: true,
    }),
  );
  const shown = ['storm/harbour', 'moved/bridge', 'again/castle'];
  const ofMessages = (i: number) => ({ message: 2 * i });
  const ofOne = () => ({ message: 8 });
  const saysUrl = { saysUrl: true } as const;
  for (const [paths, about, expected] of [
    [shown.slice(0, 2), ofMessages, 2],
    [shown.slice(0, 2), () => ({}), 0],
    [shown, () => ({}), 3],
    // a message that says the words of its URLs is none, unless each page has one of its own
    [shown, ofOne, 3],
    [shown, () => ({ ...ofOne(), ...saysUrl }), 0],
    [shown, (i: number) => ({ ...ofMessages(i), ...saysUrl }), 3],
    // pages with a name of their own each are no wall, unless they are one message
    [shown, (i: number) => ({ names: [`notice ${i}`] }), 0],
    [shown, (i: number) => ({ ...ofMessages(i), names: [`notice ${i}`] }), 0],
    [shown, (i: number) => ({ ...ofOne(), names: [`notice ${i}`] }), 3],
  ] as const) {
    const of = paths.map((path, i) => page(path, 99, { isNamedByUrl: false, ...about(i) }));
    const { files } = await staged([...others, ...of], usualCall, 2);
    expect(files).toEqual(await whole([...others, ...of], usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
  // words decide nothing where one message stands above unlike lists of other pages
  for (const [message, expected] of [
    [8, 3],
    [2 ** 48 + 8, 0],
  ] as const) {
    const about = { isNamedByUrl: false, names: ['sorry'], message };
    const of = shown.map((path, i) => page(path, 500 + i, about));
    const { files } = await staged([...others, ...of], usualCall, 2);
    expect(files).toEqual(await whole([...others, ...of], usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
});

test('stages know a message for a wall by one host, and then on all that show it under unlike URLs, and no text that is none, as one process does', async () => {
  const page = (url: string, text: number, about: Partial<PageGrams['facts']>): PageGrams => ({
    facts: {
      ...{ id: url, url: `https://${url}`, kind: 'article', names: [`text ${text}`] },
      ...{ fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0, ...about },
    },
    grams: BigUint64Array.from({ length: 50 }, (_, i) => BigInt(100 * text + i)),
  });
  const words = Array.from({ length: 20 }, (_, i) => String.fromCharCode(97 + i).repeat(5));
  const others = ['named.example', 'numbered.example'].flatMap((host, i) =>
    words.map((word, j) => page(`${host}/news/${word}`, 100 * i + j, { isNamedByUrl: i === 0 })),
  );
  const shown = ['numbered.example', 'named.example'].flatMap((host) => [
    `${host}/harbour`,
    `${host}/bridge`,
  ]);
  for (const [of, message, expected] of [
    [[...shown, 'once.example/castle'], 8, 4],
    [shown.slice(0, 2), 8, 0],
    [shown, undefined, 0],
  ] as const) {
    const about = { isNamedByUrl: false, names: ['sorry'], ...(message !== undefined && { message }) };
    const pages = [...others, ...of.map((url) => page(url, 999, about))];
    const { files } = await staged(pages, usualCall, 2);
    expect(files).toEqual(await whole(pages, usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
});

test('stages let the copies of a page repeat it that is a wall on another host, and know that wall by numbers without a name, as one process does', async () => {
  /** Without the gram of a number, which only its copies have. */
  const page = (
    url: string,
    text: number,
    about: Partial<PageGrams['facts']>,
    lacks?: number,
  ): PageGrams => ({
    facts: {
      ...{ id: url, url: `https://${url}`, kind: 'article', names: [], isNamedByUrl: false },
      ...{ fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0, ...about },
    },
    grams: BigUint64Array.from(
      Array.from({ length: 50 }, (_, i) => i).filter((i) => i !== lacks),
      (i) => BigInt(100 * text + i),
    ),
  });
  const stories = Array.from({ length: 40 }, (_, i) =>
    page(`words.example/${String.fromCharCode(97 + (i % 20)).repeat(5 + Math.floor(i / 20))}`, i, {
      ...{ isNamedByUrl: true, names: [`text ${i}`] },
    }),
  );
  const shown = ['storm/harbour', 'moved/bridge', 'again/castle'].map((path) => `words.example/${path}`);
  for (const [copies, walls] of [
    // to each of these the wall is more similar than the others are
    [['a.example/page', 'b.example/page', 'c.example/page'], 3],
    [['a.example/?t=11', 'a.example/?t=12', 'b.example/page'], 5],
  ] as const) {
    const of = [
      ...shown.map((url) => page(url, 99, { message: 8 })),
      ...copies.map((url, i) => page(url, 99, { message: 8 }, i)),
    ];
    for (const keep of keepPolicies) {
      const call = { ...usualCall, keep };
      const { files } = await staged([...stories, ...of], call, 2);
      expect(files).toEqual(await whole([...stories, ...of], call));
      expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(walls);
      expect([...files.decisions.matchAll(/"decision":"drop"/g)]).toHaveLength(walls === 3 ? 2 : 0);
    }
  }
});

test('stages count how many messages have three values, which tell walls from stale copies, as one process does', async () => {
  const page = (id: number, message: number): PageGrams => ({
    facts: {
      ...{ id: `${id}`, url: `https://stale.example/t/${id}`, kind: 'article', names: [`text ${message}`] },
      ...{ message: 2 * message, fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
    },
    grams: BigUint64Array.from({ length: 20 }, (_, i) => BigInt(100 * message + i)),
  });
  const others = Array.from({ length: 400 }, (_, i) => page(i, i));
  for (const [messages, expected] of [
    [2, 6],
    [12, 0],
  ] as const) {
    const threes = Array.from({ length: 3 * messages }, (_, i) => page(500 + i, 500 + Math.floor(i / 3)));
    const { files } = await staged([...others, ...threes], usualCall, 2);
    expect(files).toEqual(await whole([...others, ...threes], usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
});

test('stages know one message under the titles of the pages that it replaces, as one process does', async () => {
  const page = (id: number, text: number, hidesTitle: boolean, title = id + 1000): PageGrams => ({
    facts: {
      ...{
        id: `${id}`,
        url: `https://titled.example/t/${id}`,
        kind: 'article',
        names: ['sorry', `about ${title}`],
      },
      ...{ message: 2 * text + 1, fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
      ...(hidesTitle && { hidesTitle }),
    },
    grams: BigUint64Array.from({ length: 20 }, (_, i) => BigInt(100 * text + i)),
  });
  for (const [hidesTitle, hiding, expected] of [
    [false, 0, 0],
    [true, 0, 4],
    // titles are names where other pages hide theirs, too
    [true, 5, 4],
    [true, 6, 0],
  ] as const) {
    const others = Array.from({ length: 40 }, (_, i) => page(i, i, i < hiding));
    const walled = Array.from({ length: 4 }, (_, i) => page(500 + i, 500, hidesTitle));
    const { files } = await staged([...others, ...walled], usualCall, 2);
    expect(files).toEqual(await whole([...others, ...walled], usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
  // one title for all is none of a page
  const pages = Array.from({ length: 44 }, (_, i) =>
    i < 40 ? page(i, i, i < 6) : page(500 + i, 500, true, 9),
  );
  const { files } = await staged(pages, usualCall, 2);
  expect(files).toEqual(await whole(pages, usualCall));
  expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(4);
});

test('stages know a message at the ids of folders for a wall by its name, and none that the other versions of a page have, as one process does', async () => {
  const page = (folder: string, text: number, name: string): PageGrams => ({
    facts: {
      ...{ id: folder, url: `https://rooms.example/${folder}/view`, kind: 'article', names: [name] },
      ...{ message: 2 * text, fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
    },
    grams: BigUint64Array.from({ length: 20 }, (_, i) => BigInt(100 * text + i)),
  });
  for (const [nameOf, folderOf, expected] of [
    [(i: number) => `room ${i}`, (i: number) => `r${100 + i}`, 6],
    [() => 'sorry', (i: number) => `r${100 + i}`, 0],
    [(i: number) => `room ${i}`, (i: number) => `1.${i}`, 0],
  ] as const) {
    const others = Array.from({ length: 40 }, (_, i) => page(folderOf(i), i, nameOf(i)));
    const pages = [...others, ...Array.from({ length: 6 }, (_, i) => page(folderOf(50 + i), 99, 'sorry'))];
    const { files } = await staged(pages, usualCall, 2);
    expect(files).toEqual(await whole(pages, usualCall));
    expect([...files.decisions.matchAll(/"code":"wall"/g)]).toHaveLength(expected);
  }
});

/** What a verb makes of lines, without its trailer. */
async function linesOf(verb: string, lines: readonly string[]): Promise<string[]> {
  const text = sorted(lines.map((line) => `${line}\n`).join(''));
  return (await runLines([verb], text, { isPartition: true })).split('\n').slice(0, -2);
}

const count = (number: number): string => String(number).padStart(10, '0');

test('of a text on several hosts those count as its site that show it under unlike URLs, and no others', async () => {
  const [text, own] = ['0:7', [3, 0, 3, 3]];
  const mayBe = lineOf(text, tags.mayBeWall, ...own.map(count));
  const usual = (host: string, isStanding: string, worded: number, named: number): string => {
    const own = [count(3), count(0), isStanding, count(0)];
    return lineOf(text, tags.usual, `:${host}`, ...own, count(worded), count(named));
  };
  const standing = usual('a', '1', 8, 1);
  expect(await linesOf('wall-verdicts', [mayBe, standing, usual('b', '0', 100, 100)])).toEqual([]);
  expect(await linesOf('wall-verdicts', [mayBe, standing, usual('b', '1', 100, 100)])).toHaveLength(3);
});

test('pages without an address are not known to have had another text at other times', async () => {
  const pages = ['1', '2'].map((text, id) => lineOf(':', tags.grouped, `${id}`, '', '', '0', text, '', ''));
  const changed = (await linesOf('by-url', pages)).map((line) => line.split('\t')[7]);
  expect(changed).toEqual(['0', '0']);
  const named = pages.map((line) => line.replace(':', ':https://a.example/'));
  const beside = (await linesOf('by-url', named)).map((line) => Number(line.split('\t')[7]));
  expect(beside.map((each) => each % 2 ** 32)).toEqual([1, 1]);
  // and of each the text of the other
  const [text, other] = beside.map((each) => Math.floor(each / 2 ** 32));
  expect(text).toBeGreaterThan(0);
  expect(other).not.toBe(text);
});

test('a pair whose names stand together is told by all grams that both share, any other by their content', async () => {
  const places = JSON.stringify(['host.example/1/', 'host.example/2/']);
  const by = (part: string): string[] => Array.from({ length: 9 }, (_, i) => `${part}${i}`);
  const [alike, duplicates] = [
    lineOf('1', tags.alike, '2', ...by('all')),
    lineOf('1', tags.duplicates, '2', ...by('content')),
  ];
  const judged = async (closeness: string, folders: readonly string[]) => {
    const asked = lineOf(':other', tags.asked, places, closeness, '1', '2', ...by('content'), ...by('all'));
    const pages = folders.map((folder) =>
      lineOf(':other', tags.named, '3', `https://host.example/${folder}/page.html`),
    );
    return (await linesOf('places-second', [...pages, asked]))[0];
  };
  expect(await judged('one-place', ['1', '3'])).toBe(alike);
  expect(await judged('one-place', ['3'])).toBe(duplicates);
  expect(await judged('two-releases', ['1', '3'])).toBe(duplicates);
  expect(await judged('two-releases', ['1', '2'])).toBe(alike);
});

/** A page of a manual, named by its URL. */
function manualPage(url: string, name: string, grams: readonly number[]): PageGrams {
  return {
    facts: {
      ...{ id: url, url, kind: 'article', names: [name, 'site'], isNamedByUrl: true },
      ...{ fetchedAt: '', textLength: 10, bodyLength: 20, truncatedFrom: 0 },
    },
    grams: BigUint64Array.from(grams, (gram) => BigInt(gram) * 0x9e37_79b9_7f4a_7c15n).sort(),
  };
}

test('stages part long pages of two names that two releases have both, and not those of a renamed page, as one process does', async () => {
  const page = (name: string, release: string, base: number): PageGrams => {
    // of any two a ninth differs
    const own = Array.from({ length: 180 }, (_, i) => 1000 * base + i);
    const other = Array.from({ length: 10 }, (_, i) => 1000 * (base + name.length) + 500 + i);
    return manualPage(`https://docs.example/${release}/api/${name}.html`, name, [...own, ...other]);
  };
  const pages = ['38', '39', '40'].flatMap((release) => [
    page('processor', release, 1),
    page('fixed processor', release, 1),
    // one release has the old name beside the new one
    ...(release === '40' ? [] : [page('demo', release, 2)]),
    ...(release === '38' ? [] : [page('lib demo', release, 2)]),
    page('other', release, 3),
  ]);
  const { files, rare } = await staged(pages, usualCall, 2);
  expect(files).toEqual(await whole(pages, usualCall));
  expect(rare.sideBySide).toBe(9);
  // of thirteen pages each of four things keeps one
  expect(rare.dropped).toBe(9);
});

test('what is written of the stages is what one process writes: every file, the decisions of each input, and the summary', async () => {
  const [ofStages, ofProcess, temporary] = ['stages', 'process', 'temporary'].map((name) =>
    join(folder, name),
  );
  for (const place of [ofStages, ofProcess, temporary]) mkdirSync(place);
  const pages = pagesOf(2);
  const call = { field: undefined, ...readDeciding({}, {}) };
  const { options } = call;

  const { wrote } = await staged(pages, options, 2);
  let sorts = 0;
  const words = await writeStagedResults(
    { ...call, out: ofStages, shards: true, temporary },
    {
      ...{ program: bundleFile(), run: run.run, stop: new AbortController() },
      sorted: async (stages) => {
        const path = join(temporary, `sorted-${sorts++}`);
        const text = sorted(stages.map((stage) => wrote.get(stage) ?? '').join(''));
        const ofThisVersion = text.replaceAll(`\t${run.version}\t${run.run}\t`, `\t${version}\t${run.run}\t`);
        writeFileSync(path, ofThisVersion, 'latin1');
        return path;
      },
      countersOf: (stage) => {
        const counters = {};
        for (const line of (wrote.get(stage) ?? '').split('\n').filter(isTrailer))
          addCounters(counters, parseTrailer(line).counters);
        return counters;
      },
    },
  );
  expect(sorts).toBeGreaterThan(0);
  // what was sorted takes as much room as everything that stages wrote
  expect(readdirSync(temporary)).toEqual([]);

  const work = new WorkFolder();
  const known = redirects.flatMap((redirect) => webRedirect(redirect) ?? []);
  await writingTemplates(ofProcess, (onTemplate) =>
    deduplicateStored(given(pages), { ...options, method: 'qp', onTemplate }, async (result) => {
      await writeDedupFiles(ofProcess, result);
      await writeShards(join(ofProcess, 'shards'), 2, shardLines(result, inputOf));
      const { hosts, declared } = await writeHostFiles(ofProcess, result, known, work);
      const decidedBy = { parameters: parametersOf(call), templateDigest: result.templateDigest };
      const removals = await addRemovals(ofProcess, removalsOf(result), decidedBy, work);
      const inputs = findings.map(({ input }) => input);
      const loose = looseClusters(result, options.threshold);
      const more = { removals, hosts, declared, ...(loose.length > 0 && { loose }) };
      await writeSummary(
        ofProcess,
        summaryOf(result, { ...call, inputs }, findingsOfAll(findings), { total: 0 }, more),
      );
    }),
  );
  work.close();

  const textOf = (place: string, file: string): string => readFileSync(join(place, file), 'utf8');
  const shards = ['00000', '00001'].map((shard) => join('shards', `${shard}.jsonl`));
  for (const file of [...stagedFiles.map((name) => `${name}.jsonl`), 'removals.jsonl', ...shards])
    expect(textOf(ofStages, file), file).toBe(textOf(ofProcess, file));
  expect(shards.map((shard) => textOf(ofStages, shard).match(/\n/g)?.length)).toEqual([40, 33]);
  const summary = { ...summaryIn(ofProcess), method: 'stages' };
  expect({ ...summaryIn(ofStages), method: 'stages' }).toEqual(summary);
  const codesIn = (folder: string): string[] =>
    Object.keys(JSON.parse(readFileSync(join(folder, 'summary.json'), 'utf8')).codes);
  expect(codesIn(ofStages)).toEqual(codesIn(ofProcess));
  expect(words.summary).toMatchObject({ damaged: 1, skipped: { image: 3, redirect: 3 }, bytes: 30 });
});
