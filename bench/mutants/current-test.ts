// A setup file of vitest: says which test runs now, for sources that record what comes to them (reach.ts).
import { afterEach, beforeEach } from 'vitest';

/** What the recording sources share with this file. */
export interface Recording {
  /** Id of the test that runs; nothing while files load, between tests, and in other processes and threads. */
  __neardupTest?: string | undefined;
  /** Numbers that are recorded for it already. */
  __neardupReached?: Set<number>;
}

const recording = globalThis as Recording;

beforeEach(({ task }) => setTest(task.id));
afterEach(() => setTest(undefined));

function setTest(id: string | undefined): void {
  recording.__neardupTest = id;
  recording.__neardupReached?.clear();
}
