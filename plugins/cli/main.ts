#!/usr/bin/env node
import { endWithOutput } from './errors.ts';
import { runCommand } from './run-command.ts';

endWithOutput(0);

process.exitCode = await runCommand(process.argv.slice(2));
