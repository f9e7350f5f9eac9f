import { naive } from '../../src/join/naive.ts';
import { testJoin } from './common.ts';

testJoin(naive, 1);
