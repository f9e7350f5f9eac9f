/// <reference lib="dom" />
import { type Place, placeHash, readPlace } from './address.ts';
import { showCluster } from './cluster-detail.ts';
import { filterIndex } from './cluster-filter.ts';
import { ClusterList } from './cluster-list.ts';
import { readClusters } from './data.ts';
import { byId } from './element.ts';
import { wireFilters } from './filters.ts';
import { wireLists } from './lists.ts';
import { PairDialog } from './pair-dialog.ts';
import { chooseRows, makeLegends, makeSortable } from './tables.ts';

makeSortable();
chooseRows();
makeLegends();
showClusters().catch((error: unknown) => {
  byId('cluster-detail').textContent = `The clusters of this report cannot be shown: ${error}`;
  throw error;
});

async function showClusters(): Promise<void> {
  const clusters = await readClusters();
  if (clusters === undefined) return;
  const index = filterIndex(clusters);
  let place: Place = { filters: {} };
  /** Whether the reader causes the change. If not, the address already has the place. */
  let isShown = false;
  const goTo = (next: Place): void => {
    place = next;
    // the current view can be sent as a link; the back button leaves the report instead of stepping through it
    history.replaceState(null, '', placeHash(place));
  };
  const dialog = new PairDialog(clusters, (pair) => goTo({ ...place, pair }));
  const enterDetail = (): void => byId('cluster-detail').querySelector('button')?.focus();
  const list = new ClusterList(
    index,
    (cluster) => {
      if (isShown) goTo({ ...place, cluster });
      showCluster(clusters, cluster, (a, b) => dialog.open(cluster ?? 0, a, b));
    },
    enterDetail,
  );
  const setFilters = wireFilters(index, (passing, filters) => {
    if (isShown) goTo({ filters });
    list.show(passing, place.cluster);
  });
  const showPlace = (wanted: Place | undefined): void => {
    isShown = false;
    place = wanted ?? { filters: {} };
    setFilters(place.filters);
    isShown = true;
    if (wanted === undefined) return;
    byId('clusters').scrollIntoView();
    const { starts } = clusters;
    const { cluster = -1, pair: [a, b] = [-1, -1] } = wanted;
    const isInCluster = (page: number): boolean => page >= starts[cluster]! && page < starts[cluster + 1]!;
    if (isInCluster(a) && isInCluster(b)) dialog.open(cluster, a, b);
  };
  showPlace(readPlace(location.hash));
  addEventListener('hashchange', () => {
    const wanted = readPlace(location.hash);
    if (wanted !== undefined) showPlace(wanted);
  });
  wireLists(clusters, () => list.shown);
  // marks the page as ready, for tests and measurements
  document.documentElement.dataset.ready = '';
}
