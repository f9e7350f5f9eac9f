import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from '../measure.ts';
import { neardup } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import { gatherParts } from './engines.ts';
import { type HadoopClient, hadoopMissing, installedHadoop } from './hadoop-client.ts';
import type { SetFile } from './inputs.ts';
import { onMinicluster } from './minicluster.ts';
import { YarnNodes } from './yarn-nodes.ts';

const PARTS = 2;
const threshold = ['--threshold', '0.5'];

/** A second attempt begins within some 8 s; without one a task goes on after it. */
const ALONE_S = 45;

/** The ways in which jobs fail, and how the first process of each verb, or of some, does it. */
const failures = {
  /** In turn, so that each verb is struck three times: a task is tried four times. */
  died: `mkdir $struck/$verb:before 2>/dev/null && exit 9
if mkdir $struck/$verb:partly 2>/dev/null; then run | head -c 500; exit 9; fi
if mkdir $struck/$verb:container 2>/dev/null; then run | head -c 500; kill -9 $PPID; exit 9; fi`,
  /**
   * The first reducer of each job waits for a second attempt, and then for its end. A task that is alone in its job gets none, however slow: there
   * is none to compare it with; and mappers that wait with all of their input in the pipe are done to Hadoop, and get one seldom.
   */
  slow: `task=$place/\${mapreduce_task_attempt_id%_*}
case $mapreduce_task_attempt_id in
  *_1) mkdir -p $task $struck/$verb:second ;;
  *_r_000000_0)
    seconds=0
    until [ -d $task ] || [ $seconds = ${ALONE_S} ]; do sleep 1; seconds=$((seconds + 1)); done
    [ ! -d $task ] || sleep 300
    ;;
esac`,
  /** The node with all of its containers, once in each of these verbs; its number is in the path of what they work in. */
  node: `case $verb in collapse | keys | candidates | attach | verify | pairs) strikes=yes ;; *) strikes= ;; esac
if [ -n "$strikes" ] && mkdir $struck/$verb:node 2>/dev/null; then
  node=$(echo $PWD | sed 's|.*/\\(node-[0-9]*\\)/.*|\\1|')
  run | head -c 500
  kill -9 $(cat $place/cluster/$node.pid)
  kill -9 $(pgrep -f $place/cluster/$node/)
  exit 9
fi`,
} as const;

type Failure = keyof typeof failures;

/** Second attempts as soon as a task is slow beside others, of few tasks too. */
const speculation = {
  'mapreduce.job.speculative.minimum-allowed-tasks': '1',
  'mapreduce.job.speculative.speculative-cap-running-tasks': '1',
  'mapreduce.job.speculative.speculative-cap-total-tasks': '1',
  'mapreduce.job.speculative.retry-after-no-speculate': '1000',
  'mapreduce.job.speculative.retry-after-speculate': '1000',
  'mapreduce.job.speculative.slowtaskthreshold': '0.1',
};

/**
 * Hadoop on this machine: the process of each verb dies before its output, after some of it, and its container is killed -9; a slow one has a
 * second one beside it (both `Minicluster`); a node is killed -9 with its containers (`YarnNodes`). The result beside that of `mr run`.
 *
 * @param only some failures: died, slow, node
 * @param wanted results of the first two: pairs, clusters; those of a node are pairs
 */
export async function measureHadoopFailures(
  sets: SetFile,
  folder: string,
  only: readonly string[] = Object.keys(failures),
  wanted: readonly string[] = ['pairs', 'clusters'],
): Promise<void> {
  const missing = hadoopMissing(folder);
  if (missing !== undefined) {
    process.stdout.write(`hadoop-failures: skipped, ${missing}\n`);
    return;
  }
  const rows: string[][] = [];
  const strike = async (client: HadoopClient, failure: Failure, result: string, place: string) => {
    rows.push([failure, result, ...(await struckRun(client, { failure, result, sets, place }))]);
    process.stderr.write(`${rows.at(-1)?.join(' ')}\n`);
  };
  const placeOf = (failure: Failure, result: string): string => join(folder, `hadoop-${failure}-${result}`);
  if (only.some((each) => each !== 'node'))
    await onMinicluster(folder, async (client) => {
      for (const failure of ['died', 'slow'] as const)
        for (const result of only.includes(failure) ? wanted : [])
          await strike(client, failure, result, placeOf(failure, result));
    });
  if (only.includes('node')) {
    const place = placeOf('node', 'pairs');
    const cluster = await YarnNodes.start(await installedHadoop(folder), join(place, 'cluster'));
    try {
      await strike(cluster.client, 'node', 'pairs', place);
    } finally {
      await cluster.stop();
    }
    if (cluster.lost !== Number(rows.at(-1)![2])) process.exitCode = 1;
    process.stdout.write(`nodes lost: ${cluster.lost}\n`);
  }
  printTable(['failure', 'result', 'strikes', 'of', 'outcome'], rows);
}

interface Strike {
  readonly failure: Failure;
  readonly result: string;
  readonly sets: SetFile;
  readonly place: string;
}

async function struckRun(
  client: HadoopClient,
  { failure, result, sets, place }: Strike,
): Promise<[strikes: string, of: string, outcome: string]> {
  const struck = join(place, 'struck');
  mkdirSync(struck, { recursive: true });
  const call = [...threshold, ...(result === 'clusters' ? ['--clusters'] : [])];
  const expected = join(place, 'expected');
  await neardup('mr', 'run', '--local', '--sets', sets.path, ...call, '--out', expected, '--quiet');
  const out = join(place, 'out');
  const more = ['--parts', String(PARTS), '--node', failing(failure, place), ...call];
  await client.stages(out, [...more, sets.path], failure === 'slow' ? speculation : {});
  const got = join(place, 'got');
  await client.get(`${out}/${result}`, got);
  await gatherParts(got, `${got}.txt`);
  const same = await areSame(join(expected, `${result}.txt`), `${got}.txt`);
  const strikes = readdirSync(struck);
  if (!same || strikes.length === 0) process.exitCode = 1;
  return [String(strikes.length), strikes.join(' '), same ? 'the same bytes' : 'OTHER BYTES'];
}

/** A program in the place of `node`; what runs on the machine of the driver is left alone. */
function failing(failure: Failure, place: string): string {
  const path = join(place, 'failing');
  const node = `'${process.execPath}'`;
  writeFileSync(
    path,
    `#!/bin/sh
verb=$2 place='${place}' struck='${join(place, 'struck')}'
case $verb in plan | estimate | tally | trailers | sample-keys) exec ${node} "$@" ;; esac
${failures[failure].replaceAll('run |', `${node} "$@" |`)}
exec ${node} "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}
