import { clusterPolicies, similarities } from '../../../src/flow/index.ts';
import { formatVersion } from '../../mr/lines/format.ts';
import {
  blocksFor,
  contentJoin,
  contentPrefix,
  joinStages,
  linkStages,
  memberStages,
  pageStages,
  type Stage,
  sampleStage,
  starStages,
} from '../../mr/plan.ts';
import {
  clusterStages,
  decisionStages,
  idStages,
  judgeStages,
  mostIdRounds,
  wallStages,
} from '../../mr/plan-pages.ts';
import {
  oneOf,
  option,
  parseCall,
  readSwitch,
  readThreshold,
  refuseArguments,
  refuseOthers,
  sizeBytes,
  wholeNumberBetween,
} from '../options.ts';
import { version } from '../version.ts';
import { defaultWorkerBytes, joinAlgorithms, readKeep, readKeyMethod, readPolicy } from './verbs/options.ts';

const mostTokens = Number.MAX_SAFE_INTEGER;
/** Enough: any number of sets takes O(log² n) rounds. */
const mostRounds = 10_000;
const counted = wholeNumberBetween(1, mostRounds);

type PlanValues = Readonly<Record<string, string | boolean | undefined>>;

/** `neardup mr plan`: the stages as JSON, for drivers. */
export function printPlan(args: string[]): number {
  const { values, positionals } = parseCall(args, {
    similarity: { type: 'string' },
    threshold: { type: 'string' },
    method: { type: 'string' },
    recall: { type: 'string' },
    tables: { type: 'string' },
    algorithm: { type: 'string' },
    orderings: { type: 'string' },
    pages: { type: 'boolean' },
    names: { type: 'boolean' },
    decide: { type: 'string' },
    templates: { type: 'boolean' },
    'two-sites': { type: 'boolean' },
    identity: { type: 'string' },
    'site-model': { type: 'string' },
    prefix: { type: 'string' },
    clusters: { type: 'boolean' },
    round: { type: 'string' },
    'id-rounds': { type: 'string' },
    rounds: { type: 'string' },
    cluster: { type: 'string' },
    keep: { type: 'string' },
    lines: { type: 'boolean' },
    estimate: { type: 'boolean' },
    sets: { type: 'string' },
    tokens: { type: 'string' },
    parts: { type: 'string' },
    memory: { type: 'string' },
  });
  refuseArguments('mr plan', positionals);
  checkKind(values);
  const memoryBytes = option(values, 'memory', sizeBytes, defaultWorkerBytes);
  const stages = values.pages
    ? pageStages(readSwitch(values, 'site-model'), memoryBytes, values.names)
    : (readDecisionStages(values) ?? readClusterStages(values) ?? readJoinStages(values, memoryBytes));
  process.stdout.write(
    values.lines
      ? stages.map(lineOf).join('')
      : `${JSON.stringify({ format: formatVersion, version, stages })}\n`,
  );
  return 0;
}

/**
 * The steps after the pairs of pages, in order. The rounds to ids are `ids`, the rounds to components come before
 * `cluster`, those to walls are `walls`.
 */
export const decisionSteps = ['ids', 'judge', 'cluster', 'walls', 'decisions'] as const;

