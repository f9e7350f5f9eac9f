import {
  addCounters,
  addSum,
  isTrailer,
  type LineSum,
  noLines,
  parseTrailer,
  sameLines,
} from '../../mr/lines/trailer.ts';
import { unsettled } from '../../mr/plan.ts';
import { newWalls } from '../../mr/plan-pages.ts';
import { wrongCall } from '../errors.ts';
import { option, parseCall, refuseArguments, refuseOthers, wholeNumberBetween } from '../options.ts';
import { linesOf } from '../read-lines.ts';
import { version } from '../version.ts';

const linesOnInput = 'options only, and lines on standard input';

/**
 * `neardup mr trailers`: prints the trailers among the lines of standard input, which may come from several outputs.
 */
export async function printTrailers(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {});
  refuseOthers('mr trailers', values, []);
  refuseArguments('mr trailers', positionals, linesOnInput);
  for await (const line of linesOf(process.stdin)) if (isTrailer(line)) process.stdout.write(`${line}\n`);
  return 0;
}

/**
 * `neardup mr sample-keys`: prints one in `--every` of the lines of standard input that are no trailers, cut after
 * its key. From these, ranges of keys with about equally many lines can be chosen.
 */
export async function sampleKeys(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, { every: { type: 'string' } });
  refuseOthers('mr sample-keys', values, ['every']);
  refuseArguments('mr sample-keys', positionals, linesOnInput);
  const every = option(values, 'every', wholeNumberBetween(1, Number.MAX_SAFE_INTEGER), 1);
  let number = 0;
  for await (const line of linesOf(process.stdin)) {
    if (isTrailer(line) || number++ % every > 0) continue;
    process.stdout.write(`${line.split('\t', 2).join('\t')}\n`);
  }
  return 0;
}

/**
 * `neardup mr tally`: the trailers of all processes of a stage, on standard input → `LINES:CHECKSUM TOKENS UNSETTLED
 * TEMPLATES WALLS SETS HOSTS PAGES` of what they wrote. Throws if the processes have not read exactly the lines that were
 * written for them.
 */
export async function tally(args: string[]): Promise<number> {
  const { values, positionals } = parseCall(args, {
    run: { type: 'string' },
    expect: { type: 'string', multiple: true },
  });
  refuseOthers('mr tally', values, ['run', 'expect']);
  refuseArguments('mr tally', positionals, linesOnInput);
  const expected = noLines();
  for (const text of values.expect ?? []) addSum(expected, sumOf(text));
  const [read, written, counters] = [noLines(), noLines(), {} as Record<string, number>];
  let trailers = 0;
  for await (const line of linesOf(process.stdin)) {
    const trailer = parseTrailer(line, { version, run: values.run ?? '-' });
    addSum(read, trailer.read);
    addSum(written, trailer.written);
    addCounters(counters, trailer.counters);
    trailers++;
  }
  if (trailers === 0) throw new Error('mr tally: expected the trailers of a stage; got none');
  if (values.expect !== undefined && !sameLines(read, expected)) {
    throw new Error(
      `mr tally: expected the ${expected.lines} lines that the stages before wrote; ${trailers} processes have read ${read.lines}`,
    );
  }
  const told = ['tokens', unsettled, 'templates', newWalls, 'sets', 'hosts', 'pages'];
  const counted = told.map((name) => counters[name] ?? 0);
  process.stdout.write(`${written.lines}:${written.hashes} ${counted.join(' ')}\n`);
  return 0;
}

function sumOf(text: string): LineSum {
  const [, lines, hashes] = /^(\d+):(\d+)$/.exec(text) ?? [];
  if (lines === undefined) throw wrongCall('--expect', 'LINES:CHECKSUM', JSON.stringify(text));
  return { lines: Number(lines), hashes: BigInt(hashes) };
}
