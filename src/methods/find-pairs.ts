import { refusedValue, wrongValue } from '../argument-checks.ts';
import { pairsInMemory } from '../cluster/sorted-pairs.ts';
import { gramsOf } from '../grams/gram-sets.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import { joinBytesPerToken } from '../join/out-of-core.ts';
import type { Similarity } from '../join/similarity.ts';
import { CollectionBuilder } from './collection.ts';
import { defaultMemoryBytes, defaultMethod, defaultRecall } from './defaults.ts';
import { qp } from './exact-joins.ts';
import type { Method, MethodOptions, PageSets, SearchResult, StoredOptions } from './method.ts';
import { diskMinHash } from './minhash-disk.ts';
import { methodNamed } from './registry.ts';
import { sketchJoinBytesPerPage } from './shares.ts';

/** What a search is asked for; every field but similarity, threshold and folder has a default. */
export type SearchOptions = Pick<MethodOptions, 'similarity' | 'threshold'> &
  Partial<MethodOptions> & { readonly folder: WorkFolder };

/** Joins in so many times the memory are exact unless told otherwise: their time grows with its square. */
const mostTimesMemory = 32;

/** What methods that keep gram sets in memory take of it: the sets while they are gathered, and a sketch of each page. */
const collectionBytesPerGram = 24;
const collectionBytesPerPage = 1200;

/**
 * The pairs that a method of the registry names among gram sets wherever they lie, by its kind or variant, or `auto`: `qp`,
 * exact, in memory or out of core, as long as gram sets and join take up to 32 times `memoryBytes`, and `minhash-disk`
 * from there on, where that has room for its sketches. Exact joins find the same pairs in any memory.
 *
 * @throws RangeError when there is no such method, it cannot serve the similarity, or it keeps in memory what does not
 *   fit there.
 */
export async function findPairs(name: string, sets: PageSets, asked: SearchOptions): Promise<SearchResult> {
  const options = { recall: defaultRecall, threads: 1, memoryBytes: defaultMemoryBytes, ...asked };
  checkMethod(name, options.similarity);
  const method = name === defaultMethod ? openMethod(sets, options) : methodNamed(name);
  if (method.findStored !== undefined) return method.findStored(sets, options);
  const needed = gramsIn(sets) * collectionBytesPerGram + sets.length * collectionBytesPerPage;
  if (needed <= options.memoryBytes) return findInMemory(method, sets, options);
  if (method.exact) return { ...(await qp.findStored!(sets, options)), method };
  throw refusedValue(
    'memory',
    `at least ${megabytes(needed)} for ${sets.length} pages with the method ${method.variant}, which keeps gram sets in memory`,
    `${megabytes(options.memoryBytes)}: give more, or take the method ${defaultMethod}`,
  );
}

/** Throws a RangeError when a name is neither `auto` nor a method's, or that method cannot serve the similarity. */
export function checkMethod(name: string, similarity: Similarity): void {
  if (name === defaultMethod || methodNamed(name).exact || similarity === 'jaccard') return;
  throw wrongValue('similarity', `jaccard with the method ${name}`, similarity);
}

/** Whether a method of the registry, or `auto`, makes use of how often grams and words occur in a page. */
export function usesFrequencies(name: string): boolean {
  return name !== defaultMethod && methodNamed(name).usesFrequencies === true;
}

/** What `auto` stands for. */
function openMethod(sets: PageSets, { similarity, memoryBytes }: StoredOptions): Method {
  if (similarity !== 'jaccard') return qp;
  const isShort = gramsIn(sets) * joinBytesPerToken <= mostTimesMemory * memoryBytes;
  return isShort || sets.length * sketchJoinBytesPerPage > memoryBytes ? qp : diskMinHash;
}

async function findInMemory(method: Method, sets: PageSets, options: StoredOptions): Promise<SearchResult> {
  const builder = new CollectionBuilder();
  for (let page = 0; page < sets.length; page++) builder.add(gramsOf(sets, page), sets.frequenciesOf(page));
  const collection = builder.finish();
  const { pairs: ofContents, estimated, candidates, milliseconds } = await method.find(collection, options);
  const { pairs, from } = collection.contents().value.pairsOfPages(ofContents);
  const columns = estimated === undefined ? [] : [Float64Array.from(from, (i) => estimated[i])];
  return {
    ...{ method, candidates, milliseconds, isEstimated: estimated !== undefined },
    pairs: pairsInMemory(pairs, ...columns),
  };
}

function gramsIn(sets: PageSets): number {
  let grams = 0;
  for (let page = 0; page < sets.length; page++) grams += sets.sizeOf(page);
  return grams;
}

function megabytes(bytes: number): string {
  return `${Math.ceil(bytes / 2 ** 20)} MB`;
}
