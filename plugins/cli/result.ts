import { printableJson } from './printable.ts';

/** Prints the result of a command, as one JSON object or in words. */
export function printResult(json: boolean, summary: object, words: string): void {
  process.stdout.write(json ? `${printableJson(summary)}\n` : words);
}

/** Peak memory of this process so far, in bytes. */
export function peakMemoryBytes(): number {
  return process.resourceUsage().maxRSS * 1024;
}
