import { stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { reportPieces } from '../../report/index.ts';
import { checkPlace } from '../check-place.ts';
import { damageAlone, damageLines } from '../damage.ts';
import { writeWhole } from '../dedup/files.ts';
import { wrongCall } from '../errors.ts';
import { isThere } from '../is-there.ts';
import { inMegabytes } from '../numbers.ts';
import { parseCall } from '../options.ts';
import { printable } from '../printable.ts';
import { Progress } from '../progress.ts';
import { printResult } from '../result.ts';
import { jsonHelp, quietHelp, type Usage } from '../usage.ts';
import { folderReport } from './folder-report.ts';

/** What `--help` prints. */
export const usage: Usage = {
  call: 'report DIR [INPUT…] [options]',
  about: `The HTML report of an earlier neardup dedup --out DIR, of a neardup crawl --out DIR, of a neardup evaluate --out DIR,
or of dedup and evaluate: one file that needs no network. To show pages side by side it reads the input of dedup
again: INPUT where it is given (named as for dedup: pages without an id of their own are found by file and line), else
the inputs of that run, or the pages that the crawl kept; and what that run read for --against.`,
  options: [
    ['--out FILE', 'where to write (DIR/report.html); - is standard output'],
    ['--title TEXT', 'its heading (the name of DIR)'],
    ['--no-texts', 'without the texts of pages: quick, and small'],
    ['--field NAME', 'the JSONL field or Parquet column that holds the page (that of the run)'],
    jsonHelp,
    quietHelp,
  ],
  examples: [
    ['report report', 'report/report.html of an earlier neardup dedup --out report'],
    ['report report crawl.warc.gz --out shown.html', 'where the input has moved since'],
  ],
};

/** `neardup report`: see `usage`. */
export async function run(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const call = readCall(args);
  if (call.named !== undefined && call.named !== '-') await checkPlace('--out', call.named);
  const progress = new Progress(call.quiet);
  try {
    const { report, damagedSpots } = await folderReport(call, progress);
    progress.clear();
    if (call.out === '-') {
      await pipeline(Readable.from(reportPieces(report)), process.stdout, { end: false });
      if (call.quiet) process.stderr.write(damageAlone(damagedSpots));
      return damagedSpots.length > 0 ? 3 : 0;
    }
    await writeWhole(call.out, reportPieces(report));
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
      damaged: damagedSpots.length,
      damagedSpots,
      notes: deduplication?.notes ?? [],
      milliseconds: { total: performance.now() - startedAt },
    };
    const lines = [
      ...summary.notes.map(printable),
      ...damageLines(damagedSpots),
      `written: ${call.out} (${inMegabytes(summary.bytes)})`,
    ];
    printResult(call.json, summary, `${lines.join('\n')}\n`);
    return damagedSpots.length > 0 ? 3 : 0;
  } catch (error) {
    progress.clear();
    throw error;
  }
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
    throw wrongCall('report', 'DIR, the folder of an earlier dedup, crawl or evaluate');
  }
  if (values.out === '') throw wrongCall('--out', 'a file, or - for standard output', '""');
  if (values.out === '-' && values.json) {
    throw wrongCall('--out -', 'no --json, which prints on standard output, too', '--json');
  }
  if (values['no-texts'] && inputs.length > 0) {
    throw wrongCall('--no-texts', 'no INPUT, from which texts are read', inputs[0]);
  }
  if (!isThere(folder)) throw wrongCall('report', 'a folder', `${folder}, which does not exist`);
  return {
    folder,
    inputs,
    out: values.out ?? join(folder, 'report.html'),
    named: values.out,
    title: values.title ?? basename(resolve(folder)),
    texts: !values['no-texts'],
    field: values.field,
    json: values.json ?? false,
    quiet: values.quiet ?? false,
  };
}
