import { mostWallRounds } from '../../src/flow/index.ts';
import type { ClusterPolicy } from '../../src/index.ts';
import type { Similarity } from '../../src/join/index.ts';
import { tags } from './lines/format.ts';
import type { KeepOptions } from './pages/described.ts';
import type { PairsOf } from './pages/judge.ts';
import { contentPrefix, lastStage, type Stage, starStages } from './plan.ts';

/** The options for decisions by stages. */
export interface DecideCall extends KeepOptions {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly siteModel: boolean;
  /** Whether the identities of pages count. */
  readonly identity: boolean;
  readonly cluster: ClusterPolicy;
  /** Number of rounds of `idStages` that there were. Default: 1, where each page keeps its id. */
  readonly idRounds?: number;
}

/** The stages whose lines make up the result files, by file. Templates exist only with a site model. */
export const resultStages = {
  pairs: ['judge-second', 'places-second'],
  alike: ['judge-second', 'places-second'],
  clusters: ['kept-second'],
  decisions: ['decisions'],
  templates: ['templates'],
  hosts: ['host-second'],
  declared: ['declared'],
  removals: ['decisions'],
  findings: ['findings'],
  largeClusters: ['count-clusters'],
} as const;

/** The counter of a round that says how many walls it found. 0 ends the rounds. */
export const newWalls = 'walls';

/** Most rounds to settle ids; if ids are not settled then, the last round fails. Usually two are enough. */
export const mostIdRounds = 16;

/**
 * The stages of a round that gives another id to pages with the id of an earlier page, as `neardup dedup` does. Rounds
 * are numbered from 1 and end when one has counted no page as `unsettled`: usually the first. A round reads the claims
 * on ids from all rounds before it. Memory: one claim.
 */
export function idStages(round: number): Stage[] {
  return [
    ...(round === 1
      ? [stage('facts', ['facts'], ['pages'], false), stage('claims', ['claim-ids'], ['facts'], false)]
      : []),
    stage(idsOf(round), ['settle-ids', '--round', String(round)], ['claims', ...idsBefore(round)], true),
  ];
}

/** The stage with the facts about pages under their final ids. */
export function factsStage({ idRounds = 1 }: Pick<DecideCall, 'idRounds'>): string {
  return idRounds === 1 ? 'facts' : 'renamed';
}

/**
 * The stages from the pairs of a join, and from the rounds of `idStages`, to the links of the graph of duplicates. The
 * rounds of `starStages` follow. With `hasTemplates` there is a second join, of parts of pages; with `hasTwoSites` this
 * is the `contentJoin` for several hosts. The memory of every stage is bounded: two sorts bring the facts about both
 * pages to each pair, one for each page.
 */
export function judgeStages(call: DecideCall, hasTemplates: boolean, hasTwoSites: boolean): Stage[] {
  const { similarity, threshold, siteModel, identity, keep, idRounds = 1 } = call;
  const facts = factsStage(call);
  const ofSite = siteModel ? ['names'] : [];
  const likeness = (name: string, of: PairsOf, reads: string): Stage =>
    stage(name, ['likeness', '--of', of], [reads], false);
  const isCompared = hasTemplates && (hasTwoSites || identity);
  const rule = ['--threshold', String(threshold), '--identity', siteModel && identity ? 'on' : 'off'];
  return [
    ...(idRounds === 1 ? [] : [stage(facts, ['rename-pages'], ['facts', ...idsBefore(idRounds)], true)]),
    selected('findings', tags.ofInput, facts),
    ...(siteModel
      ? [
          selected('names', tags.ofSite, `${contentPrefix}sets`),
          selected('templates', tags.template, `${contentPrefix}sets`),
          stage('contents', ['contents'], [`${contentPrefix}sets`], false),
          stage('messages', ['messages'], ['pages', 'contents'], true),
        ]
      : []),
    stage('described', ['describe', '--keep', keep], [facts, ...ofSite], true),
    likeness('likeness', hasTemplates ? 'all' : 'all-and-content', lastStage),
    ...(hasTemplates
      ? [likeness('likeness-of-parts', identity ? 'parts' : 'content', contentPrefix + lastStage)]
      : []),
    stage(
      'judge-first',
      ['judge-first'],
      ['described', 'likeness', ...(hasTemplates ? ['likeness-of-parts'] : [])],
      true,
    ),
    stage(
      'judge-second',
      ['judge-second', '--similarity', similarity, ...rule],
      ['described', 'judge-first'],
      true,
    ),
    ...(isCompared
      ? [
          stage('compare-first', ['compare-first'], ['pages', 'contents', 'judge-second'], true),
          stage(
            'compare-second',
            ['compare-second', '--similarity', similarity, ...rule],
            ['pages', 'contents', 'compare-first'],
            true,
          ),
        ]
      : []),
    stage('named', ['named'], ['described'], false),
    stage('places-first', ['places-first'], ['named', 'judge-second'], true),
    stage(
      'places-second',
      ['places-second'],
      ['named', 'places-first', ...(isCompared ? ['compare-second'] : [])],
      true,
    ),
    stage('sides', ['sides', '--similarity', similarity], ['judge-second', 'places-second'], false),
    stage('links', ['links'], ['sides'], false),
  ];
}

