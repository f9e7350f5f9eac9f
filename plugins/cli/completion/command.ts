import { wrongCall } from '../errors.ts';
import { oneOf, parseCall } from '../options.ts';
import type { Command, Usage } from '../usage.ts';
import { bashScript } from './bash.ts';
import { completedCalls } from './calls.ts';
import { fishScript } from './fish.ts';
import { zshScript } from './zsh.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
const shells = ['bash', 'zsh', 'fish'] as const;

/** What `--help` prints. */
const usage: Usage = {
  call: 'completion SHELL',
  about: `Prints a script that completes commands, options and their values as they are typed in bash, zsh or fish. The
shell reads it once for each session; neardup does not run while something is completed. What is completed is the
command neardup (npm install --global neardup), not npx neardup.`,
  options: [],
  examples: [
    ['completion bash >> ~/.bashrc', 'from the next session on'],
    ['completion zsh > "$fpath[1]/_neardup"', 'the same in zsh'],
    ['completion fish > ~/.config/fish/completions/neardup.fish', 'and in fish'],
  ],
};

/** `neardup completion`, made from the usages of the other commands. */
export function completionCommand(usages: () => Promise<Readonly<Record<string, Usage>>>): Command {
  return {
    usage,
    async run(args) {
      const { positionals } = parseCall(args, {});
      if (positionals.length !== 1) {
        throw wrongCall('completion', `one of ${shells.join(', ')}`, String(positionals.length || 'none'));
      }
      const shell = oneOf(shells)(positionals[0], 'completion');
      process.stdout.write(scripts[shell](completedCalls({ ...(await usages()), completion: usage })));
      return 0;
    },
  };
}
