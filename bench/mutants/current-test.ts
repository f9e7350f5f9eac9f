// A setup file of vitest. It stores which test is running, for sources that record which tests reach them (reach.ts).
import { afterEach, beforeEach } from 'vitest';

/** The variables that recording sources share with this file. */
export interface Recording {
  /** Id of the running test; undefined while files load, between tests, and in other processes and threads. */
  __neardupTest?: string | undefined;
  /** Numbers that are already recorded for it. */
  __neardupReached?: Set<number>;
}

const recording = globalThis as Recording;

beforeEach(({ task }) => setTest(task.id));
afterEach(() => setTest(undefined));

function setTest(id: string | undefined): void {
  recording.__neardupTest = id;
  recording.__neardupReached?.clear();
}
