import { clusterPolicies, keepPolicies, mostWallRounds } from '../../../src/flow/index.ts';
import { contentPrefix } from '../../mr/plan.ts';
import { copyHelp } from '../dedup/clean-copy.ts';
import { switchWords } from '../options.ts';
import { extractHelp, gramHelp, multisetHelp } from '../shaping.ts';
import {
  allowEmptyHelp,
  choice,
  fieldHelp,
  forceHelp,
  jsonHelp,
  memoryHelp,
  type OptionHelp,
  quietHelp,
  threadsHelp,
  type Usage,
} from '../usage.ts';
import { decidingWays } from './deciding.ts';
import { decisionSteps } from './plan.ts';
import { stagedFiles } from './results/print.ts';
import { lineVerbs } from './verbs/line-verbs.ts';
import { verbOptionHelp } from './verbs/options.ts';

const shapingHelp = [gramHelp, multisetHelp, extractHelp, fieldHelp];
/** Options of all verbs that read lines. */
const ofReaders: readonly OptionHelp[] = [
  ['--run NAME', 'names the run: lines of another one are refused'],
  ['--partition', 'the input is one partition of several: whoever runs them checks the trailers'],
];
/** Options of all verbs that write lines. */
const ofLines: readonly OptionHelp[] = [
  ...ofReaders,
  ['--parts N', 'with --out DIR: write N files there, each line by its key, instead of standard output'],
  ['--out DIR', 'the folder of these files'],
];
const ofSources: readonly OptionHelp[] = [
  ['--input N', 'the number of the first input (0); ids begin at 10^10 for each one before'],
  ['--listed', 'standard input lists the inputs: a number, a tab and a path a line'],
];

/** Options that decide which pages are dropped. */
const decidingHelp: readonly OptionHelp[] = [
  ...optionsOf('similarity', 'threshold'),
  ['--site-model M', 'on, off: as in neardup dedup (on)', switchWords],
  ['--identity M', 'on, off: as in neardup dedup (on)', switchWords],
  choice('--keep K', keepPolicies, ': which page of a cluster stays'),
  choice('--cluster C', clusterPolicies),
  ...[gramHelp, multisetHelp, extractHelp],
];

const shardsHelp: OptionHelp = [
  '--shards',
  'the decisions of each input by themselves, too: DIR/shards/00000.jsonl and so on, for mr write',
];

const decideHelp: OptionHelp = choice(
  '--decide W',
  decidingWays,
  ': by one process, or by stages, whose memory is the same for any number of pages',
);

const runUsage: Usage = {
  call: 'mr run --local INPUT… --out DIR [options]',
  about:
    'all verbs on this machine, through sort: decisions as neardup dedup has them, or DIR/pairs.txt of --sets',
  options: [
    ['--local', 'on this machine: for Spark there is a driver of its own'],
    ['--sets SETS', 'sets of integers, as neardup join reads them, instead of INPUT'],
    [
      '--clusters',
      'with --sets: clusters.txt (representative, member and overlap a line), instead of pairs.txt; pairs of equal sets are never written out',
    ],
    ['--out DIR', 'where decisions, clusters and pairs, or the pairs of sets, are written'],
    ...decidingHelp,
    ...optionsOf('method', 'recall', 'tables', 'algorithm', 'orderings'),
    decideHelp,
    shardsHelp,
    fieldHelp,
    allowEmptyHelp,
    ['--parts N', 'partitions of each stage (by the size of the input)'],
    ['--resume', 'go on with a run that was interrupted'],
    forceHelp,
    [
      '--temp SIZE',
      'what the stages may take on disk, looked at before, after and during each of them (what is free)',
    ],
    memoryHelp('what all processes together may take'),
    threadsHelp,
    jsonHelp,
    quietHelp,
  ],
  examples: [['mr run --local crawl/*.warc.gz --out report', 'what neardup dedup would write, from disk']],
};

