import { allPairs } from '../../src/join/all-pairs.ts';
import { testJoin } from './common.ts';

testJoin(allPairs);
