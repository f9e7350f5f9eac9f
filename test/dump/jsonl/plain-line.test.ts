import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LinesContext, readBlock } from '../../../plugins/dump/jsonl/line-block.ts';
import { plainLine } from '../../../plugins/dump/jsonl/plain-line.ts';
import { defaultLimits } from '../../../plugins/dump/limits.ts';
import { type PageGrams, pageShingler } from '../../../src/flow/page-grams.ts';

const limits = { ...defaultLimits, maxLineBytes: 400, maxPageBytes: 120 };

/** Values, and fields, of which a line is put together: most are usual. */
const text = fc.oneof(
  fc.constantFrom(
    '"some words of a text"',
    '"say \\"so\\" and\\nso \\\\"',
    '""',
    '"  "',
    '"…"',
    '"caf\\u00e9 \\ud83d x"',
  ),
  fc.constantFrom('"cut', '"a\\x"', '"\\"', '"tab\there"', 'null', '12', '["text"]', '{"text":"in it"}'),
  fc.constantFrom(
    `"${'long '.repeat(30)}"`,
    `"${'longer '.repeat(70)}"`,
    '"ﬁne ½"',
    '"{\\"text\\":\\"x\\"}"',
  ),
);
const field = fc.oneof(
  { weight: 4, arbitrary: text.map((value) => `"text":${value}`) },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      '"id":"a"',
      '"id": 7',
      '"id":90071992547409931',
      '"id":1e400',
      '"id":""',
      '"id":"\\u0061"',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '"url":"http://h.example/some-words"',
      '"url":"http:\\/\\/h"',
      '"date":"2020"',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('"html":1', '"\\u0074ext":"other"', '"a,"text":"b"', '"h\\u0074ml":"<p>z"'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '"html":"<p class=\\"a\\",>some words of a page <b>caf\\u00e9"',
      '"html":"<title>x\\ny</title>z \\ud83d" ',
      '"html":"<p>cut" x"',
      '"html":"\\\\"',
      '"html":""',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '"more":{"text":"nested"}',
      '"__proto__":{"text":"p"}',
      '"\\"text":"x"',
      '"n":[1,{}]',
    ),
  },
);
const line = fc.oneof(
  {
    weight: 9,
    arbitrary: fc
      .tuple(
        fc.array(field, { maxLength: 4 }),
        fc.constantFrom(',', ', '),
        fc.constantFrom('}', '}\r', '} ', '', '} x', '}}'),
      )
      .map(
        ([fields, comma, end]) =>
          `{${fields.join(comma).replaceAll('":', comma === ',' ? '":' : '": ')}${end}`,
      ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', ' ', '\r', '[]', '\ufeff{"text":"x"}', ' {"text":"y"}', '{"text":"z"}'),
  },
);

test('pages, ids and what is told of a block are the same whether its bodies are read as JSON or line by line', () => {
  const fields = fc.constantFrom(undefined, 'text', 'html');
  const modes = fc.constantFrom('main' as const, 'none' as const);
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fields,
      modes,
      fc.boolean(),
      (lines, field, extract, isFirst) => {
        const block = Buffer.from(lines.join('\n'));
        const context: LinesContext = { name: 'f', line: 3, isFirst, field, limits };
        expect(read(block, context, extract, true)).toEqual(read(block, context, extract, false));
      },
    ),
    { numRuns: 3000 },
  );
});

const ids = { take: (own: string | undefined, place: () => string) => own ?? place() };
const plain = (json: string) => {
  const bytes = Buffer.from(json);
  return plainLine(bytes, 0, bytes.length, 1, 'f', { field: undefined, limits, ids });
};

