import { type ClusterPolicy, Clusters, clusterPages } from '../cluster/clusters.ts';
import { type KeepPolicy, preferenceOrder } from '../cluster/preference.ts';
import type { SortedPairs } from '../cluster/sorted-pairs.ts';
import type { StoredColumn } from '../grams/stored-column.ts';
import type { WorkFolder } from '../grams/work-folder.ts';
import type { Crowds } from './crowds.ts';
import type { Journal } from './journal.ts';
import type { Messages } from './messages.ts';
import { wallsAmong } from './walls-among.ts';

/** How pages are clustered. */
interface ClusterOptions {
  readonly keep: KeepPolicy;
  readonly cluster: ClusterPolicy;
  readonly folder: WorkFolder;
  /** Most bytes of memory for sorting pairs. */
  readonly memoryBytes: number;
  readonly isInQuestion: (a: number, b: number) => boolean;
  /** Data for finding walls; missing if walls are not distinguished from pages that repeat each other. */
  readonly messages: Messages | undefined;
}

/** The clusters of a collection. */
interface ClusteredArticles {
  /** The page that stands for each page; the page itself if none does. */
  readonly representative: Uint32Array;
  /** {@link wallsAmong}. */
  readonly walls: StoredColumn | undefined;
}

/**
 * Clusters the articles, finds the walls among the clusters, and if there are some, clusters all other articles again: a text that
 * is a wall on one site may stand on another as a page and its copies, and these have to repeat each other, not the wall.
 * Components are not made again, since pages linked by a wall alone are not alike: a page that a wall stood for is kept.
 * O(pages + pairs), twice if there are walls.
 */
export function clusterArticles(
  journal: Journal,
  duplicates: SortedPairs,
  crowds: Crowds,
  { keep, cluster, folder, memoryBytes, isInQuestion, messages }: ClusterOptions,
): ClusteredArticles {
  const order = preferenceOrder(journal, keep);
  const clustered = (isClustered: (page: number) => boolean): Uint32Array => {
    const counts = (a: number, b: number): boolean => isClustered(a) && isClustered(b);
    const representative = clusterPages(duplicates, order, cluster, { counts, folder, memoryBytes });
    crowds.follow(representative, isClustered, isInQuestion);
    // a chain of new pages may link two known ones
    for (let page = 0; page < journal.length; page++) if (journal.isKnown(page)) representative[page] = page;
    return representative;
  };
  const all = clustered((page) => journal.isArticle(page));
  const walls = messages && wallsAmong(new Clusters(all), duplicates, messages, journal, folder);
  if (walls === undefined) return { representative: all, walls };
  const isOfWall = (page: number): boolean => walls.at(page) > 0;
  const representative =
    cluster === 'components'
      ? withoutWalls(all, isOfWall)
      : clustered((page) => journal.isArticle(page) && !isOfWall(page));
  return { representative, walls };
}

/** Clusters without walls: a page whose representative belongs to a wall stands alone. */
function withoutWalls(representative: Uint32Array, isOfWall: (page: number) => boolean): Uint32Array {
  return representative.map((best, page) => (isOfWall(page) || isOfWall(best) ? page : best));
}
