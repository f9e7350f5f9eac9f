#!/usr/bin/env node
import { runCommand } from './run-command.ts';

// The reader of a pipe may have seen enough, as `head` has: nobody is left to tell anything.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

process.exitCode = await runCommand(process.argv.slice(2));
