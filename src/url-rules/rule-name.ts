import type { RuleKind } from './difference.ts';

/**
 * What a rule says.
 *
 * - `origin`: pages of `at` equal those of `value` under the same paths.
 * - `segment`: under the path `at`, the segment `value` (or two) can be replaced by others seen there, or by none.
 * - `ending`: at the origin `at`, the path ending `value` can be replaced by other endings.
 * - `parameter`: at the origin `at`, the parameter `value` makes no difference; `;value` is one at the end of the path, `;~2` what
 *   looks like chosen at random in its third segment.
 * - `order`: at the origin `at`, the order of parameters makes no difference; `value` is empty.
 */
export interface RuleName {
  readonly kind: RuleKind;
  readonly at: string;
  readonly value: string;
}

/** A rule's name as one string. Line breaks separate its parts, since no part of a URL contains one. */
export function keyOf({ kind, at, value }: RuleName): string {
  return `${kind}\n${at}\n${value}`;
}

/** The name from a key. */
export function nameIn(key: string): RuleName {
  const [kind, at, value] = key.split('\n');
  return { kind: kind as RuleKind, at, value };
}
