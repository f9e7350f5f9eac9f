/**
 * The `format` of everything that neardup writes: a name and a number. Members may be added under one number; it is
 * raised where one that stood there changes its meaning or goes. In a file of lines every line has its own, so that
 * lines can be cut, joined and sorted. `docs/file-formats.md` says which file holds what, `schemas/` draws them.
 */
export const fileFormats = {
  /** The folder of a `SketchIndex`; see `store/layout/keys.ts`. */
  index: 'neardup/3',
  /** Of the first line; see `store/upkeep/export.ts`. */
  export: 'neardup-export/2',
  /** What `dedup --resume` goes on with: it holds hashes of grams. */
  journal: 'neardup-journal/4',
  decision: 'neardup-decision/1',
  pair: 'neardup-pair/1',
  /** A pair as similar that is about different things. */
  alike: 'neardup-alike/1',
  cluster: 'neardup-cluster/1',
  /** A page that is not in a clean copy as it was. */
  manifest: 'neardup-manifest/1',
  /** What the pages of a site have in common: part of the template of one host. */
  template: 'neardup-template/1',
  /** Two hosts whose pages repeat each other. */
  hostPair: 'neardup-host-pair/1',
  /** What a page or a server says of which URL stands for another. */
  declared: 'neardup-declared/1',
  /** A dropped page and what proves that it repeats another. */
  removal: 'neardup-removal/1',
  summary: 'neardup-summary/1',
  /** Which call the files of a folder are of. */
  call: 'neardup-call/1',
  /** `report.json` of an evaluation. */
  evaluation: 'neardup-evaluation/1',
  /** The data in `report.html`. */
  report: 'neardup-report/1',
  /** What a crawl learned of a site's URLs. */
  urlRules: 'neardup-url-rules/1',
  /** Of the record that names the parts of an index saved in a store of records; see `plugins/crawl/saved-index.ts`. */
  savedIndex: 'neardup-saved-index/1',
  /** What `join --json` prints. */
  join: 'neardup-join/1',
} as const;