test('of a line with markup the string of JSON is found, whatever quotes are in it', () => {
  const body = (json: string): string | undefined => {
    const found = plain(json);
    return found?.isHtml ? Buffer.from(json).toString('utf8', found.from, found.to) : undefined;
  };
  const quotes = '<a href=\\"x\\", title=\\"y\\">\\\\';
  expect(body(`{"url":"http://h/","html":"${quotes}"}`)).toBe(quotes);
  expect(body(`{"html": "${quotes}", "id": "a", "text": "x"}\r`)).toBe(quotes);
  expect(body('{"html":"x","html":"y"}')).toBe(undefined);
  expect(body('{"html":"x","h\\u0074ml":"y"}')).toBe(undefined);
  expect(body('{"html":"x\\"')).toBe(undefined);
});

test('a line is plain with fields before and behind its text, and is not where another value may count', () => {
  const isPlain = (json: string): boolean => plain(json) !== undefined;
  expect(isPlain('{"id":"a","text":"say \\"so\\"","url":"http://h/"}')).toBe(true);
  expect(isPlain('{"id": 1, "text": "x"}\r')).toBe(true);
  expect(isPlain('{"text":"x","text":"y"}')).toBe(false);
  expect(isPlain('{"text":"x","\\u0074ext":"y"}')).toBe(false);
  expect(isPlain('{"a":{"text":"x"},"text":""}')).toBe(false);
  expect(isPlain('{"\\u0074ext":"","a":{"text":"x"}}')).toBe(false);
  expect(isPlain('{"text" :"y","a":{"text":"x"}}')).toBe(false);
  expect(isPlain('{"text":"x","html":"<p>"}')).toBe(false);
  expect(isPlain('{"\\"text":"x"}')).toBe(false);
});

test('a line up to the limit is read as JSON if it is plain; a block with a longer one is not sound, plain or not', () => {
  const context: LinesContext = {
    name: 'in',
    line: 0,
    isFirst: false,
    field: undefined,
    limits: { ...limits, maxPageBytes: 400 },
  };
  const line = (length: number) => Buffer.from(`{"text":"${'a '.repeat(length).slice(0, length - 11)}"}\n`);
  expect(line(400)).toHaveLength(401);
  const shingle = pageShingler({ extract: 'none' });
  const asPage = () => expect.unreachable('a plain line is read without its page');
  expect(
    readBlock(
      line(400),
      context,
      asPage,
      shingle.json(() => {}),
    ),
  ).toBeDefined();
  for (const asJson of [true, false]) {
    expect(read(line(400), context, 'none', asJson)?.pages).toHaveLength(1);
    expect(read(line(401), context, 'none', asJson)).toBeUndefined();
  }
});

function read(block: Buffer, context: LinesContext, extract: 'main' | 'none', asJson: boolean) {
  const pages: PageGrams[] = [];
  const shingle = pageShingler({ extract });
  const take = (page: PageGrams) => pages.push(page);
  const summary = readBlock(
    block,
    context,
    (page) => take(shingle(page)),
    asJson ? shingle.json(take) : undefined,
  );
  // of a block that is not sound some may have been given
  if (summary === undefined) return undefined;
  return { summary, pages: pages.map(({ facts, grams }) => ({ facts, grams: grams.slice() })) };
}

test('of a long line the same page is read, wherever its body ends and whatever follows it', () => {
  const wide = { ...defaultLimits, maxLineBytes: 50_000, maxPageBytes: 50_000 };
  const filling = (length: number) => 'some words '.repeat(length / 11);
  const bodies = [
    filling(6000),
    `${filling(6000)}\\", ${filling(6000)}`,
    `cut", ${filling(6000)}`,
    `cut" ${filling(6000)}`,
  ];
  const ends = [
    '',
    ',"id":"a"',
    `,"id":"${filling(3000)}"`,
    `,"more":"${filling(6000)}"`,
    `,"html":"${filling(6000)}"`,
  ];
  for (const field of ['html', 'text'])
    for (const body of bodies)
      for (const end of ends) {
        const block = Buffer.from(`{"url":"http://h.example/a","${field}":"${body}"${end}}`);
        const context: LinesContext = { name: 'f', line: 3, isFirst: false, field: undefined, limits: wide };
        expect(read(block, context, 'main', true)).toEqual(read(block, context, 'main', false));
      }
});
