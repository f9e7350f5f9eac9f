import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { similarities } from '../../src/join/index.ts';
import { realData } from '../../test/data.ts';
import { printTable } from '../measure.ts';
import { neardup, type Ran } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import type { SetFile } from './inputs.ts';
import { onMinicluster } from './minicluster.ts';

const PARTS = '2';
const thresholds = ['0.5', '0.8', '0.95'];

/**
 * Joins a set by every similarity at three thresholds, by `neardup join` and by the stages with `sort` between them.
 * Prints whether the bytes are the same.
 *
 * @param only some calls, each like `jaccard:0.8`
 */
export async function joinIdentity(sets: SetFile, folder: string, only?: readonly string[]): Promise<void> {
  const rows: string[][] = [];
  for (const similarity of similarities) {
    for (const threshold of similarity === 'overlap' ? sets.counts.map(String) : thresholds) {
      if (only !== undefined && !only.includes(`${similarity}:${threshold}`)) continue;
      const call = ['--similarity', similarity, '--threshold', threshold];
      const expected = join(folder, 'join.txt');
      const out = join(folder, 'staged');
      const joined = await neardup('join', sets.path, ...call, '--out', expected, '--json', '--quiet');
      const { pairs } = JSON.parse(joined.stdout) as { readonly pairs: number };
      const staged = await neardup(
        ...['mr', 'run', '--local', '--sets', sets.path, ...call, '--parts', PARTS, '--out', out, '--quiet'],
      );
      const same = await areSame(expected, join(out, 'pairs.txt'));
      if (!same) process.exitCode = 1;
      rows.push([
        ...[sets.name, similarity, threshold, String(pairs), same ? 'yes' : 'NO'],
        ...[joined, staged].map(({ cpuMs }) => (cpuMs / 1000).toFixed(1)),
      ]);
      process.stderr.write(`${rows.at(-1)?.join(' ')}\n`);
      rmSync(out, { recursive: true });
      rmSync(expected);
    }
  }
  printTable(['set', 'similarity', 'threshold', 'pairs', 'same bytes', 'join, CPU s', 'mr, CPU s'], rows);
}

/** Dumps that can be deduplicated, by name. */
const dumps: Readonly<Record<string, string>> = {
  reuters: 'text-reuters21578/docs.jsonl.gz',
  openlayers: 'docs-openlayers/pages.jsonl.zst',
  rspec: 'docs-rspec/pages.jsonl.gz',
  ipython: 'docs-ipython/pages.jsonl.gz',
};

const sites = [
  ...['docs-openlayers/pages.jsonl.zst', 'docs-rspec/pages.jsonl.gz', 'docs-ipython/pages.jsonl.gz'],
  ...['docs-struts/pages.jsonl.zst', 'docs-opengl/pages.jsonl.gz', 'docs-crawlee/pages.jsonl.zst'],
];

/** The file of a dump; undefined if its data is missing. */
export function dumpFile(name: string): string | undefined {
  return Object.hasOwn(dumps, name) ? realData(dumps[name]) : undefined;
}

/** The available dumps of sites. Together they have many hosts. */
export function siteDumps(): readonly string[] {
  return sites.flatMap((name) => realData(name) ?? []);
}

/** The files that both sides write in addition to the summary. */
const files = [
  ...['decisions', 'pairs', 'alike', 'clusters', 'templates', 'removals', 'hosts', 'declared'],
].map((file) => `${file}.jsonl`);

/** What decides: one process, stages on this machine, or stages on Hadoop. */
export type Decider = 'process' | 'stages' | 'hadoop';

/**
 * Deduplicates a dump by `neardup dedup` and by the stages, with site model and identities. Prints whether the files
 * are the same.
 */
export async function dedupIdentity(name: string, folder: string, decider: Decider): Promise<void> {
  const input = dumpFile(name);
  if (input === undefined) return;
  const [whole, staged] = [join(folder, 'dedup'), join(folder, 'staged')];
  const dedup = await neardup('dedup', input, '--out', whole, '--quiet');
  const mr = await (decider === 'hadoop'
    ? decidedOnHadoop(input, folder, staged)
    : neardup(
        ...['mr', 'run', '--local', input, '--out', staged],
        ...['--decide', decider, '--parts', PARTS, '--quiet'],
      ));
  if (typeof mr === 'string') {
    process.stdout.write(`hadoop-decisions: skipped, ${mr}\n`);
    return;
  }
  const differing: string[] = [];
  for (const file of files) if (!(await areSame(join(whole, file), join(staged, file)))) differing.push(file);
  if (differing.length > 0) process.exitCode = 1;
  // fails if a removal does not hold
  const audited = await neardup('audit', staged, '--json');
  const { proven } = JSON.parse(audited.stdout) as { readonly proven: number };
  const seconds = [dedup, mr].map(({ cpuMs }) => (cpuMs / 1000).toFixed(0)).join(' and ');
  const said = differing.length === 0 ? `the same ${files.join(', ')}` : `differ in ${differing.join(', ')}`;
  const how = decider === 'hadoop' ? 'mr decide behind Hadoop' : `mr run --decide ${decider}`;
  process.stdout.write(
    `${name}: dedup and ${how}, ${seconds} s of CPU: ${said}; audit proved ${proven} removals\n`,
  );
  for (const out of [whole, staged]) rmSync(out, { recursive: true });
}

/**
 * Writes the files of a dump to `staged`, by stages on Hadoop and the call that their driver prints at the end.
 * Returns the reason if there is no Hadoop.
 */
async function decidedOnHadoop(input: string, folder: string, staged: string): Promise<Ran | string> {
  const stages = join(folder, 'stages');
  let decided: Ran | undefined;
  const missing = await onMinicluster(folder, async (cluster) => {
    // there are some 75 stages: small ones run in the process of the job's master, which saves most of the time
    const { stderr } = await cluster.stages('/neardup', ['--pages', '--parts', '1', input], {
      'mapreduce.job.ubertask.enable': 'true',
    });
    await cluster.get('/neardup/stages', stages);
    const [, told] = /^to write .*: neardup mr decide STAGES (.*)$/m.exec(stderr) ?? [];
    decided = await neardup('mr', 'decide', stages, ...told.replace('RESULT', staged).split(' '), '--quiet');
  });
  rmSync(stages, { recursive: true, force: true });
  return decided ?? missing ?? 'no call for mr decide was told';
}
