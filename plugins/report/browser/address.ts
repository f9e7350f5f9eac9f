/// <reference lib="dom" />

/** What a link into the report shows: the filters, the chosen cluster and the open pair. */
export interface Place {
  /** Fields of the filter form that are not empty, by name. */
  readonly filters: Readonly<Record<string, string>>;
  readonly cluster?: number | undefined;
  readonly pair?: readonly [a: number, b: number] | undefined;
}

/** Begins with the id of the section of clusters, so that a link without filters leads there, too. */
const BEGIN = '#clusters?';
const CLUSTER = 'cluster';
const PAIR = 'pair';

/** The place that the page's address names; `undefined` if it names none. Invalid parts are ignored. */
export function readPlace(hash: string): Place | undefined {
  if (!hash.startsWith(BEGIN)) return undefined;
  const {
    [CLUSTER]: cluster,
    [PAIR]: pair,
    ...filters
  } = Object.fromEntries(new URLSearchParams(hash.slice(BEGIN.length)));
  const numbers = /^(\d{1,9}),(\d{1,9})$/.exec(pair ?? '');
  return {
    filters,
    ...(/^\d{1,9}$/.test(cluster ?? '') && { cluster: Number(cluster) }),
    ...(numbers && { pair: [Number(numbers[1]), Number(numbers[2])] }),
  };
}

/** A place as the fragment of an address. */
export function placeHash({ filters, cluster, pair }: Place): string {
  const parameters = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (cluster !== undefined) parameters.set(CLUSTER, String(cluster));
  if (pair !== undefined) parameters.set(PAIR, pair.join(','));
  return `${BEGIN}${parameters}`;
}
