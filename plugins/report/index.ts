export type { TemplateRun, TemplateRuns } from '../../src/flow/index.ts';
export { beginningOf } from './browser/whole-characters.ts';
export type {
  ClusterKind,
  Report,
  ReportedCluster,
  ReportedDeduplication,
  ReportedPage,
  ReportedPair,
  ReportedSummary,
  ReportedText,
} from './report.ts';
export { SimilarityBins } from './similarity-bins.ts';
export { reportPieces, writeReport } from './write-report.ts';
