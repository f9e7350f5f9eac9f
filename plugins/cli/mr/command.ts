import { runDecide } from './decide-command.ts';
import { runLocal } from './run-local.ts';
import { runVerbCommand } from './verb-command.ts';
import { runWrite } from './write-command.ts';

export { usage } from './usage.ts';

/** `neardup mr`: see `usage`. The verbs of the bundle for workers are in `verb-command.ts`. */
export function run([verb, ...args]: string[]): Promise<number> {
  if (verb === 'run') return runLocal(args);
  if (verb === 'decide') return runDecide(args);
  if (verb === 'write') return runWrite(args);
  return runVerbCommand(verb === undefined ? [] : [verb, ...args]);
}
