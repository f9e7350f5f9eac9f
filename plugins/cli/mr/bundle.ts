import { errorLine, exitCodeOf } from '../errors.ts';
import { printable } from '../printable.ts';
import { run, usage } from './command.ts';

// The whole of `neardup mr` for a worker, bundled into one file that needs nothing but `node`.
process.stdout.on('error', () => process.exit(1));

const args = process.argv.slice(2);
try {
  if (args.includes('--help') || args.length === 0) process.stdout.write(usage);
  else process.exitCode = await run(args);
} catch (error) {
  process.stderr.write(`neardup: ${printable(errorLine(error, 'mr'))}\n`);
  process.exitCode = exitCodeOf(error);
}
