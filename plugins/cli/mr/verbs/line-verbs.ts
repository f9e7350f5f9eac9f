import { clusterVerbs } from './clusters.ts';
import { joinVerbs } from './joins.ts';
import type { LineVerbs } from './options.ts';
import { pageVerbs } from './pages.ts';
import { resultVerbs } from './results.ts';
import { wallVerbs } from './walls.ts';

/** The verbs that read lines. */
export const lineVerbs: LineVerbs = {
  ...joinVerbs,
  ...clusterVerbs,
  ...pageVerbs,
  ...wallVerbs,
  ...resultVerbs,
};
