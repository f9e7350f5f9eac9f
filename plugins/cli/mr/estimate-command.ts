import { buffer } from 'node:stream/consumers';
import { setsIn } from '../../mr/local/sample-sets.ts';
import { contentJoin } from '../../mr/plan.ts';
import { option, parseCall, refuseArguments, sizeBytes, wholeNumberBetween } from '../options.ts';
import { checkEstimate } from './check-estimate.ts';
import { readKeyMethod, readSimilar, verbOptions } from './verbs/options.ts';

const mostSets = Number.MAX_SAFE_INTEGER;
const mostParts = 2 ** 20;

/**
 * `neardup mr estimate`: the lines of the stage `sampled`, on standard input → one line with the expected cost of the
 * join of all sets. Throws if it does not fit into `--temp`. Memory: the sample, some 16 MB of text, and its tokens.
 */
export async function printEstimate(args: string[]): Promise<number> {
  const { similarity, threshold, method, recall, tables } = verbOptions;
  const { values, positionals } = parseCall(args, {
    ...{ similarity, threshold, method, recall, tables },
    sets: { type: 'string' },
    'two-sites': { type: 'boolean' },
    parts: { type: 'string' },
    temp: { type: 'string' },
  });
  refuseArguments('mr estimate', positionals, 'options only, and sampled sets on standard input');
  const join = {
    ...contentJoin(readSimilar(values), values['two-sites'] === true),
    ...readKeyMethod(values),
    parts: option(values, 'parts', wholeNumberBetween(1, mostParts), 1),
    temporaryBytes: option(values, 'temp', sizeBytes, undefined),
  };
  const count = option(values, 'sets', wholeNumberBetween(0, mostSets), 0);
  const sample = setsIn((await buffer(process.stdin)).toString('latin1'));
  process.stdout.write(`${checkEstimate(join, { count, sample }).words}\n`);
  return 0;
}
