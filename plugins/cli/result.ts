import { readFileSync } from 'node:fs';
import { printableJson } from './printable.ts';

/** Prints the result of a command, as one JSON object or in words. */
export function printResult(json: boolean, summary: object, words: string): void {
  process.stdout.write(json ? `${printableJson(summary)}\n` : words);
}

/** Peak memory of this process so far, in bytes. */
export function peakMemoryBytes(): number {
  // where there is a /proc (Linux), `maxRSS` may be the memory of the process that started this one
  const [, kilobytes = process.resourceUsage().maxRSS] = /^VmHWM:\s*(\d+) kB$/m.exec(ownStatus()) ?? [];
  return 1024 * Number(kilobytes);
}

function ownStatus(): string {
  try {
    return readFileSync('/proc/self/status', 'utf8');
  } catch {
    return '';
  }
}
