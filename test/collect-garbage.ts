import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Frees what nothing refers to, with its buffers: what other tests have left is not counted with what is measured. */
export function collectGarbage(): void {
  collect();
  // what the first has freed is swept while the program goes on: the second waits for that
  collect();
}
