import { checkFields, checkShare, checkWhole, type Field } from '../argument-checks.ts';

/** A value estimated from sketches, and its standard error. */
export interface Estimate {
  /** [0, 1] */
  readonly value: number;
  /** 0 only if the value is exact. */
  readonly standardError: number;
}

/** Standard error of the share of agreeing components for two sets of resemblance J: `√(J(1 − J) / s)`. */
export function resemblanceError(resemblance: number, components: number): number {
  return Math.sqrt((resemblance * (1 - resemblance)) / components);
}

/**
 * The share `hits / trials` as an estimate.
 *
 * Its standard error is that of the share `(hits + ½) / (trials + 1)`, since the plain formula would claim certainty if
 * all trials are alike. If the trials were drawn without replacement from `population`, the error is multiplied by
 * `√((population − trials) / (population − 1))`, which is 0 if all were drawn.
 */
export function estimateShare(hits: number, trials: number, population = Number.POSITIVE_INFINITY): Estimate {
  if (trials === 0) return { value: 0, standardError: 0 };
  const drawn = Math.min(trials, population);
  const left =
    population === Number.POSITIVE_INFINITY ? 1 : (population - drawn) / Math.max(1, population - 1);
  const standardError = resemblanceError((hits + 0.5) / (trials + 1), trials) * Math.sqrt(left);
  return { value: hits / trials, standardError };
}

/**
 * Containment `|x ∩ y| / |x|` of a set in another one, from their resemblance r and sizes:
 * `c = r(|x| + |y|) / ((1 + r)|x|)` (Broder 1997). The error of r is carried over by
 * `dc/dr = (|x| + |y|) / (|x|(1 + r)²)`.
 *
 * The value is cut to what the sizes allow, `|y| / |x|` and 1.
 */
export function estimateContainment(resemblance: Estimate, sizeX: number, sizeY: number): Estimate {
  const fields: readonly Field<Estimate>[] = [
    ['value', 'number', false],
    ['standardError', 'number', false],
  ];
  checkFields('estimateContainment', 'resemblance', resemblance, fields, 'an estimate');
  checkShare('estimateContainment: value', resemblance.value);
  checkWhole('sizeX', sizeX, 0);
  checkWhole('sizeY', sizeY, 0);
  if (sizeX === 0) return { value: 0, standardError: 0 };
  const { value: r, standardError } = resemblance;
  const both = (sizeX + sizeY) / sizeX;
  return {
    value: Math.min(1, sizeY / sizeX, (r * both) / (1 + r)),
    standardError: (standardError * both) / (1 + r) ** 2,
  };
}
