import { indexSettings, scopes } from '../../../src/store/index.ts';
import { wrongCall } from '../errors.ts';
import { extractHelp, gramHelp, multisetHelp } from '../shaping.ts';
import { didYouMean } from '../suggest.ts';
import {
  allowEmptyHelp,
  choice,
  fieldHelp,
  jsonHelp,
  type OptionHelp,
  quietHelp,
  threadsHelp,
  type Usage,
} from '../usage.ts';
import * as add from './add.ts';
import { newParameters } from './parameters.ts';
import * as query from './query.ts';
import * as transfer from './transfer.ts';
import * as upkeep from './upkeep.ts';

const { threshold, recall } = newParameters;

/** Options for making an index. */
const making: readonly OptionHelp[] = [
  ['--threshold T', `pages with Jaccard ≥ T repeat each other; a query may name another T (${threshold})`],
  ['--recall R', `probability to find a pair right at the threshold (${recall})`],
  choice('--setting S', indexSettings, ': compact keeps sketches only, similarities are estimates then'),
  ['--expected-pages N', 'about how many pages it is to hold: more tables from 4 million on (1 million)'],
  gramHelp,
  multisetHelp,
  extractHelp,
];
const reading: readonly OptionHelp[] = [fieldHelp, allowEmptyHelp, threadsHelp];
const everywhere: readonly OptionHelp[] = [jsonHelp, quietHelp];

interface Verb {
  run(args: string[]): Promise<number>;
  readonly usage: Usage;
}

const verbs: Readonly<Record<string, Verb>> = {
  add: {
    run: add.run,
    usage: {
      call: 'index add DIR INPUT… [options]',
      about: 'add the pages of crawl dumps; DIR is made when there is no index yet',
      options: [
        ['--if-new', 'decide each page: one that repeats an earlier one is recorded with what it repeats'],
        ...making,
        ...reading,
        ...everywhere,
      ],
      examples: [
        ['index add seen crawl.warc.gz --if-new', 'which pages of a crawl are new, for the next one'],
      ],
    },
  },
  query: {
    run: query.run,
    usage: {
      call: 'index query DIR INPUT… [options]',
      about: 'the pages of the index that are similar to each page of INPUT, best first',
      options: [
        ['--threshold T', "another than the index's own"],
        ['--recall R', "another than the index's own"],
        choice('--scope S', scopes),
        ['--limit N', `at most N of them for each page (${query.DEFAULT_MATCHES})`],
        ...reading,
        ...everywhere,
      ],
      examples: [['index query seen page.html --threshold 0.6', 'what the index holds that is like a page']],
    },
  },
  stats: {
    run: upkeep.stats,
    usage: {
      call: 'index stats DIR [options]',
      about: 'counts, sizes, parameters, and the recall promised at each threshold',
      options: everywhere,
      examples: [['index stats seen', 'how many pages it holds']],
    },
  },
  remove: {
    run: upkeep.remove,
    usage: {
      call: 'index remove DIR [options]',
      about: 'remove pages by one of --key, --prefix, --host and --before',
      options: [
        ['--key KEY', 'the page with this key, as index query shows it; may be given several times'],
        ['--prefix KEY-PREFIX', 'pages whose keys begin so'],
        ['--host HOST', 'pages of this host'],
        ['--before DATE', 'pages seen before that day'],
        ...everywhere,
      ],
      examples: [['index remove seen --before 2026-01-31', 'forget what is old']],
    },
  },
  verify: {
    run: upkeep.verify,
    usage: {
      call: 'index verify DIR [options]',
      about: 'read everything and name what is damaged or lost (exit code 3)',
      options: [
        ['--accept-loss', 'after a power cut: go on without the last writes, which had not come to the disk'],
        ...everywhere,
      ],
      examples: [['index verify seen', 'whether it is whole']],
    },
  },
  recheck: {
    run: upkeep.recheck,
    usage: {
      call: 'index recheck DIR [options]',
      about: 'duplicates that would be none now that more of their sites is known: to be fetched again',
      options: everywhere,
      examples: [['index recheck seen --json', 'the URLs, for a crawler']],
    },
  },
  merge: {
    run: transfer.merge,
    usage: {
      call: 'index merge DIR OTHER… [options]',
      about: 'as if the pages of each OTHER had come after those of DIR',
      options: everywhere,
      examples: [['index merge seen seen-elsewhere', 'two crawls in one index']],
    },
  },
  export: {
    run: transfer.exportIndex,
    usage: {
      call: 'index export DIR FILE [options]',
      about: 'everything, as JSON lines (- is standard output)',
      options: everywhere,
      examples: [['index export seen seen.jsonl', 'a copy that can be read without neardup']],
    },
  },
  import: {
    run: transfer.importIndex,
    usage: {
      call: 'index import DIR FILE [options]',
      about: 'the index that was exported, in a new folder (- is standard input)',
      options: everywhere,
      examples: [['index import restored seen.jsonl', 'the same index, elsewhere']],
    },
  },
  rebuild: {
    run: transfer.rebuild,
    usage: {
      call: 'index rebuild DIR FILE [options]',
      about:
        'exchange a damaged index for the one exported to FILE, or for one made of dumps (DIR --dump INPUT…)',
      options: [
        ['--dump', 'for one made of these dumps, each page decided'],
        ['--drop-damaged', 'do not keep the damaged index beside it'],
        ...making,
        ...reading,
        ...everywhere,
      ],
      examples: [['index rebuild seen --dump crawl.warc.gz', 'from the pages themselves']],
    },
  },
};

/** What `--help` prints. */
export const usage: Usage = {
  call: 'index VERB DIR … [options]',
  about: 'A sketch index on disk: pages seen so far. neardup index VERB --help lists the options of a verb.',
  verbs: Object.fromEntries(Object.entries(verbs).map(([name, verb]) => [name, verb.usage])),
  options: everywhere,
  examples: [
    ['index add seen crawl.warc.gz', 'make an index of a crawl'],
    ['index query seen new.warc.gz --threshold 0.6', 'and ask it about the pages of another'],
  ],
};

/** `neardup index`: see `usage`. */
export async function run([verb, ...args]: string[]): Promise<number> {
  if (verb === undefined || !Object.hasOwn(verbs, verb)) {
    const names = Object.keys(verbs);
    const got = verb === undefined ? 'none' : `${JSON.stringify(verb)}${didYouMean(verb, names)}`;
    throw wrongCall('index', `a verb (${names.join(', ')})`, got);
  }
  return verbs[verb].run(args);
}
