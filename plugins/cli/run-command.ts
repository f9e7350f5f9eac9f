import { coloured } from './colour.ts';
import { commands } from './commands.ts';
import { errorLine, exitCodeOf, UsageError } from './errors.ts';
import { printable } from './printable.ts';
import { didYouMean } from './suggest.ts';
import { type Command, usageText } from './usage.ts';
import { version } from './version.ts';

const HELP = ['--help', '-h'];
const VERSION = ['version', '--version', '-v'];

/** Runs the command that the first argument names. Resolves to the exit code and never rejects. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const [name, ...rest] = withoutColourSwitch(args);
  try {
    if (name === undefined) {
      process.stdout.write(help());
      return 2;
    }
    if (VERSION.includes(name)) {
      process.stdout.write(`${version}\n`);
      return 0;
    }
    if (name === 'help' || HELP.includes(name)) {
      process.stdout.write(rest.length === 0 ? help() : await helpOf(rest));
      return 0;
    }
    const { run } = await commandNamed(name);
    if (rest.some((arg) => HELP.includes(arg))) {
      process.stdout.write(await helpOf([name, ...rest]));
      return 0;
    }
    return await run(rest);
  } catch (error) {
    const said = coloured('neardup:', 'red', process.stderr);
    process.stderr.write(`${said} ${printable(errorLine(error, await calledAs(name, rest[0])))}\n`);
    return exitCodeOf(error);
  }
}

/** Removes `--no-color`, at any place, and does what NO_COLOR does. */
function withoutColourSwitch(args: readonly string[]): readonly string[] {
  const end = args.indexOf('--');
  const isSwitch = (arg: string, at: number): boolean => arg === '--no-color' && (end < 0 || at < end);
  if (args.some(isSwitch)) process.env.NO_COLOR = '1';
  return args.filter((arg, at) => !isSwitch(arg, at));
}

async function commandNamed(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return commands[name].load();
  const names = Object.keys(commands);
  const meant = didYouMean(name, [...names, 'help', 'version']);
  throw new UsageError(`expected a command (${names.join(', ')}); got ${JSON.stringify(name)}${meant}`);
}

/** A command with the verb that has the options, if it has verbs and can be loaded: what is told may be that it cannot. */
async function calledAs(name: string | undefined, verb: string | undefined): Promise<string | undefined> {
  if (name === undefined || verb === undefined || !Object.hasOwn(commands, name)) return name;
  const command = await commands[name].load().catch(() => undefined);
  return Object.hasOwn(command?.usage.verbs ?? {}, verb) ? `${name} ${verb}` : name;
}

/** The help of a command, or of a verb of it. */
async function helpOf([name, verb]: readonly string[]): Promise<string> {
  const { usage } = await commandNamed(name);
  const { verbs = {} } = usage;
  return usageText(verb !== undefined && Object.hasOwn(verbs, verb) ? verbs[verb] : usage);
}

function help(): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(10)} ${summary}`);
  return `neardup ${version}: near-duplicate pages, found by sketches and confirmed exactly

usage: neardup COMMAND …

${rows.join('\n')}

neardup help COMMAND says more, with examples; neardup version names the version.
--no-color, or NO_COLOR in the environment: no colours.
Exit codes: 0 done; 1 failed; 2 the call was wrong; 3 done, but some input was damaged; 130 ended by Ctrl-C.
`;
}
