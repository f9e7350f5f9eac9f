import { expect, test } from 'vitest';
import { lineOf, tags } from '../../plugins/mr/lines/format.ts';
import { LineWriter } from '../../plugins/mr/lines/writer.ts';
import { runSource } from '../../plugins/mr/run-verb.ts';
import { identity, keeping, runLines, sorted } from './stages.ts';

/** What a verb makes of lines; of each line its fields. */
async function fieldsOf(verb: string, lines: readonly string[]): Promise<string[][]> {
  const written = keeping();
  await runSource(
    async ({ output }) => {
      for (const line of lines) output.line(line);
    },
    new LineWriter(written.stream),
    'lines',
    identity,
  );
  const text = await runLines([verb], sorted(written.text()));
  const fields = text.split('\n').map((line) => line.split('\t'));
  return fields.filter(([, key]) => key?.startsWith('~') === false);
}

const urls = ['https://Site.example:8080/one', 'http://site.example/other', 'http://else.example/one'];

test('pages are counted by the host of their URL, whatever its scheme, port and path', async () => {
  const facts = urls.map((url, id) => {
    const json = JSON.stringify({ url, kind: 'shell', isNamedByUrl: true });
    return lineOf(String(id).padStart(16, '0'), tags.facts, '00000003', json);
  });
  const counted = await fieldsOf('worded', facts);
  expect(counted.map(([, host]) => host)).toEqual([':site.example', ':site.example', ':else.example']);
});

test('a page that may be of a wall is told with the host of its URL', async () => {
  const pages = urls.map((url, id) =>
    lineOf(`:${url}`, tags.grouped, String(id), '0', '', '7', 'one', 'two', 'three', 'four'),
  );
  const told = await fieldsOf('by-url', pages);
  const hosts = new Map(told.map((fields) => [fields.at(-1), fields[3]]));
  expect([...hosts].sort()).toEqual([
    ['0', ':site.example'],
    ['1', ':site.example'],
    ['2', ':else.example'],
  ]);
});
