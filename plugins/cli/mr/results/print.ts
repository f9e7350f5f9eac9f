import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { fileFormats, similarities } from '../../../../src/flow/index.ts';
import { measures, type Similarity } from '../../../../src/join/index.ts';
import { tags, unescaped } from '../../../mr/lines/format.ts';
import type { LineReader } from '../../../mr/lines/reader.ts';
import { headOfCluster, tailOfCluster } from '../../dedup/files.ts';
import { pairLine } from '../../dedup/pair-lines.ts';
import { oneOf, option } from '../../options.ts';

/** The result files that stages make. */
export const stagedFiles = [
  'pairs',
  'alike',
  'clusters',
  'decisions',
  'templates',
  'hosts',
  'declared',
] as const;

/** One of {@link stagedFiles}. */
export type StagedFile = (typeof stagedFiles)[number];

/** Tags of the files whose finished lines are in the last field. */
const tagsOfWhole: Partial<Record<StagedFile, string>> = {
  decisions: tags.decided,
  templates: tags.template,
  hosts: tags.hostPair,
  declared: tags.declared,
};

/** Which file to print, and the similarity of its pairs. */
interface ResultsCall {
  readonly file: StagedFile;
  readonly similarity: Similarity;
}

/** Reads the options of `print`. */
export function readResultsCall(values: {
  readonly file?: string | undefined;
  readonly similarity?: string | undefined;
}): ResultsCall {
  return {
    file: option(values, 'file', oneOf(stagedFiles), stagedFiles[0]),
    similarity: option(values, 'similarity', oneOf(similarities), similarities[0]),
  };
}

/**
 * Sorted lines of judged pairs, members of clusters, decisions and so on → the lines of a result file, as `neardup
 * dedup` writes it. This is the last step: there is no trailer.
 */
export async function printResults(
  input: LineReader,
  { file, similarity }: ResultsCall,
  output: Writable,
): Promise<void> {
  let cluster = '';
  const end = (): string => {
    if (cluster === '') return '';
    cluster = '';
    return tailOfCluster;
  };
  for await (const batch of input.batches()) {
    let text = '';
    for (const [, key, tag, ...fields] of batch) {
      if (tag === tagsOfWhole[file]) text += `${unescaped(fields[fields.length - 1])}\n`;
      else if (file === 'pairs' && tag === tags.duplicates)
        text += pairText(fileFormats.pair, fields, similarity);
      else if (file === 'alike' && tag === tags.alike)
        text += pairText(fileFormats.alike, fields, similarity);
      else if (file === 'clusters' && tag === tags.clustered) {
        const [, name, member] = fields;
        if (key === cluster) text += ',';
        else text += end() + headOfCluster(unescaped(name));
        cluster = key;
        text += unescaped(member);
      }
    }
    if (text !== '' && !output.write(text)) await once(output, 'drain');
  }
  output.write(end());
}

function pairText(format: string, fields: readonly string[], similarity: Similarity): string {
  const [, nameOfA, nameOfB, ...numbers] = fields;
  const [overlap, m, n] = numbers.map(Number);
  const raw = numbers[3] === '' ? Number.NaN : Number(numbers[3]);
  const similar = measures[similarity].value(overlap, m, n);
  return pairLine({
    ...{ format, a: unescaped(nameOfA), b: unescaped(nameOfB), similarity: similar, overlap },
    ...(!Number.isNaN(raw) && raw !== similar && { rawSimilarity: raw }),
  });
}
