import { escaped, lineOf, tags, unescaped } from '../../../mr/lines/format.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../../../mr/verbs/verb.ts';
import { type CountedCluster, leastPages } from '../../dedup/loose-clusters.ts';

/**
 * Pairs of duplicates, and the representatives of dropped pages, by the first page → the second pages with the
 * representatives of the first. Memory: one id.
 */
export function withinFirst(): Verb {
  return (call) =>
    withRepresentative(call, (stands, [tag, ...fields]) => {
      const [b, , , , , , , articles] = fields;
      if (tag === tags.duplicates && articles === '1') call.output.line(lineOf(b, tags.pairedWith, stands));
    });
}

/**
 * The output of {@link withinFirst}, and the representatives of dropped pages, by the second page → the pairs within
 * clusters. Memory: one id.
 */
export function withinSecond(): Verb {
  return (call) =>
    withRepresentative(call, (stands, [tag, other]) => {
      if (tag === tags.pairedWith && other === stands) call.output.line(lineOf(stands, tags.within));
    });
}

/** Calls `take` with each line and the representative of its page: the page itself unless it is dropped. */
function withRepresentative(
  call: VerbCall,
  take: (stands: string, line: readonly string[]) => void,
): Promise<void> {
  let [dropped, representative] = ['', ''];
  return eachLine(call, ([, id, ...line]) => {
    const [tag, other] = line;
    if (tag === tags.dropped) [dropped, representative] = [id, other];
    else take(dropped === id ? representative : id, line);
  });
}

/**
 * Members of clusters, and the pairs within them → counts of the clusters of ten pages or more. Memory: the counts of
 * one cluster.
 */
export function countClusters(): Verb {
  return async (call) => {
    let counted: CountedCluster | undefined;
    await eachKey(
      call,
      ([, , tag, , name, member]) => {
        if (tag === tags.clustered) {
          const { similarity } = JSON.parse(unescaped(member)) as { readonly similarity: number };
          const { size = 1, lowestSimilarity = similarity } = counted ?? {};
          counted = {
            representative: unescaped(name),
            size: size + 1,
            compared: size + 1,
            found: 0,
            lowestSimilarity: Math.min(lowestSimilarity, similarity),
          };
        } else if (tag === tags.within && counted !== undefined)
          counted = { ...counted, found: counted.found + 1 };
      },
      (id) => {
        if (counted !== undefined && counted.size >= leastPages)
          call.output.line(lineOf(id, tags.large, escaped(JSON.stringify(counted))));
        counted = undefined;
      },
    );
  };
}
