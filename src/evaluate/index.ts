// neardup/evaluate: `evaluate`, its options and results, and an evaluation of gram sets alone.

export { type EvaluatePagesOptions, evaluate, evaluateSets } from '../flow/evaluate.ts';
export { checkEvaluateOptions, type EvaluateOptions } from './evaluate.ts';
export type { ValueSets } from '../grams/value-sets.ts';
export type { Evaluation, EvaluationRow, RecallCurve, Recommendation } from './evaluation.ts';
export { bestOfEachKind } from './best-rows.ts';
export type { Scores } from './precision-recall.ts';
export { evaluationCsv } from './csv.ts';
export { usualPrecision } from './tuner.ts';
