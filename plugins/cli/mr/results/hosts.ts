import { digits, escaped, lineOf, padded, tags, unescaped } from '../../../mr/lines/format.ts';
import { SpilledLines } from '../../../mr/lines/spilled-lines.ts';
import { parseDescribed, parseFacts } from '../../../mr/pages/described.ts';
import { eachKey, eachLine, type Verb, type VerbCall } from '../../../mr/verbs/verb.ts';
import {
  type HostPairCounts,
  hostCountKinds,
  hostPair,
  mostHosts,
  mostPaths,
  noCounts,
  originOf,
  pathOf,
  rankOf,
} from '../../dedup/host-pairs.ts';

/** The key of two origins, in either order. In the spelling of URL parsers, origins are ASCII and have no blanks. */
export function originsKey(x: string, y: string): string {
  return x < y ? `${x} ${y}` : `${y} ${x}`;
}

const [pairedKind, pathKind] = ['paired', 'samePaths'].map((kind) =>
  String((hostCountKinds as readonly string[]).indexOf(kind)),
);

/**
 * Described pages and the members of clusters, by their representative → the counts for the origins of each cluster, like those of
 * `HostPairs`. Memory: 65,536 paths. The pages of a cluster wait on disk.
 */
export function clusterHosts(): Verb {
  return async (call) => {
    let representative = '';
    const waiting = new SpilledLines();
    let cluster = new ClusterOrigins(waiting);
    await eachKey(
      call,
      ([, , tag, ...fields]) => {
        if (tag === tags.described) representative = parseDescribed(fields[0]).url;
        else if (tag === tags.clustered) {
          if (cluster.isEmpty) cluster.add(representative);
          cluster.add((JSON.parse(unescaped(fields[2])) as { readonly url: string }).url);
        }
      },
      async (id) => {
        if (cluster.isEmpty) return;
        await cluster.tell(id, call);
        waiting.clear();
        cluster = new ClusterOrigins(waiting);
      },
    );
  };
}

/** What is known about an origin in a cluster. */
interface OfOrigin {
  pages: number;
  readonly paths: Set<string>;
}

class ClusterOrigins {
  /** All origins while there are few, then only the first. */
  readonly #origins = new Map<string, OfOrigin>();
  #first = '';
  #hasMany = false;
  readonly #pages: SpilledLines;

  /** @param pages where pages wait; empty at first */
  constructor(pages: SpilledLines) {
    this.#pages = pages;
  }

  get isEmpty(): boolean {
    return this.#pages.count === 0;
  }