/** The stages after the last of `rounds` rounds, of which only the first stage ran: to clusters and possible walls. */
export function clusterStages(call: DecideCall, rounds: number): Stage[] {
  const facts = factsStage(call);
  const [{ name: lastStars }] = starStages(rounds);
  return [
    selected('stars', tags.link, lastStars),
    ...clusteringStages(call),
    ...(call.siteModel
      ? [
          stage('alike-messages', ['alike-messages'], ['messages'], true),
          stage('wall-pages', ['wall-pages'], [facts, 'alike-messages', 'clustered'], true),
          stage('worded', ['worded'], [facts], false),
          selected('names-shared', tags.sharedAt, 'alike-messages'),
          stage('by-url', ['by-url'], ['wall-pages'], true),
          stage('wall-texts', ['wall-texts'], ['by-url'], true),
        ]
      : []),
  ];
}

/**
 * The stages from components to clusters. Pages of walls are left out of those with the suffix; components that they link stay, since
 * clusters by representative have pairs within one component alone.
 */
function clusteringStages({ similarity, cluster }: DecideCall, suffix = '', walls: readonly string[] = []) {
  const clustering = ['cluster', '--similarity', similarity, '--cluster', cluster];
  return [
    ...(cluster === 'components'
      ? [stage(`cluster${suffix}`, clustering, ['stars', 'sides'], true)]
      : [
          stage(`component${suffix}`, ['component'], ['stars', 'sides', ...walls], true),
          stage(`cluster${suffix}`, clustering, [`component${suffix}`], true),
        ]),
    stage(`clustered${suffix}`, ['clustered'], [`cluster${suffix}`], true),
  ];
}

/** The two stages of a round of walls. Rounds are counted from 1 to `mostWallRounds`. */
export function wallStages(round: number): [Stage, Stage] {
  const earlier = verdictsUpTo(round - 1);
  const [hosts, verdicts] = [`wall-hosts-${round}`, verdictsOf(round)];
  return [
    stage(hosts, ['wall-hosts'], ['worded', 'names-shared', 'wall-texts', ...earlier], true),
    stage(verdicts, ['wall-verdicts'], ['wall-texts', hosts, ...earlier], true),
  ];
}

/** Whether another round follows one that found this number of walls. */
export function hasNextWallRound(round: number, found: number): boolean {
  return round < mostWallRounds && found > 0;
}

/** The stages after the rounds of walls (0 without a site model) to the decisions. */
export function decisionStages(call: DecideCall, wallRounds: number): Stage[] {
  const { similarity, threshold, siteModel, cluster } = call;
  const facts = factsStage(call);
  const walls = siteModel ? ['walled'] : [];
  const isAgain = siteModel && cluster === 'representative';
  const clustered = isAgain ? 'clustered-again' : 'clustered';
  const similar = ['--similarity', similarity];
  return [
    ...(siteModel ? [stage('walled', ['walled'], ['wall-texts', ...verdictsUpTo(wallRounds)], true)] : []),
    ...(isAgain
      ? [
          stage('ranked-walls', ['rank-walls'], ['described', 'walled'], true),
          ...clusteringStages(call, '-again', ['ranked-walls']),
        ]
      : []),
    stage('measure-first', ['measure-first'], ['pages', clustered], true),
    stage('measure-second', ['measure-second'], ['pages', 'measure-first'], true),
    stage('kept-first', ['kept-first'], ['described', ...walls, clustered], true),
    stage(
      'kept-second',
      ['kept-second', ...similar],
      ['described', ...walls, 'kept-first', 'measure-second'],
      true,
    ),
    stage(
      'decisions',
      ['decisions', ...similar, '--threshold', String(threshold)],
      [facts, ...(siteModel ? ['names'] : []), ...walls, 'kept-second', 'sides'],
      true,
    ),
    stage('declares', ['declares'], [facts, 'kept-second'], true),
    stage('declared', ['declared'], ['declares'], true),
    stage('cluster-hosts', ['cluster-hosts'], ['described', 'kept-second'], true),
    stage('host-pairs', ['host-pairs'], ['cluster-hosts', 'declared'], true),
    stage('origins', ['origins'], [facts], false),
    stage('host-first', ['host-first'], ['origins', 'host-pairs'], true),
    stage('host-second', ['host-second'], ['origins', 'host-first'], true),
    stage('within-first', ['within-first'], [...resultStages.pairs, 'kept-second'], true),
    stage('within-second', ['within-second'], ['kept-second', 'within-first'], true),
    stage('count-clusters', ['count-clusters'], ['kept-second', 'within-second'], true),
  ];
}

function idsOf(round: number): string {
  return `ids-${round}`;
}

function idsBefore(round: number): string[] {
  return Array.from({ length: round - 1 }, (_, i) => idsOf(i + 1));
}

function verdictsOf(round: number): string {
  return `wall-verdicts-${round}`;
}

function verdictsUpTo(round: number): string[] {
  return Array.from({ length: round }, (_, i) => verdictsOf(i + 1));
}

/** A stage that keeps only the lines with a tag. */
function selected(name: string, tag: string, of: string): Stage {
  return stage(name, ['select', '--tag', tag], [of], false);
}

function stage(name: string, call: readonly string[], reads: readonly string[], sorted: boolean): Stage {
  return { name, call, reads, sorted };
}
