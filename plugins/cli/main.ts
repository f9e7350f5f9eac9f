#!/usr/bin/env node
import { endWithOutput } from './errors.ts';
import { endWhenTerminated } from './interruption.ts';
import { runCommand } from './run-command.ts';

endWithOutput(0);
endWhenTerminated();

process.exitCode = await runCommand(process.argv.slice(2));
