import { expect, test } from 'vitest';
import { escaped, unescaped } from '../../plugins/mr/lines/format.ts';
import { StageError } from '../../plugins/mr/lines/stage-error.ts';
import { runLines, setLines, sorted } from './stages.ts';

const records = [[1, 2, 3], [1, 2, 3, 4], [1, 2, 3], [9]];

async function refusal(text: string, options: Parameters<typeof runLines>[2] = {}): Promise<unknown> {
  return runLines(['collapse'], text, options).then(
    () => 'nothing',
    (error) => (error instanceof StageError ? error.code : error),
  );
}

test('the lines of a stage are these bytes', async () => {
  const sets = await setLines(records);
  expect(sets).toMatchInlineSnapshot(`
    "mr1	e04d5bbef658e43c6d888771f0934749	S	0000000000000000	00000003	Yc6zJ6xyMiIjMfVevshzZGsVj1_lhZ2E
    mr1	13e20b52037f17e3968f5f43b5029f73	S	0000000000000001	00000004	Yc6zJ6xyMiI-InoDnfguQSMx9V6-yHNkaxWPX-WFnYQ
    mr1	e04d5bbef658e43c6d888771f0934749	S	0000000000000002	00000003	Yc6zJ6xyMiIjMfVevshzZGsVj1_lhZ2E
    mr1	52b204b45486d7c5c2ee012d3fa7d46b	S	0000000000000003	00000001	FAjVl5I9TJY
    mr1	~	sets	0	r	0000000000000004	e26cc0be16aa38e0	0000000000000000	0000000000000000	sets=4,tokens=11
    "
  `);
  const collapsed = await runLines(['collapse'], sorted(sets));
  expect(collapsed).toMatchInlineSnapshot(`
    "mr1	0000000000000001	R	00000004	Yc6zJ6xyMiI-InoDnfguQSMx9V6-yHNkaxWPX-WFnYQ
    mr1	0000000000000003	R	00000001	FAjVl5I9TJY
    mr1	0000000000000000	R	00000003	Yc6zJ6xyMiIjMfVevshzZGsVj1_lhZ2E
    mr1	0000000000000000	e	0000000000000002	00000003
    mr1	~	collapse	0	r	0000000000000004	697989b8bea68960	0000000000000004	e26cc0be16aa38e0	sets=3,equal=1
    "
  `);
  const keys = await runLines(['keys', '--threshold', '0.9', '--blocks', '9'], collapsed);
  expect(keys).toMatchInlineSnapshot(`
    "mr1	223272ac27b3ce61	x	00000004	0000000000000001	00000000	000004	0000	AAAAAAgAAEAAAAAAAggAAAAAAAAAAAAAAAAAAAAAAAA
    mr1	964c3d9297d50814	x	00000001	0000000000000003	00000000	000002	0000	AAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
    mr1	223272ac27b3ce61	x	00000003	0000000000000000	00000000	000004	0000	AAAAAAgAAAAAAAAAAggAAAAAAAAAAAAAAAAAAAAAAAA
    mr1	~	keys	0	r	0000000000000003	57236d77337d0c49	0000000000000004	697989b8bea68960	postings=3,sets=3
    "
  `);
  const candidates = await runLines(['candidates', '--threshold', '0.7'], sorted(keys));
  expect(candidates).toMatchInlineSnapshot(`
    "mr1	0000000000000000	c	000004	0000000000000001
    mr1	0000000000000001	w
    mr1	~	candidates	0	r	0000000000000002	e87eb1f8e849c6a1	0000000000000003	57236d77337d0c49	met=1,candidates=1,repeated=0,spilled=0,largestKey=2
    "
  `);
  const attached = await runLines(['attach', '--blocks', '9'], sorted(collapsed + candidates));
  expect(attached).toMatchInlineSnapshot(`
    "mr1	000004	s	0000000000000000	00000003	Yc6zJ6xyMiIjMfVevshzZGsVj1_lhZ2E	0000000000000001
    mr1	000004	R	0000000000000001	00000004	Yc6zJ6xyMiI-InoDnfguQSMx9V6-yHNkaxWPX-WFnYQ
    mr1	~	attach	0	r	0000000000000002	f8a0111d27b29398	0000000000000006	51f83bb1a6f05001	distinct=1,sent=1,held=1
    "
  `);
  const verified = await runLines(['verify', '--threshold', '0.7'], sorted(attached));
  expect(verified).toMatchInlineSnapshot(`
    "mr1	0000000000000000	p	0000000000000001	00000003	00000003	00000004
    mr1	~	verify	0	r	0000000000000001	7a1da55ce5cbd022	0000000000000002	f8a0111d27b29398	verified=1,similar=1
    "
  `);
});

