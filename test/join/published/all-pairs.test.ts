import { allPairs } from '../../../src/join/published/all-pairs.ts';
import { testJoin } from '../common.ts';

testJoin(allPairs);
