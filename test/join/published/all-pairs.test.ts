import { allPairs } from '../../../src/join/published/all-pairs.ts';
import { often } from '../../repetition.ts';
import { testJoin } from '../common.ts';

testJoin(allPairs, often(3000));
