import { BoundedMap } from './bounded-map.ts';
import type { Difference, RuleKind } from './difference.ts';
import type { RuleName } from './rule-name.ts';
import { hash53, nameOf, type UrlParts, urlOf, writtenParameters } from './url-parts.ts';

/**
 * Other URLs that differ from a URL only in the value of a slot, and have the same content according to a rule. Most of
 * them are unknown, so a URL is put together only if it is known.
 */
export interface Alternatives {
  readonly rule: RuleName;
  /** Their values in place of the rule's. */
  readonly values: readonly string[];
  /** The text before and after the value, and the separator between the text before and a value that is not empty. */
  readonly before: string;
  readonly separator: '' | '/';
  readonly behind: string;
  /** Hash of the page's directory, in the part that the rule leaves unchanged. */
  readonly directory: number;
}

/** The part of an alternative between `before` and `behind`. */
export function alternativePart({ separator }: Pick<Alternatives, 'separator'>, value: string): string {
  return value === '' ? '' : separator + value;
}

/** Whether alternatives by a rule are wanted; only these are listed. */
export type Wanted = (rule: RuleName) => boolean;

/** Most values of a slot; those seen longest ago are forgotten. A site has more versions than mirrors. */
const MOST_VALUES: Readonly<Record<RuleKind, number>> = {
  ...{ origin: 8, segment: 64, ending: 16, parameter: 64, order: 1 },
};
const MOST_SLOTS = 2048;
/** Most other URLs looked up for one URL. */
const MOST_ALTERNATIVES = 128;

/** The places in URLs at which pages with one content differed, and the values seen there. */
export class Slots {
  readonly #values = new BoundedMap<string, BoundedMap<string, true>>(MOST_SLOTS);

  /** Records a difference between two URLs with one content, other than that of origins. */
  add({ kind, at, values }: Difference): void {
    this.#note(kind, at, values);
    // Parameters are looked up in sorted order.
    if (kind === 'order') this.#note('parameter', at, []);
  }

  /** Records that another origin may have the pages of this one. */
  addOrigin(origin: string, other: string): void {
    this.#note('origin', origin, [other]);
  }

  /** Origins that may have the same pages as this one. */
  originsOf(origin: string): string[] {
    return [...(this.#values.get(`origin\n${origin}`)?.keys() ?? [])];
  }

  /** Whether URLs of an origin may differ in parameters without a difference in content. */
  hasParameters(origin: string): boolean {
    return this.#values.has(`parameter\n${origin}`);
  }

  /** The parameters of a URL that may make a difference, in sorted order. */
  otherParameters({ origin, parameters }: UrlParts): string[] {
    const names = this.#values.get(`parameter\n${origin}`);
    return parameters.filter((parameter) => names?.has(nameOf(parameter)) !== true).sort();
  }

  /** The same URL at other origins, at most 8. */
  *otherOrigins(parts: UrlParts, wanted: Wanted): Generator<Alternatives> {
    const { origin } = parts;
    for (const value of this.originsOf(origin)) {
      const rule = { kind: 'origin', at: origin, value } as const;
      if (wanted(rule)) yield otherOrigin(parts, rule);
    }
  }

  /** URLs with another ending or another segment, at most 128; segments nearest to the root first. */
  *otherPaths(parts: UrlParts, wanted: Wanted): Generator<Alternatives> {
    let left = MOST_ALTERNATIVES;
    for (const paths of [this.#otherEndings(parts, wanted), this.#otherSegments(parts, wanted)]) {
      for (const found of paths) {
        if (left <= 0) return;
        const values = found.values.slice(0, left);
        left -= values.length;
        if (values.length > 0) yield { ...found, values };
      }
    }
  }

  /** Every slot with its values, for `toJSON`. */
  *entries(): Generator<{ readonly kind: RuleKind; readonly at: string; readonly values: string[] }> {
    for (const [key, values] of this.#values) {
      const [kind, at] = key.split('\n');
      yield { kind: kind as RuleKind, at, values: [...values.keys()] };
    }
  }

  /** Restores what `entries` returned. */
  restore(kind: RuleKind, at: string, values: readonly string[]): void {
    this.#note(kind, at, values);
  }

  *#otherEndings({ origin, segments, parameters }: UrlParts, wanted: Wanted): Generator<Alternatives> {
    const endings = this.#values.get(`ending\n${origin}`);
    if (endings === undefined) return;
    const path = segments.join('/');
    const behind = writtenParameters(parameters);
    for (const value of endings.keys()) {
      const rule = { kind: 'ending', at: origin, value } as const;
      if (!path.endsWith(value) || path.length === value.length || !wanted(rule)) continue;
      const before = `${origin}/${path.slice(0, path.length - value.length)}`;
      const values = othersThan(value, endings);
      yield { rule, values, before, separator: '', behind, directory: directoryOf(segments) };
    }
  }

  *#otherSegments({ origin, segments, parameters }: UrlParts, wanted: Wanted): Generator<Alternatives> {
    let at = origin;
    for (let i = 0; i < segments.length; i++) {
      const known = this.#values.get(`segment\n${at}`);
      // The last segment names the page.
      for (let length = 0; known !== undefined && length <= 2 && i + length < segments.length; length++) {
        const value = segments.slice(i, i + length).join('/');
        // Any single segment may be a value not seen yet, such as a new version.
        const rule = { kind: 'segment', at, value } as const;
        if ((length !== 1 && !known.has(value)) || !wanted(rule)) continue;
        const rest = segments.slice(i + length);
        const behind = urlOf({ origin: '', segments: rest, parameters });
        const values = othersThan(value, known).reverse();
        yield { rule, values, before: at, separator: '/', behind, directory: directoryOf(rest) };
      }
      at += `/${segments[i]}`;
    }
  }

  #note(kind: RuleKind, at: string, values: readonly string[]): void {
    const key = `${kind}\n${at}`;
    const known = this.#values.get(key) ?? new BoundedMap<string, true>(MOST_VALUES[kind]);
    for (const value of values) known.set(value, true);
    this.#values.set(key, known);
  }
}

/** The same URL at the origin that a rule names. */
export function otherOrigin(parts: UrlParts, rule: RuleName): Alternatives {
  const behind = urlOf({ ...parts, origin: '' });
  const directory = directoryOf(parts.segments);
  return { rule, values: [rule.value], before: '', separator: '', behind, directory };
}

function othersThan(value: string, values: ReadonlyMap<string, true>): string[] {
  const others: string[] = [];
  for (const other of values.keys()) if (other !== value) others.push(other);
  return others;
}

/** Hash of the first two folders of a path. */
export function directoryOf(segments: readonly string[]): number {
  return hash53(segments.slice(0, Math.min(2, segments.length - 1)).join('/'));
}
