import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { clustersIdentity, measureClusters } from './clusters.ts';
import { measureCost } from './cost.ts';
import { engineIdentity, measureOverhead } from './engines.ts';
import { measureFailures } from './failures.ts';
import { measureHadoopFailures } from './hadoop-failures.ts';
import { type Decider, dedupIdentity, dumpFile, joinIdentity, siteDumps } from './identity.ts';
import { setFile } from './inputs.ts';
import { measureMemory } from './memory.ts';
import { compareMethods } from './methods.ts';

const parts = [
  ...['join', 'dedup', 'decisions', 'methods', 'memory', 'clusters', 'spark', 'hadoop', 'failures'],
  ...['hadoop-failures', 'hadoop-decisions', 'cost', 'overhead'],
] as const;

/** The sets for each part. */
const setsOf: Readonly<Record<string, readonly string[]>> = {
  join: ['reuters', 'openlayers', 'retail', 'kosarak', 'one-token'],
  dedup: ['reuters', 'openlayers'],
  decisions: ['reuters', 'openlayers', 'rspec', 'ipython'],
  clusters: ['reuters', 'openlayers', 'retail', 'one-token'],
  methods: [
    ...['reuters', 'openlayers-part', 'openlayers'],
    ...['generated-100k', 'generated-200k', 'generated-400k', 'generated-1m'],
    ...['held-out-long', 'held-out-tailed'],
  ],
  spark: ['reuters', 'openlayers', 'retail', 'kosarak', 'one-token'],
  hadoop: ['reuters', 'openlayers', 'retail', 'kosarak', 'one-token'],
  cost: ['openlayers', 'sites', 'sites-as-one'],
  failures: ['generated-2k'],
  'hadoop-failures': ['generated-300'],
  'hadoop-decisions': ['ipython'],
};

/** What decides about pages, for the parts that read dumps. */
const deciders: Readonly<Partial<Record<(typeof parts)[number], Decider>>> = {
  dedup: 'process',
  decisions: 'stages',
  'hadoop-decisions': 'hadoop',
};

/**
 * Joins beyond one machine:
 * - whether the results have the same bytes as those of `neardup join` and `neardup dedup`, by pipe, on Spark and on
 *   Hadoop;
 * - what each method sends between its stages;
 * - clusters of one component of 10⁶ sets;
 * - the memory of a reducer by the number of entries in its group;
 * - what Spark does when processes, executors and nodes die, and Hadoop when containers do.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      part: { type: 'string' },
      sets: { type: 'string' },
      methods: { type: 'string' },
      reducers: { type: 'string' },
      failures: { type: 'string' },
      calls: { type: 'string' },
      graphs: { type: 'string' },
      nodes: { type: 'string' },
      folder: { type: 'string' },
    },
  });
  const asked = values.part?.split(',') ?? parts;
  const only = values.sets?.split(',');
  const unknown = [...asked.filter((each) => !(parts as readonly string[]).includes(each))];
  const known = Object.values(setsOf).flat();
  unknown.push(...(only ?? []).filter((each) => !known.includes(each)));
  if (unknown.length > 0) {
    throw new RangeError(
      `cluster: expected --part ${parts.join(',')} and --sets ${[...new Set(known)].join(',')}; got ${unknown.join(', ')}`,
    );
  }
  if (values.folder !== undefined) mkdirSync(values.folder, { recursive: true });
  const folder = mkdtempSync(join(values.folder ?? tmpdir(), 'neardup-cluster-'));
  // sets that are generated stay in the folder that was named
  const made = values.folder ?? folder;
  try {
    for (const part of parts.filter((each) => asked.includes(each))) {
      process.stdout.write(`\n## ${part}\n`);
      if (part === 'overhead') await measureOverhead(folder);
      if (part === 'memory') await measureMemory(values.reducers?.split(','));
      if (part === 'clusters' && only === undefined)
        await measureClusters(folder, Number(values.nodes ?? 1e6), values.graphs?.split(';'));
      for (const name of setsOf[part]?.filter((each) => only?.includes(each) ?? true) ?? []) {
        if (part === 'cost') {
          const dumps = name.startsWith('sites') ? siteDumps() : [dumpFile(name)];
          const there = dumps.filter((dump) => dump !== undefined);
          if (there.length > 0) await measureCost(name, there, name === 'sites', folder);
          continue;
        }
        const decider = deciders[part];
        if (decider !== undefined) {
          await dedupIdentity(name, folder, decider);
          continue;
        }
        const sets = await setFile(name, made);
        if (sets === undefined) continue;
        if (part === 'join') await joinIdentity(sets, folder, values.calls?.split(','));
        else if (part === 'methods') await compareMethods(sets, folder, values.methods?.split(','));
        else if (part === 'hadoop-failures')
          await measureHadoopFailures(sets, folder, values.failures?.split(','), values.calls?.split(','));
        else if (part === 'failures') await measureFailures(sets, folder, values.failures?.split(','));
        else if (part === 'clusters') await clustersIdentity(sets, folder);
        else if (part === 'spark' || part === 'hadoop') await engineIdentity(part, sets, folder);
      }
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
