import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { drawn } from '../../bench/mutants/draw.ts';
import { names, readEquivalents, stale } from '../../bench/mutants/equivalent.ts';
import { type Mutation, mutated, placesOf } from '../../bench/mutants/mutations.ts';
import type { Operator } from '../../bench/mutants/operators.ts';
import { reachedBy, recording } from '../../bench/mutants/reach.ts';

/** The source with each mutation of an operator made. */
function made(operator: Operator, source: string): string[] {
  return placesOf('a.ts', source)
    .flat()
    .filter((mutation) => mutation.operator === operator)
    .map((mutation) => mutated(source, mutation));
}

test.each<[Operator, string, string[]]>([
  ['bound', 'f(a /* < */ < b);', ['f(a /* < */ <= b);']],
  ['bound', 'f(a >= b);', ['f(a > b);']],
  ['equality', 'f(a === b, a != b);', ['f(a !== b, a != b);', 'f(a === b, a == b);']],
  ['arithmetic', 'f((a + b) * c);', ['f((a + b) / c);', 'f((a - b) * c);']],
  ['arithmetic', 'a >>>= b;', ['a <<= b;']],
  ['logic', 'f(a && b || c);', ['f(a && b && c);', 'f((a || b) || c);']],
  ['logic', '(a || b) && c;', ['(a || b) || c;', '(a && b) && c;']],
  ['logic', 'f(a ?? b);', ['f(b);']],
  ['logic', 'f(a & b);', ['f(a | b);']],
  ['update', 'i++; --j;', ['i--; --j;', 'i++; ++j;']],
  ['constant', 'f(7);', ['f(8);', 'f(6);']],
  ['constant', 'f(0, true);', ['f(1, true);', 'f((-1), true);', 'f(0, false);']],
  [
    'constant',
    'f(0.25, 0x10, 3n);',
    [
      'f(1.25, 0x10, 3n);',
      'f((-0.75), 0x10, 3n);',
      'f(0.25, 17, 3n);',
      'f(0.25, 15, 3n);',
      'f(0.25, 0x10, 4n);',
      'f(0.25, 0x10, 2n);',
    ],
  ],
  ['condition', 'if (a < b) f();', ['if (!(a < b)) f();']],
  ['condition', 'f(!a ? 1 : 2);', ['f(a ? 1 : 2);']],
  ['condition', 'if (a === b) f();', []],
  ['statement', 'if (a) f(b); else c = 1;', ['if (a) ; else c = 1;', 'if (a) f(b); else ;']],
  [
    'statement',
    'for (;;) { await a?.f(); break; }',
    ['for (;;) { ; break; }', 'for (;;) { await a?.f(); ; }'],
  ],
  ['statement', 'switch (a) { case 1: f(); break; }', ['switch (a) { case 1: ; break; }']],
  ['call', 'f((a + b).sort(c));', ['f((a + b));']],
  ['call', 'f(a.b?.sort(c));', ['f(a.b);', 'f((c));']],
  ['call', 'x = Math.ceil(a + b);', ['x = (a + b);']],
  ['call', 'f(a); await a.b();', []],
  [
    'method',
    'f(Math.min(a, b), x.some(y));',
    ['f(Math.max(a, b), x.some(y));', 'f(Math.min(a, b), x.every(y));'],
  ],
  ['swap', 'f(a, b, ...c); new G(a, a);', ['f(b, a, ...c); new G(a, a);']],
  ['swap', 'Math.max(a, b); min(a, b); i32x4.min_s(a, b);', []],
  ['return', 'function f() { a(); b(); }', ['function f() { return; a(); b(); }']],
  [
    'return',
    'const f = () => { if (a) return g(); return []; }',
    ['const f = () => { return []; if (a) return g(); return []; }'],
  ],
  ['return', 'function f() { a(); }', []],
])('%s: `%s` becomes %j', (operator, source, expected) => {
  expect(made(operator, source)).toEqual(expected);
});

test('types, imports, strings, names of fields, and texts for people are left as they are', () => {
  const source = `import { a } from 'b';
    type T = 1 | -1;
    interface I { f(x: 0, y?: true): asserts x is 0 }
    declare const c: 3;
    const d = { 5: 'e' } as unknown as Record<1, 2>;
    console.log(1 + 2);
    process.stderr.write(f(3, 4));
    if (a) throw new RangeError(\`expected \${1 + 2}\`);`;
  const places = placesOf('a.ts', source).flat();
  expect(places.map(({ operator }) => operator)).toEqual([
    'statement',
    'statement',
    'condition',
    'statement',
  ]);
});

const throwing = (offset: number) => `throw new Damaged(\`at \${1}\`, ${offset});`;

test('the numbers that an error carries are mutated', () => {
  expect(made('constant', throwing(7))).toEqual([throwing(8), throwing(6)]);
});

