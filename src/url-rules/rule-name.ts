import type { RuleKind } from './difference.ts';

/**
 * What a rule says.
 *
 * - `origin`: the pages of `at` are those of `value` under the same paths.
 * - `segment`: under the path `at`, the segment (or two) `value` makes no difference to others at its place, or to none.
 * - `ending`: at the origin `at`, the end of a path `value` makes no difference to other ends.
 * - `parameter`: at the origin `at`, the query parameter `value` makes no difference.
 * - `order`: at the origin `at`, neither does the order of parameters; `value` is empty.
 */
export interface RuleName {
  readonly kind: RuleKind;
  readonly at: string;
  readonly value: string;
}

/** A rule's name as one text; no part of a URL holds a line break. */
export function keyOf({ kind, at, value }: RuleName): string {
  return `${kind}\n${at}\n${value}`;
}

/** The name in a key. */
export function nameIn(key: string): RuleName {
  const [kind, at, value] = key.split('\n');
  return { kind: kind as RuleKind, at, value };
}
