import type { Collection } from '../../src/methods/collection.ts';
import type { Method, MethodOptions, NamedPairs } from '../../src/methods/method.ts';

/** What a method names, as pairs of all pages. */
export async function findAll(
  method: Method,
  collection: Collection,
  options: MethodOptions,
): Promise<NamedPairs> {
  const { estimated, ...named } = await method.find(collection, options);
  const { pairs, from } = collection.contents().value.pairsOfPages(named.pairs);
  return { ...named, pairs, ...(estimated && { estimated: Float64Array.from(from, (i) => estimated[i]) }) };
}