/** Options that every join of sets takes. */
const joining = ['similarity', 'threshold', 'method', 'recall', 'tables', 'memory', 'tokens', 'parts'];
/** Options that every step of decisions takes, also those that decide in another step: drivers pass the same to all. */
const deciding = ['similarity', 'threshold', 'site-model', 'identity', 'keep', 'cluster', 'id-rounds'];
const ofStep: Readonly<Record<(typeof decisionSteps)[number], readonly string[]>> = {
  ids: ['round'],
  judge: ['templates', 'two-sites'],
  cluster: ['rounds'],
  walls: ['round'],
  decisions: ['rounds'],
};
/** Options that request a plan other than that of the pairs of sets, and the options that it takes. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  pages: ['names', 'site-model', 'memory'],
  decide: deciding,
  round: [],
  rounds: ['similarity', 'threshold', 'cluster'],
  estimate: ['prefix', 'sets', 'tokens'],
  clusters: joining,
};

/** Throws if an option was given that has no effect on the plan that is requested. */
function checkKind(values: PlanValues): void {
  const kind = Object.keys(kinds).find((name) => values[name] !== undefined);
  const output = values.lines ? 'lines' : 'json';
  if (kind === undefined) {
    const isPublished = (values.algorithm ?? joinAlgorithms[0]) !== joinAlgorithms[0];
    const taken = isPublished ? ['similarity', 'threshold', 'orderings'] : joining;
    const where = isPublished ? `mr plan --algorithm ${values.algorithm}` : 'mr plan';
    refuseOthers(where, values, [...taken, 'algorithm', 'prefix', 'two-sites', output]);
    return;
  }
  const step = kind === 'decide' ? oneOf(decisionSteps)(String(values.decide), '--decide') : undefined;
  const taken = [kind, ...kinds[kind], ...(step === undefined ? [] : ofStep[step])];
  refuseOthers(['mr plan', `--${kind}`, step].filter(Boolean).join(' '), values, [...taken, output]);
}

/** The stages of a step from pairs of pages to decisions; undefined if no such step is requested. */
function readDecisionStages(values: PlanValues): readonly Stage[] | undefined {
  const step = option(values, 'decide', oneOf(decisionSteps), undefined);
  if (step === undefined) return undefined;
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const [siteModel, identity] = ['site-model', 'identity'].map((name) => readSwitch(values, name));
  const call = {
    ...{ similarity, threshold: readThreshold(values, similarity), siteModel, identity },
    keep: readKeep(values),
    cluster: readPolicy(values),
    idRounds: option(values, 'id-rounds', wholeNumberBetween(1, mostIdRounds), 1),
  };
  if (step === 'ids') return idStages(option(values, 'round', wholeNumberBetween(1, mostIdRounds), 1));
  if (step === 'judge') return judgeStages(call, values.templates === true, values['two-sites'] === true);
  if (step === 'cluster') return clusterStages(call, option(values, 'rounds', counted, 1));
  if (step === 'walls') return wallStages(option(values, 'round', counted, 1));
  return decisionStages(call, option(values, 'rounds', wholeNumberBetween(0, mostRounds), 0));
}

/** The stages of a round to components, or those after the last round; undefined if neither is requested. */
function readClusterStages(values: PlanValues): readonly Stage[] | undefined {
  const round = option(values, 'round', counted, undefined);
  if (round !== undefined) return starStages(round);
  const rounds = option(values, 'rounds', counted, undefined);
  if (rounds === undefined) return undefined;
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const policy = option(values, 'cluster', oneOf(clusterPolicies), clusterPolicies[0]);
  return memberStages({ similarity, threshold: readThreshold(values, similarity), policy }, rounds);
}

function readJoinStages(values: PlanValues, memoryBytes: number): Stage[] {
  const prefix = option(values, 'prefix', oneOf(['', contentPrefix]), '');
  const similarity = option(values, 'similarity', oneOf(similarities), similarities[0]);
  const [sets, tokens] = ['sets', 'tokens'].map((name) =>
    option(values, name, wholeNumberBetween(0, mostTokens), 0),
  );
  if (values.estimate) return [sampleStage(sets, tokens, prefix)];
  const parts = option(values, 'parts', wholeNumberBetween(1, 2 ** 20), 1);
  const blocks = blocksFor(tokens, parts, memoryBytes);
  const call = { similarity, threshold: readThreshold(values, similarity), ...readKeyMethod(values) };
  if (values.clusters) return linkStages(call, { memoryBytes, blocks });
  return joinStages(contentJoin(call, values['two-sites'] === true), { memoryBytes, blocks }, prefix);
}

/**
 * A stage for shells, separated by tabs: name, call, what it reads, `sorted` or `-`, and the stage whose whole output
 * it needs in `--heavy` or `-`.
 */
function lineOf({ name, call, reads, sorted, heavy = '-' }: Stage): string {
  return `${[name, call.join(' '), reads.join(' '), sorted ? 'sorted' : '-', heavy].join('\t')}\n`;
}
