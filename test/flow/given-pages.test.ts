import { expect, test } from 'vitest';
import { comparePages, deduplicate, evaluate, type Page, shinglePage } from '../../src/index.ts';
import { argumentError } from '../argument-error.ts';

const page = { id: 'a', url: '', body: 'one two three four five' };

test('pages may be an array, a generator or an async one', async () => {
  function* inTurn(): Generator<Page> {
    yield page;
    yield { ...page, id: 'b' };
  }
  async function* later(): AsyncGenerator<Page> {
    yield* inTurn();
  }
  for (const pages of [[...inTurn()], inTurn(), later()]) {
    expect((await deduplicate(pages)).clusters).toHaveLength(1);
  }
  const { rows } = await evaluate([...inTurn()], { thresholds: [0.8], methods: ['qp'] });
  expect(rows).toMatchObject([{ variant: 'qp', pairs: 1 }]);
});

test('what is no page is refused by its number, with what was expected of it', async () => {
  for (const [pages, said] of [
    [undefined, 'pages: expected pages to iterate over, such as those of readPages; got undefined'],
    [{}, 'pages: expected pages to iterate over, such as those of readPages; got object'],
    ['abc', 'pages: expected pages to iterate over, such as those of readPages; got string'],
    [[page, null], 'page 1: expected an object with id, url and body; got null'],
    [[{ ...page, id: 7 }], 'page 0: id: expected a string; got number'],
    [[{ id: 'a', body: '' }], "page 0: url: expected a string, '' if it is not known; got undefined"],
    [[{ ...page, body: null }], 'page 0: body: expected a string or bytes; got null'],
    [[{ ...page, body: new Uint16Array(9) }], 'page 0: body: expected a string or bytes; got Uint16Array'],
    [[page, { ...page, fetchedAt: new Date() }], 'page 1: fetchedAt: expected a string; got object'],
    [[{ ...page, contentType: ['text/html'] }], 'page 0: contentType: expected a string; got array'],
    [[{ ...page, truncatedFrom: '9' }], 'page 0: truncatedFrom: expected a number; got string'],
    [[{ ...page, damage: 5 }], 'page 0: damage: expected a string; got number'],
  ] as const) {
    await expect(deduplicate(pages as never)).rejects.toThrow(
      argumentError('TypeError', `deduplicate: ${said}`),
    );
    await expect(evaluate(pages as never)).rejects.toThrow(argumentError('TypeError', `evaluate: ${said}`));
  }
});

test('null says of a page that something is not known', async () => {
  const unknown = { contentType: null, fetchedAt: null, truncatedFrom: null, damage: null };
  expect((await deduplicate([page, { ...page, id: 'b', ...unknown }] as never)).clusters).toHaveLength(1);
});

test('a page without a body is refused where it is shingled or compared alone', () => {
  for (const none of [undefined, {}, { ...page, body: 7 }] as never[]) {
    expect(() => shinglePage(none)).toThrow(
      /^page: body: expected a string or bytes; got (undefined|number)$/,
    );
    expect(() => comparePages(page, none)).toThrow(/^page: body: expected a string or bytes/);
  }
});
