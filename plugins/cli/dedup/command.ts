import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkDeduplicateOptions,
  clusterPolicies,
  deduplicateGrams,
  defaultMethod,
  defaultThreshold,
  fileFormats,
  keepPolicies,
  type PageGrams,
  pairScopes,
  shinglePages,
  similarities,
  wantsFrequencies,
} from '../../../src/flow/index.ts';
import { type DeduplicateOptions, methodNames, type Page } from '../../../src/index.ts';
import { addRemovals } from '../audit/removals.ts';
import { UsageError, wrongCall } from '../errors.ts';
import { openInput } from '../input.ts';
import { onInterrupt, typedCall } from '../interruption.ts';
import {
  checkedBy,
  oneOf,
  option,
  parseCall,
  reading,
  readMemory,
  readReading,
  readShaping,
  readSwitch,
  readThreads,
  readThreshold,
  shaping,
  switchWords,
} from '../options.ts';
import { openOutFolder } from '../out-folder.ts';
import { Progress } from '../progress.ts';
import { printResult } from '../result.ts';
import {
  allowEmptyHelp,
  choice,
  extractHelp,
  fieldHelp,
  forceHelp,
  gramHelp,
  jsonHelp,
  memoryHelp,
  multisetHelp,
  quietHelp,
  threadsHelp,
  type Usage,
  wrapped,
} from '../usage.ts';
import { version } from '../version.ts';
import { againstHelp, HeldAgainst, knownPages } from './against.ts';
import { checkWritten, copyHelp, copyOptions, readCopyCall, writeCopies } from './clean-copy.ts';
import { RedirectsFile } from './declared.ts';
import { writeDecisions, writeDedupFiles, writeSummary } from './files.ts';
import { writeHostFiles } from './host-files.ts';
import { Journal } from './journal.ts';
import { looseClusters } from './loose-clusters.ts';
import { printDedup, summaryOf } from './summary.ts';
import { writingTemplates } from './templates.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'dedup INPUT… [options]',
  about: `INPUT is a file, a folder, a glob, a pipe, or - for standard input. Told apart by their content: WARC, WET and
ARC, JSONL with an html or text field (all plain, .gz or .zst), WACZ, Parquet with an html or text column, Crawlee
storage folders, and folders of HTML or text.`,
  options: [
    [
      '--threshold T',
      `pairs with similarity ≥ T are near-duplicates (${defaultThreshold}; with overlap: a count)`,
    ],
    [
      '--method M',
      `auto: qp while it fits in memory, minhash-disk beyond (${defaultMethod}), or any that evaluate names:
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
    memoryHelp('what gram sets and join may take'),
    threadsHelp,
    jsonHelp,
    quietHelp,
  ],
  examples: [
    ['dedup crawl.warc.gz --out report', 'a decision for every page of a crawl, in report/'],
    ['dedup pages/*.jsonl --threshold 0.9 --write kept.jsonl', 'the pages without their near-duplicates'],
    ['dedup new.warc.gz --against report --out new-report', 'what an earlier run knew is dropped, too'],
  ],
};

/** `neardup dedup`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  await checkWritten(call.copy, call.inputs, call.against);
  const progress = new Progress(call.quiet);
  const journal = call.out === undefined ? undefined : await openJournal(call, call.out);
  const redirects = call.out === undefined ? undefined : await RedirectsFile.create(call.out);
  const input = openInput(call.inputs, call.reading, progress, (redirect) => redirects?.add(redirect));
  const release = onInterrupt(() => {
    progress.clear();
    return whatIsKept(call, args);
  });
  try {
    const shaping = { ...call.options, frequencies: wantsFrequencies(call.options) };
    const shingle = (unread: AsyncIterable<Page>) => shinglePages(unread, shaping, call.options.threads);
    const grams = journal === undefined ? shingle(input.pages) : resumed(journal, input.pages, shingle);
    const options: DeduplicateOptions = {
      ...call.options,
      ...(call.out === undefined ? {} : { workDirectory: call.out }),
      onProgress(phase, count) {
        if (phase === 'read') input.showRead(count);
        else
          progress.update({ phase: phase === 'join' ? 'comparing' : 'clustering', count: [count, 'page'] });
      },
    };
    const against = new HeldAgainst(
      await knownPages(call.against, call.field, shaping),
      shaping,
      call.options.threads,
      progress,
    );
    const all = await writingTemplates(call.out, (onTemplate) =>
      deduplicateGrams(against.join(grams), { ...options, onTemplate }),
    );
    const result = { ...all, decisions: all.decisions.slice(0, against.newPages) };
    const writingAt = performance.now();
    if (call.out !== undefined) await writeDedupFiles(call.out, result);
    const findings =
      call.out === undefined || redirects === undefined
        ? undefined
        : await writeHostFiles(call.out, result, () => redirects.read());
    const loose = looseClusters(result, call.options.threshold);
    const written = await writeCopies({ ...call, ...call.copy }, result.decisions, progress);
    const removals =
      call.out === undefined || journal === undefined
        ? undefined
        : await addRemovals(
            call.out,
            result,
            parametersOf(call),
            () => inTurn(journal.replay(), against.known()),
            call.options.memoryBytes / 4,
          );
    const finishedAt = performance.now();
    progress.clear();
    const summary = summaryOf(
      result,
      call,
      input,
      {
        ...result.milliseconds,
        write: finishedAt - writingAt,
        total: finishedAt - startedAt,
      },
      {
        ...(written && { written }),
        ...(removals && { removals }),
        ...(against.summary && { against: against.summary }),
        ...(findings && { hosts: findings.hosts, declared: findings.declared }),
        ...(loose.length > 0 && { loose }),
      },
    );
    if (call.out !== undefined) await writeSummary(call.out, summary);
    await journal?.remove();
    const words = printDedup(summary, result, call.out, findings?.mirrored);
    if (call.decisionsToOutput) await writeDecisions(result, process.stdout);
    if (call.decisionsToOutput || call.copy.write === '-') process.stderr.write(call.quiet ? '' : words);
    else printResult(call.json, summary, words);
    return input.damaged.length + against.damaged.length > 0 ? 3 : 0;
  } catch (error) {
    progress.clear();
    await journal?.close().catch(() => {});
    throw error;
  } finally {
    release();
    redirects?.remove();
  }
}

/** What a run that is interrupted leaves behind. */
function whatIsKept({ out }: Call, args: readonly string[]): string {
  if (out === undefined) return 'nothing is kept; with --out DIR a run can go on';
  const again = args.includes('--resume') ? args : [...args, '--resume'];
  return `the pages read so far, but for the last few, are kept in ${out}; to go on: ${typedCall(['dedup', ...again])}`;
}

type Call = ReturnType<typeof readCall>;

function readCall(args: string[]) {
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
    out: { type: 'string' },
    against: { type: 'string', multiple: true },
    ...copyOptions,
    resume: { type: 'boolean' },
    force: { type: 'boolean' },
    memory: { type: 'string' },
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
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const threshold = readThreshold(values, similarity);
  const { gramName, ...shaped } = readShaping(values);
  const serving = checkedBy(
    (method) => {
      checkDeduplicateOptions({ method, similarity, threshold });
      return method;
    },
    [defaultMethod, ...methodNames],
  );
  const method = option(values, 'method', serving, defaultMethod);
  return {
    inputs,
    field: values.field,
    against: values.against ?? [],
    reading: readReading(values),
    out,
    decisionsToOutput,
    force: values.force ?? false,
    resume: values.resume ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
    gram: gramName,
    copy: readCopyCall(values, inputs, values.json ?? false),
    options: {
      threshold,
      similarity,
      method,
      ...shaped,
      siteModel: readSwitch(values, 'site-model'),
      identity: readSwitch(values, 'identity'),
      keep: option(values, 'keep', oneOf(keepPolicies), keepPolicies[0]),
      cluster: option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]),
      scope: option(values, 'scope', oneOf(pairScopes), pairScopes[0]),
      threads: readThreads(values),
      memoryBytes: readMemory(values),
    } satisfies DeduplicateOptions,
  };
}

/** All that decides which pages are dropped. */
function parametersOf({ gram, options }: Call): Readonly<Record<string, unknown>> {
  const { threads: _, memoryBytes: _memory, gram: _gram, ...deciding } = options;
  return { version, gram, ...deciding };
}

/** The journal in `out`: that of the interrupted run when there is one and it is asked for. */
async function openJournal(call: Call, out: string): Promise<Journal> {
  const path = join(out, 'grams.unfinished');
  const { version: _, ...options } = parametersOf(call);
  await openOutFolder(
    out,
    {
      command: 'dedup',
      inputs: call.inputs,
      options: { ...options, field: call.field ?? null, against: call.against },
    },
    // a run that goes on knows its call by the journal
    call.force || (call.resume && existsSync(path)),
  );
  const { extract, multiset } = call.options;
  const frequencies = wantsFrequencies(call.options);
  const shaping = {
    format: fileFormats.journal,
    version,
    inputs: call.inputs,
    field: call.field,
    gram: call.gram,
    extract,
    multiset,
    frequencies,
  };
  const earlier = call.resume ? await Journal.resume(path, shaping) : undefined;
  return earlier ?? Journal.create(path, shaping);
}

async function* inTurn<T>(...parts: readonly AsyncIterable<T>[]): AsyncGenerator<T> {
  for (const part of parts) yield* part;
}

/** The pages of the journal, then the others of the input, which the journal keeps from here on. */
async function* resumed(
  journal: Journal,
  pages: AsyncIterable<Page>,
  shingle: (unread: AsyncIterable<Page>) => AsyncIterable<PageGrams>,
): AsyncGenerator<PageGrams> {
  const known: string[] = [];
  for await (const page of journal.replay()) {
    known.push(page.facts.id);
    yield page;
  }
  yield* journal.keep(shingle(without(known, pages)));
}

/** `pages` without the first ones, whose ids must be those `known`. */
async function* without(known: readonly string[], pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  let number = 0;
  for await (const page of pages) {
    if (number >= known.length) yield page;
    else if (page.id !== known[number]) {
      throw new UsageError(
        `--resume: expected the input of the interrupted run; got page ${page.id} where it had ${known[number]}: run without --resume to start afresh`,
      );
    }
    number++;
  }
}
