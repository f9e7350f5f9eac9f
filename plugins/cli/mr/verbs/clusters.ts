import { cluster, clusterComponents, members } from '../../../mr/verbs/cluster.ts';
import { component, largeStar, links, smallStar } from '../../../mr/verbs/components.ts';
import { type LineVerbs, readPolicy, readSimilar, readSimilarity, similar } from './options.ts';

/** Verbs from pairs to clusters, of sets and of pages. */
export const clusterVerbs: LineVerbs = {
  links: {
    sorted: false,
    about: 'pairs of sets as the links of a graph',
    takes: [],
    open: links,
  },
  'large-star': {
    sorted: true,
    about: 'half a round to components: the sets behind each one linked to the first of its neighbours',
    takes: [],
    open: largeStar,
  },
  'small-star': {
    sorted: true,
    about: 'the other half: the sets before each one linked to the first of them; until none is unsettled',
    takes: [],
    open: smallStar,
  },
  component: {
    sorted: true,
    about: 'the pairs of each component',
    takes: [],
    open: component,
  },
  cluster: {
    sorted: true,
    about:
      'what stands for each set, by the pairs of its component; with --cluster components, by links alone',
    takes: ['similarity', 'cluster'],
    open: (values) =>
      readPolicy(values) === 'components'
        ? clusterComponents()
        : cluster({ similarity: readSimilarity(values) }),
  },
  members: {
    sorted: true,
    about: 'what stands for each set, and equal sets → the members of clusters',
    takes: [...similar, 'cluster'],
    open: (values) => members({ ...readSimilar(values), policy: readPolicy(values) }),
  },
};