test('AssemblyScript is read with its decorators, at exact offsets', () => {
  const source =
    "@inline\nfunction at(i: u32): u32 {\n  return load<u32>((<usize>i) << 2);\n}\n@inline function g(): void {}\n@external('env', 'f')\ndeclare function f(x: u32): void;\n";
  expect(made('arithmetic', source)).toEqual([source.replace('<< 2', '>> 2')]);
});

test('a mutation shows its lines before and after in one, and tells apart those that read alike', () => {
  const source = 'g(\n  1,\n);\nf(a,\n  b);\nf(a,\n  b);\n';
  const swaps = placesOf('a.ts', source)
    .flat()
    .filter(({ operator }) => operator === 'swap');
  expect(swaps.map(({ line, before, after, nth }) => ({ line, before, after, nth }))).toEqual([
    { line: 4, before: 'f(a, b);', after: 'f(b, a);', nth: 1 },
    { line: 6, before: 'f(a, b);', after: 'f(b, a);', nth: 2 },
  ]);
});

const drawnFrom = readFileSync(join(import.meta.dirname, '../../bench/mutants/operators.ts'), 'utf8');

test('the same seed draws the same mutations, another seed others, at most one for a line and operator', () => {
  const places = placesOf('a.ts', drawnFrom);
  const one = drawn(places, 1);
  expect(drawn(places, 1)).toEqual(one);
  expect(drawn(places, 2)).not.toEqual(one);
  const spots = one.map(({ line, operator }) => `${line} ${operator}`);
  expect(new Set(spots).size).toBe(spots.length);
  expect(new Set(spots)).toEqual(new Set(places.map(([{ line, operator }]) => `${line} ${operator}`)));
});

test('a source that records its places does the same, and names exactly the places it came to', async () => {
  const source = `export const seen = [];
const box = { inner: { values: [3, 1, 2] }, count: 0, get(k) { return this.inner?.[k]; } };
function visit(n) {
  for (let i = 0; i < n; i++) {
    if (i === 2) continue;
    else seen.push(box.get('values')?.slice().sort((a, b) => a - b)[i] ?? -1);
    box.get('values')[i] += n > 5 ? 100 : 0;
  }
  if (n > 5) throw new Error('never');
  box.inner.values.at(0).toFixed(2).padStart(5, ' ');
  (box ?? seen).count++;
}
visit(4);
export const state = JSON.stringify(box);
`;
  const folder = mkdtempSync(join(tmpdir(), 'neardup-recording-'));
  try {
    const file = join(folder, 'reached.txt');
    const mutations = placesOf('a.ts', source).flat();
    const text = recording(source, new Map(mutations.map(({ site }, number) => [number, site])), file);
    const [plain, recorded] = await Promise.all([source, text].map(imported));
    expect(recorded).toEqual(plain);
    const reached = reachedBy(readFileSync(file, 'utf8'));
    const missed = mutations.filter((_, number) => !reached.has(number));
    expect([...new Set(missed.map(({ before, after }) => `${before} → ${after}`))]).toEqual([
      "box.get('values')[i] += n > 5 ? 100 : 0; → box.get('values')[i] += n > 5 ? 101 : 0;",
      "box.get('values')[i] += n > 5 ? 100 : 0; → box.get('values')[i] += n > 5 ? 99 : 0;",
      "if (n > 5) throw new Error('never'); → if (n > 5) ;",
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('a place that is come to outside a known test has no tests of its own: any may depend on it', () => {
  const reached = reachedBy('3 a\n3 b\n4 a\n5 \n5 a\n4 \n');
  expect(reached).toEqual(
    new Map([
      [3, new Set(['a', 'b'])],
      [4, new Set()],
      [5, new Set()],
    ]),
  );
});

function imported(source: string): Promise<unknown> {
  return import(`data:text/javascript,${encodeURIComponent(source)}`).then(({ seen, state }) => ({
    seen,
    state,
  }));
}

test('an entry is stale as soon as its file no longer has the mutation', () => {
  const [mutation] = placesOf(
    'src/cluster/union-find.ts',
    readFileSync('src/cluster/union-find.ts', 'utf8'),
  )[0];
  const entry = (part: Partial<Mutation>) => ({ ...mutation, ...part, reason: '' });
  expect(names(entry({}), mutation)).toBe(true);
  expect(stale('.', [entry({})])).toEqual([]);
  for (const part of [{ before: 'x' }, { after: 'x' }, { nth: 99 }, { file: 'src/none.ts' }]) {
    expect(stale('.', [entry(part)])).toEqual([entry(part)]);
  }
});

test('every mutation that is named equivalent is still there: mend bench/mutants/equivalent.json if not', () => {
  const entries = readEquivalents('.');
  expect(stale('.', entries)).toEqual([]);
  expect(entries.filter(({ reason }) => reason.length < 20)).toEqual([]);
});
