import { endWithOutput, errorLine, exitCodeOf } from '../errors.ts';
import { endWhenTerminated } from '../interruption.ts';
import { printable } from '../printable.ts';
import { keepHeapSmall } from '../small-heap.ts';
import { usageText } from '../usage.ts';
import { usage } from './usage.ts';
import { runVerbCommand } from './verb-command.ts';
import { runWrite } from './write-command.ts';

keepHeapSmall();

// All verbs of `neardup mr`, bundled into one file that needs nothing but `node` on a worker.
endWithOutput(1);
endWhenTerminated();

const args = process.argv.slice(2);
try {
  const { verbs = {} } = usage;
  const ofVerb = args.find((arg) => Object.hasOwn(verbs, arg));
  if (args.includes('--help') || args.length === 0)
    process.stdout.write(usageText(ofVerb === undefined ? usage : verbs[ofVerb]));
  else process.exitCode = await (args[0] === 'write' ? runWrite(args.slice(1)) : runVerbCommand(args));
} catch (error) {
  process.stderr.write(`neardup: ${printable(errorLine(error, 'mr'))}\n`);
  process.exitCode = exitCodeOf(error);
}
