/// <reference lib="dom" />
import { showCluster } from './cluster-detail.ts';
import { filterIndex } from './cluster-filter.ts';
import { ClusterList } from './cluster-list.ts';
import { readClusters } from './data.ts';
import { byId } from './element.ts';
import { wireFilters } from './filters.ts';
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
  const dialog = new PairDialog(clusters);
  const enterDetail = (): void => byId('cluster-detail').querySelector('button')?.focus();
  const list = new ClusterList(
    index,
    (cluster) => showCluster(clusters, cluster, (a, b) => dialog.open(cluster ?? 0, a, b)),
    enterDetail,
  );
  wireFilters(index, (passing) => list.show(passing));
  // the mark of a page that is ready, for tests and for those who measure
  document.documentElement.dataset.ready = '';
}
