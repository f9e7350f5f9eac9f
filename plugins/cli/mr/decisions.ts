import { once } from 'node:events';
import type { Writable } from 'node:stream';
import {
  type DecidedPages,
  decisionOn,
  fileFormats,
  type PageFacts,
  similarities,
} from '../../../src/flow/index.ts';
import { measures, type Similarity } from '../../../src/join/index.ts';
import { escaped, lineOf, tags, unescaped } from '../../mr/lines/format.ts';
import type { LineReader } from '../../mr/lines/reader.ts';
import { ofNoSite, parseFacts, withPart } from '../../mr/pages/described.ts';
import { eachKey, type Verb } from '../../mr/verbs/verb.ts';
import { decidedLine, headOfCluster, pairLine, tailOfCluster } from '../dedup/files.ts';
import { oneOf, option } from '../options.ts';

/** Of the pages that a decision is about: the page itself, what stands for it, and what is alike. */
const [own, representative, other] = [0, 1, 2];

/** All that is known of a page → the decision on it. Memory: one page. */
export function decisions({
  similarity,
  threshold,
}: {
  readonly similarity: Similarity;
  readonly threshold: number;
}): Verb {
  return async (call) => {
    let page = new Known();
    await eachKey(
      call,
      (fields) => page.learn(fields),
      (id) => {
        if (page.facts !== undefined) {
          const decision = decisionOn(own, page.decided(similarity, threshold));
          const { ofSite, facts, size } = page;
          const { identity, contentSize = size } = ofSite;
          const grams = { damage: facts.damage, identity, grams: size, contentGrams: contentSize };
          call.output.line(lineOf(id, tags.decided, escaped(decidedLine(decision, grams).trimEnd())));
          call.count(decision.decision);
        }
        page = new Known();
      },
    );
  };
}

/** A page of another name. */
interface Other {
  readonly name: string;
  readonly similarity: number;
}

class Known {
  facts: PageFacts | undefined;
  size = 0;
  ofSite = ofNoSite;
  /** The kind of the wall that the page is of, and of how many; the last kind counts. */
  #wall = { kind: -1, pages: 0 };
  #others = 0;
  #dropped: (Other & { readonly raw: number }) | undefined;
  #alike: (Other & { readonly id: string }) | undefined;

  learn(fields: readonly string[]): void {
    const [, , tag, ...rest] = fields;
    if (tag === tags.facts) {
      this.size = Number(rest[0]);
      this.facts = parseFacts(rest[1]);
    } else if (tag === tags.ofSite) this.ofSite = withPart(this.ofSite, fields);
    else if (tag === tags.wall) {
      const [kind, pages] = rest.map(Number);
      if (kind > this.#wall.kind) this.#wall = { kind, pages };
    } else if (tag === tags.clustered) this.#others++;
    else if (tag === tags.dropped) {
      const [, name, similarity, raw] = rest;
      this.#dropped = { name: unescaped(name), similarity: Number(similarity), raw: Number(raw) };
    } else if (tag === tags.alikeTo) {
      const [written, id, name] = rest;
      const similarity = Number(written);
      const best = this.#alike;
      // at a tie the first
      if (
        best === undefined ||
        similarity > best.similarity ||
        (similarity === best.similarity && id < best.id)
      )
        this.#alike = { id, name: unescaped(name), similarity };
    }
  }

  /** As what decides wants to be asked. */
  decided(similarity: Similarity, threshold: number): DecidedPages {
    const facts = this.facts!;
    const named = (name = ''): PageFacts => ({ ...facts, id: name });
    const pages = [facts, named(this.#dropped?.name), named(this.#alike?.name)];
    const isDropped = this.#dropped !== undefined;
    return {
      threshold,
      similarity,
      factsOf: (page) => pages[page],
      representativeOf: () => (isDropped ? representative : own),
      othersOf: () => (isDropped ? 1 : this.#others),
      wallOf: () => Math.max(0, this.#wall.pages - 1),
      similarityOf: () => ({
        value: this.#dropped!.similarity,
        raw: this.#dropped!.raw,
        isEstimated: false,
      }),
      mostAlike: () => this.#alike && { page: other, similarity: this.#alike.similarity },
    };
  }
}

/** The files of results that stages make. */
export const stagedFiles = ['pairs', 'alike', 'clusters', 'decisions'] as const;

/** Which file, and what its pairs are similar by. */
interface ResultsCall {
  readonly file: (typeof stagedFiles)[number];
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
 * Sorted lines of judged pairs, members of clusters or decisions → the lines of a file of results, as `neardup dedup` writes
 * it. This is the end: no trailer.
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
      if (file === 'decisions' && tag === tags.decided) text += `${unescaped(fields[0])}\n`;
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
