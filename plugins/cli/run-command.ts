import { errorLine, exitCodeOf, UsageError } from './errors.ts';
import { printable } from './printable.ts';
import { version } from './version.ts';

/** A command: reads its own arguments, prints its own result, and returns the exit code. */
type Command = { run(args: string[]): Promise<number>; usage: string };

// Loaded when called for: a command must not pay for the libraries of the others.
const commands: Record<string, { summary: string; load(): Promise<Command> }> = {
  dedup: {
    summary: 'find near-duplicates in crawl dumps, write a decision for every page',
    load: () => import('./dedup/command.ts'),
  },
  join: {
    summary: 'exact set similarity self-join of integer sets',
    load: () => import('./join/command.ts'),
  },
  evaluate: {
    summary: 'precision, recall and time of every method against the exact join',
    load: () => import('./evaluate/command.ts'),
  },
  compare: {
    summary: 'explain how alike two pages are, and where',
    load: () => import('./compare.ts'),
  },
  explain: {
    summary: 'everything that decided about one page of an earlier dedup or crawl',
    load: () => import('./explain/command.ts'),
  },
  audit: {
    summary: 'prove every removal of an earlier dedup again',
    load: () => import('./audit/command.ts'),
  },
  crawl: {
    summary: 'crawl with Crawlee, near-duplicates marked as they come',
    load: () => import('./crawl/command.ts'),
  },
  index: {
    summary: 'add, query, stats, remove, verify, merge on a sketch index',
    load: () => import('./index/command.ts'),
  },
  mr: {
    summary: 'dedup and join beyond one machine: steps from lines to lines, for sort and Spark',
    load: () => import('./mr/command.ts'),
  },
  report: {
    summary: 'the HTML report of an earlier dedup, crawl or evaluate',
    load: () => import('./report/command.ts'),
  },
};

/** Runs the command that the first argument names; resolves to the exit code, and never rejects. */
export async function runCommand([name, ...args]: readonly string[]): Promise<number> {
  try {
    if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
      process.stdout.write(help());
      return name === undefined ? 2 : 0;
    }
    if (name === '--version') {
      process.stdout.write(`${version}\n`);
      return 0;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command === undefined) {
      throw new UsageError(
        `expected a command (${Object.keys(commands).join(', ')}); got ${JSON.stringify(name)}`,
      );
    }
    const { run, usage } = await command.load();
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(usage);
      return 0;
    }
    return await run(args);
  } catch (error) {
    process.stderr.write(`neardup: ${printable(errorLine(error, name))}\n`);
    return exitCodeOf(error);
  }
}

function help(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `neardup ${version}: near-duplicate pages, found by sketches and confirmed exactly

usage: neardup COMMAND …

${rows.join('\n')}

neardup COMMAND --help says more.
Exit codes: 0 done; 1 failed; 2 the call was wrong; 3 done, but some input was damaged.
`;
}