  add(url: string): void {
    const origin = originOf(url);
    const path = this.#pages.count < mostPaths ? pathOf(url) : undefined;
    this.#pages.push([origin, path === undefined ? '' : escaped(path)].join('\t'));
    if (origin === '') return;
    if (this.#first === '') this.#first = origin;
    if (this.#hasMany && origin !== this.#first) return;
    let known = this.#origins.get(origin);
    if (known === undefined) this.#origins.set(origin, (known = { pages: 0, paths: new Set() }));
    known.pages++;
    if (path !== undefined) known.paths.add(path);
    if (this.#origins.size <= mostHosts) return;
    this.#hasMany = true;
    for (const each of this.#origins.keys()) if (each !== this.#first) this.#origins.delete(each);
  }

  async tell(id: string, call: VerbCall): Promise<void> {
    if (this.#hasMany) await this.#tellByFirst(id, call);
    else this.#tellAll(id, call);
  }

  #tellAll(id: string, { output }: VerbCall): void {
    const origins = [...this.#origins].sort(([x], [y]) => (x < y ? -1 : 1));
    for (const [i, [a, ofA]] of origins.entries()) {
      for (const [b, ofB] of origins.slice(i + 1)) {
        const key = originsKey(a, b);
        output.line(lineOf(key, tags.counted, id, pairedKind, ...[ofA.pages, ofB.pages].map(String)));
        const [fewer, more] = ofA.paths.size <= ofB.paths.size ? [ofA, ofB] : [ofB, ofA];
        if ([...fewer.paths].some((path) => more.paths.has(path)))
          output.line(lineOf(key, tags.counted, id, pathKind, '1', '1'));
      }
    }
  }

  /** For many origins: each is paired only with the first, and there is a line for each page of the others. */
  async #tellByFirst(id: string, { output }: VerbCall): Promise<void> {
    const first = this.#first;
    const { pages, paths } = this.#origins.get(first)!;
    let left = mostPaths;
    for (const line of this.#pages.lines()) {
      const isHeld = left-- > 0;
      const [origin, path] = line.split('\t');
      if (origin === '' || origin === first) continue;
      const key = originsKey(first, origin);
      // the first origin's pages are counted once for the whole cluster, those of the other once for each line
      const [once, more] =
        first < origin
          ? [
              [pages, 0],
              [0, 1],
            ]
          : [
              [0, pages],
              [1, 0],
            ];
      output.line(lineOf(key, tags.counted, id, pairedKind, ...[...once, ...more].map(String)));
      if (isHeld && paths.has(unescaped(path)))
        output.line(lineOf(key, tags.counted, id, pathKind, '1', '1', '0', '0'));
      if (output.isFull) await output.drained();
    }
  }
}

/** Counts for pairs of origins, by pair → their sums, by the first origin. Memory: one pair. */
export function hostPairs(): Verb {
  return async (call) => {
    let counts = noCounts();
    let last = '';
    await eachKey(
      call,
      ([, , tag, cluster, kind, ...numbers]) => {
        if (tag !== tags.counted) return;
        const sum = counts[hostCountKinds[Number(kind)]];
        const [a, b, moreA = 0, moreB = 0] = numbers.map(Number);
        // links belong to no cluster, and each of them counts
        const isNew = cluster === '' || last !== `${cluster} ${kind}`;
        last = `${cluster} ${kind}`;
        sum[0] += moreA + (isNew ? a : 0);
        sum[1] += moreB + (isNew ? b : 0);
      },
      (key) => {
        const [a, b] = key.split(' ');
        if (last !== '') call.output.line(lineOf(a, tags.ofOrigins, b, JSON.stringify(counts)));
        counts = noCounts();
        last = '';
      },
    );
  };
}

/** Facts → the origin of each article. */
export function origins(): Verb {
  return (call) =>
    eachLine(call, ([, , tag, , field]) => {
      if (tag !== tags.facts) return;
      const { kind, url } = parseFacts(field);
      const origin = kind === 'article' ? originOf(url) : '';
      if (origin !== '') call.output.line(lineOf(origin, tags.ofOrigin));
    });
}

/**
 * Articles and pairs of origins, by the first origin → the pairs by the second, with the number of articles of the
 * first. Memory: two counts.
 */
export function hostFirst(): Verb {
  return (call) =>
    withArticles(call, (articles, origin, [other, counts]) =>
      call.output.line(lineOf(other, tags.ofOrigins, origin, counts, padded(articles, digits.count))),
    );
}

/** Articles and pairs of origins, by the second origin → the lines of `hosts.jsonl`. */
export function hostSecond(): Verb {
  return (call) =>
    withArticles(call, (articles, b, [a, counts, ofA]) => {
      const pair = hostPair([a, b], [Number(ofA), articles], JSON.parse(counts) as HostPairCounts);
      call.output.line(lineOf(rankOf(pair), tags.hostPair, a, b, escaped(JSON.stringify(pair))));
      call.count('pairs');
      if (pair.mirrored) call.count('mirrored');
      if (pair.alias !== undefined) call.count('aliases');
    });
}

/** Calls `take` with each pair of an origin and the number of the origin's articles. */
async function withArticles(
  call: VerbCall,
  take: (articles: number, origin: string, pair: readonly string[]) => void,
): Promise<void> {
  let articles = 0;
  await eachKey(
    call,
    ([, origin, tag, ...pair]) => {
      if (tag === tags.ofOrigin) articles++;
      else if (tag === tags.ofOrigins) take(articles, origin, pair);
    },
    () => {
      articles = 0;
    },
  );
}
