import { setFlagsFromString } from 'node:v8';
import { endWithOutput, errorLine, exitCodeOf } from '../errors.ts';
import { printable } from '../printable.ts';
import { usageText } from '../usage.ts';
import { usage } from './usage.ts';
import { runVerbCommand } from './verb-command.ts';
import { runWrite } from './write-command.ts';

// A line is garbage as soon as it is read: more room would be room for garbage, 40 MB a process. It takes no more time.
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--heap-growing-percent=50');

// All verbs of `neardup mr`, bundled into one file that needs nothing but `node` on a worker.
endWithOutput(1);

const args = process.argv.slice(2);
try {
  if (args.includes('--help') || args.length === 0) process.stdout.write(usageText(usage));
  else process.exitCode = await (args[0] === 'write' ? runWrite(args.slice(1)) : runVerbCommand(args));
} catch (error) {
  process.stderr.write(`neardup: ${printable(errorLine(error, 'mr'))}\n`);
  process.exitCode = exitCodeOf(error);
}
