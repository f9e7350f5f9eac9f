export type { TemplateRun, TemplateRuns } from '../../src/flow/index.ts';
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
export { reportPieces, writeReport } from './write-report.ts';
