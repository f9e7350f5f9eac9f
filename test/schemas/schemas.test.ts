import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeduper } from '../../plugins/crawl/index.ts';
import { fileFormats, mostOfCrowd } from '../../src/flow/index.ts';
import { SketchIndex } from '../../src/index.ts';
import { neardup } from '../cli/run.ts';
import { warcRecord } from '../dump/warc/warc-writer.ts';
import { collected } from '../store/common.ts';
import { crawl, sessions } from '../url-rules/sites.ts';
import { problems, type Schema, schemas } from './validator.ts';

let folder: string;
/** What the commands wrote, by the name of the schema that it has to keep. */
const written = new Map<string, unknown[]>();

function text(seed: number, changed = 0, length = 120): string {
  const words = Array.from({ length }, (_, i) => `w${(seed * 7919 + i * 104729) % 1_000_003}`);
  for (let i = 0; i < changed; i++) words[10 + i * 20] = `changed${i}`;
  return words.join(' ');
}

const pages = [
  ...Array.from({ length: 12 }, (_, i) => ({
    id: `o${i}`,
    url: `https://a.example/page/${i}`,
    text: text(i),
  })),
  ...Array.from({ length: 12 }, (_, i) => ({ id: `c${i}`, text: text(i, i % 4) })),
  { id: 'none', text: ' \n' },
  { id: 'note', url: 'https://a.example/harbour', text: 'One short note about nothing in particular' },
];

/** Pages of a site that share its template and name different things, and two that say the same within it. */
const site = ['harbour', 'ferry', 'lantern', 'orchard', 'quarry', 'meadow', 'bridge', 'bridge'].map(
  (name, i) => {
    const template = text(99, 0, 200);
    const content = name === 'bridge' ? text(50, 0, 30) : text(60 + i, 0, 8);
    const html = `<title>${name}</title><h1>${name}</h1><p>${template}</p><p>${name} ${content} ${i}</p>`;
    return { id: `s${i}`, url: `https://site.example/${name}/${i}`, html };
  },
);
/** Some of its pages again, below a notice. */
const later = site.slice(0, 5).map(({ id, url, html }) => ({
  id: `later ${id}`,
  url: url.replace('.example/', '.example/later/'),
  html: html.replace('</h1>', `</h1><p>${text(98, 0, 30)}</p>`),
}));

/** A short page that says the word of its URL. */
const said = {
  id: 'said',
  url: 'https://m.example/lantern',
  html: '<h1>Notes</h1><p>A note about a lantern',
};
/** Pages of a host under two names, one of which states the other in its pages and by a redirect. */
const mirrored = [1, 2, 3]
  .flatMap((i) =>
    ['www.', ''].map((www) => ({
      id: `${www}${i}`,
      url: `https://${www}m.example/${i}`,
      html: `<link rel="canonical" href="https://m.example/${i}"><h2>A label</h2><p>${text(i)}</p>`,
    })),
  )
  .concat(said);
const moved = warcRecord({
  url: 'https://www.m.example/old',
  block: 'HTTP/1.1 301 Moved\r\nLocation: https://m.example/1\r\n\r\n',
});

/** Pages each like the next one, the ends unlike. */
const chain = Array.from({ length: 12 }, (_, i) => ({
  id: `p${i}`,
  url: `https://chain.example/${i}`,
  text: Array.from({ length: 203 }, (_, k) => `w${5 * i + k}`).join(' '),
}));

function keep(schema: string, ...values: unknown[]): void {
  written.set(schema, [...(written.get(schema) ?? []), ...values]);
}

