import { expect, test } from 'vitest';
import { commands } from '../../plugins/cli/commands.ts';
import { choice, memoryHelp, type Usage, usageText, wrapped } from '../../plugins/cli/usage.ts';
import { neardup } from './run.ts';

const example: Usage = {
  call: 'dedup INPUT… [options]',
  about: 'Finds near-duplicates.',
  options: [
    ['--threshold T', 'pairs with similarity ≥ T'],
    ['--json', 'one JSON object\nand nothing else'],
  ],
  examples: [['dedup a.warc', 'of a crawl']],
};

test('what options do stands in one column, further lines below the first, and examples behind them', () => {
  expect(usageText(example)).toBe(`usage: neardup dedup INPUT… [options]

Finds near-duplicates.

  --threshold T  pairs with similarity ≥ T
  --json         one JSON object
                 and nothing else

examples:
  neardup dedup a.warc  of a crawl
`);
});

test('a command with verbs names each of them and what it does', () => {
  expect(
    usageText({
      ...example,
      call: 'index VERB',
      verbs: { add: { ...example, call: 'index add DIR [options]' } },
    }),
  ).toContain('\n  add DIR  Finds near-duplicates.\n');
});

test('a choice names its words and one default, which is the first unless another is told', () => {
  expect(choice('--tables N', ['4', '10'], ': of keys', '10')[1]).toBe('4, 10: of keys (10)');
  expect(choice('--extract E', ['main', 'visible', 'none'], ': which text counts')).toEqual([
    '--extract E',
    'main, visible, none: which text counts (main)',
    ['main', 'visible', 'none'],
  ]);
});

test('no option is said to have two defaults', async () => {
  const loaded = await Promise.all(Object.values(commands).map((command) => command.load()));
  const told = loaded.flatMap(({ usage }) => [
    ...usage.options,
    ...Object.values(usage.verbs ?? {}).flatMap(({ options }) => options),
  ]);
  expect(told.length).toBeGreaterThan(100);
  expect(told.filter(([, about]) => /\([^)]*\) \([^)]*\)$/.test(about))).toEqual([]);
});

test('the default of --memory is the one that the library has', () => {
  expect(memoryHelp('what the join may take')).toEqual([
    '--memory SIZE',
    "what the join may take (half of the machine's memory)",
  ]);
});

test('many words are put in lines of some 80 characters', () => {
  const words = Array.from({ length: 40 }, (_, i) => `method-${i}`);
  const lines = wrapped(words).split('\n');
  expect(lines.length).toBeGreaterThan(3);
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(81);
  expect(lines.join(' ')).toBe(words.join(', '));
});

/** Each command, and each verb of one, with what it says of itself. */
const calls = (
  await Promise.all(
    Object.entries(commands).map(async ([name, { load }]) => {
      const { usage } = await load();
      const verbs = Object.entries(usage.verbs ?? {});
      return verbs.length > 0
        ? verbs.map(([verb, below]) => ({ words: [name, verb], usage: below }))
        : [{ words: [name], usage }];
    }),
  )
).flat();

test.each(calls)('the help of $words has examples, each a call of that command', ({ words, usage }) => {
  expect(usage.call.startsWith(words.join(' '))).toBe(true);
  expect(usage.examples.length).toBeGreaterThan(0);
  for (const [call] of usage.examples) expect(call).toMatch(new RegExp(`^${words.join(' ')} `));
});

test.each(calls)('$words takes the options in its help', async ({ words, usage }) => {
  for (const [written] of usage.options) {
    const [name, placeholder] = written.split(' ');
    const value = placeholder === undefined ? [] : ['1'];
    const { stderr } = await neardup([...words, name, ...value, '--no-such-option']);
    expect(stderr).toContain('neardup: --no-such-option: there is no such option');
  }
});

/** Commands whose options are their own: stages that `mr run` and clusters call all take those of every stage. */
const forPeople = calls.filter(
  ({ words: [command, verb] }) =>
    command !== 'mr' || ['run', 'decide', 'write', 'plan', 'estimate'].includes(verb!),
);
const nameOf = ([written]: Usage['options'][number]): string => written.split(' ')[0]!;

test.each(forPeople)(
  '$words takes no option that its help leaves out, but those that every command takes',
  async ({ words, usage }) => {
    const named = new Set([...usage.options.map(nameOf), '--json', '--quiet', '--threads']);
    const others = new Set(forPeople.flatMap((call) => call.usage.options.map(nameOf)));
    expect(others.size).toBeGreaterThan(50);
    for (const name of others) {
      if (named.has(name)) continue;
      expect((await neardup([...words, name])).stderr).toContain(`${name}: there is no such option`);
    }
  },
);

test.each([
  [
    ['help', 'dedup'],
    ['dedup', '--help'],
  ],
  [
    ['help', 'index', 'add'],
    ['index', 'add', '--help'],
  ],
  [
    ['help', 'index', 'add'],
    ['index', 'add', '-h'],
  ],
  [['help'], ['--help']],
  [['version'], ['-v']],
  [['version'], ['--version']],
])('%j prints what %j prints', async (one, other) => {
  const [found, expected] = [await neardup(one), await neardup(other)];
  expect(found).toEqual(expected);
  expect(found).toMatchObject({ code: 0, stderr: '' });
  expect(found.stdout).not.toBe('');
});

test('help of what is no command asks for the one that was meant', async () => {
  const { code, stderr } = await neardup(['help', 'dedpu']);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/got "dedpu" \(did you mean dedup\?\)\n$/)]);
});
