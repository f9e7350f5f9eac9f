import {
  checkDeduplicateOptions,
  clusterPolicies,
  defaultMethod,
  defaultThreshold,
  keepPolicies,
  pairScopes,
  similarities,
} from '../../../src/flow/index.ts';
import { type DeduplicateOptions, methodNames } from '../../../src/index.ts';
import { wrongCall } from '../errors.ts';
import {
  checked,
  checkedBy,
  oneOf,
  option,
  parseCall,
  reading,
  readMemory,
  readReading,
  readSiteModel,
  readThreads,
  readThreshold,
  switchWords,
} from '../options.ts';
import { checkForce } from '../out-folder.ts';
import { extractHelp, gramHelp, multisetHelp, readShaping, shaping } from '../shaping.ts';
import {
  allowEmptyHelp,
  choice,
  fieldHelp,
  forceHelp,
  jsonHelp,
  memoryHelp,
  quietHelp,
  threadsHelp,
  type Usage,
  wrapped,
} from '../usage.ts';
import { againstHelp } from './against.ts';
import { type CopyCall, copyHelp, copyOptions, readCopyCall } from './clean-copy.ts';
import { workDirHelp } from './work-place.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'dedup INPUT… [options]',
  about: `INPUT is a file, a folder, a glob, a pipe, or - for standard input. Told apart by their content: WARC, WET and
ARC, JSONL or a JSON array with an html or text field (all plain, .gz or .zst), WACZ, Parquet with an html or text
column, Crawlee storage folders, and folders of HTML or text.`,
  options: [
    [
      '--threshold T',
      `pairs with similarity ≥ T are near-duplicates (${defaultThreshold}; with overlap: a count)`,
    ],
    [
      '--method M',
      `auto: qp up to 32 times the memory, minhash-disk beyond (${defaultMethod}), or any that evaluate names:
${wrapped(methodNames)},
or one variant such as calibrated-128 or simhash-3-confirmed`,
      [defaultMethod, ...methodNames],
    ],
    gramHelp,
    multisetHelp,
    choice('--similarity S', similarities),
    extractHelp,
    [
      '--site-model M',
      'on: what the pages of a site have in common does not count; off: all grams count (on)',
      switchWords,
    ],
    [
      '--identity M',
      'on: pages that name different things are told apart (on); off: names do not count',
      switchWords,
    ],
    choice('--keep K', keepPolicies, ': which page of a cluster stays'),
    choice('--cluster C', clusterPolicies),
    choice('--scope S', pairScopes, ': which pages may repeat each other'),
    [
      '--all-pairs',
      'compare every two pages, also where more than a thousand are similar: time grows as their square',
    ],
    fieldHelp,
    [
      '--out DIR',
      `write decisions, pairs and clusters there (.jsonl), templates.jsonl and summary.json;
- is standard output, for the decisions alone`,
    ],
    forceHelp,
    allowEmptyHelp,
    againstHelp,
    ...copyHelp,
    ['--resume', 'go on with a run that was interrupted (needs --out)'],
    memoryHelp('what the process may take beside itself; more is kept on disk'),
    workDirHelp,
    threadsHelp,
    jsonHelp,
    quietHelp,
  ],
  examples: [
    ['dedup crawl.warc.gz --out report', 'a decision for every page of a crawl, in report/'],
    ['dedup pages/*.jsonl --threshold 0.9 --write kept.jsonl', 'the pages without their near-duplicates'],
    [
      'dedup new.warc.gz --against report --out new-report',
      'pages that repeat a page of that earlier run are dropped, too',
    ],
  ],
};

/** A call of `dedup`. */
export type Call = ReturnType<typeof readCall>;

/** @throws UsageError */
export function readCall(args: string[]) {
  const { values, positionals: inputs } = parseCall(args, {
    ...shaping,
    ...reading,
    threshold: { type: 'string' },
    method: { type: 'string' },
    similarity: { type: 'string' },
    'site-model': { type: 'string' },
    identity: { type: 'string' },
    keep: { type: 'string' },
    cluster: { type: 'string' },
    scope: { type: 'string' },
    'all-pairs': { type: 'boolean' },
    out: { type: 'string' },
    against: { type: 'string', multiple: true },
    ...copyOptions,
    resume: { type: 'boolean' },
    force: { type: 'boolean' },
    memory: { type: 'string' },
    'work-dir': { type: 'string' },
  });
  if (inputs.length === 0) {
    throw wrongCall('dedup', 'at least one INPUT: a file, a folder, a glob, or - for standard input');
  }
  const decisionsToOutput = values.out === '-';
  const out = decisionsToOutput ? undefined : values.out;
  const printing = values.json ? '--json' : values.write === '-' ? '--write -' : undefined;
  if (decisionsToOutput && printing !== undefined) {
    throw wrongCall('--out -', `no ${printing}, which prints on standard output, too`, printing);
  }
  if (values.resume && out === undefined) {
    throw wrongCall('--resume', '--out DIR of the run to go on with');
  }
  checkForce(values, out);
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const threshold = readThreshold(values, similarity);
  const { gramName, ...shaped } = readShaping(values);
  const serving = checkedBy(
    (method) => {
      checkDeduplicateOptions({ method });
      return method;
    },
    [defaultMethod, ...methodNames],
  );
  const method = option(values, 'method', serving, defaultMethod);
  checked('--similarity', () => checkDeduplicateOptions({ method, similarity, threshold }));
  const copy: CopyCall = readCopyCall(values, inputs, values.json ?? false);
  return {
    inputs,
    field: values.field,
    against: values.against ?? [],
    reading: readReading(values),
    out,
    decisionsToOutput,
    force: values.force ?? false,
    workDir: values['work-dir'],
    resume: values.resume ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    gram: gramName,
    copy,
    options: {
      threshold,
      similarity,
      method,
      ...shaped,
      ...readSiteModel(values),
      keep: option(values, 'keep', oneOf(keepPolicies), keepPolicies[0]),
      cluster: option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]),
      scope: option(values, 'scope', oneOf(pairScopes), pairScopes[0]),
      ...(values['all-pairs'] && { allPairs: true }),
      threads: readThreads(values),
      memoryBytes: readMemory(values),
    } satisfies DeduplicateOptions,
  };
}
