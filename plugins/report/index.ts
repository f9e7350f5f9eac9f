export type {
  ClusterKind,
  Report,
  ReportedCluster,
  ReportedDeduplication,
  ReportedPage,
  ReportedPair,
  ReportedSummary,
  ReportedTemplate,
  ReportedText,
} from './report.ts';
export { reportPieces, writeReport } from './write-report.ts';
