import type { Shape } from './shapes.ts';

/** A reader of untrusted input. */
export interface Target {
  readonly shapes: Readonly<Record<string, Shape>>;
  read(input: string): unknown;
}
