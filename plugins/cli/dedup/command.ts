import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkDeduplicateOptions,
  clusterPolicies,
  deduplicateJournal,
  defaultMethod,
  defaultThreshold,
  fileFormats,
  fillJournal,
  type Journal,
  keepPolicies,
  type PageFacts,
  pairScopes,
  shingleRecords,
  similarities,
  wantsFrequencies,
} from '../../../src/flow/index.ts';
import { type DeduplicateOptions, methodNames, type Page } from '../../../src/index.ts';
import { addRemovals, removalsOf } from '../audit/removals.ts';
import { errorLine, fullDisk, UsageError, wrongCall } from '../errors.ts';
import { openInput } from '../input.ts';
import { onInterrupt, resumingCall } from '../interruption.ts';
import { makeFolder } from '../make-folder.ts';
import {
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
import { checkForce, openOutFolder } from '../out-folder.ts';
import { Progress } from '../progress.ts';
import { printResult } from '../result.ts';
import { extractHelp, gramHelp, multisetHelp, readShaping, shaping } from '../shaping.ts';
import { keepHeapSmall } from '../small-heap.ts';
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
import { version } from '../version.ts';
import { againstHelp, HeldAgainst, knownPages } from './against.ts';
import { checkWritten, copyHelp, copyOptions, readCopyCall, writeCopies } from './clean-copy.ts';
import { RedirectsFile } from './declared.ts';
import { Estimate } from './estimate.ts';
import { writeDecisions, writeDedupFiles, writeSummary } from './files.ts';
import { writeHostFiles } from './host-files.ts';
import { looseClusters } from './loose-clusters.ts';
import { beTheOnlyRun } from './one-run.ts';
import { parametersOf } from './parameters.ts';
import { printDedup } from './printed-summary.ts';
import { summaryOf } from './summary.ts';
import { writingTemplates } from './templates.ts';
import { openWorkPlace, workDirHelp } from './work-place.ts';

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

/** `neardup dedup`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  keepHeapSmall(call.options.memoryBytes);
  await checkWritten(call.copy, call);
  const release = call.out === undefined ? () => {} : await openOut(call, call.out);
  try {
    return await deduplicate(call, args, startedAt);
  } finally {
    release();
  }
}

/** What each phase after reading is called while it lasts. */
const PHASES = { join: 'comparing', judge: 'judging', cluster: 'clustering' } as const;

async function deduplicate(call: Call, args: readonly string[], startedAt: number): Promise<number> {
  const progress = new Progress(call.quiet);
  let redirects: RedirectsFile | undefined;
  const input = openInput(call.inputs, call.reading, progress, (redirect) => redirects?.add(redirect));
  const shaping = { ...call.options, frequencies: wantsFrequencies(call.options) };
  const { threads } = call.options;
  // before the first file is made, so that an interrupt is always answered
  const release = onInterrupt(() => {
    progress.clear();
    return whatIsKept(call, args);
  });
  const work = await openWorkPlace(call, callOf(call)).catch((error: unknown) => {
    release();
    throw error;
  });
  try {
    const { journal, folder } = work;
    redirects = call.out === undefined ? undefined : await RedirectsFile.create(call.out);
    const estimate = new Estimate(call.options, progress);
    const options: DeduplicateOptions = {
      ...call.options,
      onProgress(phase, count) {
        if (phase === 'read') {
          input.showRead(count);
          estimate.update(input.share, journal, folder);
        } else {
          progress.update({ phase: PHASES[phase], count: [count, 'page'] });
        }
      },
    };
    const against = new HeldAgainst(
      await knownPages(call.against, call.field, shaping),
      shaping,
      threads,
      progress,
    );
    const unread = journal.length === 0 ? input.blocks(threads) : without(journal, input.pages);
    await fillJournal(journal, against.join(shingleRecords(unread, shaping, threads)), options);
    const shingle = performance.now() - startedAt;
    const result = await writingTemplates(call.out, (onTemplate) =>
      deduplicateJournal(journal, { ...options, folder, onTemplate }),
    );
    const writingAt = performance.now();
    progress.update({ phase: 'writing', count: [journal.length, 'page'] });
    if (call.out !== undefined) await writeDedupFiles(call.out, result);
    const findings =
      call.out === undefined || redirects === undefined
        ? undefined
        : await writeHostFiles(call.out, result, redirects, folder, call.options.memoryBytes);
    const loose = looseClusters(result, call.options.threshold);
    const decisions = () => result.resolved.decisions(journal.newPages);
    const written = await writeCopies({ ...call, ...call.copy }, decisions, folder, progress);
    const { templateDigest } = result;
    const decidedBy = { parameters: parametersOf(call), templateDigest };
    const removals = call.out && (await addRemovals(call.out, removalsOf(result), decidedBy, folder));
    const finishedAt = performance.now();
    progress.clear();
    const summary = summaryOf(
      result,
      call,
      input,
      {
        shingle,
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
    const words = printDedup(summary, result, call.out, findings?.mirrored);
    if (call.decisionsToOutput) await writeDecisions(result, process.stdout);
    await work.remove();
    if (call.decisionsToOutput || call.copy.write === '-') process.stderr.write(call.quiet ? '' : words);
    else printResult(call.json, summary, words);
    return input.damaged.length + against.damaged.length > 0 ? 3 : 0;
  } catch (error) {
    progress.clear();
    closeAfterError(work);
    if (!fullDisk.has((error as NodeJS.ErrnoException).code)) throw error;
    const said = errorLine(error, 'dedup');
    throw new Error(`${said}: make room on that disk; ${whatIsKept(call, args)}`, { cause: error });
  } finally {
    release();
    redirects?.remove();
  }
}

/** Closes files after an error that is to be told, not one that follows from it: a full disk takes no last bytes either. */
function closeAfterError(work: { close(): void }): void {
  try {
    work.close();
  } catch {
    // the run can be resumed: pages that were not written whole are read again
  }
}

/** Words that say what is left of a run that ends early. */
function whatIsKept({ out }: Call, args: readonly string[]): string {
  if (out === undefined) return 'nothing is kept; with --out DIR a run can go on';
  return `the pages read so far, but for the last few, are kept in ${out}; to go on: ${resumingCall(['dedup', ...args])}`;
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
    workDir: values['work-dir'],
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

/**
 * Makes the folder of the results for this process alone, unless it holds those of another call. Returns a function
 * that frees it.
 */
async function openOut(call: Call, out: string): Promise<() => void> {
  const { inputs, field = null, against, workDir, resume } = call;
  const { version: _, ...options } = parametersOf(call);
  // a resumed run is checked against the call in the journal
  const goesOn = resume && (workDir !== undefined || existsSync(join(out, 'grams.unfinished')));
  const outCall = { command: 'dedup', inputs, options: { ...options, field, against } };
  await makeFolder('--out', out);
  const release = beTheOnlyRun(out);
  try {
    await openOutFolder(out, outCall, call.force || goesOn);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** Everything that determines the gram sets, including the inputs. */
function callOf({ inputs, field, gram, options }: Call): object {
  const { extract, multiset } = options;
  const frequencies = wantsFrequencies(options);
  return { format: fileFormats.journal, version, inputs, field, gram, extract, multiset, frequencies };
}

/** `pages` without the first ones, which are already in the journal. They must have the same ids and lengths. */
async function* without(journal: Journal, pages: AsyncIterable<Page>): AsyncGenerator<Page> {
  const known = journal.length;
  let number = 0;
  for await (const page of pages) {
    if (number >= known) yield page;
    else checkIsKnown(page, journal.factsOf(number));
    number++;
  }
  if (number < known) {
    throw otherInput(`${number} pages`, `${known} or more`);
  }
}

function checkIsKnown(page: Page, known: PageFacts): void {
  const isKnown = page.id === known.id;
  if (isKnown && page.body.length === known.bodyLength) return;
  throw isKnown
    ? otherInput(`page ${page.id} of length ${page.body.length}`, `one of length ${known.bodyLength}`)
    : otherInput(`page ${page.id}`, known.id);
}

function otherInput(got: string, had: string): UsageError {
  return new UsageError(
    `--resume: expected the input of the interrupted run; got ${got} where it had ${had}: run without --resume to start afresh`,
  );
}