/** What `--help` prints. */
export const usage: Usage = {
  call: 'mr VERB [FILE…] [options]',
  about: `Exact joins beyond one machine: each verb reads lines (of FILEs or standard input) and writes lines, for sort,
Spark or another engine to put between them. Lines in and out are in docs/file-formats.md. Sorted is what LC_ALL=C sort makes of it.
neardup mr VERB --help lists the options of a verb.`,
  verbs: {
    run: runUsage,
    decide: {
      call: 'mr decide STAGES --run NAME --out DIR [options]',
      about:
        'the last step of pages: decisions by what the stages of an engine have written, as dedup has them; in one process, or what stages have decided',
      options: [
        ['--run NAME', 'the run that the stages are of: its driver tells'],
        ['--out DIR', 'where decisions, clusters, pairs and the summary are written'],
        ...decidingHelp,
        ...optionsOf('method', 'recall', 'tables'),
        decideHelp,
        shardsHelp,
        fieldHelp,
        allowEmptyHelp,
        forceHelp,
        memoryHelp('what the process may take beside itself; more is kept on disk'),
        jsonHelp,
        quietHelp,
      ],
      examples: [['mr decide out/stages --run 1f3a9c02 --out report', 'behind the stages of Spark']],
    },
    write: {
      call: 'mr write INPUT --decisions FILE --write FILE [options]',
      about: `the clean copy of one input of a run, by its own decisions; each in a process of its own, wherever the input is.
A dropped response becomes a revisit where the kept one is in the same input; otherwise it is left out`,
      options: [
        ['--decisions FILE', 'those of this input: what --shards of run or decide has written'],
        ...copyHelp.filter(([written]) => /^--(write|unclassifiable) /.test(written)),
        fieldHelp,
        jsonHelp,
        quietHelp,
      ],
      examples: [
        [
          'mr write crawl-7.warc.gz --decisions report/shards/00007.jsonl --write kept-7.warc.gz',
          'the eighth input without its near-duplicates',
        ],
      ],
    },
    plan: {
      call: 'mr plan [options]',
      about: 'the verbs in their order, as JSON, for drivers',
      options: [
        ...optionsOf(
          'similarity',
          'threshold',
          'method',
          'recall',
          'tables',
          'algorithm',
          'orderings',
          'memory',
        ),
        ['--sets N', 'with --estimate: sets in all, as the verb sets counts them (0)'],
        ['--tokens N', 'tokens of all sets, as the verb sets counts them (0)'],
        ['--parts N', 'partitions of each stage (1)'],
        ['--pages', 'the stages from pages to sets, instead of those from sets to pairs'],
        [
          '--estimate',
          'the stage that samples the sets for mr estimate, instead of those from sets to pairs',
        ],
        ['--names', 'with --pages: site says what each page calls itself, as stages that decide want it'],
        ['--site-model M', 'on, off: with --pages and --decide (on)', switchWords],
        choice(
          '--decide STEP',
          decisionSteps,
          `: the stages of a step behind pairs of pages; --round of the ids (until one has counted 0 unsettled), --rounds of the
components before cluster, --round of the walls (up to ${mostWallRounds}, until one has counted none), --rounds of them before decisions`,
        ),
        [
          '--id-rounds N',
          'with --decide judge, cluster and decisions: how many rounds of ids there were (1)',
        ],
        ['--templates', 'with --decide judge: pairs of parts of pages were found, too'],
        [
          '--two-sites',
          'with --decide judge, and with the join of the sets beside templates: pages are of several hosts',
        ],
        choice('--keep K', keepPolicies, ': with --decide judge'),
        ['--identity M', 'on, off: with --decide judge (on)', switchWords],
        ['--clusters', 'the stages from sets to the links of the graph of pairs, instead of those to pairs'],
        [
          '--round N',
          'the two stages of a round behind them: no other where the first one has counted 0 unsettled',
        ],
        [
          '--rounds N',
          'the stages behind the first one of the last round, which was N, to the members of clusters',
        ],
        choice('--cluster C', clusterPolicies, ': with --rounds, and with --decide cluster'),
        ['--prefix P', `begins the names of the stages: ${contentPrefix} for the sets beside templates`],
        [
          '--lines',
          'a line for each stage: name, call, what it reads, sorted or -, what it needs beside or -',
        ],
      ],
      examples: [['mr plan --threshold 0.9 --parts 64', 'the stages of a run in 64 partitions']],
    },
    estimate: {
      call: 'mr estimate --sets N [options]',
      about: `sampled sets on standard input → what the join of all sets is expected to take: postings, the largest group, pairs to
confirm, bytes between stages and on disk, time; refused with the reason where that does not fit into --temp`,
      options: [
        ...optionsOf('similarity', 'threshold', 'method', 'recall', 'tables'),
        ['--sets N', 'sets in all, as the verb sets counts them (0)'],
        ['--two-sites', 'of the sets beside templates: pages are of several hosts'],
        ['--parts N', 'partitions of each stage (1)'],
        ['--temp SIZE', 'what the stages may take on the disks of all workers together (any)'],
      ],
      examples: [['mr estimate --sets 1000000 < lines.txt', 'of a million sets, by some of them']],
    },
    grams: {
      call: 'mr grams INPUT… [options]',
      about: 'pages of dumps, as neardup dedup reads them; an input without any page is no error',
      options: [...ofSources, ...shapingHelp, ...ofLines],
      examples: [['mr grams crawl.warc.gz', 'the first stage, on standard output']],
    },
    sets: {
      call: 'mr sets SETS… [options]',
      about: 'sets of integers, as neardup join reads them; - is standard input',
      options: [...ofSources, ...ofLines],
      examples: [['mr sets sets.txt', 'the first stage of plain sets']],
    },
    ...Object.fromEntries(
      Object.entries(lineVerbs).map(([name, { about, sorted, takes }]): [string, Usage] => [
        name,
        {
          call: `mr ${name} [FILE…] [options]`,
          about: sorted ? `${about} (sorted input)` : about,
          options: [...optionsOf(...takes), ...ofLines],
          examples: [[`mr ${name} lines.txt`, 'the lines of a file, on standard output']],
        },
      ]),
    ),
    pairs: {
      call: 'mr pairs [FILE…] [options]',
      about:
        'a b overlap a line, as neardup join prints them, or representative member overlap (sorted input)',
      options: ofReaders,
      examples: [['mr pairs lines.txt', 'the last stage']],
    },
    print: {
      call: 'mr print [FILE…] [options]',
      about: 'the lines of a file of results, as neardup dedup writes it (sorted input)',
      options: [
        choice('--file F', stagedFiles, ': of judged pairs, members of clusters, decisions and so on'),
        ...optionsOf('similarity'),
        ...ofReaders,
      ],
      examples: [['mr print lines.txt --file decisions', 'the last stage of pages']],
    },
    trailers: {
      call: 'mr trailers',
      about: 'standard input → the trailers among its lines, for drivers',
      options: [],
      examples: [['mr trailers < lines.txt', 'the last line, of a whole output']],
    },
    'sample-keys': {
      call: 'mr sample-keys [options]',
      about: 'standard input → the keys of some of its lines, by which drivers divide keys into ranges',
      options: [['--every N', 'of one line in N (1)']],
      examples: [['mr sample-keys --every 1000 < lines.txt', 'of a thousandth of the lines']],
    },
    tally: {
      call: 'mr tally [options]',
      about:
        'the trailers of all processes of a stage, on standard input → LINES:CHECKSUM of what they wrote, their tokens, the sets that a round has counted as unsettled, templates, new walls, sets, and hosts',
      options: [
        ['--run NAME', 'names the run: trailers of another one are refused'],
        ['--expect LINES:CHECKSUM', 'what they must have read; given several times, all of them together'],
      ],
      examples: [['mr tally --expect 0:0 < trailers.txt', 'of a stage that reads inputs']],
    },
  },
  options: [],
  examples: [['mr run --local crawl/*.warc.gz --out report', 'all verbs on this machine, through sort']],
};

function optionsOf(...names: readonly string[]): readonly OptionHelp[] {
  return verbOptionHelp.filter(([written]) => names.some((name) => written.startsWith(`--${name} `)));
}
