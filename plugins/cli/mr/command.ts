import { runLocal } from './run-local.ts';
import { runVerbCommand } from './verb-command.ts';

export { usage } from './usage.ts';

/** `neardup mr`: see `usage`. What the bundle for workers has is in `verb-command.ts`. */
export function run([verb, ...args]: string[]): Promise<number> {
  return verb === 'run' ? runLocal(args) : runVerbCommand(verb === undefined ? [] : [verb, ...args]);
}
