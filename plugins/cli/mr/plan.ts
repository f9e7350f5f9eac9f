import { similarities } from '../../../src/flow/index.ts';
import { formatVersion } from '../../mr/lines/format.ts';
import { blocksFor, joinStages } from '../../mr/plan.ts';
import { oneOf, option, parseCall, readThreshold, sizeBytes, wholeNumberBetween } from '../options.ts';
import { version } from '../version.ts';
import { defaultWorkerBytes } from './verbs.ts';

const mostTokens = Number.MAX_SAFE_INTEGER;

/** `neardup mr plan`: the stages as JSON, for drivers. */
export function printPlan(args: string[]): number {
  const { values } = parseCall(args, {
    similarity: { type: 'string' },
    threshold: { type: 'string' },
    tokens: { type: 'string' },
    parts: { type: 'string' },
    memory: { type: 'string' },
  });
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const memoryBytes = option(values, 'memory', sizeBytes, defaultWorkerBytes);
  const tokens = option(values, 'tokens', wholeNumberBetween(0, mostTokens), 0);
  const parts = option(values, 'parts', wholeNumberBetween(1, 2 ** 20), 1);
  const blocks = blocksFor(tokens, parts, memoryBytes);
  const stages = joinStages(
    { similarity, threshold: readThreshold(values, similarity) },
    { memoryBytes, blocks },
  );
  process.stdout.write(`${JSON.stringify({ format: formatVersion, version, stages })}\n`);
  return 0;
}
