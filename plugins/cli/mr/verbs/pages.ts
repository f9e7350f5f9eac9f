import { compareFirst, compareSecond, contents } from '../../../mr/pages/compare.ts';
import { describe, facts } from '../../../mr/pages/described.ts';
import { judgeFirst, judgeSecond, likeness, pairsOf, sides } from '../../../mr/pages/judge.ts';
import { named, placesFirst, placesSecond } from '../../../mr/pages/places.ts';
import { mostIdRounds } from '../../../mr/plan-pages.ts';
import { byHost, fingerprint } from '../../../mr/verbs/pages.ts';
import { site } from '../../../mr/verbs/site.ts';
import { templateLines } from '../../dedup/templates.ts';
import { oneOf, option, readSwitch, switchWords, wholeNumberBetween } from '../../options.ts';
import { claimIds, renamePages, settleIds } from '../page-ids.ts';
import {
  type LineVerbs,
  readKeep,
  readSimilar,
  readSimilarity,
  readWorkerMemory,
  similar,
} from './options.ts';

/** Verbs from pages to their sets, and from the pairs of these to duplicates. */
export const pageVerbs: LineVerbs = {
  fingerprint: {
    sorted: false,
    about: 'the sets of all grams of pages',
    takes: [],
    open: fingerprint,
  },
  'by-host': {
    sorted: false,
    about: 'pages by their hosts',
    takes: [],
    open: byHost,
  },
  site: {
    sorted: true,
    about:
      "pages by their hosts → the sets of the grams that are not of their hosts' templates, and not of notices",
    takes: ['memory', 'names'],
    open: (values) =>
      site({
        memoryBytes: readWorkerMemory(values),
        ...(option(values, 'names', oneOf(switchWords), 'off') === 'on' && { printTemplate: templateLines }),
      }),
  },
  facts: {
    sorted: false,
    about: 'what is known of pages beside their grams, and of inputs',
    takes: [],
    open: facts,
  },
  'claim-ids': {
    sorted: false,
    about: 'facts of pages → which id each page wants',
    takes: [],
    open: claimIds,
  },
  'settle-ids': {
    sorted: true,
    about: 'which ids pages want, by id → the next ones of pages whose id an earlier page has',
    takes: ['round'],
    open: (values) => settleIds({ round: option(values, 'round', wholeNumberBetween(1, mostIdRounds), 1) }),
  },
  'rename-pages': {
    sorted: true,
    about: 'facts of pages, and the ids of those that have another one → the facts under these ids',
    takes: [],
    open: renamePages,
  },
  describe: {
    sorted: true,
    about: 'facts of pages, and what site says of them → what pairs look at',
    takes: ['keep'],
    open: (values) => describe({ keep: readKeep(values) }),
  },
  likeness: {
    sorted: false,
    about: 'pairs that joins found → pairs of pages, and what of them is similar',
    takes: ['of'],
    open: (values) => likeness({ of: option(values, 'of', oneOf(pairsOf), pairsOf[0]) }),
  },
  'judge-first': {
    sorted: true,
    about: 'pages, and pairs by their first → pairs by their second, with what is known of the first',
    takes: [],
    open: judgeFirst,
  },
  'judge-second': {
    sorted: true,
    about: 'pages, and pairs by their second → which are duplicates, and which are about different things',
    takes: [...similar, 'identity'],
    open: (values) => judgeSecond({ ...readSimilar(values), namesCount: readSwitch(values, 'identity') }),
  },
  contents: {
    sorted: false,
    about: 'sets of the grams that are not template, by their pages',
    takes: [],
    open: contents,
  },
  'compare-first': {
    sorted: true,
    about: 'pages, and pairs whose grams are to be compared, by their first → the pairs by their second',
    takes: [],
    open: compareFirst,
  },
  'compare-second': {
    sorted: true,
    about: '… by their second → the pairs judged by what either site takes for content, or by all grams',
    takes: [...similar, 'identity'],
    open: (values) => compareSecond({ ...readSimilar(values), namesCount: readSwitch(values, 'identity') }),
  },
  named: {
    sorted: false,
    about: 'pages by what they call themselves',
    takes: [],
    open: named,
  },
  'places-first': {
    sorted: true,
    about: 'pages by name, and pairs that ask where those of the first name stand → pairs by the second name',
    takes: [],
    open: placesFirst,
  },
  'places-second': {
    sorted: true,
    about: '… of the second name → the pairs judged',
    takes: [],
    open: placesSecond,
  },
  sides: {
    sorted: false,
    about: 'judged pairs → the links of clusters, and what each page is alike to',
    takes: ['similarity'],
    open: (values) => sides({ similarity: readSimilarity(values) }),
  },
};
