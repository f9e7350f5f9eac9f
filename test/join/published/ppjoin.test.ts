import { describe } from 'vitest';
import { ppjoin, ppjoinPlus } from '../../../src/join/published/ppjoin.ts';
import { testJoin } from '../common.ts';

describe('ppjoin', () => testJoin(ppjoin));

describe('ppjoinPlus', () => testJoin(ppjoinPlus));

describe('ppjoinPlus with a suffix filter of depth 5', () => {
  testJoin(
    (input, similarity, t, emit, statistics) => ppjoinPlus(input, similarity, t, emit, statistics, 5),
    1000,
  );
});
