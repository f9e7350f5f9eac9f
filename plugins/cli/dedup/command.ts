import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  deduplicateJournal,
  fileFormats,
  fillJournal,
  type Journal,
  type PageFacts,
  type StoredDeduplication,
  StoredList,
  shingleRecords,
  wantsFrequencies,
} from '../../../src/flow/index.ts';
import type { DeduplicateOptions, Page } from '../../../src/index.ts';
import type { Redirect } from '../../dump/index.ts';
import { addRemovals, removalsOf } from '../audit/removals.ts';
import { damageAlone } from '../damage.ts';
import { errorLine, isOfFullDisk, UsageError } from '../errors.ts';
import { type Input, openInput } from '../input.ts';
import { onInterrupt, resumingCall } from '../interruption.ts';
import { optimizeLater } from '../optimize-later.ts';
import { beginResults, openFolderAlone } from '../out-folder.ts';
import { Progress } from '../progress.ts';
import { printResult } from '../result.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { version } from '../version.ts';
import { HeldAgainst, knownPages } from './against.ts';
import { type Call, readCall } from './call.ts';
import { checkWritten, manifestOfOutput, writeCopies } from './clean-copy.ts';
import { addRedirect } from './declared.ts';
import { Estimate } from './estimate.ts';
import { writeDecisions, writeDedupFiles, writeSummary } from './files.ts';
import { writeHostFiles } from './host-files.ts';
import { looseClusters } from './loose-clusters.ts';
import { parametersOf } from './parameters.ts';
import { printDedup } from './printed-summary.ts';
import { resultFiles } from './result-files.ts';
import { summaryOf } from './summary.ts';
import { writingTemplates } from './templates.ts';
import { openWorkPlace, type WorkPlace } from './work-place.ts';

export { usage } from './call.ts';

/** `neardup dedup`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  optimizeLater();
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
  let redirects: StoredList<Redirect> | undefined;
  const input = openInput(call.inputs, call.reading, progress, (redirect) => {
    if (redirects !== undefined) addRedirect(redirects, redirect);
  });
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
    redirects = call.out === undefined ? undefined : new StoredList(work.folder);
    const options = watched(call, work, input, progress);
    const against = await readPages(call, work, input, progress, options);
    const shingle = performance.now() - startedAt;
    const result = await writingTemplates(call.out, async (onTemplate) => {
      const decided = await deduplicateJournal(work.journal, { ...options, folder: work.folder, onTemplate });
      if (call.out !== undefined) await beginResults(call.out, 'summary.json');
      return decided;
    });
    const writingAt = performance.now();
    const { findings, ...written } = await writeFiles(call, result, redirects, work, progress);
    const finishedAt = performance.now();
    progress.clear();
    const milliseconds = {
      shingle,
      ...result.milliseconds,
      write: finishedAt - writingAt,
      total: finishedAt - startedAt,
    };
    const summary = summaryOf(result, call, input, milliseconds, {
      ...written,
      ...(against.summary && { against: against.summary }),
      ...(findings && { hosts: findings.hosts, declared: findings.declared }),
    });
    if (call.out !== undefined) await writeSummary(call.out, summary);
    const words = printDedup(summary, result, call.out, findings?.mirrored);
    if (call.decisionsToOutput) await writeDecisions(result, process.stdout);
    await work.remove();
    const damaged = [...input.damaged, ...against.damaged];
    if (call.decisionsToOutput || call.copy.write === '-')
      process.stderr.write(call.quiet ? damageAlone(damaged) : words);
    else printResult(call.json, summary, words);
    return damaged.length > 0 ? 3 : 0;
  } catch (error) {
    progress.clear();
    closeAfterError(work);
    if (!isOfFullDisk(error)) throw error;
    throw new Error(`${errorLine(error, 'dedup')}; ${whatIsKept(call, args)}`, { cause: error });
  } finally {
    release();
  }
}

/** The options of a call, which show its progress. */
function watched(
  { options }: Call,
  { journal, folder }: WorkPlace,
  input: Input,
  progress: Progress,
): DeduplicateOptions {
  const estimate = new Estimate(options, progress);
  return {
    ...options,
    onProgress(phase, count) {
      if (phase === 'read') {
        input.showRead(count);
        estimate.update(input.share, input.pagesOfShare, journal, folder);
      } else {
        progress.update({ phase: PHASES[phase], count: [count, 'page'] });
      }
    },
  };
}

/** Reads all pages into the journal, and those of `--against`. */
async function readPages(
  call: Call,
  { journal }: WorkPlace,
  input: Input,
  progress: Progress,
  options: DeduplicateOptions,
): Promise<HeldAgainst> {
  const { threads } = call.options;
  const shaping = { ...call.options, frequencies: wantsFrequencies(call.options) };
  const known = await knownPages(call.against, call.field, shaping);
  const against = new HeldAgainst(known, shaping, threads, progress);
  const unread = journal.length === 0 ? input.blocks(threads) : without(journal, input.pages);
  await fillJournal(journal, against.join(shingleRecords(unread, shaping, threads)), options);
  return against;
}

/** Writes all files but the summary, and returns what it says about them. */
async function writeFiles(
  call: Call,
  result: StoredDeduplication,
  redirects: Iterable<Redirect> | undefined,
  { journal, folder }: WorkPlace,
  progress: Progress,
) {
  const { out } = call;
  progress.update({ phase: 'writing', count: [journal.length, 'page'] });
  if (out !== undefined) await writeDedupFiles(out, result);
  const findings =
    out === undefined || redirects === undefined
      ? undefined
      : await writeHostFiles(out, result, redirects, folder, call.options.memoryBytes);
  const loose = looseClusters(result, call.options.threshold);
  const decisions = () => result.resolved.decisions(journal.newPages);
  const written = await writeCopies({ ...call, ...call.copy }, decisions, folder, progress);
  const decidedBy = { parameters: parametersOf(call), templateDigest: result.templateDigest };
  const removals = out && (await addRemovals(out, removalsOf(result), decidedBy, folder));
  return {
    findings,
    ...(written && { written }),
    ...(removals && { removals }),
    ...(loose.length > 0 && { loose }),
  };
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
  if (out === undefined) return 'nothing of what was read is kept; with --out DIR a run can go on';
  return `the pages read so far, but for the last few, are kept in ${out}; to go on: ${resumingCall(['dedup', ...args])}`;
}

/**
 * Makes the folder of the results for this process alone, unless it holds those of another call. Returns a function
 * that frees it.
 */
async function openOut(call: Call, out: string): Promise<() => void> {
  const { inputs, field = null, against, workDir, resume, copy } = call;
  const { version: _, ...options } = parametersOf(call);
  // a resumed run is checked against the call in the journal
  const goesOn = resume && (workDir !== undefined || existsSync(join(out, 'grams.unfinished')));
  const outCall = { command: 'dedup', inputs, options: { ...options, field, against } };
  return openFolderAlone(out, outCall, call.force || goesOn, {
    reads: [...inputs, ...against],
    writes: [...resultFiles, ...(copy.write === '-' ? [manifestOfOutput] : [])],
  });
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
