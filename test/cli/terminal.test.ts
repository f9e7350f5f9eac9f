import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { httpResponse, warcRecord } from '../dump/warc/warc-writer.ts';
import { neardup } from './run.ts';

/** Colours, a cleared screen, 8-bit controls, a new line that looks like ours, overrides of direction, a title. */
const hostile =
  '\u001b[31m\u001b[2J\u009b31m\rneardup: all is well\n\u202e\u2066gnp\u2028\u0007\u001b]0;x\u0007';
const text =
  'words of a page that is here more than once, and that is long enough to be compared with others';

let folder: string;
const at = (name: string): string => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-terminal-'));
  await mkdir(at('in'));
  const named = hostile.replaceAll('/', '');
  const pages = [1, 2, 3].map((i) => ({ id: `${hostile}${i}`, url: `http://a/${hostile}${i}`, text }));
  const torn = `{"${hostile.slice(0, 4)}": 1}\n{"text": tru${hostile}\n`;
  await writeFile(
    at(`in/${named}.jsonl`),
    `${pages.map((page) => JSON.stringify(page)).join('\n')}\n${torn}`,
  );
  await writeFile(at(`in/${named}.html`), `<title>${hostile}</title><p>${text} ${hostile}`);
  await writeFile(at(`in/x.${named.slice(0, 9)}`), 'no page');
  const records = [
    warcRecord({ type: hostile.slice(0, 8), id: 'a' }),
    warcRecord({
      id: hostile,
      url: hostile,
      block: httpResponse(text, [`Content-Type: a/${hostile.slice(0, 5)}`]),
    }),
    warcRecord({
      id: 'b',
      block: httpResponse('\0\x01', ['Content-Type: text/html', `Content-Encoding: ${hostile.slice(0, 8)}`]),
    }),
    warcRecord({ id: 'c', contentLength: `${hostile.slice(0, 5)}` }),
  ];
  await writeFile(at(`in/${named}.warc`), Buffer.concat(records));
  await writeFile(at('sets'), `1 2\n3 ${hostile}\n`);
  await writeFile(at('labels'), `${hostile}\n`);
  await writeFile(at('export'), `{"format":"${hostile}"}\n`);
  await writeFile(at('one.jsonl'), `${JSON.stringify(pages[0])}\n`);
  await writeFile(at('two.jsonl'), `${JSON.stringify(pages[0])}\n${JSON.stringify(pages[1])}\n`);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test.each([
  ['dedup', 'in'],
  ['dedup', 'in', '--json'],
  ['dedup', 'in', '--out', 'out'],
  ['dedup', `missing${hostile}`],
  ['dedup', 'in', '--method', hostile],
  ['dedup', 'in', `--${hostile}`],
  ['evaluate', 'in', '--methods', 'qp,sp-32'],
  ['evaluate', 'in', '--truth', 'labels'],
  ['evaluate', 'in', '--methods', 'qp', '--json'],
  ['compare', 'one.jsonl', 'one.jsonl'],
  ['compare', 'one.jsonl', 'two.jsonl'],
  ['compare', `one.jsonl#${hostile}`, 'one.jsonl'],
  ['compare', 'one.jsonl', 'one.jsonl', '--json'],
  ['report', 'out', 'in'],
  ['join', 'sets'],
  ['index', 'add', 'idx', 'in'],
  ['index', 'add', 'idx', 'in', '--if-new', '--json'],
  ['index', 'query', 'idx', 'in'],
  ['index', 'query', 'idx', 'in', '--json'],
  ['index', 'stats', 'idx'],
  ['index', 'verify', 'idx'],
  ['index', 'import', 'idx2', 'export'],
  ['index', hostile],
  [hostile],
])('what a page says stays text on a terminal: call %#', async (...args) => {
  const { stdout, stderr } = await neardup(args.filter(Boolean), { cwd: folder });
  expect(stdout + stderr).not.toBe('');
  for (const line of `${stdout}${stderr}`.split('\n')) {
    expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u);
    expect(line).not.toMatch(/^neardup: all is well/);
  }
});
