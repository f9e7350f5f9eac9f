import { halvesOf } from '../../../src/join/index.ts';
import { type DamagedSpot, InputError } from '../../dump/index.ts';
import type { LineOutput } from '../../mr/lines/writer.ts';
import { type RunIdentity, runSource } from '../../mr/run-verb.ts';
import { spread } from '../../mr/sets/mixing.ts';
import { writeSet } from '../../mr/verbs/write-set.ts';
import { readSets } from '../join/read-sets.ts';
import { type NumberedInput, recordsOfInput } from './inputs.ts';

/** Tokens and records of a batch. */
const BATCH_TOKENS = 1 << 20;

/**
 * `sets`: sets of integers, as `neardup join` reads them → a line for each. Its id is its number in the file, from 0,
 * plus 10^10 times the number of the input.
 *
 * Tokens are mixed one to one, so that their order says nothing; overlaps stay the same. Empty sets are counted and left out,
 * since they are similar to nothing. Damage ends the run, since the numbers of the sets after it are unknown.
 */
export async function writeSets(
  inputs: AsyncIterable<NumberedInput>,
  identity: RunIdentity,
  to: LineOutput,
): Promise<void> {
  await runSource(
    async ({ output, count }) => {
      for await (const { number, path } of inputs) {
        const onDamage = (spot: DamagedSpot): never => {
          throw new InputError('NEARDUP_INPUT_INVALID', path, `at ${spot.offset}: ${spot.reason}`);
        };
        let id = recordsOfInput * number;
        for await (const { offsets, values } of readSets(path, { batchTokens: BATCH_TOKENS, onDamage })) {
          for (let i = 0; i + 1 < offsets.length; i++, id++) {
            const tokens = values.slice(offsets[i], offsets[i + 1]);
            if (tokens.length === 0) {
              count('empty');
              continue;
            }
            spread(halvesOf(tokens));
            writeSet({ output, count }, id, tokens.sort());
            if (output.isFull) await output.drained();
          }
        }
      }
    },
    to,
    'sets',
    identity,
  );
}
