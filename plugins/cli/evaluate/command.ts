import { basename, join } from 'node:path';
import { checkEvaluateOptions, evaluationCsv, usualPrecision } from '../../../src/evaluate/index.ts';
import {
  clusterPolicies,
  deduplicateStored,
  defaultMethod,
  defaultThreshold,
  defaultThresholds,
  evaluateGrams,
  fileFormats,
  keepPolicies,
  type PageGrams,
  shinglePages,
  similarities,
} from '../../../src/flow/index.ts';
import { type EvaluatePagesOptions, type Evaluation, methodNames } from '../../../src/index.ts';
import { prepareEngine } from '../../../src/join/index.ts';
import { writeReport } from '../../report/index.ts';
import { writeDedupFiles, writeSummary, writeWhole } from '../dedup/files.ts';
import { resultFiles } from '../dedup/result-files.ts';
import { summaryOf } from '../dedup/summary.ts';
import { writingTemplates } from '../dedup/templates.ts';
import { errorLine, isOfFullDisk, wrongCall } from '../errors.ts';
import { type Input, openInput } from '../input.ts';
import { onInterrupt } from '../interruption.ts';
import {
  checked,
  checkedBy,
  numberBetween,
  parseCall,
  reading,
  readMemory,
  readReading,
  readThreads,
  wholeNumberBetween,
} from '../options.ts';
import { beginResults, checkForce, type OutCall, openFolderAlone } from '../out-folder.ts';
import { Progress } from '../progress.ts';
import { folderReport } from '../report/folder-report.ts';
import { peakMemoryBytes, printResult } from '../result.ts';
import { extractHelp, gramHelp, multisetHelp, readShaping, shaping } from '../shaping.ts';
import {
  allowEmptyHelp,
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
import { type EvaluationReport, evaluationFiles } from './evaluation-report.ts';
import { pagesOfLabels, readLabels, withLines } from './labels.ts';
import { printEvaluation } from './table.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'evaluate INPUT… [options]',
  about: `Precision, recall and time of every method on these pages, against the exact join of their grams: which to use,
and what it loses. INPUT as for dedup.`,
  options: [
    ['--thresholds T,…', `least similarities of the pairs that count (${defaultThresholds.join(',')})`],
    [
      '--methods M,…',
      `${wrapped(methodNames)},\nor single variants such as simhash-3-confirmed (all)`,
      methodNames,
    ],
    gramHelp,
    multisetHelp,
    extractHelp,
    fieldHelp,
    allowEmptyHelp,
    ['--truth FILE', 'pairs of ids, tab-separated, a pair a line: the truth instead of the exact join'],
    ['--target-recall R', 'name the cheapest method that surely reaches it'],
    ['--max-milliseconds M', '… within this time'],
    ['--least-precision P', `… with this precision at least (${usualPrecision})`],
    [
      '--sample N',
      'estimate recall from N drawn pages (else only where the exact join needs more than --memory)',
    ],
    [
      '--out DIR',
      'write report.json, report.csv and report.html there, and the decisions, clusters and pairs at one threshold',
    ],
    forceHelp,
    memoryHelp('what the exact join may take'),
    threadsHelp,
    jsonHelp,
    quietHelp,
  ],
  examples: [
    ['evaluate crawl.warc.gz --out evaluation', 'all methods, and a report to look at'],
    ['evaluate crawl.warc.gz --target-recall 0.99 --max-milliseconds 5000', 'which method to take'],
  ],
};

