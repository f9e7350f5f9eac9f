/** The files that a run writes into the folder of its results. */
export const resultFiles = [
  'decisions.jsonl',
  'clusters.jsonl',
  'pairs.jsonl',
  'alike.jsonl',
  'hosts.jsonl',
  'declared.jsonl',
  'templates.jsonl',
  'removals.jsonl',
  'summary.json',
] as const;