test('a stage refuses its input where a line, the trailer, or the end of a line is missing', async () => {
  const lines = sorted(await setLines(records))
    .split('\n')
    .slice(0, -1);
  const text = (part: readonly string[]) => part.map((line) => `${line}\n`).join('');
  expect(await refusal(text(lines))).toBe('nothing');
  for (let i = 0; i < lines.length - 1; i++) {
    expect(await refusal(text([...lines.slice(0, i), ...lines.slice(i + 1)])), `without line ${i}`).toBe(
      'truncated',
    );
  }
  expect(await refusal(text(lines.slice(0, -1)))).toBe('truncated');
  expect(await refusal(text(lines).slice(0, -1))).toBe('truncated');
  expect(await refusal(text(lines).slice(0, -9))).toBe('truncated');
  expect(await refusal('')).toBe('truncated');
});

test('a stage refuses lines that are not those that were written', async () => {
  const text = sorted(await setLines(records));
  expect(await refusal(text.replace('\t00000001\t', '\t00000009\t'))).not.toBe('nothing');
  const lines = text.split('\n').slice(0, -1);
  expect(await refusal([...lines.slice(0, -1), lines[0], lines.at(-1), ''].join('\n'))).toBe('unsorted');
  expect(await refusal([lines[0], ...lines, ''].join('\n'))).toBe('changed');
  expect(await refusal(`${lines[0]}\n${lines[0]}\n${lines.slice(2).join('\n')}\n`)).toBe('changed');
  expect(await refusal(text.replaceAll('mr1\t', 'mr0\t'))).toBe('foreign');
});

test('a stage refuses lines of another run and of another version', async () => {
  const text = sorted(await setLines(records));
  expect(await refusal(text, { run: 'other' })).toBe('foreign');
  expect(await refusal(text, { version: '0.0.1' })).toBe('foreign');
});

test('of a partition the sums are left to whoever runs it', async () => {
  const [first] = sorted(await setLines(records)).split('\n');
  const wrote = await runLines(['collapse'], `${first}\n`, { isPartition: true });
  expect(wrote).toMatch(/^mr1\t~\tcollapse\t0\tr\t0{15}1\t[0-9a-f]{16}\t0{15}1\t[0-9a-f]{16}\tsets=1\n$/m);
});

test('an escaped text is one field of one line, and comes back', () => {
  for (const text of ['a\tb\r\nc\\d', '\\t', 'ä 漢 🌍', '', '\u0000\u0085\u2028', 'x\u00011\\1']) {
    expect([...escaped(text)].some((character) => '\t\r\n\u0001'.includes(character))).toBe(false);
    expect(unescaped(escaped(text))).toBe(text);
  }
});

test('a size that is no number is told as it stands', async () => {
  const line = 'mr1\t0000000000000000\tR\t0000000x\tYc6zJ6xyMiI\n';
  await expect(runLines(['keys', '--threshold', '0.9'], line, { isPartition: true })).rejects.toMatchObject({
    code: 'malformed',
    message: 'expected the number of tokens of a set; got "0000000x"',
  });
});