async function run(...args: string[]): Promise<unknown> {
  const { stdout, stderr } = await neardup([...args, '--json', '--quiet'], { cwd: folder });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

async function linesOf(...path: string[]): Promise<unknown[]> {
  const lines = (await readFile(join(folder, ...path), 'utf8')).trim().split('\n');
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

async function keepDedup(out: string, ...options: string[]): Promise<void> {
  keep('summary', await run('dedup', ...options, '--out', out));
  keep('summary', ...(await linesOf(out, 'summary.json')));
  keep('call', ...(await linesOf(out, 'call.json')));
  keep('decision', ...(await linesOf(out, 'decisions.jsonl')));
  keep('pair', ...(await linesOf(out, 'pairs.jsonl')));
  keep('alike', ...(await linesOf(out, 'alike.jsonl')));
  keep('removal', ...(await linesOf(out, 'removals.jsonl')));
  keep('cluster', ...(await linesOf(out, 'clusters.jsonl')));
  keep('template', ...(await linesOf(out, 'templates.jsonl')));
  keep('host-pair', ...(await linesOf(out, 'hosts.jsonl')));
  keep('declared', ...(await linesOf(out, 'declared.jsonl')));
}

/** The head of each record, JSON, as docs/file-formats.md draws them. */
function journalHeads(bytes: Buffer): unknown[] {
  const heads: unknown[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [head, grams, counts] = [0, 4, 8].map((field) => bytes.readUInt32LE(at + field));
    const end = at + 20 + head + 8 * grams + 4 * counts;
    heads.push(JSON.parse(bytes.toString('utf8', end - head, end)));
    at = end;
  }
  return heads;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'neardup-schemas-'));
  const input = pages.map((page) => `${JSON.stringify(page)}\n`).join('');
  // a page that is damaged: not UTF-8
  const damaged = input.replace('"id":"o11",', '"id":"o11","more":"\xff",');
  await writeFile(join(folder, 'in.jsonl'), `${damaged}{"torn`, 'latin1');
  await writeFile(
    join(folder, 'site.jsonl'),
    [...site, ...later].map((page) => `${JSON.stringify(page)}\n`).join(''),
  );
  // a page that is cut: what stands behind 16 MiB is not read
  const long = { id: 'long', html: `<p>${text(1)}</p>${' '.repeat(1 << 24)}` };
  await writeFile(join(folder, 'long.jsonl'), JSON.stringify(long));
  await keepDedup('long', 'long.jsonl');
  const equal = (i: number) => ({ url: `https://a.example/?session=${i}`, text: text(1) });
  const crowd = Array.from({ length: mostOfCrowd + 5 }, (_, i) => `${JSON.stringify(equal(i))}\n`);
  await writeFile(join(folder, 'crowd.jsonl'), crowd);
  keep('summary', await run('dedup', 'crowd.jsonl'));
  await keepDedup('out', 'in.jsonl');
  await keepDedup('estimated', 'in.jsonl', '--method', 'simhash-7', '--field', 'text');
  const overlap = ['--similarity', 'overlap', '--threshold', '50', '--cluster', 'components'];
  await keepDedup('overlap', 'in.jsonl', ...overlap);
  await keepDedup('site', 'site.jsonl');
  await writeFile(join(folder, 'hosts.jsonl'), mirrored.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await writeFile(join(folder, 'moved.warc'), moved);
  await keepDedup('hosts', 'hosts.jsonl', 'moved.warc');
  await writeFile(join(folder, 'chain.jsonl'), chain.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await keepDedup('chain', 'chain.jsonl', '--cluster', 'components', '--scope', 'same-host');
  // a zstd frame of one stored block without a checksum (RFC 8878, section 3.1.1): there is a note of it
  const lines = Buffer.from(input.slice(0, input.indexOf('\n') + 1));
  const block = Buffer.alloc(3);
  block.writeUIntLE((lines.length << 3) | 1, 0, 3);
  const head = Buffer.from([
    0x28,
    0xb5,
    0x2f,
    0xfd,
    0x60,
    (lines.length - 256) & 255,
    (lines.length - 256) >> 8,
  ]);
  await writeFile(join(folder, 'unchecked.jsonl.zst'), Buffer.concat([head, block, lines]));
  await keepDedup('unchecked', 'unchecked.jsonl.zst');
  const copy = ['--write', 'kept.jsonl', '--unclassifiable', 'aside'];
  keep('summary', await run('dedup', 'in.jsonl', ...copy));
  keep('manifest', ...(await linesOf('kept.jsonl.manifest.jsonl')));
  await keepDedup('held', 'in.jsonl', '--against', 'unchecked.jsonl.zst', '--write', 'new.jsonl');
  keep('manifest', ...(await linesOf('new.jsonl.manifest.jsonl')));
  const [last, ...before] = site.slice(0, 6).reverse();
  await writeFile(join(folder, 'last.jsonl'), `${JSON.stringify(last)}\n`);
  await writeFile(join(folder, 'before.jsonl'), before.map((page) => `${JSON.stringify(page)}\n`).join(''));
  await keepDedup('beside', 'last.jsonl', '--against', 'before.jsonl');

  // A file cannot take the place of a folder: the run fails at its end, and its journal stays.
  for (const out of ['stays', 'stays-too', 'stays-linked'])
    await mkdir(join(folder, out, 'pairs.jsonl'), { recursive: true });
  await expect(run('dedup', 'in.jsonl', '--out', 'stays', '--field', 'text')).rejects.toThrow('pairs.jsonl');
  const counting = ['--method', 'text-profile'];
  await expect(run('dedup', 'in.jsonl', '--out', 'stays-too', ...counting)).rejects.toThrow('pairs.jsonl');
  await expect(run('dedup', 'hosts.jsonl', '--out', 'stays-linked')).rejects.toThrow('pairs.jsonl');
  for (const out of ['stays', 'stays-too', 'stays-linked']) {
    keep('journal', ...journalHeads(await readFile(join(folder, out, 'grams.unfinished'))));
  }

  await writeFile(join(folder, 'truth.tsv'), 'o0\tc0\no1\tc1\no1\tnowhere\n');
  keep('evaluation', await run('evaluate', 'in.jsonl', '--target-recall', '0.9', '--out', 'evaluation'));
  keep('evaluation', ...(await linesOf('evaluation', 'report.json')));
  keep('call', ...(await linesOf('evaluation', 'call.json')));
  keep('summary', ...(await linesOf('evaluation', 'summary.json')));
  const tooLarge = run('mr', 'run', '--local', 'in.jsonl', '--out', 'staged', '--temp', '1B');
  await expect(tooLarge).rejects.toThrow('--temp');
  keep('call', ...(await linesOf('staged', 'call.json.unfinished')));
  const few = ['--thresholds', '0.8', '--methods', 'qp,minhash', '--max-milliseconds', '0.001'];
  const precise = ['--target-recall', '0.9', '--least-precision', '1'];
  keep('evaluation', await run('evaluate', 'in.jsonl', '--methods', 'qp', ...precise));
  keep(
    'evaluation',
    await run('evaluate', 'in.jsonl', ...few, '--truth', 'truth.tsv', '--target-recall', '0.999'),
  );
  keep('evaluation', await run('evaluate', 'in.jsonl', ...few.slice(0, 4), '--sample', '5'));

  await run('report', 'out', '--out', 'report.html');
  const html = await readFile(join(folder, 'report.html'), 'utf8');
  const data = /id="data-clusters">([^<]*)</.exec(html)?.[1] ?? '';
  keep('report-data', JSON.parse(gunzipSync(Buffer.from(data, 'base64')).toString()));

  const sets = Array.from({ length: 6000 }, (_, i) =>
    Array.from({ length: 12 }, (_, k) => (i % 700) * 9 + k),
  );
  await writeFile(join(folder, 'sets.txt'), sets.map((tokens) => `${tokens.join(' ')}\n`).join(''));
  for (const options of [[], ['--memory', '2MB'], ['--algorithm', 'mgjoin']]) {
    keep('join', await run('join', 'sets.txt', '--out', 'pairs.txt', ...options));
  }
  await writeFile(join(folder, 'cut.gz'), gzipSync('1 2 3\n'.repeat(300)).subarray(0, -9));
  keep('join', await run('join', 'cut.gz'));

  const urlRules = crawl([
    ...sessions(200),
    // a calendar that is given up, and opened again by something new
    ...Array.from({ length: 200 }, (_, i) => ({ url: `https://a.example/${i}`, content: 'no events' })),
  ]).rules;
  keep('url-rules', JSON.parse(JSON.stringify(urlRules)));
  urlRules.observeWall('https://a.example/login?next=1');
  urlRules.observe('https://a.example/200', 'an event');
  keep('url-rules', JSON.parse(JSON.stringify(urlRules)));

  const records = new Map<string, unknown>();
  const store = {
    getValue: async (key: string) => records.get(key) ?? null,
    setValue: async (key: string, value: unknown) => {
      if (value === null) records.delete(key);
      else records.set(key, value);
    },
  };
  const deduper = await createDeduper({ directory: join(folder, 'saved') });
  await deduper.saveTo({ store, key: 'saved' });
  await deduper.close();
  keep('saved-index', records.get('saved'));

  for (const setting of ['exact', 'compact'] as const) {
    const at = join(folder, setting);
    const index = await SketchIndex.open(at, { gram: 'word:4', threshold: 0.8, recall: 0.99, setting });
    const grams = BigUint64Array.from({ length: 40 }, (_, i) => BigInt(i * i));
    const validators = { etag: '"a"', lastModified: 'Sat, 21 Nov 2026 18:30:00 GMT' };
    await index.addIfNew({
      key: 'a',
      url: 'http://a.example/',
      grams,
      at: '2026',
      identity: 'a',
      validators,
    });
    await index.addIfNew({ key: 'b', url: 'b', grams: grams.slice(1), truncatedFrom: 99 });
    await index.addIfNew({ key: 'c', url: 'c', grams: grams.slice(0, 0), note: 'empty' });
    const other = { key: 'e', url: 'e', grams: grams.slice(0, 39), identity: 'e' };
    await (await index.claim(other, { repeats: () => false })).commit();
    await index.add({ key: 'd', url: 'd', grams, validators: {} });
    const reserved = BigUint64Array.from({ length: 40 }, (_, i) => BigInt(i * i * i));
    await index.claim({ key: 'f', url: 'f', grams: reserved });
    const copy = { key: 'g', url: 'g', grams: reserved };
    await (await index.claim(copy, { provisional: { request: 'g' } })).commit();
    keep('export', ...(await collected(index.export())).map((line) => JSON.parse(line)));
    await index.close();
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('what the commands write is as its schema says', () => {
  const wrong = [...written].flatMap(([name, values]) =>
    values.flatMap((value) => problems(name, value).map((problem) => `${name}: ${problem}`)),
  );
  expect([...new Set(wrong)]).toEqual([]);
  expect(written.get('summary')).toHaveLength(23);
  expect(written.get('decision')).toHaveLength(
    3 + 4 * pages.length + site.length + later.length + mirrored.length + chain.length,
  );
});

test('every schema but that of a part has been held against something', () => {
  expect([...written].filter(([, values]) => values.length === 0)).toEqual([]);
  expect([...written.keys(), 'damaged-spot'].sort()).toEqual([...schemas.keys()].sort());
});

test('a member that a schema does not name, or one that is missing, is found', () => {
  for (const [name, values] of written) {
    for (const value of [values[0], values.at(-1)] as object[]) {
      expect(problems(name, { ...value, unheardOf: 1 }), name).not.toEqual([]);
      const schema = schemaOf(name, value);
      for (const member of schema.required ?? []) {
        const { [member]: _, ...rest } = value as Record<string, unknown>;
        expect(problems(name, rest), `${name} without ${member}`).not.toEqual([]);
      }
    }
  }
});

test('every member that a schema names has been written, so that none is there in vain', () => {
  const later = ['text', 'host', 'entry', 'inner', 'pagesRead'];
  const seen = new Set<string>();
  JSON.stringify([...written.values()], (key, value) => {
    seen.add(key);
    return value;
  });
  const named = [...schemas.values()].flatMap(membersOf);
  expect([...new Set(named)].filter((member) => !seen.has(member) && !later.includes(member))).toEqual([]);
});

test('every schema says what it is of, names its format, and closes what it opens', () => {
  const formats = new Map<unknown, string>(Object.values(fileFormats).map((format) => [format, format]));
  formats.delete(fileFormats.index);
  for (const [name, schema] of schemas) {
    expect(schema.$id).toBe(`${name}.schema.json`);
    for (const part of partsOf(schema)) {
      if (part.properties === undefined) continue;
      expect([undefined, true], name).not.toContain(part.additionalProperties);
      for (const [member, { description }] of Object.entries(part.properties) as [string, Schema][]) {
        expect(description, `${name}: ${member}`).toMatch(/^[A-Z0-9(].*\.$/);
      }
      const { format } = part.properties;
      if (typeof format === 'object') formats.delete(format.const);
    }
  }
  expect([...formats.keys()]).toEqual([]);
});

/** The part of a schema that a value has to keep: of those with parts, the one that requires no more than it has. */
function schemaOf(name: string, value: object): Schema {
  const schema = schemas.get(name)!;
  if (schema.properties !== undefined) return schema;
  return Object.values(schema.$defs ?? {}).find(({ required = [] }) =>
    required.every((each) => each in value),
  )!;
}

/** A schema and all schemas of objects within it. */
function partsOf(schema: Schema | boolean): Schema[] {
  if (typeof schema === 'boolean') return [];
  const { properties = {}, $defs = {}, items } = schema;
  const inner = [...Object.values(properties), ...Object.values($defs), ...(items ? [items] : [])];
  return [schema, ...inner.flatMap(partsOf)];
}

function membersOf(schema: Schema): string[] {
  return partsOf(schema).flatMap(({ properties = {} }) => Object.keys(properties));
}
