import { describe } from 'vitest';
import { ppjoin, ppjoinPlus } from '../../../src/join/published/ppjoin.ts';
import { often } from '../../repetition.ts';
import { testJoin } from '../common.ts';

describe('ppjoin', () => testJoin(ppjoin, often(3000)));

describe('ppjoinPlus', () => testJoin(ppjoinPlus, often(3000)));

describe('ppjoinPlus with a suffix filter of depth 5', () => {
  testJoin(
    (input, similarity, t, emit, statistics) => ppjoinPlus(input, similarity, t, emit, statistics, 5),
    often(1000),
  );
});
