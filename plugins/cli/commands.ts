import type { Command, Usage } from './usage.ts';

/** All commands. Each is loaded when it is called, so that the libraries of the others are not loaded. */
export const commands: Readonly<Record<string, { readonly summary: string; load(): Promise<Command> }>> = {
  dedup: {
    summary: 'find near-duplicates in crawl dumps, write a decision for every page',
    load: () => import('./dedup/command.ts'),
  },
  join: {
    summary: 'exact set similarity self-join of integer sets',
    load: () => import('./join/command.ts'),
  },
  evaluate: {
    summary: 'precision, recall and time of every method against the exact join',
    load: () => import('./evaluate/command.ts'),
  },
  compare: {
    summary: 'explain how alike two pages are, and where',
    load: () => import('./compare.ts'),
  },
  explain: {
    summary: 'everything that decided about one page of an earlier dedup or crawl',
    load: () => import('./explain/command.ts'),
  },
  audit: {
    summary: 'prove every removal of an earlier dedup again',
    load: () => import('./audit/command.ts'),
  },
  crawl: {
    summary: 'crawl with Crawlee, near-duplicates marked as they come',
    load: () => import('./crawl/command.ts'),
  },
  index: {
    summary: 'add, query, stats, remove, verify, merge on a sketch index',
    load: () => import('./index/command.ts'),
  },
  mr: {
    summary: 'dedup and join beyond one machine: steps from lines to lines, for sort and Spark',
    load: () => import('./mr/command.ts'),
  },
  report: {
    summary: 'the HTML report of an earlier dedup, crawl or evaluate',
    load: () => import('./report/command.ts'),
  },
  completion: {
    summary: 'what a shell needs to complete all of these',
    async load() {
      const { completionCommand } = await import('./completion/command.ts');
      return completionCommand(usages);
    },
  },
};

/** The usage of each command, by name. */
async function usages(): Promise<Record<string, Usage>> {
  const others = Object.entries(commands).filter(([name]) => name !== 'completion');
  const loaded = others.map(async ([name, { load }]) => [name, (await load()).usage] as const);
  return Object.fromEntries(await Promise.all(loaded));
}
