// neardup/flow: the flow in steps, for programs that keep gram sets between them or check options before.

export { type PageFacts, type PageGrams, shinglePages } from './shingle-pages.ts';
export type { GramFrequencies } from '../methods/collection.ts';
export { checkDeduplicateOptions, deduplicateGrams, wantsFrequencies } from '../deduplicate.ts';
export { evaluateGrams } from './evaluate.ts';
export { type Reason, type ReasonCode, type ReasonFacts, reasonFor, shellReason } from './reasons.ts';
