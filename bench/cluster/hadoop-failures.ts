import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { printTable } from '../measure.ts';
import { neardup } from '../processes.ts';
import { areSame } from '../same-bytes.ts';
import { gatherParts } from './engines.ts';
import type { SetFile } from './inputs.ts';
import { onMinicluster } from './minicluster.ts';

const PARTS = 2;
const threshold = ['--threshold', '0.5'];

/**
 * Hadoop on this machine (`Minicluster`): the container of each verb, or of `only` some, is killed -9 once, after some of its output; the
 * result beside that of `mr run`: pairs and clusters, or what is `wanted`.
 */
export async function measureHadoopFailures(
  sets: SetFile,
  folder: string,
  only?: readonly string[],
  wanted: readonly string[] = ['pairs', 'clusters'],
): Promise<void> {
  const rows: string[][] = [];
  const missing = await onMinicluster(folder, async (cluster) => {
    for (const result of wanted) {
      const place = join(folder, `hadoop-${result}`);
      mkdirSync(join(place, 'killed'), { recursive: true });
      const call = [...threshold, ...(result === 'clusters' ? ['--clusters'] : [])];
      const expected = join(place, 'expected');
      await neardup('mr', 'run', '--local', '--sets', sets.path, ...call, '--out', expected, '--quiet');
      const out = `/neardup-${result}`;
      const more = ['--parts', String(PARTS), '--node', killing(place, only), ...call];
      await cluster.stages(out, [...more, sets.path]);
      const got = join(place, 'got');
      await cluster.get(`${out}/${result}`, got);
      await gatherParts(got, `${got}.txt`);
      const same = await areSame(join(expected, `${result}.txt`), `${got}.txt`);
      const killed = readdirSync(join(place, 'killed'));
      if (!same || killed.length === 0) process.exitCode = 1;
      rows.push([result, String(killed.length), killed.join(' '), same ? 'the same bytes' : 'OTHER BYTES']);
    }
  });
  if (missing !== undefined) {
    process.stdout.write(`hadoop-failures: skipped, ${missing}\n`);
    return;
  }
  printTable(['result', 'containers killed', 'of the verbs', 'outcome'], rows);
}

/** A program in the place of `node`: kills the container that it runs in, once for each verb. */
function killing(place: string, only?: readonly string[]): string {
  const path = join(place, 'killing');
  const node = `'${process.execPath}'`;
  const isAsked =
    only === undefined ? '' : `case $verb in ${only.join(' | ')}) ;; *) exec ${node} "$@" ;; esac\n`;
  writeFileSync(
    path,
    `#!/bin/sh
verb=$2
case $verb in plan | estimate | tally | trailers) exec ${node} "$@" ;; esac
${isAsked}if mkdir '${join(place, 'killed')}'/"$verb" 2>/dev/null; then
  ${node} "$@" | head -c 500
  kill -9 $PPID
  exit 9
fi
exec ${node} "$@"
`,
  );
  chmodSync(path, 0o755);
  return path;
}
