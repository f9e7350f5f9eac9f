/// <reference lib="dom" />

/** What a link into the report leads to: what is filtered, which cluster is chosen, which pair is open. */
export interface Place {
  /** Fields of the form of filters that are not empty, by their names. */
  readonly filters: Readonly<Record<string, string>>;
  readonly cluster?: number | undefined;
  readonly pair?: readonly [a: number, b: number] | undefined;
}

/** The clusters stand behind it, so that a link without a place leads there, too. */
const BEGIN = '#clusters?';
const CLUSTER = 'cluster';
const PAIR = 'pair';

/** The place that the address of the page names; `undefined` where it names none. What is wrong in it is left out. */
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

/** The same as the end of an address. */
export function placeHash({ filters, cluster, pair }: Place): string {
  const parameters = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (cluster !== undefined) parameters.set(CLUSTER, String(cluster));
  if (pair !== undefined) parameters.set(PAIR, pair.join(','));
  return `${BEGIN}${parameters}`;
}
