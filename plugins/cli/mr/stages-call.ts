import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { wrongCall } from '../errors.ts';
import { parseCall } from '../options.ts';
import { deciding, type decidingWays, proposing, readDeciding } from './deciding.ts';
import { readKeyMethod } from './verbs/options.ts';

/** The options of a call, as they are read. */
interface ReadCall {
  readonly read: Pick<ReturnType<typeof readDeciding>, 'gram' | 'options'>;
  readonly keyMethod: ReturnType<typeof readKeyMethod>;
}

/**
 * Refuses other options than those by which the stages of a run were made: pairs would be missing, or too many. The drivers of Spark and
 * Hadoop record them in `call.RUN` in the folder of the stages, an argument a line; without it nothing is checked.
 *
 * @throws UsageError
 */
export async function checkStagesCall(
  folder: string,
  run: string,
  own: ReadCall,
  decideBy: (typeof decidingWays)[number],
): Promise<void> {
  const text = await readFile(join(folder, `call.${run}`), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (text === undefined) return;
  const { values } = parseCall(text.trimEnd().split('\n'), {
    ...deciding,
    ...proposing,
    field: { type: 'string' },
  });
  const keyMethod = readKeyMethod(values);
  const made = whatCounts({ keyMethod, read: readDeciding(values, keyMethod) }, decideBy);
  const given = whatCounts(own, decideBy);
  for (const [name, value] of Object.entries(made)) {
    const got = given[name];
    if (got !== value)
      throw wrongCall(`--${name}`, `${value}, as the stages in ${folder} were made`, String(got));
  }
}

/** The options that decide what the stages write, by their names. */
function whatCounts(
  { keyMethod: { recall, tables }, read: { gram, options } }: ReadCall,
  decideBy: (typeof decidingWays)[number],
): Readonly<Record<string, unknown>> {
  const { similarity, threshold, extract, multiset, siteModel, identity, keep, cluster } = options;
  return {
    ...{ similarity, threshold, gram, extract, multiset, 'site-model': siteModel ? 'on' : 'off' },
    method: recall !== undefined ? 'lsh' : tables !== undefined ? 'simhash' : 'prefix',
    ...{ recall, tables },
    ...(decideBy === 'stages' && { identity: siteModel && identity ? 'on' : 'off', keep, cluster }),
  };
}
