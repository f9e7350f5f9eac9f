import { measures, type Similarity } from '../../../src/join/index.ts';
import { digits, lineOf, padded, tags } from '../lines/format.ts';
import { StageError } from '../lines/stage-error.ts';
import { parseSize } from '../sets/set-text.ts';
import type { Verb, VerbCall } from '../verbs/verb.ts';
import type { PublishedAlgorithm } from './algorithm.ts';
import { isFirstShared, kernelOf } from './kernels.ts';
import { overlapOfRanks, type Projection, parseRanks } from './projection.ts';

/** Options that decide which records of a group are a pair. */
interface ReduceOptions {
  readonly algorithm: PublishedAlgorithm;
  readonly similarity: Similarity;
  readonly threshold: number;
}

/**
 * The records of each token, by size → the similar pairs among them, confirmed by all of their tokens. `mgjoin` emits
 * each pair once, the others at each shared prefix token. Memory: the records of a token, as published.
 */
export function reducePublished(options: ReduceOptions): Verb {
  const { probePrefix } = measures[options.similarity];
  return async (call) => {
    const counts = { met: 0, prunedByOrderings: 0, leftToAnother: 0 };
    const kernel = kernelOf(options.algorithm, options, counts);
    const group = { key: '', size: 0, largest: 0 };
    for await (const batch of call.input.batches()) {
      for (const [, key, tag, size, id, position, ranks, further] of batch) {
        if (tag !== tags.signature) continue;
        if (key !== group.key) {
          kernel.clear();
          Object.assign(group, { key, size: 0 });
        }
        group.largest = Math.max(group.largest, ++group.size);
        const m = parseSize(size);
        const y: Projection = {
          ...{ id, ranks: parseRanks(ranks), position: Number(position) },
          prefix: Math.min(m, probePrefix(m, options.threshold)),
          further: further === '' ? [] : further.split(',').map(parseRanks),
        };
        if (y.ranks.length !== m) {
          throw new StageError(
            'malformed',
            `expected ${m} tokens of the record ${id}; got ${y.ranks.length}`,
          );
        }
        for (const x of kernel.candidates(y)) confirm(x, y, options, call);
        kernel.add(y);
        if (call.output.isFull) await call.output.drained();
      }
    }
    for (const [name, value] of Object.entries(counts)) call.count(name, value);
    call.count('largestKey', group.largest);
  };
}

function confirm(
  x: Projection,
  y: Projection,
  { similarity, threshold }: ReduceOptions,
  { output, count }: VerbCall,
): void {
  count('candidates');
  if (isFirstShared(x, y)) count('distinct');
  const overlap = overlapOfRanks(x.ranks, y.ranks);
  if (!measures[similarity].isSimilar(overlap, x.ranks.length, y.ranks.length, threshold)) return;
  count('similar');
  const [a, b] = x.id < y.id ? [x.id, y.id] : [y.id, x.id];
  output.line(lineOf(a, tags.pair, b, padded(overlap, digits.size)));
}
