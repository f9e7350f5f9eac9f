/** A reducer, and the lines of one group for it, in their order. */
export interface ReducerCase {
  readonly name: string;
  readonly call: readonly string[];
  /** Most entries. With more, the pairs of the group would take too long, since their number is the square. */
  readonly most?: number;
  lines(entries: number): Generator<string>;
}
