import type { Draw } from './draw.ts';

/** Called for each problem: the rule that was broken, the input, and what was found instead. */
export type OnFinding = (what: string, input: string | Buffer, found: unknown) => void;

/** One case: draws an input, reads it, and reports problems. Throws only if a reader throws. */
export type Case = (draw: Draw, finding: OnFinding) => void | Promise<void>;
