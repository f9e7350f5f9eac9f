export type {
  Report,
  ReportedCluster,
  ReportedDeduplication,
  ReportedPage,
  ReportedPair,
  ReportedSummary,
  ReportedText,
} from './report.ts';
export { reportPieces, writeReport } from './write-report.ts';