/** `neardup evaluate`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  const labels = call.truth === undefined ? undefined : await readLabels(call.truth);
  const leave = call.out === undefined ? () => {} : await openOut(call, call.out);
  const progress = new Progress(call.quiet);
  const release = onInterrupt(() => {
    progress.clear();
    return 'an evaluation that is not finished keeps nothing';
  });
  try {
    // V8 optimises the engine while pages are read, so that this does not count as time of the first method
    await prepareEngine(call.options.threads);
    const input = openInput(call.inputs, call.reading, progress);
    // methods do not look at them, the clusters of the report do
    const boundaries = call.out !== undefined;
    const options = { ...call.options, frequencies: true, boundaries };
    const kept = call.out === undefined ? undefined : new KeptGrams(call.options.memoryBytes / 4);
    const { threads } = call.options;
    const read = shinglePages(input.blocks(threads), options, threads);
    const pages = labels === undefined ? read : pagesOfLabels(read, labels);
    const evaluation = await evaluateGrams(kept?.keep(pages) ?? pages, {
      ...call.options,
      ...(labels && { labels: labels.labels }),
      onRead: (pages) => input.showRead(pages),
      onProgress: (detail, done, total) =>
        progress.update({ phase: 'evaluating', done, total, uneven: true, detail }),
    });
    progress.clear();
    const report: EvaluationReport = {
      format: fileFormats.evaluation,
      ...evaluation,
      ...(labels && evaluation.labels && { labels: withLines(evaluation.labels, labels) }),
      inputs: call.inputs,
      bytes: input.bytes,
      damaged: input.damaged.length,
      damagedSpots: input.damaged,
      skipped: input.skipped,
      milliseconds: { total: performance.now() - startedAt },
      peakMemoryBytes: peakMemoryBytes(),
      version,
    };
    let written: string | undefined;
    try {
      if (call.out !== undefined) {
        await beginResults(call.out, 'report.json');
        await writeWhole(join(call.out, 'report.json'), [`${JSON.stringify(report)}\n`]);
        await writeWhole(join(call.out, 'report.csv'), [evaluationCsv(report)]);
        await writeRest(call, call.out, evaluation, kept, input, progress);
        written = call.out;
      }
    } finally {
      // what took minutes to measure is told even if it cannot be kept
      progress.clear();
      const decidedAt = kept?.complete ? clusterThreshold(call) : undefined;
      printResult(call.json, report, printEvaluation(report, { ...call, out: written, decidedAt }));
    }
    return input.damaged.length > 0 ? 3 : 0;
  } finally {
    progress.clear();
    release();
    leave();
  }
}

/** Writes what makes the evaluation a report to look at. */
async function writeRest(
  call: Call,
  out: string,
  evaluation: Evaluation,
  kept: KeptGrams | undefined,
  input: Input,
  progress: Progress,
): Promise<void> {
  try {
    if (kept?.complete) {
      await writeClusters(call, out, kept, input);
      await writeHtml(call, out, progress);
    } else {
      await writeReport(join(out, 'report.html'), { title: titleOf(call), evaluation });
    }
  } catch (error) {
    if (!isOfFullDisk(error)) throw error;
    const whole = `the numbers of the evaluation are whole in ${join(out, 'report.json')} and report.csv`;
    throw new Error(`${errorLine(error, 'evaluate')}; ${whole}`, { cause: error });
  }
}

/** Makes the folder of `--out`, in which no other run may be at work. */
function openOut(call: Call, out: string): Promise<() => void> {
  return openFolderAlone(out, outCallOf(call), call.force, {
    reads: [...call.inputs, ...(call.truth === undefined ? [] : [call.truth])],
    writes: [...resultFiles, ...evaluationFiles],
  });
}

/** Everything that decides the results: those of the evaluation, and those that dedup would write. */
function outCallOf(call: Call): OutCall {
  const { inputs, gram, options, truth, field } = call;
  const { threads: _, memoryBytes: _memory, gram: _gram, samplePages, ...deciding } = options;
  return {
    command: 'evaluate',
    inputs,
    options: {
      ...{ thresholds: defaultThresholds, methods: null, sample: samplePages ?? null },
      ...{ targetRecall: null, maxMilliseconds: null, leastPrecision: null },
      ...deciding,
      gram,
      truth: truth ?? null,
      field: field ?? null,
      ...{ threshold: clusterThreshold(call), method: defaultMethod, similarity: similarities[0] },
      ...{ siteModel: true, identity: true, keep: keepPolicies[0], cluster: clusterPolicies[0], against: [] },
    },
  };
}

type Call = ReturnType<typeof readCall>;

/**
 * The gram sets of the pages read, as long as they fit in memory. After all measurements clusters are made from them.
 */
class KeptGrams {
  readonly #mostBytes: number;
  #bytes = 0;
  #pages: PageGrams[] = [];
  complete = true;

  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  async *keep(pages: AsyncIterable<PageGrams>): AsyncGenerator<PageGrams> {
    for await (const page of pages) {
      if (this.complete) this.#add(page);
      yield page;
    }
  }

