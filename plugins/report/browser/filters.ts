/// <reference lib="dom" />
import { type ClusterFilter, type FilterIndex, filterClusters, hostsByClusters } from './cluster-filter.ts';
import { byId, element } from './element.ts';
import { count, many } from './numbers.ts';
import { visible } from './visible.ts';

/** Most hosts that the selection lists; others are found by search. */
const MOST_HOSTS = 300;
/** Wait between a key and the filter, so that a word can be typed without interruption. */
const TYPING_MS = 120;

/**
 * Wires the filter form. `show` is called with the clusters that pass and the fields that are set, once at the start
 * and after every change. Returns a function that sets the fields.
 */
export function wireFilters(
  index: FilterIndex,
  show: (clusters: readonly number[], fields: Readonly<Record<string, string>>) => void,
): (fields: Readonly<Record<string, string>>) => void {
  const form = byId('filters') as HTMLFormElement;
  offerHosts(index);
  let waiting = 0;
  const apply = (): void => {
    const passing = filterClusters(index, readFilter(form));
    const total = index.clusters.starts.length - 1;
    byId('filter-result').textContent =
      passing.length === total
        ? `All ${many(total, 'cluster')} shown`
        : `${count(passing.length)} of ${many(total, 'cluster')} shown`;
    show(passing, fieldsOf(form));
  };
  form.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = window.setTimeout(apply, TYPING_MS);
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => setTimeout(apply));
  return (fields) => {
    for (const field of form.elements) {
      if (field instanceof HTMLInputElement) field.value = fields[field.name] ?? '';
      if (field instanceof HTMLSelectElement) field.value = fields[field.name] ?? field.options[0]!.value;
      // an unknown value chooses nothing
      if (field instanceof HTMLSelectElement && field.selectedIndex < 0) field.selectedIndex = 0;
    }
    apply();
  };
}

/** The fields that restrict or order the clusters. An order that was not chosen is left out. */
function fieldsOf(form: HTMLFormElement): Record<string, string> {
  const fields = [...new FormData(form)].map(([name, value]): [string, string] => [name, String(value)]);
  const usual = (form.elements.namedItem('order') as HTMLSelectElement).options[0]!.value;
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== '' && !(name === 'order' && value === usual)),
  );
}

function offerHosts(index: FilterIndex): void {
  const hosts = hostsByClusters(index);
  const select = byId('filter-host');
  for (const [host, clusters] of hosts.slice(0, MOST_HOSTS)) {
    select.append(element('option', { value: host }, `${visible(host)} (${count(clusters)})`));
  }
  if (hosts.length > MOST_HOSTS) {
    select.append(
      element('option', { disabled: true }, `${count(hosts.length - MOST_HOSTS)} more: use the search`),
    );
  }
}

function readFilter(form: HTMLFormElement): ClusterFilter {
  const values = new FormData(form);
  const number = (name: string, fallback: number): number => {
    const text = String(values.get(name) ?? '');
    return text === '' || Number.isNaN(Number(text)) ? fallback : Number(text);
  };
  return {
    search: String(values.get('search') ?? ''),
    host: String(values.get('host') ?? ''),
    kind: String(values.get('kind') ?? '') as ClusterFilter['kind'],
    leastPages: number('least-pages', 2),
    mostPages: number('most-pages', Number.POSITIVE_INFINITY),
    leastSimilarity: number('least-similarity', 0),
    mostSimilarity: number('most-similarity', Number.POSITIVE_INFINITY),
    order: String(values.get('order')) as ClusterFilter['order'],
  };
}
