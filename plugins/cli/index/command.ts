import { indexSettings, scopes } from '../../../src/store/index.ts';
import { wrongCall } from '../errors.ts';
import { choice, optionLines, quietHelp } from '../usage.ts';
import * as add from './add.ts';
import { newParameters } from './parameters.ts';
import * as query from './query.ts';
import * as transfer from './transfer.ts';
import * as upkeep from './upkeep.ts';

const { threshold, recall } = newParameters;

/** What `--help` prints. */
export const usage = `usage: neardup index VERB DIR … [options]

${optionLines([
  ['add DIR INPUT…', 'add the pages of crawl dumps; DIR is made when there is no index yet'],
  ['  --if-new', 'decide each page: one that repeats an earlier one is recorded with what it repeats'],
  ['  --threshold T', `pages with Jaccard ≥ T repeat each other; a query may name another T (${threshold})`],
  ['  --recall R', `probability to find a pair right at the threshold (${recall})`],
  ['  --setting S', choice(indexSettings, ': compact keeps sketches only, similarities are estimates then')],
  ['  --expected-pages N', 'about how many pages it is to hold: more tables from 4 million on (1 million)'],
  ['', 'and --gram, --multiset, --extract, --field, --allow-empty and --threads as in neardup dedup'],
  ['query DIR INPUT…', 'the pages of the index that are similar to each page of INPUT, best first'],
  ['  --threshold T', "another than the index's own"],
  ['  --recall R', "another than the index's own"],
  ['  --scope S', choice(scopes)],
  ['  --limit N', `at most N of them for each page (${query.DEFAULT_MATCHES})`],
  ['', 'and --field, --allow-empty and --threads as in neardup dedup'],
  ['stats DIR', 'counts, sizes, parameters, and the recall promised at each threshold'],
  ['remove DIR', '--key KEY, --prefix KEY-PREFIX, --host HOST or --before DATE'],
  ['verify DIR', 'read everything and name what is damaged or lost (exit code 3)'],
  ['  --accept-loss', 'after a power cut: go on without the last writes, which had not come to the disk'],
  ['recheck DIR', 'duplicates that would be none now that more of their sites is known: to be fetched again'],
  ['merge DIR OTHER…', 'as if the pages of each OTHER had come after those of DIR'],
  ['export DIR FILE', 'everything, as JSON lines (- is standard output)'],
  ['import DIR FILE', 'the index that was exported, in a new folder (- is standard input)'],
  ['rebuild DIR FILE', 'exchange a damaged index for the one exported to FILE'],
  ['  --dump INPUT…', 'for one made of these dumps, each page decided; options as in add'],
  ['  --drop-damaged', 'do not keep the damaged index beside it'],
])}

${optionLines([['--json', 'print one JSON object and nothing else'], quietHelp])}
`;

const verbs: Record<string, (args: string[]) => Promise<number>> = {
  add: add.run,
  query: query.run,
  stats: upkeep.stats,
  remove: upkeep.remove,
  verify: upkeep.verify,
  recheck: upkeep.recheck,
  merge: transfer.merge,
  export: transfer.exportIndex,
  import: transfer.importIndex,
  rebuild: transfer.rebuild,
};

/** `neardup index`: see `usage`. */
export async function run([verb, ...args]: string[]): Promise<number> {
  if (verb === undefined || !Object.hasOwn(verbs, verb)) {
    const got = verb === undefined ? 'none' : JSON.stringify(verb);
    throw wrongCall('index', `a verb (${Object.keys(verbs).join(', ')})`, got);
  }
  return verbs[verb](args);
}
