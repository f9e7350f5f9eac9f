import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parseGramSpec } from '../../../src/index.ts';
import { type Report, type ReportedDeduplication, writeReport } from '../../report/index.ts';
import { type DedupResults, readDedupResults } from '../dedup/results.ts';
import { UsageError } from '../errors.ts';
import type { EvaluationReport } from '../evaluate/command.ts';
import { type Input, openInput } from '../input.ts';
import { parseCall } from '../options.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { withTexts } from './texts.ts';

export const usage = `usage: neardup report DIR [INPUT…] [options]

The HTML report of an earlier neardup dedup --out DIR, of a neardup evaluate --out DIR, or of both: one file that
needs no network. To show pages side by side it reads the input of dedup again: INPUT where it is given (named as
for dedup: pages without an id of their own are found by file and line), else the inputs of that run.

  --out FILE     where to write (DIR/report.html)
  --title TEXT   its heading (the name of DIR)
  --no-texts     without the texts of pages: quick, and small
  --field NAME   the JSONL field that holds the page (that of the run)
  --json         print one JSON object and nothing else
  --quiet        no progress
`;

/** `neardup report`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  const progress = new Progress(call.quiet);
  try {
    const { report, input } = await reportOf(call, progress);
    progress.clear();
    await writeReport(call.out, report);
    const { evaluation, deduplication } = report;
    const clusters = deduplication?.clusters ?? [];
    const texts = clusters
      .flatMap(({ representative, members }) => [representative, ...members.map(({ page }) => page)])
      .filter(({ text }) => text !== undefined).length;
    const summary = {
      file: call.out,
      bytes: (await stat(call.out)).size,
      clusters: clusters.length,
      texts,
      methods: evaluation?.rows.length ?? 0,
      damaged: input?.damaged.length ?? 0,
      notes: deduplication?.notes ?? [],
      milliseconds: { total: performance.now() - startedAt },
    };
    process.stdout.write(
      call.json
        ? `${JSON.stringify(summary)}\n`
        : `${[...summary.notes.map(printable), `written: ${call.out} (${(summary.bytes / 1e6).toFixed(1)} MB)`].join('\n')}\n`,
    );
    return summary.damaged > 0 ? 3 : 0;
  } catch (error) {
    progress.clear();
    throw error;
  }
}

/** Where results are, and how to read their pages again. */
export interface ReportCall {
  readonly folder: string;
  /** Instead of the inputs of the run; none given, those. */
  readonly inputs: readonly string[];
  readonly title: string;
  /** Whether the texts of pages are to be in the report. */
  readonly texts: boolean;
  readonly field: string | undefined;
}

/** The report of what is in a folder, and the input that texts were taken from. */
export async function reportOf(
  call: ReportCall,
  progress: Progress,
): Promise<{ report: Report; input: Input | undefined }> {
  const results = await readDedupResults(call.folder);
  const evaluation = await readEvaluation(call.folder);
  if (results === undefined && evaluation === undefined) {
    throw new UsageError(
      `${call.folder}: expected summary.json of neardup dedup --out or report.json of neardup evaluate --out, got neither`,
    );
  }
  const input = results === undefined ? undefined : textInput(call, results, progress);
  const deduplication = results && (await readTexts(results, input, call));
  const report: Report = {
    title: call.title,
    ...(evaluation && { evaluation }),
    ...(deduplication && { deduplication }),
  };
  return { report, input };
}

function readCall(args: string[]) {
  const { values, positionals } = parseCall(args, {
    out: { type: 'string' },
    title: { type: 'string' },
    'no-texts': { type: 'boolean' },
    field: { type: 'string' },
  });
  const [folder, ...inputs] = positionals;
  if (folder === undefined) {
    throw new UsageError('report: expected DIR, the folder of an earlier dedup or evaluate');
  }
  if (!existsSync(folder)) throw new UsageError(`report: expected a folder, ${folder} does not exist`);
  return {
    folder,
    inputs,
    out: values.out ?? join(folder, 'report.html'),
    title: values.title ?? basename(resolve(folder)),
    texts: !values['no-texts'],
    field: values.field,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}

/** `report.json` of an evaluation in the folder, or undefined. */
async function readEvaluation(folder: string): Promise<EvaluationReport | undefined> {
  const path = join(folder, 'report.json');
  if (!existsSync(path)) return undefined;
  const text = await readFile(path, 'utf8');
  try {
    const report = JSON.parse(text) as Partial<EvaluationReport>;
    if (Array.isArray(report.rows) && report.dataset && Array.isArray(report.similarities)) {
      return report as EvaluationReport;
    }
  } catch {
    // said below
  }
  throw new UsageError(`${path}: expected the report of neardup evaluate --out, got something else`);
}

/** The input to take texts from; undefined when there is none to be had. */
function textInput(
  { inputs, field, texts }: ReportCall,
  { summary }: DedupResults,
  progress: Progress,
): Input | undefined {
  const given = inputs.length > 0 ? inputs : (summary.inputs ?? []);
  if (!texts || given.length === 0 || given.includes('-')) return undefined;
  return openInput(given, field ?? summary.field, progress);
}

async function readTexts(
  { deduplication, summary }: DedupResults,
  input: Input | undefined,
  call: ReportCall,
): Promise<ReportedDeduplication> {
  const without = (why: string): ReportedDeduplication => ({
    ...deduplication,
    notes: [...deduplication.notes, `Texts of pages are not in this report: ${why}.`],
  });
  if (deduplication.clusters.length === 0) return deduplication;
  if (!call.texts) return without('it was made with --no-texts');
  if (input === undefined) return without('the pages came by standard input, which cannot be read again');
  const reading = {
    extract: summary.extract,
    gram: parseGramSpec(summary.gram),
    multiset: summary.multiset,
  };
  try {
    const { clusters, notes } = await withTexts(deduplication.clusters, input, reading, (pages) =>
      input.showRead(`${pages.toLocaleString('en')} pages`),
    );
    return { ...deduplication, clusters, notes: [...deduplication.notes, ...notes] };
  } catch (error) {
    // an input that was named must be there; that of the earlier run may be gone
    if (call.inputs.length > 0 || !(error instanceof Error && error.name === 'InputError')) throw error;
    return without(`the input of the run is no longer there (${error.message})`);
  }
}