  #add({ facts, grams }: PageGrams): void {
    this.#pages.push({ facts, grams });
    this.#bytes += grams.byteLength;
    if (this.#bytes <= this.#mostBytes) return;
    this.complete = false;
    this.#pages = [];
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<PageGrams> {
    yield* this.#pages;
  }
}

/** The threshold of the clusters in the report: the default if it is among the thresholds, else the lowest. */
function clusterThreshold({ options }: Call): number {
  const thresholds: readonly number[] = options.thresholds ?? defaultThresholds;
  return thresholds.includes(defaultThreshold) ? defaultThreshold : Math.min(...thresholds);
}

/** Writes the files of `neardup dedup` for the clusters of the report. */
async function writeClusters(call: Call, out: string, kept: KeptGrams, input: Input): Promise<void> {
  const startedAt = performance.now();
  const { extract, multiset, threads, memoryBytes } = call.options;
  const threshold = clusterThreshold(call);
  const options = { threshold, similarity: 'jaccard', extract, multiset, siteModel: true, identity: true };
  await writingTemplates(out, (onTemplate) =>
    deduplicateStored(kept, { threshold, threads, memoryBytes, onTemplate }, async (result) => {
      await beginResults(out, 'summary.json');
      await writeDedupFiles(out, result);
      const milliseconds = { ...result.milliseconds, total: performance.now() - startedAt };
      await writeSummary(out, summaryOf(result, { ...call, options }, input, milliseconds));
    }),
  );
}

/** The inputs without their folders, since a report is shown to others. */
function titleOf({ inputs }: Call): string {
  return inputs.map((input) => basename(input)).join(', ');
}

/** Writes `report.html`, with the clusters in the folder and the texts of their pages. */
async function writeHtml(call: Call, out: string, progress: Progress): Promise<void> {
  const title = titleOf(call);
  const { report } = await folderReport(
    { folder: out, inputs: [], title, texts: true, field: call.field },
    progress,
  );
  progress.clear();
  await writeReport(join(out, 'report.html'), report);
}

function readCall(args: string[]) {
  const { values, positionals: inputs } = parseCall(args, {
    ...shaping,
    ...reading,
    thresholds: { type: 'string' },
    methods: { type: 'string' },
    truth: { type: 'string' },
    'target-recall': { type: 'string' },
    'max-milliseconds': { type: 'string' },
    'least-precision': { type: 'string' },
    sample: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean' },
    memory: { type: 'string' },
  });
  if (inputs.length === 0) {
    throw wrongCall('evaluate', 'at least one INPUT: a file, a folder, a glob, or - for standard input');
  }
  for (const name of ['max-milliseconds', 'least-precision'] as const) {
    if (values[name] !== undefined && values['target-recall'] === undefined) {
      throw wrongCall(`--${name}`, '--target-recall R beside it');
    }
  }
  const { gramName, ...shaped } = readShaping(values);
  const options = {
    ...optional(values, 'thresholds', 'thresholds', listOf(threshold)),
    ...optional(values, 'methods', 'methods', listOf(method)),
    ...optional(values, 'target-recall', 'targetRecall', recall),
    ...optional(values, 'max-milliseconds', 'maxMilliseconds', numberBetween(0, Number.POSITIVE_INFINITY)),
    ...optional(values, 'least-precision', 'leastPrecision', numberBetween(0, 1)),
    ...optional(values, 'sample', 'samplePages', wholeNumberBetween(1, 2 ** 32)),
    ...shaped,
    threads: readThreads(values),
    memoryBytes: readMemory(values),
  } satisfies EvaluatePagesOptions;
  checked('--sample', () => checkEvaluateOptions(options));
  checkForce(values, values.out);
  return {
    inputs,
    gram: gramName,
    options,
    field: values.field,
    reading: readReading(values),
    truth: values.truth,
    out: values.out,
    force: values.force ?? false,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}

/** `{ [field]: value }` if the option was given, else nothing. */
function optional<Field extends string, T>(
  values: Record<string, unknown>,
  name: string,
  field: Field,
  read: (text: string, option: string) => T,
): { [key in Field]?: T } {
  const text = values[name];
  return typeof text === 'string' ? ({ [field]: read(text, `--${name}`) } as { [key in Field]?: T }) : {};
}

const threshold = checkedBy((text) => {
  const value = numberIn(text);
  checkEvaluateOptions({ thresholds: [value] });
  return value;
});

const recall = checkedBy((text) => {
  const targetRecall = numberIn(text);
  checkEvaluateOptions({ targetRecall });
  return targetRecall;
});

const method = checkedBy((name) => {
  checkEvaluateOptions({ methods: [name] });
  return name;
}, methodNames);

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Reads several values, separated by commas. */
function listOf<T>(read: (text: string, option: string) => T): (text: string, option: string) => T[] {
  return (text, option) => text.split(',').map((part) => read(part.trim(), option));
}
