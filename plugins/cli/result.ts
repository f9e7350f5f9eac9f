import { printableJson } from './printable.ts';

/** Prints what a command has done: as one JSON object, or in words. */
export function printResult(json: boolean, summary: object, words: string): void {
  process.stdout.write(json ? `${printableJson(summary)}\n` : words);
}

/** The most memory that this process has held so far, in bytes. */
export function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
