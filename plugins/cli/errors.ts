import { fstatSync, writeSync } from 'node:fs';
import { basename } from 'node:path';
import { printable } from './printable.ts';

/** The call was wrong: exit code 2 and one line that says what was expected. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An option or its value is missing, unknown or misplaced. The error refers to the command's help. */
export class OptionError extends UsageError {}

/** The error for a call that is wrong at `where`, a command or an option. All errors have this wording. */
export function wrongCall(where: string, expected: string, got = 'none'): UsageError {
  return new UsageError(`${where}: expected ${expected}; got ${got}`);
}

/** Meaning of the system's errors about files, by code. */
const SYSTEM_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'no permission',
  EEXIST: 'a file has that name',
  EISDIR: 'expected a file; got a folder',
  ENOTDIR: 'a part of this path is no folder',
  ENOSPC: 'no space is left on its disk',
  EDQUOT: 'the quota on its disk is used up',
  EFBIG: 'it may not become any longer',
  EROFS: 'its disk is read-only',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EMFILE: 'too many files are open in this process: raise its limit (ulimit -n)',
  ENFILE: 'too many files are open on this machine',
};

/** What V8 says if it cannot reserve the address space of a WebAssembly memory: some 10 GB, of which little is used. */
const NO_ADDRESS_SPACE = /^WebAssembly\..*(Out of memory|Unable to grow)/;

/** Codes of errors that end when there is room on the disk. */
export const fullDisk: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Whether an error, or one behind it, is of a disk without room. */
export function isOfFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  // the second is said before the disk is full
  return fullDisk.has(code) || code === 'NEARDUP_DISK_FULL' || isOfFullDisk(error.cause);
}

/** An error of the command `name` in one line, with its causes. */
export function errorLine(error: unknown, name: string | undefined): string {
  if (error instanceof OptionError) return `${error.message}; neardup ${name} --help lists the options`;
  const parts: string[] = [];
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    const message = messageOf(cause, parts);
    // a message that already names its cause needs nothing more
    if (!parts.some((part) => part.includes(message))) parts.push(message);
    if (cause instanceof Error && saysAll(cause)) break;
  }
  const line = parts.join(': ').replace(/\s+/g, ' ').trim();
  if (line === '') return 'failed without saying why';
  return isOfFullDisk(error) && !line.includes('make room') ? `${line}: make room on that disk` : line;
}

/** @param said earlier parts of the line: a file named in them is not named again */
function messageOf(error: unknown, said: readonly string[]): string {
  if (!(error instanceof Error)) return String(error);
  const { code = '', path: from, dest, message } = error as NodeJS.ErrnoException & { dest?: string };
  // What cannot be moved onto a folder is a file.
  const path = code === 'EISDIR' ? (dest ?? from) : from;
  if (NO_ADDRESS_SPACE.test(message))
    return `${message}: where the address space of a process is limited, lift that limit (ulimit -v)`;
  const meaning = Object.hasOwn(SYSTEM_ERRORS, code) ? SYSTEM_ERRORS[code] : undefined;
  if (meaning === undefined) return message;
  // an error of a write has no path: what is said before names the file, or tells the error itself
  if (path === undefined) return said.every((part) => part.includes(message)) ? message : meaning;
  // a file that is not whole has the name of that file and an ending
  const named = basename(path, '.unfinished');
  return said.some((part) => part.includes(named)) ? meaning : `${printable(path)}: ${meaning}`;
}

/** Whether the cause of an error would add nothing for a reader. */
function saysAll({ name, code }: NodeJS.ErrnoException): boolean {
  return name === 'InputError' || code === 'NEARDUP_INDEX_MISSING' || code === 'NEARDUP_INDEX_REFUSED';
}

/**
 * Ends the process when its standard output fails. Prints one line, or nothing if the reader of a pipe closed it, as
 * `head` does. Without its standard error, which only reports, the process goes on.
 */
export function endWithOutput(codeOfClosedPipe: 0 | 1): void {
  writeWholeToFile(process.stdout);
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(codeOfClosedPipe);
    process.stderr.write(`neardup: standard output: ${messageOf(error, ['standard output'])}\n`);
    process.exit(1);
  });
}

/**
 * Makes a standard output that is a file take each piece whole, or fail. Node writes a piece there by one call, and does not look at how
 * much of it was written: where a disk becomes full, the end of the last piece would be lost without an error.
 */
function writeWholeToFile(output: NodeJS.WriteStream & { readonly fd: number }): void {
  if (!isRegularFile(output.fd)) return;
  output._write = (piece: Buffer, _encoding, done) => {
    try {
      for (let written = 0; written < piece.length; ) written += writeSync(output.fd, piece, written);
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/**
 * False also for an output that is closed.
 *
 * In Node 20, links to packages are not followed where the last status in numbers was that of a pipe: imports resolved next stop at a link,
 * and of LevelDB the addon was not found in a node_modules of links. A status in bigints is kept elsewhere.
 */
function isRegularFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor, { bigint: true }).isFile();
  } catch {
    return false;
  }
}

/** 2 if the call was wrong, else 1. */
export function exitCodeOf(error: unknown): 1 | 2 {
  return error instanceof UsageError ? 2 : 1;
}
