import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { neardup } from './run.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-damaged-results-'));
  const words = (of: string, count: number) => Array.from({ length: count }, (_, i) => `${of}${i}`).join(' ');
  const page = (id: string, name: string, text: string) =>
    JSON.stringify({ id, url: `https://a.example/${id}`, html: `<h1>${name}</h1><p>${text}` });
  const site = Array.from({ length: 6 }, (_, i) =>
    page(`own${i}`, `Own ${i}`, `${words('common', 9)} ${words(`${'abcdef'[i]}`, 40)}`),
  );
  const copies = ['one', 'two'].map((id) => page(id, 'Copied', words('copied', 60)));
  const alike = ['Apple', 'Pear'].map((name) => page(name, name, words('fruit', 22)));
  await writeFile(join(folder, 'pages.jsonl'), [...site, ...copies, ...alike, ''].join('\n'));
  await writeFile(join(folder, 'known.jsonl'), `${page('known', 'Own 0', words('known', 9))}\n`);
  const calls = [
    'dedup pages.jsonl --against known.jsonl --write copy.jsonl --out run',
    'evaluate pages.jsonl --methods qp --thresholds 0.8 --target-recall 0.9 --out evaluated',
  ];
  for (const call of calls)
    expect(await neardup(call.split(' '), { cwd: folder })).toMatchObject({ code: 0 });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const calls = {
  report: 'report hurt --out report.html',
  audit: 'audit hurt --threads 1',
  explain: 'explain hurt two --text',
  compare: 'compare pages.jsonl#own1 pages.jsonl#own2 --site hurt',
  against: 'dedup pages.jsonl --against hurt --threads 1',
};

/** The values without one member, and with something else in its place, for every member within. */
function* hurt(value: unknown): Generator<unknown> {
  if (Array.isArray(value)) {
    for (const each of hurt(value[0])) yield [each, ...value.slice(1)];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, own] of Object.entries(value)) {
      for (const other of [undefined, { x: null }]) yield { ...value, [name]: other };
      for (const each of hurt(own)) yield { ...value, [name]: each };
    }
  }
}

/** What a program says that has not looked at what it reads. */
const unread = /undefined|NaN|\[object|Cannot read|is not a function|not iterable|argument must/;

test.each([
  ['summary.json', ['report', 'audit', 'explain', 'against']],
  ['report.json', ['report']],
  ['decisions.jsonl', ['report', 'explain']],
  ['clusters.jsonl', ['report']],
  ['pairs.jsonl', ['report', 'explain']],
  ['alike.jsonl', ['report']],
  ['templates.jsonl', ['compare']],
  ['removals.jsonl', ['audit']],
] as const)(
  'whatever a member of %s has become, or if it is cut, of another version or garbage, is read or told in one line',
  { timeout: 120_000 },
  async (file, commands) => {
    const run = join(folder, file === 'report.json' ? 'evaluated' : 'run');
    await cp(run, join(folder, 'hurt'), { recursive: true });
    const whole = await readFile(join(run, file), 'utf8');
    const [first = '', ...rest] = whole.split('\n');
    const texts = ['', 'null', first.slice(0, -1), '\u001b[2J', first.replace(/\/1"/, '/9"')];
    for (const value of hurt(JSON.parse(first))) texts.push(JSON.stringify(value));
    for (const text of texts) {
      await writeFile(join(folder, 'hurt', file), [text, ...rest].join('\n'));
      for (const command of commands) {
        const call = `${calls[command]} --quiet`;
        const { code, stdout, stderr } = await neardup(call.split(' '), { cwd: folder });
        const said = [text.slice(0, 9000), call, code, stderr];
        expect([...said, stdout.match(unread)?.[0]], call).toEqual([...said, undefined]);
        if (code === 1 || code === 2) {
          expect(said, call).toEqual([
            ...said.slice(0, 3),
            expect.stringMatching(/^neardup: [^\n\u001b]*expected [^\n\u001b]+\n$/),
          ]);
          expect(stderr).not.toMatch(unread);
        }
        // explain reads only the lines with the page's id, and a site may have no template
        const isTold = command !== 'explain' && text !== '' && (!text.endsWith('}') || text.includes('/9"'));
        if (isTold) expect([...said, code === 0], call).toEqual([...said, false]);
      }
    }
    await rm(join(folder, 'hurt'), { recursive: true });
  },
);

test.each(['pairs.jsonl', 'alike.jsonl'])(
  'explain says so if %s lacks lines, instead of showing a page without them',
  async (file) => {
    await cp(join(folder, 'run'), join(folder, 'cut'), { recursive: true });
    const [, ...rest] = (await readFile(join(folder, 'run', file), 'utf8')).split('\n');
    for (const text of ['', rest.join('\n')]) {
      await writeFile(join(folder, 'cut', file), text);
      const { code, stderr } = await neardup('explain cut two'.split(' '), { cwd: folder });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^neardup: cut\/\w+\.jsonl: expected a line for each of the \d+ pairs[^\n]*; got \d+: [^\n]*\n$/,
      );
    }
    await rm(join(folder, 'cut'), { recursive: true });
  },
);
