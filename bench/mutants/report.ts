import { markdownTable } from '../measure.ts';
import type { Mutation } from './mutations.ts';

/** The outcome of a mutation. */
export interface Result extends Pick<Mutation, 'file' | 'line' | 'operator' | 'before' | 'after' | 'nth'> {
  readonly state: 'failed' | 'timeout' | 'survived' | 'equivalent';
  /** The test that noticed it, the reason why none can, or a note that no test reaches it. */
  readonly note?: string;
}

/** The outcomes of a folder's mutations. */
export interface FolderResult {
  readonly folder: string;
  readonly seed: number;
  readonly floor: number;
  /** Number of drawn mutations that do not compile. Others took their places. */
  readonly refused: number;
  /** Test files that fail on unchanged sources, and so could not be used. */
  readonly failing: readonly string[];
  readonly elapsedSeconds: number;
  readonly results: readonly Result[];
}

const columns = [
  'folder',
  'mutants',
  'caught',
  'by a test',
  'by a timeout',
  'equivalent',
  'survived',
  'caught %',
  'floor %',
  'do not compile',
  'minutes',
];

/** A row for each folder. */
export function tableOf(folders: readonly FolderResult[]): string {
  return markdownTable(columns, folders.map(rowOf));
}

function rowOf(folder: FolderResult): string[] {
  const { results, floor, refused, elapsedSeconds } = folder;
  const count = (state: Result['state']): number => results.filter((result) => result.state === state).length;
  return [
    folder.folder,
    ...[results.length, count('failed') + count('timeout'), count('failed'), count('timeout')].map(String),
    ...[count('equivalent'), count('survived')].map(String),
    shownPercent(folder),
    ...[floor, refused].map(String),
    (elapsedSeconds / 60).toFixed(1),
  ];
}

/** Percentage of mutants that tests noticed. Equivalent ones do not count. */
export function caughtPercent({ results }: FolderResult): number {
  const counted = results.filter(({ state }) => state !== 'equivalent');
  const survived = counted.filter(({ state }) => state === 'survived').length;
  return counted.length === 0 ? 100 : (100 * (counted.length - survived)) / counted.length;
}

/** The percentage with one decimal, rounded down, so that no folder seems to reach a floor that it misses. */
export function shownPercent(folder: FolderResult): string {
  return (Math.floor(10 * caughtPercent(folder)) / 10).toFixed(1);
}

/** A folder's survivors: where, the text before and after, and how the tests reach them. */
export function survivorsOf({ folder, seed, results, failing }: FolderResult): string {
  const survivors = results.filter(({ state }) => state === 'survived');
  const lines = [`## ${folder}, seed ${seed}: ${survivors.length} survivors`];
  for (const text of failing) lines.push(`not used, since it fails on unchanged sources: ${text}`);
  for (const { file, line, operator, before, after, nth, note } of survivors) {
    const which = nth > 1 ? `, nth ${nth}` : '';
    lines.push(
      `${file}:${line} (${operator}${which}; ${note})\n\n\`\`\`diff\n- ${before}\n+ ${after}\n\`\`\``,
    );
  }
  return `${lines.join('\n\n')}\n`;
}
