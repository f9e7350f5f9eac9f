import { join } from 'node:path';
import { hostOf } from '../../../src/flow/index.ts';
import { type Page, parseGramSpec } from '../../../src/index.ts';
import { type DamagedSpot, InputError } from '../../dump/index.ts';
import type { Report, ReportedCluster, ReportedDeduplication } from '../../report/index.ts';
import { isIndex } from '../dedup/against.ts';
import { resultFiles } from '../dedup/result-files.ts';
import { checkLines, type DedupResults, readDedupResults } from '../dedup/results.ts';
import { readTemplates } from '../dedup/templates.ts';
import { wrongCall } from '../errors.ts';
import { evaluationFiles, readEvaluationReport } from '../evaluate/evaluation-report.ts';
import { type Input, isSpent, openInput } from '../input.ts';
import { checkKeepsInputs } from '../keep-inputs.ts';
import { CALL_FILE, folderWithoutResults } from '../out-folder.ts';
import type { Progress } from '../progress.ts';
import { realPath } from '../real-path.ts';
import { withTexts } from './texts.ts';

/** Where the results are, and how to read their pages again. */
interface ReportCall {
  readonly folder: string;
  /** Inputs to read instead of those of the run; if empty, those of the run. */
  readonly inputs: readonly string[];
  /** Where the caller wants the report. It could be an input, which is refused. `-` is standard output. */
  readonly named?: string | undefined;
  readonly title: string;
  /** Whether the report contains the texts of pages. */
  readonly texts: boolean;
  readonly field: string | undefined;
}

/** The report of the results in a folder, and the damaged spots in the input from which texts were taken. */
export async function folderReport(
  call: ReportCall,
  progress: Progress,
): Promise<{ readonly report: Report; readonly damagedSpots: readonly DamagedSpot[] }> {
  const results = await readDedupResults(call.folder);
  const evaluation = await readEvaluationReport(join(call.folder, 'report.json'));
  if (results === undefined && evaluation === undefined) {
    throw wrongCall(
      'report',
      'summary.json of neardup dedup or crawl --out, or report.json of neardup evaluate --out',
      `neither in ${folderWithoutResults(call.folder)}`,
    );
  }
  if (results !== undefined) checkLines(call.folder, results.lines, results.summary);
  if (call.named !== undefined) {
    checkKeepsResults(call.named, call.folder);
    const known = results?.summary.against?.inputs ?? [];
    await checkKeepsInputs([call.named], results === undefined ? [] : [...inputsOf(call, results), ...known]);
  }
  const input = results === undefined ? undefined : textInput(call, results, progress);
  const known =
    results === undefined || input === undefined ? undefined : knownInput(call, results, progress);
  const deduplication = results && (await readTexts(results, input, known, call));
  const report: Report = {
    title: call.title,
    ...(evaluation && { evaluation }),
    ...(deduplication && { deduplication }),
  };
  return { report, damagedSpots: [...(input?.damaged ?? []), ...(known?.input?.damaged ?? [])] };
}

/** The known pages of a run, if it had some. Those of an index have no texts. */
interface KnownInput {
  readonly input: Input | undefined;
  readonly hasIndex: boolean;
}

function knownInput(call: ReportCall, { summary }: DedupResults, progress: Progress): KnownInput | undefined {
  const inputs = summary.against?.inputs ?? [];
  if (inputs.length === 0) return undefined;
  const dumps = inputs.filter((name) => !isIndex(name));
  const reading = { field: call.field ?? summary.field, allowEmpty: true };
  return {
    input: dumps.length === 0 ? undefined : openInput(dumps, reading, progress),
    hasIndex: dumps.length < inputs.length,
  };
}

/** The inputs from which the texts are read: those of the run, unless others are named. */
function inputsOf({ inputs }: ReportCall, { summary }: DedupResults): readonly string[] {
  return inputs.length > 0 ? inputs : (summary.inputs ?? []);
}

/** Throws if the report would replace one of the results that it is made of. */
function checkKeepsResults(out: string, folder: string): void {
  const place = realPath(out);
  const results = [...resultFiles, ...evaluationFiles, CALL_FILE].filter((name) => name !== 'report.html');
  const replaced = results.find((name) => realPath(join(folder, name)) === place);
  if (replaced !== undefined) throw wrongCall('--out', `a file other than ${replaced} of the run`, out);
}

/** The input from which texts are taken; undefined if none is available. */
function textInput(call: ReportCall, results: DedupResults, progress: Progress): Input | undefined {
  const given = inputsOf(call, results);
  if (!call.texts || given.length === 0 || isSpent(call.inputs, given)) return undefined;
  return openInput(given, { field: call.field ?? results.summary.field, allowEmpty: true }, progress);
}

async function readTexts(
  results: DedupResults,
  input: Input | undefined,
  known: KnownInput | undefined,
  call: ReportCall,
): Promise<ReportedDeduplication> {
  const { deduplication, summary } = results;
  const without = (why: string): ReportedDeduplication => ({
    ...deduplication,
    notes: [...deduplication.notes, `Texts of pages are not in this report: ${why}.`],
  });
  if (deduplication.clusters.length === 0) return deduplication;
  if (!call.texts) return without('it was made with --no-texts');
  if (input === undefined) {
    return without(
      isSpent(call.inputs, summary.inputs ?? [])
        ? 'the pages came by standard input, which cannot be read again'
        : 'the crawl did not keep its pages (--no-pages)',
    );
  }
  const reading = {
    extract: summary.extract,
    gram: parseGramSpec(summary.gram),
    multiset: summary.multiset,
  };
  try {
    const templates = await readTemplates(call.folder, hostsOf(deduplication.clusters));
    const onPage = (pages: number): void => input.showRead(pages);
    const ofKnown: string[] = known?.hasIndex
      ? ['Texts of known pages from an index are not in this report: an index keeps none.']
      : [];
    const pages = { pages: input.pages, known: known?.input && readable(known.input.pages, ofKnown) };
    const { clusters, notes } = await withTexts(deduplication.clusters, pages, reading, onPage, templates);
    return { ...deduplication, clusters, notes: [...deduplication.notes, ...notes, ...ofKnown] };
  } catch (error) {
    // a named input must exist; an input of the earlier run may be gone
    if (call.inputs.length > 0 || !(error instanceof Error && error.name === 'InputError')) throw error;
    const { message } = error;
    return without(
      `the input of the run cannot be read from here (${message}); neardup report DIR INPUT… names it`,
    );
  }
}

/** Known pages as far as they can be read here. If they cannot, the reason is added to `notes`. */
async function* readable(pages: Input['pages'], notes: string[]): AsyncGenerator<Page> {
  try {
    yield* pages;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    notes.push(
      `Texts of known pages are not in this report: they cannot be read from here (${error.message}). Start neardup report in the folder in which that run was started.`,
    );
  }
}

function hostsOf(clusters: readonly ReportedCluster[]): Set<string> {
  const hosts = new Set<string>();
  for (const { representative, members } of clusters) {
    hosts.add(hostOf(representative.url));
    for (const { page } of members) hosts.add(hostOf(page.url));
  }
  return hosts;
}
