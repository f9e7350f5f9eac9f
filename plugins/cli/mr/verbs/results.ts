import {
  clustered,
  keptFirst,
  keptSecond,
  measureFirst,
  measureSecond,
} from '../../../mr/pages/clustered.ts';
import { digestOf } from '../../audit/evidence.ts';
import { countClusters, withinFirst, withinSecond } from '../results/counted-clusters.ts';
import { decisions } from '../results/decisions.ts';
import { declared, declares } from '../results/declared.ts';
import { clusterHosts, hostFirst, hostPairs, hostSecond, origins } from '../results/hosts.ts';
import { type LineVerbs, readSimilar, readSimilarity, similar } from './options.ts';

/** Verbs from clusters of pages to decisions, and to the lines of the other result files. */
export const resultVerbs: LineVerbs = {
  clustered: {
    sorted: true,
    about: 'what stands for each page → by what stands for it, and pages of one text',
    takes: [],
    open: clustered,
  },
  'measure-first': {
    sorted: true,
    about: 'pages, and what asks for what they share over all grams → their grams to those that ask',
    takes: [],
    open: measureFirst,
  },
  'measure-second': {
    sorted: true,
    about: '… of the other page → what both share, and their digests',
    takes: [],
    open: () => measureSecond(digestOf),
  },
  'kept-first': {
    sorted: true,
    about: 'what stands for each page, by what stands for it → by the page, unless it is of a wall',
    takes: [],
    open: keptFirst,
  },
  'kept-second': {
    sorted: true,
    about: '… unless the page is of one: the members of clusters',
    takes: ['similarity'],
    open: (values) => keptSecond({ similarity: readSimilarity(values) }),
  },
  decisions: {
    sorted: true,
    about: 'all that is known of each page → the decision on it, and what proves a removal',
    takes: similar,
    open: (values) => decisions(readSimilar(values)),
  },
  declares: {
    sorted: true,
    about: 'pages, redirects and what stands for pages → pages, and what is declared, by URL',
    takes: [],
    open: declares,
  },
  declared: {
    sorted: true,
    about: '… by URL → redirects and canonical links, and the hosts that they link',
    takes: [],
    open: declared,
  },
  'cluster-hosts': {
    sorted: true,
    about: 'members of clusters → what the hosts of each cluster have in common',
    takes: [],
    open: clusterHosts,
  },
  'host-pairs': {
    sorted: true,
    about: 'what is counted of two hosts → its sums, by the first of them',
    takes: [],
    open: hostPairs,
  },
  origins: {
    sorted: false,
    about: 'pages that could be judged, by host',
    takes: [],
    open: origins,
  },
  'host-first': {
    sorted: true,
    about: 'such pages, and pairs of hosts by the first → by the second, with the pages of the first',
    takes: [],
    open: hostFirst,
  },
  'host-second': {
    sorted: true,
    about: '… of the second → the pairs of hosts',
    takes: [],
    open: hostSecond,
  },
  'within-first': {
    sorted: true,
    about:
      'duplicates by the first, and what stands for pages → by the second, with what stands for the first',
    takes: [],
    open: withinFirst,
  },
  'within-second': {
    sorted: true,
    about: '… for the second → the pairs inside of clusters',
    takes: [],
    open: withinSecond,
  },
  'count-clusters': {
    sorted: true,
    about: 'members of clusters, and pairs inside of them → large clusters, counted',
    takes: [],
    open: countClusters,
  },
};
