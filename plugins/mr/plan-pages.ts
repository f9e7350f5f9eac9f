import { mostWallRounds } from '../../src/flow/index.ts';
import type { Similarity } from '../../src/join/index.ts';
import type { PairsOf } from './pages/judge.ts';
import { contentPrefix, lastStage, type Stage, starStages } from './plan.ts';

/** What decides about pages by stages: representative clusters, the first of each kept. */
export interface DecideCall {
  readonly similarity: Similarity;
  readonly threshold: number;
  readonly siteModel: boolean;
  /** Whether what pages call themselves counts. */
  readonly identity: boolean;
}

/** The stages whose lines are the files of results, by file. */
export const resultStages = {
  pairs: ['judge-second', 'places-second'],
  alike: ['judge-second', 'places-second'],
  clusters: ['kept-second'],
  decisions: ['decisions'],
} as const;

/** The counter of a round of walls that tells how many were found: 0 ends the rounds. */
export const newWalls = 'walls';

/**
 * The stages behind the pairs of a join, and behind those of parts of pages where `hasTemplates`, to the links of the graph of
 * duplicates; the rounds of `starStages` follow. Every stage has a bounded memory: what is known of pages comes to the pairs
 * by two sorts, one for each page of a pair.
 */
export function judgeStages(
  { similarity, threshold, siteModel, identity }: DecideCall,
  hasTemplates: boolean,
): Stage[] {
  const ofSite = siteModel ? ['names'] : [];
  const likeness = (name: string, of: PairsOf, reads: string): Stage =>
    stage(name, ['likeness', '--of', of], [reads], false);
  const rule = ['--threshold', String(threshold), '--identity', identity ? 'on' : 'off'];
  return [
    stage('facts', ['facts'], ['pages'], false),
    ...(siteModel ? [stage('names', ['select', '--tag', 'N'], [`${contentPrefix}sets`], false)] : []),
    stage('described', ['describe'], ['facts', ...ofSite], true),
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
    stage('named', ['named'], ['described'], false),
    stage('places-first', ['places-first'], ['named', 'judge-second'], true),
    stage('places-second', ['places-second'], ['named', 'places-first'], true),
    stage('sides', ['sides', '--similarity', similarity], ['judge-second', 'places-second'], false),
    stage('links', ['links'], ['sides'], false),
  ];
}

/** The stages behind the first one of the last of so many rounds: to clusters, and to what may be walls. */
export function clusterStages({ similarity, siteModel }: DecideCall, rounds: number): Stage[] {
  const [{ name: stars }] = starStages(rounds);
  return [
    stage('component', ['component'], [stars, 'sides'], true),
    stage('cluster', ['cluster', '--similarity', similarity], ['component'], true),
    stage('clustered', ['clustered'], ['cluster'], false),
    stage('measure-first', ['measure-first'], ['pages', 'clustered'], true),
    stage('measure-second', ['measure-second', '--similarity', similarity], ['pages', 'measure-first'], true),
    ...(siteModel
      ? [
          stage('messages', ['messages'], ['pages'], false),
          stage('alike-messages', ['alike-messages'], ['messages'], true),
          stage('wall-pages', ['wall-pages'], ['facts', 'alike-messages', 'clustered'], true),
          stage('worded', ['worded'], ['facts'], false),
          stage('by-url', ['by-url'], ['wall-pages'], true),
          stage('wall-texts', ['wall-texts'], ['by-url'], true),
        ]
      : []),
  ];
}

/** The two stages of a round of walls, which is counted from 1, up to `mostWallRounds`. */
export function wallStages(round: number): [Stage, Stage] {
  const earlier = verdictsUpTo(round - 1);
  const [hosts, verdicts] = [`wall-hosts-${round}`, verdictsOf(round)];
  return [
    stage(hosts, ['wall-hosts'], ['worded', 'wall-texts', ...earlier], true),
    stage(verdicts, ['wall-verdicts'], ['wall-texts', hosts, ...earlier], true),
  ];
}

/** Whether a round follows one that has found so many walls. */
export function hasNextWallRound(round: number, found: number): boolean {
  return round < mostWallRounds && found > 0;
}

/** The stages behind so many rounds of walls, 0 without a site model, to the decisions. */
export function decisionStages(
  { similarity, threshold, siteModel }: DecideCall,
  wallRounds: number,
): Stage[] {
  const walls = siteModel ? ['walled'] : [];
  const similar = ['--similarity', similarity];
  return [
    ...(siteModel ? [stage('walled', ['walled'], ['wall-texts', ...verdictsUpTo(wallRounds)], true)] : []),
    stage('kept-first', ['kept-first'], ['described', ...walls, 'clustered'], true),
    stage(
      'kept-second',
      ['kept-second', ...similar],
      ['described', ...walls, 'kept-first', 'measure-second'],
      true,
    ),
    stage(
      'decisions',
      ['decisions', ...similar, '--threshold', String(threshold)],
      ['facts', ...(siteModel ? ['names'] : []), ...walls, 'kept-second', 'sides'],
      true,
    ),
  ];
}

function verdictsOf(round: number): string {
  return `wall-verdicts-${round}`;
}

function verdictsUpTo(round: number): string[] {
  return Array.from({ length: round }, (_, i) => verdictsOf(i + 1));
}

function stage(name: string, call: readonly string[], reads: readonly string[], sorted: boolean): Stage {
  return { name, call, reads, sorted };
}
